/** Moves with one or two shares each, as bars; pointing at a move shows it on the board. */

import { el, fill } from '../shared/dom.js';
import { percent } from '../game/words.js';

/**
 * @typedef {object} MoveBar
 * @property {string} uci
 * @property {string} san
 * @property {number} share From 0 to 1.
 * @property {number} [second] Another share, marked by a line.
 * @property {string} label What the shares are, in words.
 */

const SHOWN = 12;

export class MoveBars {
  /**
   * @param {string} label
   * @param {{ play: (uci: string) => void, point: (uci: string | null) => void }} events
   */
  constructor(label, events) {
    this.events = events;
    this.list = el('ul', { class: 'move-bars', attrs: { 'aria-label': label } });
    this.more = el('button', { class: 'button small', attrs: { type: 'button', hidden: true } });
    this.all = false;
    /** @type {MoveBar[]} */
    this.moves = [];
    this.scale = 1;
    this.more.addEventListener('click', () => {
      this.all = !this.all;
      this.show(this.moves, this.scale);
    });
    this.element = el('div', {}, this.list, this.more);
  }

  /**
   * @param {MoveBar[]} moves
   * @param {number} [scale] The share of a full bar.
   */
  show(moves, scale = 1) {
    this.moves = moves;
    this.scale = scale;
    const shown = this.all ? moves : moves.slice(0, SHOWN);
    fill(
      this.list,
      shown.map((move) => this.#row(move)),
    );
    this.more.hidden = moves.length <= SHOWN;
    this.more.textContent = this.all ? 'Fewer moves' : `All ${moves.length} moves`;
  }

  /** @param {MoveBar} move */
  #row(move) {
    const name = el('button', { class: 'bar-move', attrs: { type: 'button', title: move.label } }, move.san);
    const track = el('span', { class: 'bar still', attrs: { role: 'img', 'aria-label': move.label } });
    const at = (/** @type {number} */ share) => `${Math.min(100, (100 * share) / this.scale)}%`;
    track.append(el('span', { class: 'sampled' }));
    track.style.setProperty('--sampled', at(move.share));
    if (move.second !== undefined) {
      track.append(el('span', { class: 'exact' }));
      track.style.setProperty('--exact', at(move.second));
    }
    name.addEventListener('click', () => this.events.play(move.uci));
    name.addEventListener('focus', () => this.events.point(move.uci));
    const row = el('li', {}, name, track, el('span', { class: 'bar-share' }, percent(move.share, 1)));
    row.addEventListener('pointerenter', () => this.events.point(move.uci));
    row.addEventListener('pointerleave', () => this.events.point(null));
    return row;
  }
}
