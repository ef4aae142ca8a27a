/** Finding openings by name, ECO code, or by the position on the board. */

import { button, el, fill } from '../shared/dom.js';
import { countText, percent } from '../game/words.js';
import { latest } from '../link/latest.js';

/** @typedef {import('../link/types.js').FoundLine} FoundLine */

const ROWS = 50;

export class Search {
  /**
   * @param {import('../app.js').App} app
   * @param {() => { fen: string | null, moves: string[] }} where The position on the board.
   * @param {(moves: string[]) => void} open
   */
  constructor(app, where, open) {
    this.app = app;
    this.open = open;
    const attrs = { type: 'search', placeholder: 'Ruy Lopez, or C65', 'aria-label': 'Find an opening by name or code' };
    this.field = el('input', { attrs: { ...attrs, autocomplete: 'off', spellcheck: 'false' } });
    this.list = el('ul', { class: 'found', attrs: { 'aria-label': 'Openings found' } });
    this.message = el('p', { class: 'message', attrs: { role: 'status' } });
    const ask = latest((/** @type {Record<string, unknown>} */ fields) => this.#ask(fields));
    this.field.addEventListener('input', () => {
      if (this.field.value.trim()) ask({ text: this.field.value.trim() });
      else this.#show([], '');
    });
    const here = button('Lines through this position', () => ask(where()), { class: 'button small' });
    const title = el('div', { class: 'card-head' }, el('h2', { class: 'panel-title' }, 'Find'), here);
    const parts = [title, this.field, this.message, this.list];
    this.element = el('section', { class: 'card search', attrs: { 'aria-label': 'Find an opening' } }, ...parts);
  }

  /** @param {Record<string, unknown>} fields */
  async #ask(fields) {
    const answer = await this.app.ask('openings-search', fields, 'Searching…');
    if (!answer) return;
    const near = /** @type {string[]} */ (answer.near ?? []);
    const more = answer.found.length >= ROWS ? `The first ${ROWS}.` : `${answer.found.length} found.`;
    this.#show(answer.found, answer.found.length ? more : 'Nothing found.', near);
  }

  /**
   * @param {FoundLine[]} found
   * @param {string} message
   * @param {string[]} [near] Names to search for instead.
   */
  #show(found, message, near = []) {
    const others = near.map((name) =>
      button(
        name,
        () => {
          this.field.value = name;
          this.field.dispatchEvent(new Event('input'));
        },
        { class: 'button small' },
      ),
    );
    fill(this.message, [message, others.length > 0 && ' Did you mean ', ...others]);
    fill(
      this.list,
      found.map((line) => this.#row(line)),
    );
  }

  /** @param {FoundLine} found */
  #row({ eco, name, moves, line, games, results }) {
    const score = results ? ` · White scores ${percent(results[0] + results[1] / 2)}` : '';
    const row = el('button', { attrs: { type: 'button' } });
    row.append(
      el('b', {}, `${eco} ${name}`),
      el('span', {}, line),
      el('small', {}, `${countText(games)} games${score}`),
    );
    row.addEventListener('click', () => this.open(moves));
    return el('li', {}, row);
  }
}
