/** The game that is reviewed: from an address, from what this browser keeps, or from PGN. */

import { addressOf, movesFrom, movesText } from '../shared/address.js';
import { forget, remember, remembered } from '../shared/storage.js';
import { known, nameIn } from '../game/headers.js';
import { newId, storeGame, storedGame } from '../game/stored_games.js';
import { GameTree, movesOf, pathTo, treeData, treeFrom } from '../game/tree.js';

/** @typedef {import('../game/tree.js').TreeNode} TreeNode */
/** @typedef {import('../link/types.js').Pgn} Pgn */
/** @typedef {import('./run.js').Findings} Findings */

const REVIEW = 'motley-review-';
const REVIEWS = 'motley-reviews';
/** Reviews are large: so many are kept. */
const MOST_REVIEWS = 10;

/**
 * @typedef {object} ReviewedGame
 * @property {string | null} id Under which it is kept.
 * @property {Record<string, string>} headers
 * @property {string} result
 * @property {GameTree} tree
 * @property {string[]} moves Where the tree has not been filled yet.
 */

/** @param {URLSearchParams} query @returns {ReviewedGame | null} */
export function gameFrom(query) {
  const moves = movesFrom(query.get('m'));
  const fen = query.get('fen');
  const id = query.get('g');
  const kept = storedGame(id);
  if (kept) {
    const tree = treeFrom(kept.tree);
    const played = movesOf(pathTo(tree.end));
    if (moves.length === 0 || played.join() === moves.join()) {
      return { id, headers: kept.headers, result: kept.result, tree, moves: played };
    }
  }
  if (moves.length === 0) return null;
  const tree = new GameTree(fen);
  tree.played = moves.length;
  return { id: null, headers: {}, result: '*', tree, moves };
}

/** Keeps a game that was read, so that the address can name it. @param {Pgn} pgn @returns {ReviewedGame} */
export function keepGame({ headers, result, moves, ...rest }) {
  const data = { ...rest, played: moves.length };
  const tree = treeFrom(data);
  const id = newId();
  const people = { w: 'person', b: 'person', fen: rest.fen };
  const title = {
    id,
    changed: Date.now(),
    date: known(headers.Date),
    white: headers.White ?? '',
    black: headers.Black ?? '',
    whiteElo: known(headers.WhiteElo),
    blackElo: known(headers.BlackElo),
    result,
    opening: headers.Opening ?? '',
    plies: moves.length,
    hash: addressOf('play', { ...people, g: id, m: movesText(moves) }),
  };
  storeGame(title, { headers, result, tree: treeData(tree), isRead: true });
  return { id, headers, result, tree, moves };
}

/** @param {ReviewedGame} game */
export function namesOf({ headers }) {
  return { white: nameIn(headers, 'White'), black: nameIn(headers, 'Black') };
}

/** @param {string | null} id @returns {Findings | null} */
export function keptReview(id) {
  const text = id && remembered(REVIEW + id);
  if (!text) return null;
  try {
    const findings = JSON.parse(text);
    return Array.isArray(findings?.moves) ? findings : null;
  } catch {
    return null;
  }
}

/**
 * @param {string | null} id
 * @param {Findings} findings
 */
export function keepReview(id, findings) {
  if (!id) return;
  const ids = (remembered(REVIEWS) ?? '').split(' ').filter((one) => one && one !== id);
  for (const old of ids.splice(0, Math.max(0, ids.length + 1 - MOST_REVIEWS))) forget(REVIEW + old);
  remember(REVIEWS, [...ids, id].join(' '));
  // The text of the game is large, and can be written again.
  const review = findings.review && { ...findings.review, pgn: '' };
  remember(REVIEW + id, JSON.stringify({ ...findings, review }));
}
