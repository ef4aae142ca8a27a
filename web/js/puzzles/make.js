/** Puzzles from a file of games. */

import { button, el } from '../shared/dom.js';

/** Bytes that one message may hold. */
const MOST = 900_000;

export class MakePanel {
  /**
   * @param {import('../app.js').App} app
   * @param {() => void} made Puzzles were added to the record.
   */
  constructor(app, made) {
    this.app = app;
    this.made = made;
    this.file = el('input', { attrs: { type: 'file', accept: '.pgn', 'aria-label': 'PGN file' } });
    this.player = el('input', { attrs: { type: 'text', autocomplete: 'off', spellcheck: 'false' } });
    this.games = el('input', { attrs: { type: 'number', min: 1, max: 10000, value: 20 } });
    this.start = button('Make puzzles', () => this.#start(), { class: 'button primary' });
    this.report = el('p', { class: 'figures', attrs: { role: 'status' } });
    const field = (/** @type {string} */ name, /** @type {HTMLElement} */ input) =>
      el('label', { class: 'field' }, el('span', {}, name), input);
    const about =
      'Positions where you went wrong, or did not see that your opponent had, and one move is clearly best.';
    const fields = el('div', { class: 'selection-lines' }, field('Your name', this.player), field('Games', this.games));
    const parts = [el('p', { class: 'about' }, about), this.file, fields, el('div', { class: 'buttons' }, this.start)];
    const title = el('h2', { class: 'panel-title' }, 'From your games');
    this.element = el('section', { class: 'card drill', attrs: { 'aria-label': 'From your games' } });
    this.element.append(title, ...parts, this.report);
    this.element.hidden = !app.hello.asks.includes('puzzles-make');
  }

  async #start() {
    const file = this.file.files?.[0];
    if (!file) return this.app.tell('Choose a PGN file first.', 'error');
    if (!this.player.value.trim()) return this.app.tell('Your name is needed, as the games have it.', 'error');
    if (file.size > MOST) {
      return this.app.tell(
        'The file is too large for the page: “motley puzzles FILE --player NAME” reads it.',
        'error',
      );
    }
    const games = Math.min(10_000, Math.max(1, Math.round(Number(this.games.value)) || 1));
    const fields = { text: await file.text(), player: this.player.value.trim(), games };
    const words = (/** @type {import('../link/types.js').PuzzlesProgress} */ { done, of, found }) =>
      `${done} of ${of} games, ${found} found`;
    this.start.disabled = true;
    const answer = await this.app.ask('puzzles-make', fields, 'Looking for puzzles…', words);
    this.start.disabled = false;
    if (answer) {
      const faulty = answer.faulty ? ` ${answer.faulty} faulty games.` : '';
      this.report.textContent = `${answer.found} found in ${answer.games} games, ${answer.added} new.${faulty}`;
    }
    // What was found before a stop is in the record, too.
    return this.made();
  }
}
