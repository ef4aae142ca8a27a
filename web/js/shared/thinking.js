/** What the players report while they think: their lines, in words and figures, and the arrows of the best one. */

import { el, fill } from './dom.js';
import { countText, counted, scoreText, secondsText } from '../game/words.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../board/arrows.js').Arrow} Arrow */
/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/types.js').AnalysisLine} AnalysisLine */
/** @typedef {import('../game/tree.js').NodeScore} NodeScore */

const TEXTS = 4;

/** @param {Info} info @returns {info is AnalysisLine} */
export function isLine(info) {
  return info.pv !== undefined && info.score !== undefined;
}

/**
 * The score of a line from White's view.
 *
 * @param {AnalysisLine} line
 * @param {Side} mover
 * @returns {NodeScore}
 */
export function nodeScore({ white, score }, mover) {
  const sign = mover === 'white' ? 1 : -1;
  return score.mate === undefined ? { white, cp: sign * (score.cp ?? 0) } : { white, mate: sign * score.mate };
}

/**
 * The first moves of lines as arrows: the best with the reply, the others paler.
 *
 * @param {AnalysisLine[]} lines By rank.
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

/**
 * A line of a search: its score, and its moves, each of which may be a button.
 */
class LineItem {
  /** @param {((moves: string[]) => void) | null} walk */
  constructor(walk) {
    this.walk = walk;
    this.score = el('b', { class: 'score' });
    this.moves = el('span', {});
    this.element = el('li', {}, this.score, this.moves);
    /** @type {AnalysisLine | null} */
    this.line = null;
  }

  /**
   * Elements stay where they are, so that one can be pressed or focused while the search goes on.
   *
   * @param {AnalysisLine} line
   * @param {Side} mover
   */
  show(line, mover) {
    this.line = line;
    setText(this.score, scoreText(line.score, mover));
    if (!this.walk) return setText(this.moves, line.line);
    const texts = line.line.split(/(?<!\.) /);
    for (const [at, text] of texts.entries()) setText(this.moves.children[at] ?? this.#add(at), text);
    while (this.moves.children.length > texts.length) this.moves.lastElementChild?.remove();
    return undefined;
  }

  /** @param {number} at */
  #add(at) {
    const press = () => this.line && this.walk?.(this.line.pv.slice(0, at + 1));
    const made = el('button', { class: 'walk', attrs: { type: 'button' }, on: { click: press } });
    this.moves.append(made);
    return made;
  }
}

/**
 * @param {Element} element
 * @param {string} text
 */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The reports of one player. */
export class Thoughts {
  /**
   * @param {string} name
   * @param {((moves: string[]) => void) | null} [walk] A move of a line was pressed: the moves up to it.
   */
  constructor(name, walk = null) {
    this.walk = walk;
    /** @type {LineItem[]} */
    this.items = [];
    /** @type {Map<number, AnalysisLine>} */
    this.lines = new Map();
    /** @type {string[]} */
    this.texts = [];
    /** @type {Side} */
    this.mover = 'white';
    this.ply = -1;
    this.title = el('h3', {}, name);
    this.figures = el('p', { class: 'figures' });
    this.list = el('ol', { class: 'lines' }, el('li', { class: 'faint' }, 'Its lines appear here when it thinks.'));
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
    const facts = best && [
      `depth ${best.depth}`,
      counted(best.nodes, 'position', countText(best.nodes)),
      secondsText(best.time),
    ];
    fill(this.figures, [facts?.join(' · ')]);
    this.items = lines.map((_, index) => this.items[index] ?? new LineItem(this.walk));
    for (const [index, line] of lines.entries()) this.items[index].show(line, this.mover);
    const elements = this.items.map(({ element }) => element);
    const isSame =
      elements.length === this.list.childElementCount && elements.every((one) => one.parentNode === this.list);
    if (!isSame) fill(this.list, elements);
    fill(
      this.sentences,
      this.texts.map((text) => el('li', {}, text)),
    );
  }
}
