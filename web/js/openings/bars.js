/** The next moves as bars, sampled and exact. Dragging a bar wishes for a share, to which the weights are fitted. */

import { el, fill } from '../shared/dom.js';
import { countText, counted, percent } from '../game/words.js';

/** @typedef {import('../link/types.js').NextMove} NextMove */

const SHOWN = 9;
/** A step of a wish by key. */
const STEP = 0.01;
/** Milliseconds without another key after which the weights are fitted. */
const QUIET = 400;

/**
 * @typedef {object} Row
 * @property {HTMLElement} element
 * @property {HTMLElement} track
 * @property {HTMLButtonElement} name
 * @property {HTMLElement} share
 * @property {HTMLElement} about
 * @property {HTMLElement} played
 * @property {HTMLElement} results
 * @property {NextMove} move
 */

export class Bars {
  /**
   * @param {object} events
   * @param {(uci: string) => void} events.play
   * @param {(uci: string | null) => void} events.point A move is pointed at, or none any more.
   * @param {(wishes: Record<string, number>) => void} events.wish
   */
  constructor(events) {
    this.events = events;
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** Wished shares by move. @type {Record<string, number>} */
    this.wishes = {};
    /** @type {NextMove[]} */
    this.moves = [];
    this.all = false;
    this.timer = 0;
    /** The share at the right end. */
    this.scale = 1;
    /** @type {Row | null} */
    this.dragged = null;
    this.list = el('ul', { class: 'bars', attrs: { 'aria-label': 'Next moves' } });
    this.more = el('button', { class: 'button small', attrs: { type: 'button', hidden: true } });
    this.more.addEventListener('click', () => {
      this.all = !this.all;
      this.show(this.moves);
    });
    this.clear = el('button', { class: 'button small', attrs: { type: 'button', hidden: true } }, 'Forget the wishes');
    this.clear.addEventListener('click', () => {
      this.wishes = {};
      this.show(this.moves);
    });
    const foot = el('div', { class: 'buttons' }, this.more, this.clear);
    const heads = ['', '', 'sampled', '', 'games', 'results'].map((text) => el('span', {}, text));
    const head = el('p', { class: 'bars-head', attrs: { 'aria-hidden': 'true' } }, ...heads);
    this.element = el('div', { class: 'bars-box' }, head, this.list, foot);
  }

  /** @param {NextMove[]} moves */
  show(moves) {
    this.moves = moves;
    const shown = this.all ? moves : moves.slice(0, SHOWN);
    if (!this.dragged) this.scale = scaleFor(moves, Object.values(this.wishes));
    for (const [uci] of this.rows) {
      if (!moves.some((move) => move.uci === uci)) this.rows.delete(uci);
    }
    const rows = shown.map((move) => this.#row(move));
    const same =
      rows.length === this.list.children.length && rows.every((row, at) => row.element === this.list.children[at]);
    if (!same && !this.dragged) {
      fill(
        this.list,
        rows.map(({ element }) => element),
      );
    }
    this.more.hidden = moves.length <= SHOWN;
    this.more.textContent = this.all ? 'Fewer moves' : `All ${moves.length} moves`;
    this.clear.hidden = Object.keys(this.wishes).length === 0;
  }

  /** @param {NextMove} move */
  #row(move) {
    const row = this.rows.get(move.uci) ?? this.#newRow(move);
    row.move = move;
    this.rows.set(move.uci, row);
    const wish = this.wishes[move.uci];
    const at = (/** @type {number} */ share) => `${Math.min(100, (100 * share) / this.scale)}%`;
    row.track.style.setProperty('--sampled', at(move.share));
    row.track.style.setProperty('--exact', at(move.exact));
    row.track.style.setProperty('--low', at(move.low));
    row.track.style.setProperty('--high', at(move.high));
    row.track.style.setProperty('--wish', at(wish ?? 0));
    row.track.classList.toggle('wished', wish !== undefined);
    row.track.setAttribute('aria-valuenow', String(Math.round(100 * (wish ?? move.share))));
    row.track.setAttribute('aria-valuetext', valueText(move, wish));
    row.share.textContent = percent(move.share, 1);
    row.about.textContent = [move.name, !move.lines && 'transposition'].filter(Boolean).join(' · ');
    const facts = `${counted(move.lines, 'line')}, ${counted(move.games, 'game', countText(move.games))}`;
    row.about.title = `${move.eco ?? ''} ${move.name ?? ''}: ${facts}`;
    row.played.textContent = percent(move.popularity);
    row.played.title = `${countText(move.games)} real games, ${percent(move.popularity, 1)} of those here`;
    showResults(row.results, move);
    return row;
  }

