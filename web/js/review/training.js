/** From a review to training: puzzles of the mistakes in the game that is reviewed. */

import { addressOf } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { YOU } from '../game/headers.js';

/** @typedef {import('../link/types.js').MadePuzzles} MadePuzzles */
/** @typedef {import('../board/geometry.js').Side} Side */

const WHOSE = { white: 'White’s mistakes', black: 'Black’s mistakes' };

export class Training {
  /**
   * @param {import('../app.js').App} app
   * @param {() => Promise<string | null>} write The reviewed game as PGN.
   * @param {() => Side | null} side Whose mistakes are trained; `null` for both sides'.
   */
  constructor(app, write, side) {
    this.app = app;
    this.write = write;
    this.side = side;
    this.isPossible = app.hello.asks.includes('puzzles-make');
    /** Games whose puzzles were asked for, so that only those of the newest are reported. */
    this.asked = 0;
    this.start = button('Train these mistakes', () => this.#start(), { class: 'button primary' });
    this.report = el('span', { attrs: { role: 'status' } });
    this.open = el('a', { class: 'button primary', attrs: { hidden: true } });
    this.element = el('div', { class: 'buttons' }, this.start, this.report, this.open);
    this.clear();
  }

  /** Another game is reviewed. */
  clear() {
    this.asked++;
    this.start.disabled = false;
    this.open.hidden = true;
    fill(this.report, []);
  }

  /** @param {boolean} isReviewed The searches of the review are over. */
  show(isReviewed) {
    this.element.hidden = !this.isPossible || !isReviewed;
  }

  async #start() {
    this.clear();
    const { asked } = this;
    this.start.disabled = true;
    const side = this.side();
    const text = await this.write();
    const made = text === null ? null : await this.app.ask('puzzles-make', { text, side }, 'Looking for puzzles…');
    if (asked !== this.asked) return;
    this.start.disabled = false;
    if (!made) return;
    fill(this.report, [reportText(made, side)]);
    if (made.first === null) return this.start.focus();
    this.open.setAttribute('href', addressOf('puzzles', { n: String(made.first) }));
    fill(this.open, [made.found === 1 ? 'Solve it' : 'Solve them']);
    this.open.hidden = false;
    this.open.focus();
  }
}

/**
 * The side that the learner played in a game of this browser.
 *
 * @param {Record<string, string>} headers
 * @returns {Side | null}
 */
export function ownSide({ White, Black }) {
  return White === YOU ? 'white' : Black === YOU ? 'black' : null;
}

/**
 * How many puzzles came of a game, or why none did.
 *
 * @param {MadePuzzles} made
 * @param {Side | null} side
 */
function reportText({ games, found, added, stopped }, side) {
  if (stopped) return 'The search for puzzles was ended before the last move: there are none of this game.';
  if (games === 0) return 'No puzzles: they are not made of Chess960.';
  const whose = side ? WHOSE[side] : 'the mistakes of both sides';
  if (found === 0) return `No puzzles: at none of ${whose} was one move clearly the best.`;
  const known = found - added;
  const number = `${found} ${found === 1 ? 'puzzle' : 'puzzles'} of ${whose}`;
  return known ? `${number}, ${known === found ? 'known already' : `${known} known already`}.` : `${number}.`;
}
