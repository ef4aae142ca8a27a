/** Moves and scores in words, and moves found by what was typed. */

/** @typedef {import('../link/types.js').LegalMove} LegalMove */
/** @typedef {import('../link/types.js').Score} Score */
/** @typedef {import('../board/geometry.js').Side} Side */

/** @type {Record<string, string>} */
const MEN = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' };

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A move as a screen reader should say it.
 *
 * @param {Side} side
 * @param {string} san
 */
export function spokenMove(side, san) {
  const end = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const bare = san.replace(/[+#]$/, '');
  const who = capitalised(side);
  if (bare === 'O-O') return `${who} castles short${end}`;
  if (bare === 'O-O-O') return `${who} castles long${end}`;
  const [move, promoted] = bare.split('=');
  const man = MEN[move[0]] ?? 'pawn';
  const target = move.slice(-2);
  const promotion = promoted ? `, becomes a ${MEN[promoted]}` : '';
  return `${who}: ${man} ${move.includes('x') ? 'takes on' : 'to'} ${target}${promotion}${end}`;
}

/**
 * The legal move that was typed: SAN or UCI, signs for captures, checks and opinions left out or not. A small b is a
 * pawn where one can go there, else a bishop.
 *
 * @param {LegalMove[]} legal
 * @param {string} text
 */
export function findMove(legal, text) {
  const plain = (/** @type {string} */ san) => san.replace(/[x+#!?=\-\s]|e\.p\./g, '').replace(/0/g, 'O');
  const typed = text.trim();
  const same = legal.filter(({ uci, san }) => uci === typed.toLowerCase() || plain(san) === plain(typed));
  if (same.length > 0) return same[0];
  const loose = legal.filter(({ san }) => plain(san).toLowerCase() === plain(typed).toLowerCase());
  return loose.length === 1 ? loose[0] : null;
}

/**
 * A score as White sees it: "+0.31", "−1.20", "#4".
 *
 * @param {Score} score From the mover's view.
 * @param {Side} mover
 */
export function scoreText(score, mover) {
  const sign = mover === 'white' ? 1 : -1;
  if (score.mate !== undefined) return `${sign * score.mate < 0 ? '−' : ''}#${Math.abs(score.mate)}`;
  return centipawnText(sign * (score.cp ?? 0));
}

/** @param {number} centipawns */
export function centipawnText(centipawns, digits = 2) {
  const pawns = (Math.abs(centipawns) / 100).toFixed(digits);
  if (Number(pawns) === 0) return pawns;
  return `${centipawns < 0 ? '−' : '+'}${pawns}`;
}

/** @param {number} share */
export function percent(share, digits = 0) {
  return `${(100 * share).toFixed(digits)} %`;
}

/**
 * A number of things: "1 position", "20 positions", "1.2 million positions".
 *
 * @param {number} count
 * @param {string} thing
 * @param {string} [number] The number as it is written, where it is not written out.
 */
export function counted(count, thing, number = String(count)) {
  return `${number} ${thing}${count === 1 ? '' : 's'}`;
}

/** @param {number} milliseconds */
export function secondsText(milliseconds) {
  if (milliseconds < 100) return `${Math.max(1, Math.round(milliseconds))} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Where in a game a position is, as people say it: "after 4. d4", "at the start".
 *
 * @param {number} ply Half moves since the start of the game.
 * @param {{ number: number, turn: Side, san: string }[]} game
 */
export function placeText(ply, game) {
  const last = game[ply - 1];
  if (!last) return ply === 0 ? 'at the start' : `after ${counted(ply, 'half move')}`;
  return `after ${last.number}${last.turn === 'white' ? '.' : '…'} ${last.san}`;
}

/** @param {number} count */
export function countText(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`;
  return count >= 1e4 ? `${Math.round(count / 1e3)} thousand` : String(count);
}

/** @type {Record<string, string>} */
const RESULTS = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw', '*': 'Unfinished' };

/**
 * @param {string} result
 * @param {string} reason
 */
export function resultText(result, reason) {
  return `${RESULTS[result] ?? result}${reason ? ` – ${reason}` : ''}`;
}
