/** Steppers for the men of one side: queens, rooks, bishops, knights and pawns, or any men at all. */

import { pieceIcon } from '../board/pieces.js';
import { button, el } from '../shared/dom.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../board/pieces.js').Role} Role */

const MEN = /** @type {[Role, string, number][]} */ ([
  ['q', 'queens', 1],
  ['r', 'rooks', 2],
  ['b', 'bishops', 2],
  ['n', 'knights', 2],
  ['p', 'pawns', 8],
]);
/** With promotions, more than this of one kind are never asked for. */
const MOST = 10;

export class Steppers {
  /**
   * @param {Side} side
   * @param {() => void} changed
   */
  constructor(side, changed) {
    this.changed = changed;
    this.counts = MEN.map(([, , usual]) => usual);
    this.given = el('input', { attrs: { type: 'checkbox' } });
    this.given.addEventListener('change', () => this.#set(this.counts));
    this.outputs = MEN.map(([, name]) => el('output', { attrs: { 'aria-label': `${side} ${name}` } }));
    const name = side === 'white' ? 'White’s pieces' : 'Black’s pieces';
    this.rows = el('div', { class: 'steppers' }, ...MEN.map((_, index) => this.#row(side, index)));
    const legend = el('legend', {}, el('label', { class: 'check' }, this.given, name));
    this.element = el('fieldset', { class: 'men-ordered' }, legend, this.rows);
    this.#show();
  }

  /** The counts, or `null` where any men will do. */
  get value() {
    return this.given.checked ? this.counts : null;
  }

  /** @param {number[] | null} counts */
  set(counts) {
    this.given.checked = counts !== null;
    if (counts) this.counts = counts;
    this.#show();
  }

  /** @param {number[]} counts */
  #set(counts) {
    this.counts = counts;
    this.#show();
    this.changed();
  }

  #show() {
    this.rows.classList.toggle('off', !this.given.checked);
    this.outputs.forEach((output, index) => (output.textContent = String(this.counts[index])));
  }

  /**
   * @param {Side} side
   * @param {number} index
   */
  #row(side, index) {
    const [role, name] = MEN[index];
    const step = (/** @type {number} */ by) => {
      this.given.checked = true;
      this.#set(this.counts.with(index, Math.max(0, Math.min(MOST, this.counts[index] + by))));
    };
    const fewer = button('−', () => step(-1), { class: 'step', label: `Fewer ${side} ${name}` });
    const more = button('+', () => step(1), { class: 'step', label: `More ${side} ${name}` });
    return el('div', { class: 'stepper' }, pieceIcon({ side, role }), fewer, this.outputs[index], more);
  }
}

/** @param {string | null} text "1,2,2,1,7" @returns {number[] | null} */
export function countsFrom(text) {
  const counts = (text ?? '').split(',').map(Number);
  const fits = counts.length === MEN.length && counts.every((one) => Number.isInteger(one) && one >= 0 && one <= MOST);
  return text && fits ? counts : null;
}
