/** The view "Openings": the lines of theory, sampled as the learner wishes, and drilled on the board. */

import { addressOf, movesFrom, movesText, numberFrom, writeAddress } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { lineLinks } from '../game/links.js';
import { LineBoard } from '../game/line_board.js';
import { MoveList } from '../game/move_list.js';
import { percent } from '../game/words.js';
import { latest } from '../link/latest.js';
import { AskError } from '../link/link.js';
import { slider } from '../shared/slider.js';
import { Bars } from './bars.js';
import { Drill } from './drill.js';
import { Search } from './search.js';
import { SelectionPanel, selectionAddress, selectionFrom } from './selection.js';
import { Tree } from './tree.js';

/** @typedef {import('../link/types.js').NextMoves} NextMoves */
/** @typedef {import('../link/types.js').Fit} Fit */

/** Milliseconds without a change after which the tree is sampled anew. */
const QUIET = 180;
/** Half moves of the tree. */
const PLIES = 4;
const LEAST_SHARE = 0.012;

export class OpeningsView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    /** @type {'explore' | 'drill'} */
    this.tab = 'explore';
    this.timer = 0;
    this.line = new LineBoard(app, {
      label: 'Board of the opening',
      changed: () => this.#changed(),
      mayMove: () => this.tab === 'explore' || this.drill.asks,
      moved: (uci) => (this.tab === 'explore' ? this.line.play(uci) : this.drill.answer(uci)),
    });
    this.moves = new MoveList((at) => this.line.goTo(at), 'Make a move on the board.');
    this.panel = new SelectionPanel(app, () => this.#selectionChanged());
    this.bars = new Bars({
      play: (uci) => this.line.play(uci),
      point: (uci) => this.#point(uci),
      wish: (wishes) => this.fit({ ...wishes }),
    });
    this.tree = new Tree((moves) => this.#openFromHere(moves));
    this.search = new Search(
      app,
      () => this.where,
      (moves) => this.line.set({ fen: null, moves, at: moves.length }),
    );
    const settings = () => writeAddress('openings', this.#settings());
    this.drill = new Drill(app, this.line, () => this.panel.value, settings);
    this.opening = el('p', { class: 'opening' });
    this.links = el('div', { class: 'buttons' });
    this.facts = el('p', { class: 'figures', attrs: { role: 'status' } });
    this.fitted = el('p', { class: 'figures', attrs: { role: 'status' } });
    this.explorePart = el('div', { class: 'stack' });
    this.tabs = this.#makeTabs();
    this.depth = PLIES;
    this.plies = slider('Half moves', { min: 2, max: 8, step: 1 }, (value) => this.#setDepth(value));
    this.sample = latest(() => this.#sample());
    this.fit = latest((/** @type {Record<string, number>} */ wishes) => this.#fit(wishes));
    this.element = this.#layout();
  }

  /** The position that is shown. */
  get where() {
    const { fen, moves, at } = this.line.line;
    return { fen, moves: moves.slice(0, at) };
  }

  /** @param {URLSearchParams} query */
  async enter(query) {
    const first = this.line.position === null;
    this.active = true;
    if (!first && (query.size === 0 || location.hash === this.#address())) return this.#changed();
    const moves = movesFrom(query.get('m'));
    this.panel.set(selectionFrom(query));
    this.drill.restore(query);
    this.#setDepth(numberFrom(query.get('plies'), 2, 8, PLIES));
    this.#showTab(query.get('tab') === 'drill' && this.drill.offered ? 'drill' : 'explore');
    const at = numberFrom(query.get('at'), 0, moves.length, moves.length);
    this.line.board.turn(query.get('flip') === '1' ? 'black' : 'white');
    if (!(await this.line.set({ fen: query.get('fen'), moves, at })) && first) {
      await this.line.set({ fen: null, moves: [], at: 0 });
    }
    return undefined;
  }

  leave() {
    this.active = false;
    clearTimeout(this.timer);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.line.key(event);
  }

  #changed() {
    const { position, line, end } = this.line;
    if (!position || !this.active) return;
    fill(this.opening, [position.opening ? `${position.opening.eco} ${position.opening.name}` : 'The start position']);
    this.moves.show(end?.game ?? [], line.at);
    fill(this.links, lineLinks(line, ['play', 'mind']));
    writeAddress('openings', this.#settings());
    if (this.tab === 'explore') this.sample(undefined);
  }

  /** @param {number} plies */
  #setDepth(plies) {
    this.depth = plies;
    this.plies.input.value = String(plies);
    this.plies.figure.textContent = String(plies);
    if (!this.line.position) return;
    writeAddress('openings', this.#settings());
    this.#sampleTree();
  }

  #selectionChanged() {
    writeAddress('openings', this.#settings());
    if (this.tab === 'explore') this.sample(undefined);
  }

  #fields() {
    return { ...this.where, ...this.panel.value };
  }

  async #sample() {
    clearTimeout(this.timer);
    try {
      /** @type {NextMoves} */
      const answer = await this.app.link.ask('openings-moves', this.#fields());
      if (!this.active) return;
      this.#showMoves(answer);
      this.timer = setTimeout(() => this.#sampleTree(), QUIET);
    } catch (error) {
      if (!(error instanceof AskError)) return this.app.fail(error);
      this.bars.show([]);
      this.tree.show([]);
      this.facts.textContent = error.message;
    }
  }

  /** @param {NextMoves} answer */
  #showMoves(answer) {
    this.bars.show(answer.moves);
    const { acceptance = null, effective = null, reduction = null } = answer;
    const facts = [
      `${answer.through.toLocaleString('en')} of ${answer.lines.toLocaleString('en')} lines go through this position`,
      `${answer.sampled.toLocaleString('en')} sampled`,
      acceptance !== null && `accepted ${percent(acceptance)}`,
      effective !== null && `effective size ${Math.round(effective).toLocaleString('en')}`,
      reduction !== null && `scale reduction ${reduction.toFixed(3)}`,
    ];
    this.facts.textContent = answer.moves.length ? facts.filter(Boolean).join(' · ') : 'Theory ends here.';
  }

  async #sampleTree() {
    if (!this.active) return;
    const fields = { ...this.#fields(), plies: this.depth, least: LEAST_SHARE };
    try {
      const answer = await this.app.link.ask('openings-tree', fields);
      this.tree.show(answer.nodes);
    } catch (error) {
      this.tree.show([]);
      if (!(error instanceof AskError)) this.app.fail(error);
    }
  }

  /** @param {Record<string, number>} wishes */
  async #fit(wishes) {
    const sum = Object.values(wishes).reduce((total, share) => total + share, 0);
    if (sum > 1) return this.app.tell('The wished shares are more than 100 % together.', 'error');
    const fields = { ...this.where, ...this.panel.value, wishes };
    const words = (/** @type {{ done: number }} */ { done }) => `${done} distributions tried`;
    /** @type {Fit | null} */
    const fit = await this.app.ask('openings-fit', fields, 'Looking for weights…', words);
    if (!fit) return undefined;
    this.panel.set({ ...this.panel.value, weights: fit.weights, parameters: fit.parameters });
    this.#selectionChanged();
    this.fitted.textContent = `Weights fitted: the farthest from its wish is off by ${percent(fit.worst, 1)}.`;
    return undefined;
  }

  /** @param {string | null} uci */
  #point(uci) {
    const arrow = uci && {
      from: uci.slice(0, 2),
      to: uci.slice(2, 4),
      strength: 0.8,
      kind: /** @type {const} */ ('first'),
    };
    this.line.board.arrows(arrow ? [arrow] : []);
  }

  /** @param {string[]} moves */
  #openFromHere(moves) {
    const all = [...this.where.moves, ...moves];
    this.line.set({ fen: this.line.line.fen, moves: all, at: all.length });
  }

  #settings() {
    const { fen, moves, at } = this.line.line;
    return {
      tab: this.tab === 'drill' ? 'drill' : null,
      ...selectionAddress(this.panel.value),
      ...(this.tab === 'drill' ? this.drill.address : {}),
      plies: this.depth === PLIES ? null : String(this.depth),
      fen,
      m: movesText(moves),
      at: at === moves.length ? null : String(at),
      flip: this.line.board.orientation === 'black' ? '1' : null,
    };
  }

  #address() {
    return addressOf('openings', this.#settings());
  }

  /** @param {'explore' | 'drill'} tab */
  #showTab(tab) {
    this.tab = tab;
    for (const [name, tabButton] of Object.entries(this.tabs)) {
      tabButton.setAttribute('aria-pressed', String(name === tab));
    }
    this.explorePart.toggleAttribute('hidden', tab !== 'explore');
    this.drill.element.toggleAttribute('hidden', tab !== 'drill');
    this.line.board.arrows([]);
    this.line.refreshInput();
    if (tab === 'drill') this.drill.enter();
  }

  #makeTabs() {
    const tab = (/** @type {'explore' | 'drill'} */ name, /** @type {string} */ text) =>
      button(
        text,
        () => {
          this.#showTab(name);
          this.#changed();
        },
        { class: 'button' },
      );
    return { explore: tab('explore', 'Explore'), drill: tab('drill', 'Drill') };
  }

  #layout() {
    const hint = el('p', { class: 'about' }, 'Drag a bar to the share that you wish: the weights are fitted to it.');
    const legend = el('p', { class: 'legend', attrs: { 'aria-hidden': 'true' } });
    legend.append(el('span', { class: 'key sampled' }), 'sampled', el('span', { class: 'key exact' }), 'exact');
    const next = el('section', { class: 'card next', attrs: { 'aria-label': 'Next moves' } });
    const head = el('div', { class: 'card-head' }, el('h2', { class: 'panel-title' }, 'Next moves'), legend);
    next.append(head, this.bars.element, this.facts, hint, this.fitted);
    const tree = el('section', { class: 'card tree-card', attrs: { 'aria-label': 'Tree' } });
    tree.append(el('h2', { class: 'panel-title' }, 'Lines sampled from here'), this.plies.element, this.tree.element);
    this.explorePart.append(next, this.panel.element, tree, this.search.element);
    const { explore, drill } = this.tabs;
    drill.hidden = !this.drill.offered;
    const group = { role: 'group', 'aria-label': 'Explore or drill' };
    const tabs = el('div', { class: 'segments', attrs: group }, explore, drill);
    const record = el('section', { class: 'card record compact', attrs: { 'aria-label': 'Line' } });
    record.append(this.opening, this.moves.element, this.links);
    const table = el('div', { class: 'table' }, this.line.element, record);
    const panel = el('div', { class: 'panel' }, tabs, this.explorePart, this.drill.element);
    return el('div', { class: 'view openings' }, table, panel);
  }
}
