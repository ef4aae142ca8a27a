/** A field for PGN: pasted, from a file, or dropped; of several games one is chosen. */

import { button, el, fill } from '../shared/dom.js';
import { AskError } from '../link/link.js';

/** @typedef {import('../link/types.js').Pgn} Pgn */
/** @typedef {import('../link/types.js').PgnTitle} PgnTitle */

/** Bytes of a text that the program reads at once. */
const MOST = 900000;
/** Bytes of a file out of which games are cut. */
const MOST_FILE = 100e6;
/** Games of a list that is shown. */
const MOST_LISTED = 500;

export class PgnInput {
  /**
   * @param {import('../app.js').App} app
   * @param {(pgn: Pgn) => void} open
   */
  constructor(app, open) {
    this.app = app;
    this.open = open;
    /** A text that is too long for the field. @type {string | null} */
    this.long = null;
    const described = { 'aria-describedby': 'pgn-message', spellcheck: 'false' };
    this.area = el('textarea', { attrs: { rows: 7, 'aria-label': 'PGN to read', ...described } });
    this.area.addEventListener('input', () => {
      this.long = null;
      this.#say('');
    });
    const file = el('input', { attrs: { type: 'file', accept: '.pgn,text/plain', 'aria-label': 'PGN file' } });
    file.addEventListener('change', () => file.files?.[0] && this.take(file.files[0]));
    this.message = el('p', { class: 'message', attrs: { role: 'status', id: 'pgn-message' } });
    this.list = el('ol', { class: 'pgn-games', attrs: { 'aria-label': 'Games of the text', hidden: true } });
    const read = button('Read', () => this.#readField(), { class: 'button primary' });
    const buttons = el('div', { class: 'buttons' }, file, read);
    this.element = el('div', { class: 'pgn-input' }, this.area, buttons, this.message, this.list);
    acceptFiles(this.element, (dropped) => this.take(dropped));
  }

  /** Reads a file. @param {File} file */
  async take(file) {
    if (file.size > MOST_FILE) return this.#say(`${file.name} is larger than ${MOST_FILE / 1e6} MB.`, true);
    return this.read(await file.text());
  }

  /** Reads a text: opens its game, or shows its games to choose from. @param {string} text */
  async read(text) {
    this.#say('');
    this.list.hidden = true;
    if (new Blob([text]).size > MOST) return this.#readLong(text);
    this.long = null;
    this.area.value = text;
    try {
      const { games } = await this.app.link.ask('pgn-list', { text });
      if (games.length > 1) return this.#showGames(games, (number) => this.#readGame(text, number));
      return await this.#readGame(text, 1);
    } catch (error) {
      return this.#explain(error);
    }
  }

  /** Says why a game that was read is not taken. @param {string} text */
  refuse(text) {
    this.#say(text, true);
  }

  #readField() {
    return this.read(this.long ?? this.area.value);
  }

  /**
   * @param {string} text
   * @param {number} number
   */
  async #readGame(text, number) {
    try {
      this.open(await this.app.link.ask('pgn-read', { text, game: number }));
    } catch (error) {
      this.#explain(error);
    }
  }

  /** A text that is too long to be sent is cut where tags begin behind an empty line. @param {string} text */
  #readLong(text) {
    this.long = text;
    this.area.value = `${text.slice(0, 2000)}…`;
    const games = text.split(/\r?\n\s*\n(?=\[)/).filter((game) => game.trim());
    const tag = (/** @type {string} */ game, /** @type {string} */ name) =>
      new RegExp(`^\\[${name} "([^"]*)"`, 'm').exec(game.slice(0, 4000))?.[1] ?? '';
    const titles = games.map((game) => {
      const [white, black, result, date] = ['White', 'Black', 'Result', 'Date'].map((name) => tag(game, name));
      return { white, black, result, date, event: tag(game, 'Event'), plies: 0, fault: null };
    });
    this.#showGames(titles, (number) => {
      const game = games[number - 1];
      const { size } = new Blob([game]);
      const most = `${MOST / 1000} KB are the most`;
      if (size > MOST) return this.#say(`Game ${number} has ${Math.ceil(size / 1000)} KB, and ${most}.`, true);
      return this.#readGame(game, 1);
    });
  }

  /**
   * @param {PgnTitle[]} games
   * @param {(number: number) => void} read
   */
  #showGames(games, read) {
    this.#say(`The text has ${games.length} games: choose one.`);
    const items = games.slice(0, MOST_LISTED).map((title, index) => {
      const { white, black, result, plies, fault } = title;
      const names = white || black ? `${white || '?'} – ${black || '?'}` : title.event || 'Game';
      const about = [result, title.date, plies && `${Math.ceil(plies / 2)} moves`].filter(Boolean).join(' · ');
      const face = [el('b', {}, `${index + 1}. ${names}`), el('small', {}, fault ?? about)];
      return el(
        'li',
        {},
        button(face, () => read(index + 1), { class: fault ? 'game-choice faulty' : 'game-choice' }),
      );
    });
    const more = games.length - items.length;
    if (more > 0) items.push(el('li', { class: 'faint' }, `and ${more} more: cut the text to reach them.`));
    fill(this.list, items);
    this.list.hidden = false;
  }

  /** @param {unknown} error */
  #explain(error) {
    this.#say(error instanceof Error ? error.message : String(error), true);
    if (!(error instanceof AskError)) return;
    const { moves } = error.answer;
    if (moves?.length) {
      const nodes = { headers: {}, games: 1, fen: null, chess960: false, comment: '', nodes: [], san: [], result: '*' };
      const before = button('Open the moves before', () => this.open({ ...nodes, moves }));
      this.message.append(' ', before);
    }
    if (error.at?.from === undefined || this.long) return;
    this.area.focus();
    this.area.setSelectionRange(error.at.from, error.at.to ?? error.at.from);
  }

  /**
   * @param {string} text
   * @param {boolean} [isError]
   */
  #say(text, isError = false) {
    this.message.className = isError ? 'message error' : 'message';
    this.message.textContent = text;
    if (isError) this.area.setAttribute('aria-invalid', 'true');
    else this.area.removeAttribute('aria-invalid');
  }
}

/**
 * Has an element take files that are dropped on it.
 *
 * @param {HTMLElement} element
 * @param {(file: File) => void} use
 */
export function acceptFiles(element, use) {
  const hasFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
  element.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    element.classList.add('dropping');
  });
  element.addEventListener('dragleave', () => element.classList.remove('dropping'));
  element.addEventListener('drop', (event) => {
    element.classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    use(file);
  });
}
