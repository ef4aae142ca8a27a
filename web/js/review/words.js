/** What a review says, in words and figures. */

import { percent } from '../game/words.js';

/** @typedef {import('../link/types.js').MoveReview} MoveReview */
/** @typedef {import('../link/types.js').PeopleThere} PeopleThere */

/** The marks: their glyphs of PGN, names, and classes of the style. */
export const MARKS = /** @type {const} */ ({
  '!': { glyph: 1, name: 'Good move', kind: 'good' },
  '?!': { glyph: 6, name: 'Inaccuracy', kind: 'inaccuracy' },
  '?': { glyph: 2, name: 'Mistake', kind: 'mistake' },
  '??': { glyph: 4, name: 'Blunder', kind: 'blunder' },
});

export const PHASES = { opening: 'Opening', middlegame: 'Middlegame', endgame: 'Endgame' };

/** From which loss on people find a position hard, and moderate. */
const HARD = 0.06;
const MODERATE = 0.025;

/** From which loss on another move is better: with less, both may win, mate or hold. */
export const WORTH = 0.02;

/**
 * Whether the best move is better than the one played, as far as the searches agree.
 *
 * @param {Pick<MoveReview, 'mark' | 'loss' | 'uci' | 'settled'> & { best: { uci: string[] } }} move
 */
export function isImprovable({ mark, loss, uci, settled, best }) {
  const isError = mark !== null && mark !== '!';
  // Reviews that the browser has kept from before do not say whether the searches agreed.
  return settled !== false && best.uci[0] !== uci && (isError || loss >= WORTH);
}

/** @param {MoveReview} move */
export function numberedMove({ number, side, san }) {
  return `${number}.${side === 'black' ? '..' : ''} ${san}`;
}

/** A chance as its side has it. @param {number} white @param {MoveReview['side']} side */
function ofSide(white, side) {
  return side === 'white' ? white : 1 - white;
}

/** What a move did to its side's chance of winning. @param {MoveReview} move */
export function chanceText({ before, after, loss, side }) {
  const [was, is] = [ofSide(before.white, side), ofSide(after.white, side)];
  const lost = loss < 0.005 ? 'lost nothing' : `lost ${percent(loss)}`;
  return `${lost} of the chance of winning: ${percent(was)} before, ${percent(is)} after`;
}

/** How hard a position was. @param {PeopleThere} people */
export function hardnessText({ loss, elo }) {
  const word = loss >= HARD ? 'Hard' : loss >= MODERATE ? 'Moderate' : 'Easy';
  return `${word}: players rated ${elo} lose ${loss < 0.005 ? 'next to nothing' : percent(loss)} here on average`;
}

/** "41 %", "less than 1 %". @param {number} share */
export function shareText(share) {
  return share > 0 && share < 0.005 ? 'less than 1 %' : percent(share);
}
