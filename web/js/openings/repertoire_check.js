/** What a repertoire lacks: replies without an answer, lines that end early, and what does not agree. */

import { button, el, fill } from '../shared/dom.js';
import { counted, percent } from '../game/words.js';
import { download } from '../shared/download.js';

/** @typedef {import('../link/types.js').RepertoireCheck} Found */
/** @typedef {import('../link/types.js').RepertoireProgress} Progress */
/** @typedef {import('../link/types.js').WrittenRepertoire} Written */
/** @typedef {{ repertoire: string, side: 'white' | 'black', elo: number }} Chosen */

/** Rows of a list. */
const ROWS = 30;

export class RepertoireCheckPanel {
  /**
   * @param {import('../app.js').App} app
   * @param {import('../game/line_board.js').LineBoard} line
   * @param {() => Chosen | null} chosen The repertoire, if there is one.
   */
  constructor(app, line, chosen) {
    this.app = app;
    this.line = line;
    this.chosen = chosen;
    this.report = el('p', { class: 'figures', attrs: { role: 'status' } });
    this.lists = el('div');
    const buttons = el('div', { class: 'buttons' });
    buttons.append(button('What it lacks', () => this.#check()));
    buttons.append(button('Save as PGN', () => this.#save()));
    this.element = el('div', {}, buttons, this.report, this.lists);
    this.element.hidden = !app.hello.asks.includes('repertoire-check');
  }

  /** Another repertoire: what was found in the one before is gone. */
  clear() {
    this.report.textContent = '';
    fill(this.lists, []);
  }

  /** The repertoire, or a word that there is none. */
  #needed() {
    const chosen = this.chosen();
    if (!chosen) this.app.tell('Paste or open a repertoire first.', 'error');
    return chosen;
  }

  async #check() {
    const chosen = this.#needed();
    if (!chosen) return;
    this.clear();
    const fields = { ...chosen, elo: chosen.elo || null };
    const words = (/** @type {Progress} */ { done, of }) => `${done} of ${counted(of, 'position')}`;
    /** @type {Found | null} */
    const found = await this.app.ask('repertoire-check', fields, 'Checking the repertoire…', words);
    if (found) this.#show(found);
  }

  async #save() {
    const chosen = this.#needed();
    if (!chosen) return;
    const { repertoire, side } = chosen;
    /** @type {Written | null} */
    const written = await this.app.ask('repertoire-write', { repertoire, side }, 'Writing the repertoire…');
    if (written) download('repertoire.pgn', written.text);
  }

  /** @param {Found} found */
  #show({ elo, chapters, answers, branches, gaps, conflicts, ends, duplicates, left_out: leftOut, stopped }) {
    const size = [counted(chapters, 'chapter'), counted(branches, 'line'), counted(answers, 'answer')].join(', ');
    const lacks = gaps.length + conflicts.length + ends.length + duplicates.length + leftOut.length;
    const rest = stopped ? ' Stopped: the rest was not looked at.' : '';
    this.report.textContent = `${size}.${lacks ? '' : ' Nothing is missing.'}${rest}`;
    const gapRows = gaps.map(({ line, reply, share, reach, known }) => {
      const players = `${percent(share)} of players of ${elo} play it, ${percent(reach, 1)} of your games`;
      const end = known ? 'the line ends with it; ' : '';
      return this.#row(joined(line, reply), `${end}${players}`);
    });
    const endRows = ends.map(({ line, reach }) => this.#row(line, `${percent(reach, 1)} of your games`));
    const conflictRows = conflicts.map(({ line, chosen: [chosen, chosenIn], others }) => {
      const beside = others.map(([text, chapter]) => `${text} (${chapter})`).join(', ');
      return this.#row(joined(line, chosen), `the choice (${chosenIn}), beside ${beside}`);
    });
    const duplicateRows = duplicates.map(({ line, first: [chapter, first] }) =>
      this.#row(line, `in ${chapter} already: ${first}`),
    );
    const mistakeRows = leftOut.map((line) => this.#row(line, 'left out'));
    fill(this.lists, [
      ...list('Replies without an answer', gapRows, true),
      ...list('Lines that end early', endRows),
      ...list('Several moves of yours', conflictRows),
      ...list('Lines that come twice', duplicateRows),
      ...list('Marked as mistakes', mistakeRows),
    ]);
  }

  /**
   * @param {string} line Moves from the start, with their numbers; shown on the board when it is pressed.
   * @param {string} figures
   */
  #row(line, figures) {
    const show = el('button', { attrs: { type: 'button', title: line } });
    show.append(el('span', {}, line), el('small', {}, figures));
    const moves = movesOf(line);
    show.addEventListener('click', () => this.line.set({ fen: null, moves, at: moves.length }));
    return el('li', {}, show);
  }
}

/**
 * A list with a title, or nothing.
 *
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
function list(title, rows, open = false) {
  if (rows.length === 0) return [];
  const more = rows.length > ROWS ? [el('li', { class: 'faint' }, `and ${rows.length - ROWS} more`)] : [];
  const items = el(
    'ul',
    { class: 'rows with-sentences', attrs: { 'aria-label': title } },
    ...rows.slice(0, ROWS),
    ...more,
  );
  return [el('details', { attrs: { open } }, el('summary', {}, `${title} (${rows.length})`), items)];
}

/**
 * "1. e4" and "1... e5" as "1. e4 e5".
 *
 * @param {string} line
 * @param {string} move
 */
function joined(line, move) {
  return line === '' ? move : `${line} ${move.replace(/^\d+\.{3} /, '')}`;
}

/** The moves of "1. e4 e5 2. Nf3". @param {string} line */
function movesOf(line) {
  return line.split(' ').filter((word) => word !== '' && !/^\d+\.+$/.test(word));
}
