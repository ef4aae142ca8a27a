/** The moves of a game as a list; a move that is pressed is shown. */

import { el, fill } from '../shared/dom.js';

/** @typedef {import('../link/types.js').PlayedMove} PlayedMove */

export class MoveList {
  /**
   * @param {(at: number) => void} goTo
   * @param {string} [empty] What to write where there are no moves yet.
   */
  constructor(goTo, empty = 'No moves yet.') {
    this.goTo = goTo;
    this.empty = empty;
    this.element = el('ol', { class: 'moves', attrs: { 'aria-label': 'Moves' } });
    this.shown = '';
  }

  /**
   * @param {PlayedMove[]} game
   * @param {number} at How many moves are shown on the board.
   */
  show(game, at) {
    const text = game.map(({ uci }) => uci).join(' ');
    if (text !== this.shown || this.element.childElementCount === 0) this.#fill(game);
    this.shown = text;
    for (const one of this.element.querySelectorAll('button')) {
      const current = Number(one.dataset.ply) === at;
      if (current) one.setAttribute('aria-current', 'true');
      else one.removeAttribute('aria-current');
      if (current) keepVisible(this.element, one);
    }
    if (at === 0) this.element.scrollTop = 0;
  }

  /** @param {PlayedMove[]} game */
  #fill(game) {
    if (game.length === 0) return fill(this.element, [el('li', { class: 'faint' }, this.empty)]);
    /** @type {Map<number, PlayedMove[]>} */
    const rows = Map.groupBy(game, ({ number }) => number);
    const items = [...rows].map(([number, moves]) => {
      const buttons = moves.map(({ san, ply }) =>
        el('button', { attrs: { type: 'button', 'data-ply': ply }, on: { click: () => this.goTo(ply) } }, san),
      );
      const gap = moves[0].turn === 'black' && el('span', { class: 'gap' }, '…');
      return el('li', {}, el('span', { class: 'number' }, `${number}.`), gap, ...buttons);
    });
    return fill(this.element, items);
  }
}

/**
 * Scrolls the list, and nothing around it.
 *
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
export function keepVisible(list, item) {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top - 8;
  const below = top + item.offsetHeight - list.scrollTop - list.clientHeight;
  if (below > 0) list.scrollTop += below + 8;
}
