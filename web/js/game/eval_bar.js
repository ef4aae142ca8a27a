/** A bar beside the board: what White can expect of the position that is shown. */

import { el } from '../shared/dom.js';
import { centipawnText, percent } from './words.js';

/** @typedef {import('./tree.js').NodeScore} NodeScore */

export class EvalBar {
  constructor() {
    this.fill = el('div', { class: 'eval-white' });
    this.figure = el('span', { class: 'eval-figure', attrs: { 'aria-hidden': 'true' } });
    const attrs = { role: 'meter', 'aria-label': 'Evaluation', 'aria-valuemin': 0, 'aria-valuemax': 100 };
    this.element = el('div', { class: 'eval-bar', attrs }, this.fill, this.figure);
    this.show(null, 'white');
  }

  /**
   * @param {NodeScore | null} score `null` where nothing has been searched.
   * @param {import('../board/geometry.js').Side} below The side that sits below.
   */
  show(score, below) {
    const white = score?.white ?? 0.5;
    const words = score ? `White can expect ${percent(white)}, ${scoreWords(score)}` : 'not searched';
    this.element.setAttribute('aria-valuenow', String(Math.round(100 * white)));
    this.element.setAttribute('aria-valuetext', words);
    this.element.title = `Evaluation: ${words}`;
    this.element.classList.toggle('unknown', score === null);
    this.element.classList.toggle('turned', below === 'black');
    this.element.style.setProperty('--white', `${(100 * white).toFixed(1)}%`);
    this.figure.textContent = score ? figureOf(score) : '';
    this.figure.classList.toggle('behind', white < 0.5);
  }
}

/** @param {NodeScore} score */
function scoreWords({ cp = null, mate = null }) {
  if (mate !== null) return `${mate < 0 ? 'Black' : 'White'} mates in ${Math.abs(mate)}`;
  return cp === null ? '' : centipawnText(cp);
}

/** As short as it can be. @param {NodeScore} score */
function figureOf({ cp = null, mate = null }) {
  if (mate !== null) return `#${Math.abs(mate)}`;
  return cp === null ? '' : (Math.abs(cp) / 100).toFixed(Math.abs(cp) < 995 ? 1 : 0);
}
