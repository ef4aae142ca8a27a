/** What Mockfish's nets give for the position: from where, to where, and the moves it weighs. */

import { numberFrom } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { percent } from '../game/words.js';
import { latest } from '../link/latest.js';
import { slider } from '../shared/slider.js';
import { arrowOf } from '../shared/thinking.js';
import { MoveBars } from './move_bars.js';

/** @typedef {import('../link/types.js').MockfishMind} MockfishMind */

const MEN = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const ARROWS = 4;
const TEMPERATURE = 15;

/** @typedef {import('./view.js').Mind} Mind */

/** @implements {Mind} */
export class MockfishTab {
  /** @param {import('./view.js').MindView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.title = 'Mockfish';
    this.needs = 'mind-mockfish';
    /** Which network's answers shade the board: `from` for the selector, else a man. */
    this.heat = 'from';
    this.nets = this.app.hello.nets.mockfish;
    /** @type {MockfishMind | null} */
    this.mind = null;
    const ask = latest(() => this.#ask());
    this.refresh = () => ask(undefined);
    this.net = slider('Net', { min: 0, max: this.nets.length - 1, step: 1 }, () => this.#changed());
    this.temperature = slider('Temperature', { min: 0, max: 200, step: 5 }, () => this.#changed());
    const { min, max } = this.app.hello.rating;
    this.rating = slider('Rating of the players', { min, max, step: 50 }, () => this.#changed());
    this.squares = el('div', { class: 'segments', attrs: { role: 'group', 'aria-label': 'Shade the board by' } });
    this.value = el('div', { class: 'outcome' });
    this.facts = el('p', { class: 'figures' });
    this.moves = new MoveBars('Moves that Mockfish weighs', {
      play: (uci) => view.line.play(uci),
      point: (uci) => this.#arrows(uci),
    });
    this.element = this.#layout();
    this.restore(new URLSearchParams());
  }

  /** @param {URLSearchParams} query */
  restore(query) {
    this.net.input.value = String(Math.max(0, this.nets.indexOf(query.get('net') ?? '')));
    this.temperature.input.value = String(numberFrom(query.get('temp'), 0, 200, TEMPERATURE));
    const { min, max, default: usual } = this.app.hello.rating;
    this.rating.input.value = String(numberFrom(query.get('elo'), min, max, usual));
    this.heat = query.get('heat') ?? 'from';
    this.#figures();
  }

  get address() {
    const temperature = this.temperature.input.value;
    return {
      net: this.#net === this.nets[0] ? null : this.#net,
      temp: temperature === String(TEMPERATURE) ? null : temperature,
      elo: this.#net === 'Rated' ? this.rating.input.value : null,
      heat: this.heat === 'from' ? null : this.heat,
    };
  }

  leave() {
    this.view.line.board.heat(null);
    this.view.line.board.arrows([]);
  }

  get #net() {
    return this.nets[Number(this.net.input.value)];
  }

  #figures() {
    this.net.figure.textContent = this.#net;
    this.net.input.setAttribute('aria-valuetext', this.#net);
    this.temperature.figure.textContent = `${this.temperature.input.value} %`;
    this.rating.figure.textContent = this.rating.input.value;
    // At a rating the level has its own temperature.
    this.rating.element.hidden = this.#net !== 'Rated';
    this.temperature.element.hidden = this.#net === 'Rated';
  }

  #changed() {
    this.#figures();
    this.view.writeAddress();
    this.refresh();
  }

  async #ask() {
    const fields = {
      ...this.view.where,
      net: /** @type {import('../link/requests.js').MockfishAsk['net']} */ (this.#net),
      temperature: Number(this.temperature.input.value),
      rating: Number(this.rating.input.value),
    };
    if (this.view.line.position?.legal.length === 0)
      return this.#nothing('The game is over: there is nothing to choose.');
    /** @type {MockfishMind | null} */
    const mind = await this.app.ask('mind-mockfish', fields, 'Running the nets…');
    if (mind) this.#show(mind);
    return undefined;
  }

  /** @param {string} text */
  #nothing(text) {
    this.mind = null;
    this.moves.show([]);
    this.facts.textContent = text;
    if (this.view.shows(this)) this.leave();
  }

