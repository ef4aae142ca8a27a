/** Whose moves are reviewed, and with which ratings they are compared. */

import { button, el } from '../shared/dom.js';
import { known } from '../game/headers.js';

/** @typedef {import('../link/requests.js').ReviewAsk} ReviewAsk */

const RATINGS = { least: 600, most: 2800 };

export class ReviewSettings {
  /** @param {() => void} start */
  constructor(start) {
    const choices = [
      ['', 'both sides'],
      ['white', 'White'],
      ['black', 'Black'],
    ].map(([value, name]) => el('option', { attrs: { value } }, name));
    this.side = el('select', {}, ...choices);
    const number = { type: 'number', min: RATINGS.least, max: RATINGS.most, step: 50, inputmode: 'numeric' };
    this.white = el('input', { attrs: number });
    this.black = el('input', { attrs: number });
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) =>
      el('label', { class: 'field' }, el('span', {}, name), input);
    this.element = el(
      'details',
      { class: 'review-settings' },
      el('summary', {}, 'Whose moves, and which rating to compare with'),
      el(
        'div',
        { class: 'review-fields' },
        field('Moves of', this.side),
        field('Rating of White', this.white),
        field('Rating of Black', this.black),
        button('Review again', start),
      ),
    );
  }

  /** Another game: the ratings are its own. @param {Record<string, string>} headers */
  show(headers) {
    this.side.value = '';
    for (const [input, tag] of /** @type {const} */ ([
      [this.white, 'WhiteElo'],
      [this.black, 'BlackElo'],
    ])) {
      input.value = '';
      input.placeholder = known(headers[tag]) || 'estimated';
    }
  }

  /** @returns {Pick<ReviewAsk, 'side' | 'white_elo' | 'black_elo'>} */
  get fields() {
    return {
      side: /** @type {ReviewAsk['side']} */ (this.side.value || null),
      white_elo: ratingOf(this.white),
      black_elo: ratingOf(this.black),
    };
  }
}

/** @param {HTMLInputElement} input */
function ratingOf(input) {
  if (input.value === '') return null;
  return Math.min(RATINGS.most, Math.max(RATINGS.least, Math.round(Number(input.value))));
}
