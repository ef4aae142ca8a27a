/** What was drilled: what is due, progress by opening, and lines to review. */

import { when } from '../shared/dates.js';
import { el, fill } from '../shared/dom.js';
import { counted, percent } from '../game/words.js';

/** @typedef {import('../link/types.js').DrillRecord} DrillRecord */

const ROWS = 30;

export class RecordPanel {
  /**
   * @param {import('../app.js').App} app
   * @param {import('../game/line_board.js').LineBoard} line
   */
  constructor(app, line) {
    this.app = app;
    this.line = line;
    this.total = el('p', { class: 'figures' });
    this.due = el('ul', { class: 'rows', attrs: { 'aria-label': 'Due' } });
    this.openings = el('ul', { class: 'rows', attrs: { 'aria-label': 'Progress by opening' } });
    this.lines = el('ul', { class: 'rows', attrs: { 'aria-label': 'Lines to review' } });
    const part = (/** @type {string} */ title, /** @type {HTMLElement} */ list, open = false) =>
      el('details', { attrs: { open } }, el('summary', {}, title), list);
    const head = el('h2', { class: 'panel-title' }, 'Your record');
    const parts = [part('Due', this.due, true), part('Openings', this.openings), part('Lines', this.lines)];
    this.element = el('section', { class: 'card', attrs: { 'aria-label': 'Your record' } }, head, this.total, ...parts);
    this.element.hidden = !app.hello.asks.includes('drill-record');
  }

  async load() {
    if (this.element.hidden) return;
    /** @type {DrillRecord | null} */
    const record = await this.app.ask('drill-record', {}, 'Reading your record…');
    if (record) this.#show(record);
  }

  /** @param {DrillRecord} record */
  #show({ path, right, wrong, now, due_now: dueNow, next_due: next, due, openings, lines }) {
    const sum = right + wrong;
    const dates = next === null ? `${dueNow} due now` : `${dueNow} due now, the next one ${when(next, now)}`;
    this.total.textContent = sum
      ? `${counted(sum, 'answer')}, ${percent(right / sum)} right; ${dates}`
      : 'Nothing drilled yet.';
    this.total.title = path;
    fill(
      this.due,
      due.slice(0, ROWS).map((one) => {
        const date = one.due === null ? '' : `, due ${when(one.due, now)}`;
        const figures = `${one.wrong} wrong, ${one.right} right${date}`;
        const text = one.line ?? one.opening ?? 'A position';
        return this.#row(text, figures, { fen: one.fen, moves: [], at: 0 }, one.opening ?? '');
      }),
    );
    if (due.length === 0) fill(this.due, [el('li', { class: 'faint' }, 'Nothing is due.')]);
    fill(
      this.openings,
      openings.map((one) => progressRow(one)),
    );
    fill(
      this.lines,
      lines.slice(0, ROWS).map(({ moves, line, name, times }) => {
        return this.#row(name ?? line, `${times} ×`, { fen: null, moves, at: 0 }, line);
      }),
    );
  }

  /**
   * @param {string} text
   * @param {string} figures
   * @param {import('../game/line_board.js').Line} line What is shown when it is pressed.
   * @param {string} [more]
   */
  #row(text, figures, line, more = '') {
    const show = el('button', { attrs: { type: 'button', title: more || text } });
    show.append(el('span', {}, text), el('small', {}, figures));
    show.addEventListener('click', () => this.line.set(line));
    return el('li', {}, show);
  }
}

/** @param {DrillRecord['openings'][number]} opening */
function progressRow({ name, right, wrong, positions }) {
  const share = right / Math.max(1, right + wrong);
  const bar = el('progress', { attrs: { max: 1, value: share, 'aria-label': `${name}: right answers` } });
  const figures = el('small', {}, `${percent(share)} of ${right + wrong}, ${counted(positions, 'position')}`);
  return el('li', { class: 'progress-row' }, el('span', {}, name), bar, figures);
}
