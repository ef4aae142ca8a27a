/** The view "Positions to order". */

import { addressOf, numberFrom, writeAddress } from '../shared/address.js';
import { boardPicture, pngOf, svgText } from '../board/picture.js';
import { button, el, fill } from '../shared/dom.js';
import { copy, download } from '../shared/download.js';
import { lineLinks } from '../game/links.js';
import { LineBoard } from '../game/line_board.js';
import { MoveList } from '../game/move_list.js';
import { capitalised, secondsText } from '../game/words.js';
import { Cancelled, LostError } from '../link/link.js';
import { slider } from '../shared/slider.js';
import { ConditionField } from './condition.js';
import { Gallery, caption } from './gallery.js';
import { Steppers, countsFrom } from './steppers.js';

/** @typedef {import('../link/types.js').OrderedPosition} OrderedPosition */
/** @typedef {import('../link/types.js').OrderCheck} OrderCheck */

const COUNT = { usual: 6, most: 50 };
const PLIES = { usual: 101, most: 400 };
const PROMOTIONS = 16;

export class OrderView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    this.running = false;
    this.entered = false;
    this.seed = 1;
    /** Whether the address stands for positions that were built. */
    this.built = false;
    this.shown = 0;
    this.line = new LineBoard(app, {
      label: 'Board of the position',
      changed: () => this.#changed(),
      watched: true,
    });
    this.moves = new MoveList((at) => this.line.goTo(at), 'The proof game stands here once a position is built.');
    this.gallery = new Gallery((index) => this.#open(index));
    this.men = {
      white: new Steppers('white', () => this.#edited()),
      black: new Steppers('black', () => this.#edited()),
    };
    const fields = () => {
      const [promotions, plies] = [this.promotions, this.plies].map(({ input }) => Number(input.value));
      return { men: this.#men, promotions, max_plies: plies };
    };
    this.condition = new ConditionField(app, fields, (check) => this.#checked(check));
    this.count = slider('Positions', { min: 1, max: COUNT.most, step: 1 }, () => this.#edited(false));
    this.promotions = slider('Promotions that may help', { min: 0, max: PROMOTIONS, step: 1 }, () => this.#edited());
    this.plies = slider('Moves at most', { min: 11, max: PLIES.most, step: 2 }, () => this.#edited());
    this.mode = el('select', { on: { change: () => this.#edited(false) } });
    this.judge = el('input', { attrs: { type: 'checkbox' }, on: { change: () => this.#edited(false) } });
    this.build = button('Build', () => this.#toggle(), { class: 'button primary' });
    this.progress = el('progress', { attrs: { 'aria-label': 'Positions built', hidden: true } });
    this.state = el('p', { class: 'figures', attrs: { role: 'status' } });
    this.about = el('p', { class: 'opening' });
    this.exports = el('div', { class: 'buttons', attrs: { hidden: true } });
    this.solution = el('details', { attrs: { hidden: true } }, el('summary', {}, 'Solution'), el('p'));
    this.all = el('div', { class: 'buttons', attrs: { hidden: true } });
    this.all.append(
      button('Save all as PGN', () => this.#savePgn(), { class: 'button small' }),
      button('Save sheet as PDF', () => this.#saveSheet('pdf'), { class: 'button small' }),
      button('Save sheet as SVG', () => this.#saveSheet('svg'), { class: 'button small' }),
    );
    this.element = this.#layout();
  }

  /** @param {URLSearchParams} query */
  async enter(query) {
    this.active = true;
    if (this.entered && (query.size === 0 || location.hash === this.#address())) return this.#changed();
    const fresh = !this.entered && query.size === 0;
    this.entered = true;
    this.men.white.set(fresh ? [1, 2, 2, 1, 7] : countsFrom(query.get('white')));
    this.men.black.set(countsFrom(query.get('black')));
    this.count.input.value = String(numberFrom(query.get('n'), 1, COUNT.most, COUNT.usual));
    this.promotions.input.value = String(numberFrom(query.get('promotions'), 0, PROMOTIONS, 0));
    this.plies.input.value = String(numberFrom(query.get('plies'), 11, PLIES.most, PLIES.usual));
    const modes = [...this.mode.options].map(({ value }) => value);
    this.mode.value = modes.includes(query.get('mode') ?? '') ? (query.get('mode') ?? '') : modes[0];
    this.judge.checked = query.get('judge') === '1';
    this.seed = numberFrom(query.get('seed'), 0, 2 ** 31 - 1, 1);
    this.shown = numberFrom(query.get('show'), 0, COUNT.most - 1, 0);
    this.#figures();
    this.condition.set(query.get('q') ?? '');
    const at = query.get('at');
    if (query.get('built') === '1') return this.#run(at === null ? null : Number(at));
    this.built = false;
    if (this.line.position === null) await this.line.set({ fen: null, moves: [], at: 0 });
    return this.#changed();
  }

  leave() {
    this.active = false;
    if (this.running) this.app.link.stop();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.line.key(event);
  }

  get #men() {
    return { white: this.men.white.value, black: this.men.black.value };
  }

  #figures() {
    for (const one of [this.count, this.promotions]) one.figure.textContent = one.input.value;
    // The slider counts half moves, and the last one is White's.
    this.plies.figure.textContent = String((Number(this.plies.input.value) + 1) / 2);
    this.plies.input.setAttribute('aria-valuetext', this.plies.figure.textContent);
  }

  /** @param {boolean} [asks] Whether the condition is another. */
  #edited(asks = true) {
    this.#figures();
    this.built = false;
    if (asks) this.condition.check(false);
    this.#writeAddress();
  }

  /** @param {OrderCheck | null} check */
  #checked(check) {
    this.build.disabled = !this.running && !check?.possible;
    this.#writeAddress();
  }

  #toggle() {
    if (this.running) return this.app.link.stop();
    if (this.built) this.seed += 1;
    this.shown = 0;
    return this.#run(null);
  }

  /** @param {number | null} at How much of the proof game to show at first; `null` for all of it. */
  async #run(at) {
    this.running = true;
    this.built = true;
    this.gallery.clear();
    this.all.hidden = true;
    this.build.textContent = 'Stop';
    this.build.disabled = false;
    this.progress.max = Number(this.count.input.value);
    this.progress.value = 0;
    this.progress.hidden = false;
    this.state.textContent = 'Building…';
    this.#writeAddress();
    try {
      const report = (/** @type {string} */ kind, /** @type {any} */ answer) => {
        if (kind === 'progress') this.progress.value = answer.done;
        if (answer.position) this.#found(answer.position, at);
      };
      const done = await this.app.link.ask('order', this.#request(), { report, repeat: false });
      const end = done.stopped ? ', then stopped.' : '.';
      this.state.textContent = done.none
        ? `${capitalised(done.none)}.`
        : `${done.found} of ${done.asked} built in ${secondsText(done.time)}${end}`;
    } catch (error) {
      this.state.textContent = '';
      if (error instanceof LostError) this.state.textContent = 'The connection was lost. What was built is below.';
      else if (!(error instanceof Cancelled)) this.app.fail(error);
    } finally {
      this.running = false;
      this.build.textContent = this.built ? 'Build others' : 'Build';
      this.progress.hidden = true;
    }
    // Where nothing was found, the board is not left empty. What was found may not be shown yet.
    if (this.line.position === null && this.gallery.positions.length === 0)
      await this.line.set({ fen: null, moves: [], at: 0 });
  }

  #request() {
    return {
      text: this.condition.text,
      men: this.#men,
      count: Number(this.count.input.value),
      mode: /** @type {import('../link/requests.js').OrderAsk['mode']} */ (this.mode.value),
      max_plies: Number(this.plies.input.value),
      promotions: Number(this.promotions.input.value),
      seed: this.seed,
      judge: this.judge.checked,
    };
  }

  /**
   * @param {OrderedPosition} position
   * @param {number | null} at
   */
  #found(position, at) {
    this.gallery.add(position);
    this.all.hidden = false;
    const index = this.gallery.positions.length - 1;
    if (index === this.shown) this.#open(index, at ?? position.moves.length);
  }

  /**
   * @param {number} index
   * @param {number} [at]
   */
  #open(index, at) {
    const position = this.gallery.positions[index];
    this.shown = index;
    this.gallery.mark(index);
    this.line.set({ fen: null, moves: position.moves, at: at ?? position.moves.length });
  }

  #changed() {
    if (!this.active || !this.line.position) return;
    const position = this.gallery.positions[this.shown];
    this.moves.show(this.line.end?.game ?? [], this.line.line.at);
    this.exports.hidden = !position;
    if (this.solution.lastElementChild?.textContent !== position?.solution) this.solution.open = false;
    this.solution.hidden = !position?.solution;
    this.solution.lastElementChild?.replaceChildren(position?.solution ?? '');
    fill(this.about, [position ? caption(position) : 'Order a position: both sides play together until it stands.']);
    if (position) this.#showExports(position);
    this.#writeAddress();
  }

  #savePgn() {
    download('positions.pgn', this.gallery.positions.map(({ pgn }) => pgn).join(''));
  }

  /** @param {'pdf' | 'svg'} format */
  async #saveSheet(format) {
    const positions = this.gallery.positions.map(({ fen, solution }) => ({ fen, caption: '', solution }));
    const sheet = await this.app.ask('order-sheet', { positions, format }, 'Drawing the sheet…');
    if (sheet) download(`positions.${format}`, sheet.text);
  }

  /** @param {OrderedPosition} position */
  #showExports(position) {
    const picture = () => boardPicture(this.line.board.men, this.line.board.orientation);
    const play = addressOf('play', { w: 'person', b: 'Classical', fen: position.fen });
    fill(this.exports, [
      button('Copy FEN', () => copy(this.app, this.line.position?.fen ?? position.fen, 'FEN'), {
        class: 'button small',
      }),
      button('Save PGN', () => download('position.pgn', position.pgn), { class: 'button small' }),
      button('Save SVG', () => download('position.svg', svgText(picture())), { class: 'button small' }),
      button('Save PNG', async () => download('position.png', await pngOf(picture())), { class: 'button small' }),
      el('a', { class: 'button small', attrs: { href: play } }, 'Play from here'),
      ...lineLinks(this.line.line, ['mind']),
    ]);
  }

  #settings() {
    const { at, moves } = this.line.line;
    const request = this.#request();
    return {
      white: request.men.white?.join(','),
      black: request.men.black?.join(','),
      q: request.text,
      n: request.count === COUNT.usual ? null : String(request.count),
      promotions: request.promotions ? String(request.promotions) : null,
      plies: request.max_plies === PLIES.usual ? null : String(request.max_plies),
      mode: this.mode.selectedIndex > 0 ? request.mode : null,
      judge: request.judge ? '1' : null,
      seed: request.seed === 1 ? null : String(request.seed),
      built: this.built ? '1' : null,
      show: this.built && this.shown ? String(this.shown) : null,
      at: this.built && at < moves.length ? String(at) : null,
    };
  }

  #address() {
    return addressOf('order', this.#settings());
  }

  #writeAddress() {
    if (this.active) writeAddress('order', this.#settings());
  }

  #layout() {
    const modes = this.app.hello.modes.map((mode) => el('option', { attrs: { value: mode } }, MODES[mode] ?? mode));
    this.mode.append(...modes);
    const record = el('section', { class: 'card record compact', attrs: { 'aria-label': 'Proof game' } });
    record.append(this.about, this.solution, this.moves.element, this.exports);
    const table = el('div', { class: 'table' }, this.line.element, record);
    const men = el('div', { class: 'seats' }, this.men.white.element, this.men.black.element);
    const way = el('label', { class: 'field' }, el('span', {}, 'How'), this.mode);
    const judge = el('label', { class: 'check' }, this.judge, 'Judge how well the proof game is played');
    const more = el('details', {}, el('summary', {}, 'More'), this.promotions.element, this.plies.element, way, judge);
    const start = el('div', { class: 'progress-line' }, this.build, this.progress);
    const parts = [men, this.condition.element, this.count.element, more, start, this.state];
    const order = el('section', { class: 'card stack order-form', attrs: { 'aria-label': 'Order' } }, ...parts);
    const panel = el('div', { class: 'panel' }, order, this.all, this.gallery.element);
    return el('div', { class: 'view order' }, table, panel);
  }
}

/** @type {Record<string, string>} */
const MODES = {
  distance: 'By distance to the condition',
  network: 'By Petrželka’s network',
  human: 'As people play',
};
