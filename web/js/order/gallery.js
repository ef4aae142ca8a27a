/** The positions that were built, as small boards. */

import { boardPicture } from '../board/picture.js';
import { menOf } from '../board/placement.js';
import { el, fill } from '../shared/dom.js';
import { capitalised, centipawnText, counted } from '../game/words.js';

/** @typedef {import('../link/types.js').OrderedPosition} OrderedPosition */

export class Gallery {
  /** @param {(index: number) => void} open */
  constructor(open) {
    this.open = open;
    /** @type {OrderedPosition[]} */
    this.positions = [];
    this.element = el('ul', { class: 'gallery', attrs: { 'aria-label': 'Positions' } });
  }

  clear() {
    this.positions = [];
    fill(this.element, []);
  }

  /** @param {OrderedPosition} position */
  add(position) {
    const index = this.positions.push(position) - 1;
    const picture = boardPicture(menOf(position.fen));
    picture.setAttribute('aria-hidden', 'true');
    const words = caption(position);
    const attrs = { type: 'button', 'aria-label': `Position ${index + 1}: ${words}`, title: position.fen };
    const { turn } = position;
    const mark = el('span', { class: `turn-mark ${turn}`, attrs: { 'aria-hidden': 'true' } });
    const text = el('small', {}, mark, words);
    const item = el('button', { attrs, on: { click: () => this.open(index) } }, picture, text);
    this.element.append(el('li', {}, item));
  }

  /** @param {number} index */
  mark(index) {
    [...this.element.querySelectorAll('button')].forEach((item, at) => {
      if (at === index) item.setAttribute('aria-current', 'true');
      else item.removeAttribute('aria-current');
    });
  }
}

/** @param {OrderedPosition} position */
export function caption({ turn, plies, rating, loss }) {
  const judged = rating === null ? [] : [`plays like ${rating}`];
  const lost = loss === null ? [] : [`loses ${centipawnText(loss).slice(1)} pawns a move`];
  return [`${capitalised(turn)} to move`, counted(Math.ceil(plies / 2), 'move'), ...judged, ...lost].join(' · ');
}
