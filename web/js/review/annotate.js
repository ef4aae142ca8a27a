/** A game with what its review says: marks as glyphs, sentences as comments, better lines as variations. */

import { numberedMove, MARKS } from './words.js';
import { treeData, treeFrom } from '../game/tree.js';

/** @typedef {import('../game/tree.js').GameTree} GameTree */
/** @typedef {import('../game/tree.js').TreeNode} TreeNode */
/** @typedef {import('../link/types.js').MoveReview} MoveReview */

/** Glyphs from here on say nothing of how good a move is. */
const FIRST_OTHER = 7;
/** Moves of a better line that are written. */
const SHOWN = 8;

/**
 * Sets the marks and the scores of a review.
 *
 * @param {GameTree} tree
 * @param {MoveReview[]} moves
 */
export function mark(tree, moves) {
  const { main } = tree;
  for (const { ply, mark: sign, before, after } of moves) {
    const node = main[ply];
    if (!node) continue;
    node.score = after;
    if (ply === 1) main[0].score = before;
    const others = node.glyphs.filter((glyph) => glyph >= FIRST_OTHER);
    node.glyphs = sign ? [MARKS[sign].glyph, ...others] : others;
  }
}

/**
 * The game with everything that the review says, to be written as PGN. The tree stays as it is.
 *
 * @param {GameTree} tree
 * @param {MoveReview[]} moves
 */
export function annotated(tree, moves) {
  const copy = treeFrom(treeData(tree));
  mark(copy, moves);
  const { main } = copy;
  for (const move of moves) {
    const node = main[move.ply];
    if (!node?.parent) continue;
    node.comment = [node.comment, ...move.sentences].filter(Boolean).join('\n');
    const isError = move.mark !== null && move.mark !== '!';
    if (isError && move.best.uci[0] !== move.uci) addLine(copy, node.parent, move);
  }
  return treeData(copy);
}

/**
 * @param {GameTree} tree
 * @param {TreeNode} from
 * @param {MoveReview} move
 */
function addLine(tree, from, { best, number, side }) {
  const before = tree.line(from).slice(1, from.ply + 1);
  const line = best.uci.slice(0, SHOWN).map((uci, index) => {
    const isWhite = (index % 2 === 0) === (side === 'white');
    const turn = /** @type {MoveReview['side']} */ (isWhite ? 'white' : 'black');
    const later = Math.floor((index + (side === 'black' ? 1 : 0)) / 2);
    return { uci, san: best.san[index], ply: from.ply + index + 1, number: number + later, turn };
  });
  tree.follow([...before, ...line]);
}

/** The next marked move from a half move on, or the last one before it. */
export function nextMarked(/** @type {MoveReview[]} */ moves, /** @type {number} */ ply, /** @type {-1 | 1} */ step) {
  const marked = moves.filter(({ mark: sign }) => sign !== null);
  return step > 0 ? marked.find((move) => move.ply > ply) : marked.findLast((move) => move.ply < ply);
}

/** A marked move for the graph: "14. Qd2??". @param {MoveReview} move */
export function markedName(move) {
  return `${numberedMove(move)}${move.mark ?? ''}`;
}
