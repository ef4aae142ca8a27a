/** What Classical's network makes of each piece, its hand-made terms, and its lines as long as one looks. */

import { button, el, fill } from '../shared/dom.js';
import { centipawnText, percent } from '../game/words.js';
import { latest } from '../link/latest.js';
import { Analysis } from '../shared/analysis.js';
import { Thoughts, arrowsOf, isLine } from '../shared/thinking.js';

/** @typedef {import('../link/types.js').ClassicalMind} ClassicalMind */

/** @typedef {import('./view.js').Mind} Mind */

/** @implements {Mind} */
export class ClassicalTab {
  /** @param {import('./view.js').MindView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.title = 'Classical';
    this.needs = 'mind-classical';
    this.analysis = new Analysis(this.app);
    this.searching = false;
    const ask = latest(() => this.#ask());
    this.refresh = () => {
      ask(undefined);
      this.#search();
    };
    this.thoughts = new Thoughts('');
    this.network = el('p', { class: 'figures' });
    this.facts = el('p', { class: 'figures' });
    this.body = el('tbody');
    this.toggle = button('Search', () => this.#toggle(), { class: 'button small', attrs: { 'aria-pressed': 'false' } });
    this.element = this.#layout();
  }

  restore() {}

  get address() {
    return {};
  }

  leave() {
    this.analysis.stop();
    this.searching = false;
    this.#showToggle();
    this.view.line.board.arrows([]);
    this.view.line.board.notes(new Map());
  }

  #toggle() {
    if (this.searching) return this.leave();
    this.searching = true;
    this.#showToggle();
    return this.#search();
  }

  #showToggle() {
    this.toggle.textContent = this.searching ? 'Stop' : 'Search';
    this.toggle.setAttribute('aria-pressed', String(this.searching));
  }

  #search() {
    if (!this.searching) return;
    const { where } = this.view;
    const position = this.view.line.position;
    this.thoughts.begin(position?.turn ?? 'white', where.moves.length);
    this.analysis.stop();
    if (!position?.legal.length) return;
    const report = (/** @type {import('../link/types.js').Info} */ info) => {
      this.thoughts.add(info);
      if (isLine(info) && this.view.shows(this)) this.view.line.board.arrows(arrowsOf(this.thoughts.ranked));
    };
    this.analysis.watch(where, report).then((ended) => ended && this.leave());
  }

  async #ask() {
    /** @type {ClassicalMind | null} */
    const mind = await this.app.ask('mind-classical', this.view.where, 'Evaluating…');
    if (mind) this.#show(mind);
  }

  /** @param {ClassicalMind} mind */
  #show({ network, score, phase, full_phase: full, terms }) {
    this.#showNetwork(network);
    const share = phase / full;
    const known = terms.length ? '' : ' A known endgame: it has no terms.';
    const facts = `${centipawnText(score)} for White, ${percent(share)} middlegame.`;
    this.facts.textContent = facts + known;
    /** @param {number[]} pair */
    const tapered = ([middle, end]) => middle * share + end * (1 - share);
    const rows = terms.map((term) => ({ ...term, sum: tapered(term.white) - tapered(term.black) }));
    const most = Math.max(20, ...rows.map(({ sum }) => Math.abs(sum)));
    fill(
      this.body,
      rows.map((row) => termRow(row, tapered(row.white), tapered(row.black), most)),
    );
  }

  /** @param {ClassicalMind['network']} network */
  #showNetwork({ score, pieces }) {
    this.network.textContent = `${centipawnText(score)} for White before any search.`;
    if (!this.view.shows(this)) return;
    const notes = Object.entries(pieces).map(([square, value]) => [square, centipawnText(value)]);
    this.view.line.board.notes(new Map(/** @type {[string, string][]} */ (notes)));
  }

  #layout() {
    const head = el('div', { class: 'card-head' }, el('h2', { class: 'panel-title' }, 'Its lines'), this.toggle);
    const lines = el('section', { class: 'card', attrs: { 'aria-label': 'Lines' } }, head, this.thoughts.element);
    const heads = ['Term', 'White', 'Black', 'Balance'].map((name) => el('th', { attrs: { scope: 'col' } }, name));
    const table = el('table', { class: 'terms' }, el('thead', {}, el('tr', {}, ...heads)), this.body);
    const meaning =
      'The numbers on the board, in pawns for White: by how much the network’s score is higher with the piece than ' +
      'without it.';
    const network = card(
      'Network',
      'Its evaluation, by the network',
      this.network,
      el('p', { class: 'about' }, meaning),
    );
    const units = el('p', { class: 'about' }, 'In pawns, as they count in this phase of the game.');
    const terms = card('Terms', 'By hand-made terms, with Evaluation = Handmade', this.facts, table, units);
    return el('div', { class: 'stack' }, lines, network, terms);
  }
}

/**
 * @param {string} label
 * @param {string} title
 * @param {...Node} content
 */
function card(label, title, ...content) {
  const heading = el('h2', { class: 'panel-title' }, title);
  return el('section', { class: 'card stack', attrs: { 'aria-label': label } }, heading, ...content);
}

/**
 * @param {{ name: string, sum: number }} row
 * @param {number} white
 * @param {number} black
 * @param {number} most The largest balance.
 */
function termRow({ name, sum }, white, black, most) {
  const fillBar = el('span', { class: sum < 0 ? 'towards-black' : 'towards-white' });
  fillBar.style.width = `${(50 * Math.abs(sum)) / most}%`;
  const bar = el('span', { class: 'balance', attrs: { 'aria-hidden': 'true' } }, fillBar);
  const figures = [white, black].map((value) => el('td', {}, centipawnText(value)));
  const balance = el('td', {}, el('span', { class: 'balance-figure' }, centipawnText(sum)), bar);
  return el('tr', {}, el('th', { attrs: { scope: 'row' } }, name), ...figures, balance);
}
