/** The line for conditions in words: completed while one types, with errors shown where they are. */

import { el, fill } from '../shared/dom.js';
import { latest } from '../link/latest.js';
import { AskError } from '../link/link.js';

/** @typedef {import('../link/types.js').OrderCheck} OrderCheck */
/** @typedef {import('../link/types.js').Completions} Completions */

const WORDS = 8;

export class ConditionField {
  /**
   * @param {import('../app.js').App} app
   * @param {() => Record<string, unknown>} fields What else the request holds: men and promotions.
   * @param {(check: OrderCheck | null) => void} checked `null` where the condition cannot be read.
   */
  constructor(app, fields, checked) {
    this.app = app;
    this.fields = fields;
    this.checked = checked;
    /** @type {Completions | null} */
    this.completions = null;
    this.chosen = -1;
    this.mirror = el('div', { class: 'mirror', attrs: { 'aria-hidden': 'true' } });
    // It keeps its place when it is closed, so that nothing moves away under the pointer.
    this.list = el('ul', { class: 'completions closed', attrs: { id: 'completions', role: 'listbox' } });
    this.list.setAttribute('aria-label', 'Completions');
    this.message = el('p', { class: 'message', attrs: { role: 'status', id: 'condition-message' } });
    this.field = this.#makeField();
    const box = el('div', { class: 'condition-box' }, this.mirror, this.field, this.list);
    const label = el('span', { attrs: { id: 'condition-label' } }, 'Conditions in words');
    this.element = el('div', { class: 'field condition' }, label, box, this.message);
    this.check = latest((/** @type {boolean} */ complete) => this.#check(complete));
  }

  get text() {
    return this.field.value.trim();
  }

  /** @param {string} text */
  set(text) {
    this.field.value = text;
    this.#show(null);
    this.check(false);
  }

  #makeField() {
    const attrs = {
      rows: 2,
      role: 'combobox',
      'aria-labelledby': 'condition-label',
      'aria-describedby': 'condition-message',
      'aria-controls': 'completions',
      'aria-expanded': 'false',
      'aria-autocomplete': 'list',
      placeholder: 'black queens = 0 and white knight on f5',
      spellcheck: 'false',
      autocapitalize: 'off',
    };
    const field = el('textarea', { attrs });
    field.addEventListener('input', () => {
      field.value = field.value.replace(/\n/g, ' ');
      this.#show(null);
      this.check(true);
    });
    field.addEventListener('scroll', () => (this.mirror.scrollTop = field.scrollTop));
    field.addEventListener('keydown', (event) => this.#key(event));
    field.addEventListener('blur', () => this.#close());
    return field;
  }

  /** @param {boolean} complete Whether to offer completions. */
  async #check(complete) {
    const text = this.field.value;
    const fields = { ...this.fields(), text, cursor: this.field.selectionStart };
    try {
      /** @type {OrderCheck} */
      const check = await this.app.link.ask('order-check', fields);
      if (text !== this.field.value) return;
      this.#show(null);
      this.message.className = check.possible ? 'message' : 'message error';
      this.message.textContent = check.possible ? `Read as: ${check.words}` : `Impossible: ${check.reason}.`;
      this.checked(check);
      if (complete) this.#offer(check.completions ?? null);
    } catch (error) {
      if (!(error instanceof AskError)) return this.app.fail(error);
      if (text !== this.field.value) return;
      this.message.className = 'message error';
      this.message.textContent = error.message;
      this.#show(error.at?.from === undefined ? null : [error.at.from, error.at.to ?? error.at.from + 1]);
      this.checked(null);
      if (complete) this.#offer(error.answer.completions ?? null);
    }
  }

  /** Underlines what cannot be read. @param {number[] | null} range */
  #show(range) {
    const text = this.field.value;
    this.field.setAttribute('aria-invalid', String(range !== null));
    if (!range) return fill(this.mirror, [text]);
    const [from, to] = [range[0], Math.max(range[1], range[0] + 1)];
    const wrong = el('mark', {}, text.slice(from, to) || ' ');
    fill(this.mirror, [text.slice(0, from), wrong, text.slice(to)]);
    this.mirror.scrollTop = this.field.scrollTop;
    return undefined;
  }

  /** @param {Completions | null} completions */
  #offer(completions) {
    const typed = completions ? this.field.value.slice(completions.from, completions.to) : '';
    const words = (completions?.words ?? []).filter((word) => word !== typed).slice(0, WORDS);
    this.completions = completions && { ...completions, words };
    this.chosen = -1;
    const open = words.length > 0 && document.activeElement === this.field;
    this.list.classList.toggle('closed', !open);
    this.field.setAttribute('aria-expanded', String(open));
    this.field.removeAttribute('aria-activedescendant');
    fill(
      this.list,
      words.map((word, index) => {
        const option = el(
          'li',
          { attrs: { role: 'option', id: `completion-${index}`, 'aria-selected': 'false' } },
          word,
        );
        option.addEventListener('pointerdown', (event) => {
          event.preventDefault();
          this.#accept(index);
        });
        return option;
      }),
    );
  }

  #close() {
    this.list.classList.add('closed');
    this.field.setAttribute('aria-expanded', 'false');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter') event.preventDefault();
    if (this.list.classList.contains('closed')) return;
    const count = this.list.children.length;
    if (event.key === 'ArrowDown') this.#choose((this.chosen + 1) % count);
    else if (event.key === 'ArrowUp') this.#choose((this.chosen - 1 + count) % count);
    else if (event.key === 'Escape') this.#close();
    else if (event.key === 'Enter' || (event.key === 'Tab' && this.chosen >= 0)) this.#accept(Math.max(0, this.chosen));
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
    this.field.setAttribute('aria-activedescendant', `completion-${index}`);
  }

  /** @param {number} index */
  #accept(index) {
    const { completions } = this;
    if (!completions) return;
    const word = completions.words[index];
    const after = this.field.value.slice(completions.to);
    const before = this.field.value.slice(0, completions.from) + word + (after.startsWith(' ') ? '' : ' ');
    this.field.value = before + after;
    this.field.setSelectionRange(before.length, before.length);
    this.#close();
    this.#show(null);
    this.check(true);
  }
}
