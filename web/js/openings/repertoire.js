/** A repertoire of the learner's own for the drill: PGN that is pasted, dropped or opened. */

import { button, el } from '../shared/dom.js';
import { RepertoireCheckPanel } from './repertoire_check.js';

/** Bytes of PGN that a message may hold. */
const MOST = 900_000;

export class RepertoireChoice {
  /**
   * @param {import('../app.js').App} app
   * @param {import('../game/line_board.js').LineBoard} line
   * @param {() => 'white' | 'black'} side The learner's.
   */
  constructor(app, line, side) {
    this.app = app;
    this.check = new RepertoireCheckPanel(app, line, () =>
      this.chosen ? { repertoire: this.text.value, side: side(), elo: Number(this.elo.value) || 0 } : null,
    );
    const hint = 'Paste a PGN with variations, or drop a file here';
    this.text = el('textarea', { attrs: { rows: 4, placeholder: hint, 'aria-label': 'Your repertoire as PGN' } });
    this.file = el('input', { attrs: { type: 'file', accept: '.pgn', 'aria-label': 'A PGN file' } });
    this.elo = el('input', { attrs: { type: 'number', min: 600, max: 2800, step: 50, placeholder: 'any' } });
    this.strict = el('input', { attrs: { type: 'checkbox' } });
    this.beyond = el('input', { attrs: { type: 'checkbox' } });
    this.file.addEventListener('change', () => this.#open(this.file.files?.[0]));
    this.text.addEventListener('input', () => this.check.clear());
    this.text.addEventListener('dragover', (event) => event.preventDefault());
    this.text.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#open(event.dataTransfer?.files[0]);
    });
    const clear = button('Named lines again', () => {
      this.text.value = '';
      this.file.value = '';
      this.check.clear();
    });
    const rating = el('label', { class: 'field' }, el('span', {}, 'Replies of players rated'), this.elo);
    const strict = el('label', { class: 'check' }, this.strict, 'Only the first move of a position is right');
    const beyond = el('label', { class: 'check' }, this.beyond, 'Also replies that the repertoire does not have');
    const summary = el('summary', {}, 'Drill a repertoire of your own');
    const parts = [this.text, this.file, rating, strict, beyond, clear, this.check.element];
    this.element = el('details', {}, summary, ...parts);
  }

  /** Whether a repertoire is drilled, and not named lines. */
  get chosen() {
    return this.text.value.trim() !== '';
  }

  /** What a request to drill says of it. */
  get fields() {
    if (!this.chosen) return {};
    const elo = Number(this.elo.value) || 0;
    const beyond = this.beyond.checked && elo > 0;
    return { repertoire: this.text.value, elo, strict: this.strict.checked, beyond };
  }

  /** @param {File | undefined} file */
  async #open(file) {
    if (!file) return;
    if (file.size > MOST) {
      this.app.fail(new Error(`${file.name} is longer than ${MOST / 1000} kB.`));
      return;
    }
    this.text.value = await file.text();
    this.check.clear();
  }
}
