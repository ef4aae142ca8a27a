/** What a review says about one move. */

import { button, el, fill } from '../shared/dom.js';
import { MARKS, WORTH, chanceText, hardnessText, isImprovable, numberedMove, shareText } from './words.js';

/** @typedef {import('../link/types.js').MoveReview} MoveReview */
/** @typedef {import('../link/types.js').ReviewLine} ReviewLine */
/** @typedef {import('../link/types.js').PeopleThere} PeopleThere */

/** Moves of a line that are shown. */
const SHOWN = 10;
/** @typedef {'best' | 'refutation'} Which */

/**
 * @typedef {object} CardActions
 * @property {(move: MoveReview, line: 'best' | 'refutation', count: number) => void} walk Moves of a line are shown.
 * @property {(step: -1 | 1) => void} jump The last marked move before, or the next one.
 */

export class MoveCard {
  /** @param {CardActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.back = button('‹ Marked move', () => actions.jump(-1), { class: 'button small', label: 'Last marked move' });
    this.next = button('Marked move ›', () => actions.jump(1), { class: 'button small', label: 'Next marked move' });
    this.title = el('h2', { class: 'panel-title' });
    this.body = el('div', { class: 'reviewed' });
    const head = el('div', { class: 'card-head' }, this.title, this.back, this.next);
    const attrs = { 'aria-label': 'The move', 'aria-live': 'polite' };
    this.element = el('section', { class: 'card move-card', attrs }, head, this.body);
    this.shown = '';
  }

  /**
   * @param {MoveReview | null} move
   * @param {string} otherwise What to say where no move is shown that was reviewed.
   */
  show(move, otherwise) {
    const key = move ? `${move.ply}|${move.uci}|${move.mark}|${move.sentences.length}` : otherwise;
    if (key === this.shown) return;
    this.shown = key;
    if (!move) {
      fill(this.title, ['Review']);
      return fill(this.body, [el('p', { class: 'faint' }, otherwise)]);
    }
    const mark = move.mark && MARKS[move.mark];
    const name = mark ? el('span', { class: `verdict-name ${mark.kind}` }, mark.name) : theoryOf(move);
    fill(this.title, [`${numberedMove(move)}${move.mark ?? ''} `, name]);
    const isBest = move.best.uci[0] === move.uci;
    /** Lines that stand in a sentence already. @type {Set<Which>} */
    const told = new Set();
    const sentences = move.sentences.map((sentence) => el('p', {}, ...this.#linked(move, sentence, told)));
    return fill(this.body, [
      el('p', { class: 'figures' }, `It ${chanceText(move)}.${absoluteText(move)}`),
      ...sentences,
      isImprovable(move) && !told.has('best') && this.#row(move, 'best', 'Better'),
      move.loss >= WORTH && !told.has('refutation') && this.#row(move, 'refutation', 'Then'),
      move.people && peopleOf(move, move.people, isBest),
    ]);
  }

  /**
   * A sentence whose line has moves that can be walked.
   *
   * @param {MoveReview} move
   * @param {string} sentence
   * @param {Set<Which>} told
   * @returns {import('../shared/dom.js').Child[]}
   */
  #linked(move, sentence, told) {
    for (const which of /** @type {const} */ (['refutation', 'best'])) {
      const { text } = move[which];
      const at = text ? sentence.indexOf(text) : -1;
      if (at < 0 || told.has(which)) continue;
      told.add(which);
      const count = text.split(/(?<!\.) /).length;
      return [sentence.slice(0, at), this.#line(move, which, count), sentence.slice(at + text.length)];
    }
    return [sentence];
  }

  /**
   * @param {MoveReview} move
   * @param {Which} which
   * @param {string} name
   */
  #row(move, which, name) {
    if (move[which].uci.length === 0) return false;
    return el('p', { class: `better ${which}` }, el('b', {}, name), ' ', this.#line(move, which, SHOWN));
  }

  /**
   * @param {MoveReview} move
   * @param {Which} which
   * @param {number} count
   */
  #line(move, which, count) {
    const begins = which === 'best' ? move.ply : move.ply + 1;
    const moves = move[which].san.slice(0, count).map((san, index) => {
      const press = () => this.actions.walk(move, which, index + 1);
      return button(numberAt(move, begins + index, index === 0) + san, press, { class: 'walk' });
    });
    const label = which === 'best' ? `Better than ${move.san}` : `After ${move.san}`;
    return el('span', { class: `line ${which}`, attrs: { role: 'group', 'aria-label': label } }, ...moves);
  }
}

/**
 * The number before a move of a line, where it has one.
 *
 * @param {MoveReview} move
 * @param {number} ply
 * @param {boolean} isFirst
 */
function numberAt({ number, side, ply: at }, ply, isFirst) {
  const isWhite = ((ply - at) % 2 === 0) === (side === 'white');
  const after = Math.floor((ply - at + (side === 'black' ? 1 : 0)) / 2);
  if (isWhite) return `${number + after}. `;
  return isFirst ? `${number + after}... ` : '';
}

/**
 * The mark by fixed bounds, where it is another one; reviews that the browser has kept from before have none.
 *
 * @param {MoveReview} move
 */
function absoluteText({ mark, absolute }) {
  if (absolute === undefined || absolute === mark || mark === '!') return '';
  return absolute
    ? ` By fixed bounds: ${absolute} (${MARKS[absolute].name.toLowerCase()}).`
    : ' By fixed bounds: no mark.';
}

/** @param {MoveReview} move */
function theoryOf({ theory }) {
  return theory && el('span', { class: 'verdict-name theory' }, 'in the named lines');
}

/**
 * How people of the rating do there, as bars.
 *
 * @param {MoveReview} move
 * @param {PeopleThere} people
 * @param {boolean} isBest
 */
function peopleOf({ san, best }, people, isBest) {
  const row = (/** @type {string} */ move, /** @type {number} */ share, /** @type {string} */ kind) => {
    const bar = el('span', { class: `share ${kind}`, attrs: { 'aria-hidden': 'true' } });
    bar.style.setProperty('--share', `${(100 * share).toFixed(1)}%`);
    return el('li', {}, el('span', {}, move), bar, el('span', { class: 'figure' }, shareText(share)));
  };
  const played = row(san, people.played, isBest ? 'best' : 'played');
  const found = !isBest && best.san[0] && row(best.san[0], people.best, 'best');
  const title = el('p', { class: 'about' }, `What players rated ${people.elo} play here`);
  const hard = el('p', { class: 'about' }, `${hardnessText(people)}.`);
  return el('div', { class: 'people' }, title, el('ul', { class: 'shares' }, played, found), hard);
}
