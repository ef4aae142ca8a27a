/** What a review says about the whole game. */

import { button, el, fill } from '../shared/dom.js';
import { percent } from '../game/words.js';
import { MARKS, PHASES, numberedMove } from './words.js';

/** @typedef {import('../link/types.js').SideReview} SideReview */
/** @typedef {import('../link/types.js').MoveReview} MoveReview */
/** @typedef {import('../link/types.js').Review} Review */
/** @typedef {import('./run.js').Findings} Findings */

const ORIGINS = {
  given: 'as you chose',
  file: 'from the game',
  estimated: 'as the moves look like',
  assumed: 'assumed',
};

export class Summary {
  /** @param {(ply: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.element = el('section', { class: 'card summary', attrs: { 'aria-label': 'Summary', hidden: true } });
    /** @type {unknown} */
    this.shown = null;
  }

  /**
   * @param {Findings} findings
   * @param {{ white: string, black: string }} names
   */
  show({ review, moves }, names) {
    this.element.hidden = review === null;
    if (!review || review === this.shown) return;
    this.shown = review;
    const sides = review.sides.map((side) => this.#side(side, names[side.side], moves));
    fill(this.element, [
      el('h2', { class: 'panel-title' }, 'Summary'),
      el('div', { class: 'summary-sides' }, ...sides),
      phases(review.sides, names),
      this.#opening(review.opening),
    ]);
  }

  /**
   * @param {SideReview} side
   * @param {string} name
   * @param {MoveReview[]} moves
   */
  #side(side, name, moves) {
    const { accuracy, rating, looks_like: looks, loss, people_loss: others } = side;
    const counts = /** @type {const} */ ([
      ['!', side.good],
      ['?!', side.inaccuracies],
      ['?', side.mistakes],
      ['??', side.blunders],
    ]);
    const marks = counts.map(([mark, count]) => {
      const { name: word, kind } = MARKS[mark];
      const title = `${word}: ${count}`;
      return el('li', { attrs: { title } }, el('b', { class: kind }, mark), ` ${count}`);
    });
    const looksLike = looks
      ? `The moves look like ${looks.elo} (${looks.low} to ${looks.high}, ${percent(looks.confidence)} sure).`
      : 'Too few moves to estimate a rating.';
    const compared = `Compared with players rated ${rating.elo} (${ORIGINS[rating.source]}):`;
    const losses = `${compared} a move lost ${percent(loss, 1)}, theirs ${percent(others, 1)} in the same positions.`;
    return el(
      'div',
      { class: 'summary-side' },
      el('h3', {}, el('span', { class: `colour ${side.side}`, attrs: { 'aria-hidden': 'true' } }), name),
      el('p', { class: 'accuracy' }, el('b', {}, accuracy === null ? '–' : accuracy.toFixed(0)), ' accuracy of 100'),
      el('ul', { class: 'mark-counts', attrs: { 'aria-label': `Marks of ${name}` } }, ...marks),
      el('p', { class: 'about' }, looksLike),
      el('p', { class: 'about' }, losses),
      this.#moments(side, moves),
      themes(side),
    );
  }

  /**
   * @param {SideReview} side
   * @param {MoveReview[]} moves
   */
  #moments({ moments }, moves) {
    const items = moments.flatMap((ply) => {
      const move = moves.find((one) => one.ply === ply);
      if (!move) return [];
      const why = move.themes[0] ?? `${percent(move.loss)} lost`;
      const face = [el('b', {}, `${numberedMove(move)}${move.mark ?? ''}`), ` ${why}`];
      return el(
        'li',
        {},
        button(face, () => this.goTo(ply), { class: 'button small moment' }),
      );
    });
    if (items.length === 0) return el('p', { class: 'about' }, 'No move stands out to learn from.');
    return el('div', {}, el('h4', {}, 'To learn from'), el('ul', { class: 'moments' }, ...items));
  }

  /** @param {Review['opening']} opening */
  #opening({ eco, name, left }) {
    if (!name && !left) return false;
    const words = el('p', {}, [eco, name].filter(Boolean).join(' '));
    const where = left && button('Show', () => this.goTo(left.ply), { class: 'button small' });
    const about = left && el('p', { class: 'about' }, `${left.text} `, where);
    return el('div', {}, el('h3', {}, 'Opening'), words, about);
  }
}

/** @param {SideReview} side */
function themes({ themes: all }) {
  if (all.length === 0) return false;
  const items = all.map(({ theme, times, loss }) =>
    el('li', {}, `${theme}${times > 1 ? ` × ${times}` : ''}`, el('span', { class: 'figure' }, percent(loss))),
  );
  return el('div', {}, el('h4', {}, 'Lost by theme'), el('ul', { class: 'themes' }, ...items));
}

/**
 * What a move lost on average in each phase.
 *
 * @param {SideReview[]} sides
 * @param {{ white: string, black: string }} names
 */
function phases(sides, names) {
  const cells = (/** @type {SideReview} */ side, /** @type {keyof typeof PHASES} */ name) => {
    const found = side.phases.find(({ phase }) => phase === name);
    if (!found || found.moves === 0) return [el('td', {}, '–'), el('td', {}, '–')];
    return [found.loss, found.people_loss].map((loss) => el('td', {}, percent(loss / found.moves, 1)));
  };
  const rows = Object.entries(PHASES).map(([name, title]) => {
    const head = el('th', { attrs: { scope: 'row' } }, title);
    return el('tr', {}, head, ...sides.flatMap((side) => cells(side, /** @type {keyof typeof PHASES} */ (name))));
  });
  const heads = sides.flatMap(({ side, rating }) => [
    el('th', { attrs: { scope: 'col' } }, names[side]),
    el('th', { attrs: { scope: 'col' } }, `rated ${rating.elo}`),
  ]);
  const corner = el('td', {});
  const caption = el('caption', {}, 'What a move lost on average, by phase');
  const head = el('thead', {}, el('tr', {}, corner, ...heads));
  return el('table', { class: 'phases' }, caption, head, el('tbody', {}, ...rows));
}
