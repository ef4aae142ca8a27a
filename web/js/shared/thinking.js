/** What the players report while they think: their lines, in words and figures, and the arrows of the best one. */

import { el, fill } from './dom.js';
import { countText, scoreText } from '../game/words.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../board/arrows.js').Arrow} Arrow */
/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/types.js').Line} Line */

const TEXTS = 4;

/** @param {Info} info @returns {info is Line} */
export function isLine(info) {
  return info.pv !== undefined && info.score !== undefined;
}

/**
 * The first moves of lines as arrows: the best with the reply, the others paler.
 *
 * @param {Line[]} lines By rank.
 * @returns {Arrow[]}
 */
export function arrowsOf(lines) {
  /** @type {Arrow[]} */
  const arrows = [];
  for (const { rank, pv } of lines.toReversed()) {
    if (!pv.length) continue;
    const strength = rank === 1 ? 1 : 0.6 / rank;
    if (rank === 1 && pv.length > 1) arrows.push(arrowOf(pv[1], 0.25, 'reply'));
    arrows.push(arrowOf(pv[0], strength, rank === 1 ? 'first' : 'other'));
  }
  return arrows;
}

/**
 * @param {string} uci
 * @param {number} strength
 * @param {Arrow['kind']} kind
 */
export function arrowOf(uci, strength, kind) {
  return { from: uci.slice(0, 2), to: uci.slice(2, 4), strength, kind };
}

/** The reports of one player. */
export class Thoughts {
  /** @param {string} name */
  constructor(name) {
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    /** @type {string[]} */
    this.texts = [];
    /** @type {Side} */
    this.mover = 'white';
    this.ply = -1;
    this.title = el('h3', {}, name);
    this.figures = el('p', { class: 'figures' });
    this.list = el('ol', { class: 'lines' }, el('li', { class: 'faint' }, 'Its lines stand here while it thinks.'));
    this.sentences = el('ul', { class: 'sentences' });
    this.element = el('section', { class: 'thoughts' }, this.title, this.figures, this.list, this.sentences);
    this.frame = 0;
  }

  /**
   * Begins to think about another position.
   *
   * @param {Side} mover Who is to move there.
   * @param {number} ply
   */
  begin(mover, ply) {
    this.mover = mover;
    this.ply = ply;
    this.lines.clear();
    this.texts = [];
  }

  /** @param {Info} info */
  add(info) {
    if (isLine(info)) this.lines.set(info.rank, info);
    if (info.text) this.texts = [...this.texts.filter((text) => text !== info.text), info.text].slice(-TEXTS);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.#show());
  }

  /** By rank. */
  get ranked() {
    return [...this.lines.values()].sort((a, b) => a.rank - b.rank);
  }

  #show() {
    const lines = this.ranked;
    const best = lines[0];
    const seconds = best ? `${(best.time / 1000).toFixed(1)} s` : '';
    const figures = best && [`depth ${best.depth}`, `${countText(best.nodes)} positions`, seconds].join(' · ');
    fill(this.figures, [figures]);
    const item = (/** @type {Line} */ line) =>
      el('li', {}, el('b', { class: 'score' }, scoreText(line.score, this.mover)), el('span', {}, line.line));
    fill(this.list, lines.map(item));
    fill(
      this.sentences,
      this.texts.map((text) => el('li', {}, text)),
    );
  }
}
