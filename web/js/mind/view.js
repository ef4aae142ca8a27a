/** The view "Mind reading": what the players make of the position on the board. */

import { addressOf, movesFrom, movesText, numberFrom, writeAddress } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { lineLinks } from '../game/links.js';
import { LineBoard } from '../game/line_board.js';
import { MoveList } from '../game/move_list.js';
import { ClassicalTab } from './classical.js';
import { CompareTab } from './compare.js';
import { MockfishTab } from './mockfish.js';
import { PatternTab } from './pattern.js';

/**
 * One player's tab.
 *
 * @typedef {object} Mind
 * @property {string} title
 * @property {string} needs What the program must answer for it.
 * @property {HTMLElement} element
 * @property {() => void} refresh Another position is shown.
 * @property {(query: URLSearchParams) => void} restore
 * @property {import('../shared/address.js').Settings} address
 * @property {() => void} leave Takes its marks off the board and ends what it runs.
 */

export class MindView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    this.line = new LineBoard(app, { label: 'Board of the position', changed: () => this.#changed() });
    this.moves = new MoveList((at) => this.line.goTo(at), 'The start. Make a move, or paste a FEN.');
    this.opening = el('p', { class: 'opening' });
    this.links = el('div', { class: 'buttons' });
    const all = [new MockfishTab(this), new PatternTab(this), new ClassicalTab(this), new CompareTab(this)];
    this.minds = /** @type {Mind[]} */ (all.filter(({ needs }) => app.hello.asks.includes(needs)));
    this.current = this.minds[0];
    this.tabs = this.minds.map((mind) => button(mind.title, () => this.#choose(mind)));
    this.fen = el('input', { attrs: { type: 'text', 'aria-label': 'FEN of the position', spellcheck: 'false' } });
    this.fen.addEventListener('change', () => this.#fenTyped());
    this.element = this.#layout();
    /** What the tabs were last asked about. */
    this.asked = '';
  }

  get where() {
    const { fen, moves, at } = this.line.line;
    return { fen, moves: moves.slice(0, at) };
  }

  /** Whether the marks of a tab may be on the board. @param {Mind} mind */
  shows(mind) {
    return this.active && this.current === mind;
  }

  /** @param {URLSearchParams} query */
  async enter(query) {
    const first = this.line.position === null;
    this.active = true;
    this.asked = '';
    if (!first && (query.size === 0 || location.hash === this.#address())) return this.#changed();
    const moves = movesFrom(query.get('m'));
    const named = this.minds.find(({ title }) => tabName(title) === query.get('tab'));
    this.#select(named ?? this.minds[0]);
    this.current.restore(query);
    this.line.board.turn(query.get('flip') === '1' ? 'black' : 'white');
    const at = numberFrom(query.get('at'), 0, moves.length, moves.length);
    if (!(await this.line.set({ fen: query.get('fen'), moves, at })) && first) {
      await this.line.set({ fen: null, moves: [], at: 0 });
    }
    return undefined;
  }

  leave() {
    this.active = false;
    this.current.leave();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.line.key(event);
  }

  writeAddress() {
    if (this.active) writeAddress('mind', this.#settings());
  }

  #changed() {
    const { position, line, end } = this.line;
    if (!position || !this.active) return;
    fill(this.opening, [position.opening ? `${position.opening.eco} ${position.opening.name}` : '']);
    this.moves.show(end?.game ?? [], line.at);
    this.fen.value = position.fen;
    fill(this.links, lineLinks(line, ['play', 'openings']));
    this.writeAddress();
    const key = `${line.fen}|${line.moves.join(' ')}|${line.at}`;
    if (key === this.asked) return;
    this.asked = key;
    this.current.refresh();
  }

  /** @param {Mind} mind */
  #choose(mind) {
    if (mind === this.current) return;
    this.current.leave();
    this.#select(mind);
    this.writeAddress();
    mind.refresh();
  }

  /** @param {Mind} mind */
  #select(mind) {
    this.current = mind;
    this.minds.forEach((one, at) => {
      one.element.hidden = one !== mind;
      this.tabs[at].setAttribute('aria-pressed', String(one === mind));
    });
  }

  #fenTyped() {
    const fen = this.fen.value.trim();
    this.line.set({ fen: fen || null, moves: [], at: 0 });
  }

  #settings() {
    const { fen, moves, at } = this.line.line;
    return {
      tab: this.current === this.minds[0] ? null : tabName(this.current.title),
      ...this.current.address,
      fen,
      m: movesText(moves),
      at: at === moves.length ? null : String(at),
      flip: this.line.board.orientation === 'black' ? '1' : null,
    };
  }

  #address() {
    return addressOf('mind', this.#settings());
  }

  #layout() {
    const record = el('section', { class: 'card record compact', attrs: { 'aria-label': 'Line' } });
    record.append(
      this.opening,
      this.moves.element,
      el('label', { class: 'field' }, el('span', {}, 'FEN'), this.fen),
      this.links,
    );
    const table = el('div', { class: 'table' }, this.line.element, record);
    const group = { role: 'group', 'aria-label': 'Whose mind' };
    const tabs = el('div', { class: 'segments', attrs: group }, ...this.tabs);
    this.#select(this.current);
    const panel = el('div', { class: 'panel' }, tabs, ...this.minds.map(({ element }) => element));
    return el('div', { class: 'view mind' }, table, panel);
  }
}

/** @param {string} title */
function tabName(title) {
  return title.toLowerCase().replaceAll(' ', '-');
}
