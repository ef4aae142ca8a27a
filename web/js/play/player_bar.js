/** The line beside the board for one side: who plays, what it is ahead by, whether it thinks, and its clock. */

import { pieceIcon } from '../board/pieces.js';
import { otherSide } from '../board/geometry.js';
import { button, el, fill } from '../shared/dom.js';
import { timeText } from './clock.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../link/types.js').Position} Position */

const SHOWN = /** @type {const} */ ([
  ['queen', 'q'],
  ['rook', 'r'],
  ['bishop', 'b'],
  ['knight', 'n'],
  ['pawn', 'p'],
]);

export class PlayerBar {
  /**
   * @param {Side} side
   * @param {() => void} moveNow
   */
  constructor(side, moveNow) {
    this.side = side;
    this.name = el('span', { class: 'bar-name' });
    this.ahead = el('span', { class: 'ahead' });
    this.clock = el('span', { class: 'clock', attrs: { role: 'timer' } });
    const spinner = el('span', { class: 'spinner', attrs: { 'aria-hidden': 'true' } });
    const stop = button('Move now', moveNow, { class: 'button small' });
    this.busy = el('span', { class: 'busy', attrs: { hidden: true } }, spinner, 'thinks', stop);
    const colour = el('span', { class: `colour ${side}`, attrs: { 'aria-hidden': 'true' } });
    this.element = el('div', { class: 'player-bar' }, colour, this.name, this.ahead, this.busy, this.clock);
  }

  /**
   * @param {string} name
   * @param {boolean} thinking
   * @param {boolean} toMove
   */
  show(name, thinking, toMove) {
    this.name.textContent = name;
    this.busy.hidden = !thinking;
    this.element.classList.toggle('to-move', toMove);
  }

  /** Men that this side has and the other lacks. @param {Position} position */
  showMaterial(position) {
    const [own, other] = [position.counts[this.side], position.counts[otherSide(this.side)]];
    const icons = SHOWN.flatMap(([name, role]) =>
      Array.from({ length: Math.max(0, own[name] - other[name]) }, () => pieceIcon({ side: this.side, role })),
    );
    const balance = this.side === 'white' ? position.balance : -position.balance;
    fill(this.ahead, [...icons, balance > 0 && el('span', {}, `+${balance}`)]);
  }

  /** @param {number | null} left Milliseconds; `null` without a clock. */
  showClock(left) {
    this.clock.hidden = left === null;
    if (left === null) return;
    const text = timeText(left);
    if (this.clock.textContent !== text) this.clock.textContent = text;
    this.clock.classList.toggle('short', left < 20000);
  }
}
