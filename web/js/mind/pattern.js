/** Pattern's chance of winning along the game, and what each legal move would make of it. */

import { el } from '../shared/dom.js';
import { Graph } from '../game/graph.js';
import { percent, placeText, resultText } from '../game/words.js';
import { latest } from '../link/latest.js';
import { slider } from '../shared/slider.js';
import { arrowOf } from '../shared/thinking.js';
import { showOutcome } from './mockfish.js';
import { MoveBars } from './move_bars.js';

/** @typedef {import('../link/types.js').PatternMind} PatternMind */
/** @typedef {import('../link/types.js').PatternChance} PatternChance */

/** The net that reads only games from the usual start. */
const FROM_START = 'Kumar';

/** @typedef {import('./view.js').Mind} Mind */

/** @implements {Mind} */
export class PatternTab {
  /** @param {import('./view.js').MindView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.title = 'Pattern';
    this.needs = 'mind-pattern';
    this.nets = this.app.hello.nets.pattern;
    /** The best move of the answer that is shown. @type {string | null} */
    this.best = null;
    const ask = latest(() => this.#ask());
    this.refresh = () => ask(undefined);
    this.net = slider('Net', { min: 0, max: this.nets.length - 1, step: 1 }, () => this.#changed());
    this.graph = new Graph('White’s chance of winning, move by move', (at) => view.line.goTo(at));
    this.chance = el('div', { class: 'outcome' });
    this.facts = el('p', { class: 'figures' });
    this.moves = new MoveBars('What the mover can expect of the point after each legal move', {
      play: (uci) => view.line.play(uci),
      point: (uci) => this.#arrow(uci ?? this.best),
    });
    this.element = this.#layout();
    this.restore(new URLSearchParams());
  }

  /** @param {URLSearchParams} query */
  restore(query) {
    this.net.input.value = String(Math.max(0, this.nets.indexOf(query.get('net') ?? '')));
    this.#figures();
  }

  get address() {
    return { net: this.#net === this.nets[0] ? null : this.#net };
  }

  leave() {
    this.view.line.board.arrows([]);
  }

  get #net() {
    return this.nets[Number(this.net.input.value)];
  }

  #figures() {
    this.net.figure.textContent = this.#net;
    this.net.input.setAttribute('aria-valuetext', this.#net);
  }

  #changed() {
    this.#figures();
    this.view.writeAddress();
    this.refresh();
  }

  async #ask() {
    const { fen, moves, at } = this.view.line.line;
    const net = /** @type {import('../link/requests.js').PatternAsk['net']} */ (this.#net);
    if (fen && net === FROM_START) return this.#nothing(`The net ${net} reads only games from the usual start.`);
    /** @type {PatternMind | null} */
    const mind = await this.app.ask('mind-pattern', { fen, moves: moves.slice(0, at), net }, 'Reading the game…');
    if (!mind) return undefined;
    /** @type {PatternMind | null} */
    const whole =
      at === moves.length ? mind : await this.app.ask('mind-pattern', { fen, moves, net }, 'Reading the game…');
    this.#show(mind, whole ?? mind, at, moves.length);
    return undefined;
  }

  /** @param {string} text */
  #nothing(text) {
    this.facts.textContent = text;
    this.graph.element.hidden = true;
    this.chance.hidden = true;
    this.best = null;
    this.moves.show([]);
  }

  /**
   * @param {PatternMind} mind Of the position that is shown.
   * @param {PatternMind} whole Of the whole line.
   * @param {number} at
   * @param {number} plies
   */
  #show(mind, whole, at, plies) {
    const chances = [whole.start, ...whole.game];
    const now = chances[at] ?? whole.start;
    this.graph.element.hidden = plies < 1;
    this.graph.show(
      chances.map(({ white }) => white),
      at,
      plies,
      placeText(at, this.view.line.end?.game ?? []),
    );
    this.chance.hidden = false;
    const [wins, draw, loses] = outcome(now);
    showOutcome(this.chance, wins, draw, loses);
    this.facts.textContent = now.result
      ? `${resultText(now.result, now.reason ?? '')}.`
      : `If one side wins, it is White with ${percent(now.white, 1)}.`;
    const white = this.view.line.position?.turn !== 'black';
    const before = points(now, white);
    const bars = mind.moves.map((move) => {
      const share = points(move, white);
      const change = share - before;
      const sign = change < 0 ? '−' : '+';
      const end = move.result ? `, ${resultText(move.result, move.reason ?? '')}` : '';
      const drawn = move.draw === null ? '' : `, a draw with ${percent(move.draw, 1)}`;
      const figures = `${percent(share, 1)} of the point, ${sign}${percent(Math.abs(change), 1)}`;
      const label = `${move.san}: ${figures}${drawn}${end}`;
      return { ...move, share, second: before, label };
    });
    this.moves.show(bars);
    this.best = bars[0]?.uci ?? null;
    this.#arrow(this.best);
  }

  /** @param {string | null} uci */
  #arrow(uci) {
    if (this.view.shows(this)) this.view.line.board.arrows(uci ? [arrowOf(uci, 0.9, 'first')] : []);
  }

  #layout() {
    const parts = [this.net.element, this.chance, this.facts, this.graph.element];
    const game = el('section', { class: 'card stack', attrs: { 'aria-label': 'The game' } }, ...parts);
    const legend = el('p', { class: 'legend', attrs: { 'aria-hidden': 'true' } });
    legend.append(el('span', { class: 'key sampled' }), 'after the move', el('span', { class: 'key exact' }), 'now');
    const title = el('h2', { class: 'panel-title' }, 'What each move would make of it');
    const head = el('div', { class: 'card-head' }, title, legend);
    const moves = el('section', { class: 'card', attrs: { 'aria-label': 'Moves' } }, head, this.moves.element);
    return el('div', { class: 'stack' }, game, moves);
  }
}

/**
 * The probabilities that White wins, of a draw, and that Black wins. A net that knows no draws speaks of games that
 * somebody wins.
 *
 * @param {PatternChance} chance
 */
function outcome({ white, draw }) {
  const decided = 1 - (draw ?? 0);
  return [white * decided, draw ?? 0, (1 - white) * decided];
}

/**
 * The points that a side can expect.
 *
 * @param {PatternChance} chance
 * @param {boolean} white For White.
 */
function points(chance, white) {
  const [wins, draw, loses] = outcome(chance);
  return (white ? wins : loses) + draw / 2;
}
