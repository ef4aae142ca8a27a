/** Squares, their names, and where they lie on a board that is seen from one side. */

/** @typedef {'white' | 'black'} Side */

const FILES = 'abcdefgh';

/** All squares, a8 first, as a FEN counts them. */
export const SQUARES = Array.from({ length: 64 }, (_, index) => FILES[index % 8] + (8 - Math.floor(index / 8)));

/**
 * Column and row of a square, counted from the upper left corner of the board that `side` sees.
 *
 * @param {string} square
 * @param {Side} side
 * @returns {[number, number]}
 */
export function placeOf(square, side) {
  const file = FILES.indexOf(square[0]);
  const rank = Number(square[1]) - 1;
  return side === 'white' ? [file, 7 - rank] : [7 - file, rank];
}

/**
 * The square at a column and row of the board that `side` sees, or `null` beside the board.
 *
 * @param {number} column
 * @param {number} row
 * @param {Side} side
 */
export function squareAt(column, row, side) {
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const file = side === 'white' ? column : 7 - column;
  const rank = side === 'white' ? 7 - row : row;
  return FILES[file] + (rank + 1);
}

/** @param {string} square */
export function isLight(square) {
  return (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
}

/** @param {Side} side @returns {Side} */
export function otherSide(side) {
  return side === 'white' ? 'black' : 'white';
}
