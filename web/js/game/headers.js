/** What PGN says about a game beside its moves. */

/** @typedef {Record<string, string>} Headers */

/** The name of the person who plays against a program. */
export const YOU = 'You';

/**
 * A name with its rating: "Ann (1500)".
 *
 * @param {Headers} headers
 * @param {'White' | 'Black'} side
 */
export function nameIn(headers, side) {
  const name = known(headers[side]) || side;
  const elo = known(headers[`${side}Elo`]);
  return elo ? `${name} (${elo})` : name;
}

/** What PGN writes for a value that is not known is none. @param {string | undefined} value */
export function known(value) {
  return value && !/^[?\-.\s]*$/.test(value) ? value : '';
}

/** Today as PGN writes it. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('.');
}

/**
 * How a game ended, in the words of PGN.
 *
 * @param {{ result: string, reason: string } | null} end
 */
export function termination(end) {
  if (!end || end.result === '*') return 'unterminated';
  return /time/.test(end.reason) ? 'time forfeit' : 'normal';
}