  /** @param {MockfishMind} mind */
  #show(mind) {
    this.mind = mind;
    if (!(this.heat in mind.targets)) this.heat = 'from';
    const names = ['from', ...MEN.filter((man) => man in mind.targets)];
    fill(
      this.squares,
      names.map((name) =>
        button(
          name === 'from' ? 'From where' : `${name} to`,
          () => {
            this.heat = name;
            this.view.writeAddress();
            this.#show(mind);
          },
          { class: 'button small', attrs: { 'aria-pressed': String(name === this.heat) } },
        ),
      ),
    );
    const bars = mind.moves.map((move) => ({
      ...move,
      share: move.played,
      second: move.probability,
      label: `${move.san}: played ${percent(move.played, 1)}, by the net alone ${percent(move.probability, 1)}`,
    }));
    this.moves.show(bars.sort((a, b) => b.share - a.share));
    this.#showValue(mind);
    if (!this.view.shows(this)) return;
    const shares =
      this.heat === 'from'
        ? mind.selector
        : mind.targets[/** @type {import('../link/types.js').ManName} */ (this.heat)];
    this.view.line.board.heat(new Map(Object.entries(shares)));
    this.#arrows(null);
  }

  /** @param {MockfishMind} mind */
  #showValue({ value, tactic, turn }) {
    const words = tactic === null ? '' : `A tactic is there with ${percent(tactic)}. `;
    this.facts.textContent = words + (value ? '' : 'This net expects no result.');
    this.value.hidden = !value;
    if (!value) return;
    const [white, black] = turn === 'white' ? [value.win, value.loss] : [value.loss, value.win];
    showOutcome(this.value, white, value.draw, black);
  }

  /** @param {string | null} uci One move, or the most probable ones. */
  #arrows(uci) {
    if (!this.mind || !this.view.shows(this)) return;
    const moves = uci ? this.mind.moves.filter((move) => move.uci === uci) : this.mind.moves.slice(0, ARROWS);
    const most = Math.max(0.01, ...moves.map(({ probability }) => probability));
    const arrows = moves.map((move, at) => arrowOf(move.uci, move.probability / most, at === 0 ? 'first' : 'other'));
    this.view.line.board.arrows(arrows.reverse());
  }

  #layout() {
    const legend = el('p', { class: 'legend', attrs: { 'aria-hidden': 'true' } });
    legend.append(el('span', { class: 'key sampled' }), 'played');
    legend.append(el('span', { class: 'key exact' }), 'by the net alone');
    const head = el('div', { class: 'card-head' }, el('h2', { class: 'panel-title' }, 'The moves it weighs'), legend);
    const controls = [this.net.element, this.temperature.element, this.rating.element];
    const shades = el('div', { class: 'field' }, el('span', {}, 'The board is shaded by'), this.squares);
    const setting = el('section', { class: 'card stack', attrs: { 'aria-label': 'Net' } }, ...controls, shades);
    setting.append(this.value, this.facts);
    const moves = el('section', { class: 'card', attrs: { 'aria-label': 'Moves' } }, head, this.moves.element);
    return el('div', { class: 'stack' }, setting, moves);
  }
}

/**
 * White's wins, draws and Black's wins as one bar.
 *
 * @param {HTMLElement} element
 * @param {number} white
 * @param {number} draw
 * @param {number} black
 */
export function showOutcome(element, white, draw, black) {
  const part = (/** @type {string} */ name, /** @type {number} */ share) => {
    const field = el('span', { class: name }, share >= 0.1 ? percent(share) : '');
    field.style.width = `${(100 * share).toFixed(2)}%`;
    return field;
  };
  element.setAttribute('role', 'img');
  const words = `White wins ${percent(white)}, draw ${percent(draw)}, Black wins ${percent(black)}`;
  element.setAttribute('aria-label', words);
  element.title = words;
  fill(element, [part('won', white), part('level', draw), part('lost', black)]);
}
