/** All puzzles of the record with their dates. */

import { when } from '../shared/dates.js';
import { el, fill } from '../shared/dom.js';

/** @typedef {import('../link/types.js').PuzzleList} PuzzleRecord */
/** @typedef {import('../link/types.js').ListedPuzzle} ListedPuzzle */

const ROWS = 50;

export class PuzzleList {
  /**
   * @param {import('../app.js').App} app
   * @param {(number: number) => void} open
   */
  constructor(app, open) {
    this.app = app;
    this.open = open;
    /** Numbers of those that are due. @type {number[]} */
    this.due = [];
    this.total = el('p', { class: 'figures' });
    this.rows = el('ul', { class: 'rows', attrs: { 'aria-label': 'Your puzzles' } });
    const all = el('details', {}, el('summary', {}, 'All puzzles'), this.rows);
    const title = el('h2', { class: 'panel-title' }, 'Your puzzles');
    this.element = el('section', { class: 'card', attrs: { 'aria-label': 'Your puzzles' } }, title, this.total, all);
  }

  async load() {
    const list = await this.app.ask('puzzles-list', {}, 'Reading your puzzles…');
    if (list) this.#show(list);
    return list;
  }

  /** @param {PuzzleRecord} list */
  #show({ puzzles, now, due_now: dueNow, path, warning }) {
    const answers = puzzles.reduce((sum, { right, wrong }) => sum + right + wrong, 0);
    this.total.textContent = puzzles.length
      ? `${count(puzzles.length, 'puzzle')}, ${dueNow} due now, ${count(answers, 'answer')}`
      : 'There are none yet.';
    this.total.title = path;
    this.due = puzzles.filter(({ due }) => due <= now).map(({ number }) => number);
    if (warning) this.app.tell(warning);
    fill(
      this.rows,
      puzzles.slice(0, ROWS).map((puzzle) => this.#row(puzzle, now)),
    );
  }

  /**
   * @param {ListedPuzzle} puzzle
   * @param {number} now
   */
  #row({ number, theme, kind, source, due, right, wrong }, now) {
    const text = `${number}. ${theme ?? kind ?? 'a puzzle'}`;
    const figures = `due ${when(due, now)} · ${right} right, ${wrong} wrong`;
    const attrs = { type: 'button', title: source };
    const open = () => this.open(number);
    return el('li', {}, el('button', { attrs, on: { click: open } }, el('span', {}, text), el('small', {}, figures)));
  }
}

/**
 * @param {number} number
 * @param {string} what
 */
function count(number, what) {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
