/** The running game as the tab keeps it over a reload: what neither its address nor the list of games holds. */

import { addressOf } from '../shared/address.js';

const KEY = 'motley-running-game';

/** @typedef {Record<import('../board/geometry.js').Side, number>} Clocks */

/**
 * @typedef {object} RunningGame
 * @property {string} address The view's part of the address; what follows belongs to it.
 * @property {string} game Settings and moves: they tell whether an address is that of this game.
 * @property {Clocks | null} left Milliseconds on the clocks.
 * @property {Clocks[]} history Clocks before each half move.
 * @property {import('./manners.js').MannersState} manners
 * @property {{ isShown: boolean, isAllowed: boolean }} help
 */

/** @param {import('./view.js').PlayView} view */
export function keepRunning(view) {
  const { clock, history, manners } = view.match;
  const left = clock && { white: clock.remaining('white'), black: clock.remaining('black') };
  const settings = view.settings();
  const [address, game] = [addressOf('play', settings), gameKey(settings)];
  /** @type {RunningGame} */
  const kept = { address, game, left, history, manners: manners.state, help: view.help.state };
  try {
    if (view.game.tree.played === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Where nothing is kept, the address alone restores the game.
  }
}

/** @returns {RunningGame | null} */
export function runningGame() {
  try {
    const game = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof game?.game === 'string' ? game : null;
  } catch {
    return null;
  }
}

/**
 * @param {import('./match.js').Match} match
 * @param {RunningGame} running
 */
export function takeUp(match, { left, history, manners }) {
  if (match.clock && left) match.clock.left = left;
  match.history = history;
  match.manners.restore(manners);
}

/**
 * What tells a game from others: its settings and moves.
 *
 * @param {Record<string, string | null | undefined>} settings Of the address.
 */
export function gameKey({ w, b, tc, fen, m }) {
  return [w, b, tc, fen, m].map((part) => part ?? '').join('|');
}