  /** @param {NextMove} move @returns {Row} */
  #newRow(move) {
    const parts = ['interval', 'sampled', 'exact', 'wish'].map((name) => el('span', { class: name }));
    const attrs = {
      role: 'slider',
      tabindex: 0,
      'aria-label': `Wished share of ${move.san}`,
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
    };
    const track = el('div', { class: 'bar', attrs }, ...parts);
    const name = el('button', { class: 'bar-move', attrs: { type: 'button' } }, move.san);
    const share = el('span', { class: 'bar-share' });
    const about = el('span', { class: 'bar-about' });
    const played = el('span', { class: 'bar-played' });
    const results = el('span', { class: 'results' });
    const element = el('li', {}, name, track, share, about, played, results);
    /** @type {Row} */
    const row = { element, track, name, share, about, played, results, move };
    name.addEventListener('click', () => this.events.play(row.move.uci));
    element.addEventListener('pointerenter', () => this.events.point(row.move.uci));
    element.addEventListener('pointerleave', () => this.events.point(null));
    track.addEventListener('pointerdown', (event) => this.#press(row, event));
    track.addEventListener('keydown', (event) => this.#key(row, event));
    return row;
  }

  /**
   * @param {Row} row
   * @param {PointerEvent} event
   */
  #press(row, event) {
    if (event.button !== 0) return;
    event.preventDefault();
    row.track.focus();
    row.track.setPointerCapture(event.pointerId);
    this.dragged = row;
    const box = row.track.getBoundingClientRect();
    const set = (/** @type {PointerEvent} */ one) => {
      const share = Math.max(0, Math.min(1, (one.clientX - box.left) / box.width)) * this.scale;
      this.wishes[row.move.uci] = Number(Math.min(0.99, share).toFixed(3));
      this.#row(row.move);
    };
    const end = () => {
      this.dragged = null;
      this.events.wish(this.wishes);
      row.track.removeEventListener('pointermove', set);
      this.show(this.moves);
    };
    set(event);
    row.track.addEventListener('pointermove', set);
    row.track.addEventListener('pointerup', end, { once: true });
    row.track.addEventListener('pointercancel', end, { once: true });
  }

  /**
   * @param {Row} row
   * @param {KeyboardEvent} event
   */
  #key(row, event) {
    const step = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const share = this.wishes[row.move.uci] ?? row.move.share;
    this.wishes[row.move.uci] = Number(Math.max(0, Math.min(0.99, share + step)).toFixed(3));
    this.show(this.moves);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.events.wish(this.wishes), QUIET);
  }
}

/**
 * The share at the right end of the bars: the largest with some room, in steps of five per cent.
 *
 * @param {NextMove[]} moves
 * @param {number[]} wishes
 */
function scaleFor(moves, wishes) {
  const largest = Math.max(0.05, ...wishes, ...moves.map(({ share, exact }) => Math.max(share, exact)));
  return Math.min(1, Math.ceil(20 * (1.12 * largest)) / 20);
}

/**
 * @param {NextMove} move
 * @param {number | undefined} wish
 */
function valueText(move, wish) {
  const wished = wish === undefined ? '' : `, wished ${percent(wish, 1)}`;
  return `sampled ${percent(move.share, 1)}, exact ${percent(move.exact, 1)}${wished}`;
}

/**
 * @param {HTMLElement} element
 * @param {NextMove} move
 */
function showResults(element, move) {
  element.hidden = !move.results;
  if (!move.results) return;
  const [white, draw, black] = move.results;
  if (element.childElementCount === 0) fill(element, [el('i', { class: 'won' }), el('i', { class: 'drawn' })]);
  const words = `White wins ${percent(white)}, draws ${percent(draw)}, Black wins ${percent(black)}`;
  element.title = `${words}, in ${countText(move.games)} games`;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', words);
  element.style.setProperty('--won', percentOf(white));
  element.style.setProperty('--level', percentOf(draw));
}

/** @param {number} share */
function percentOf(share) {
  return `${(100 * share).toFixed(1)}%`;
}
