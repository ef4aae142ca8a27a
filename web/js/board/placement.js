/** The men of a FEN: its first field read, written, and in words. The rules are the server's. */

/** @typedef {import('./geometry.js').Side} Side */
/** @typedef {import('./pieces.js').Role} Role */
/** @typedef {{ side: Side, role: Role }} Man */

import { SQUARES } from './geometry.js';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** @type {Record<Role, string>} */
export const ROLE_NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/**
 * A man by its letter in a FEN, or `null`.
 *
 * @param {string} letter
 * @returns {Man | null}
 */
export function manOf(letter) {
  const role = letter.toLowerCase();
  if (!(role in ROLE_NAMES)) return null;
  return { side: letter === role ? 'black' : 'white', role: /** @type {Role} */ (role) };
}

/** @param {Man} man */
export function letterOf(man) {
  return man.side === 'white' ? man.role.toUpperCase() : man.role;
}

/** @param {Man} man */
export function nameOf(man) {
  return `${man.side} ${ROLE_NAMES[man.role]}`;
}

/**
 * The men of a FEN by square. What is no man and no number is passed over: the server judges the text.
 *
 * @param {string} fen
 * @returns {Map<string, Man>}
 */
export function menOf(fen) {
  /** @type {Map<string, Man>} */
  const men = new Map();
  let index = 0;
  for (const letter of fen.trim().split(/\s+/)[0]) {
    const man = manOf(letter);
    if (man && index < 64) men.set(SQUARES[index], man);
    index += man ? 1 : Number(letter) || 0;
  }
  return men;
}

/**
 * The first field of a FEN.
 *
 * @param {Map<string, Man>} men
 */
export function placementOf(men) {
  const letters = SQUARES.map((square) => {
    const man = men.get(square);
    return man ? letterOf(man) : '1';
  });
  const rows = Array.from({ length: 8 }, (_, row) => letters.slice(8 * row, 8 * row + 8).join(''));
  return rows.map((row) => row.replace(/1+/g, (gap) => String(gap.length))).join('/');
}

/** @param {string} fen @returns {Side} */
export function sideToMove(fen) {
  return fen.trim().split(/\s+/)[1] === 'b' ? 'black' : 'white';
}
