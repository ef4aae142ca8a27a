/** The tree of the sampled lines: a column for each half move, a field as high as its share. */

import { el, fill } from '../shared/dom.js';
import { percent } from '../game/words.js';

/** @typedef {import('../link/types.js').TreeNode} TreeNode */

/** Fields lower than this many pixels have no text. */
const READABLE = 15;
const HEIGHT = 380;

export class Tree {
  /** @param {(moves: string[]) => void} open The moves from where the tree begins. */
  constructor(open) {
    this.open = open;
    /** @type {TreeNode[]} */
    this.nodes = [];
    /** @type {HTMLButtonElement[]} */
    this.fields = [];
    this.element = el('div', { class: 'tree', attrs: { role: 'group', 'aria-label': 'Tree of the sampled lines' } });
    this.element.style.height = `${HEIGHT}px`;
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {TreeNode[]} nodes Parents first. */
  show(nodes) {
    this.nodes = nodes;
    const depth = Math.max(1, ...nodes.map(({ ply }) => ply));
    /** Where the next child of each node goes, from the top. */
    const free = nodes.map(() => 0);
    const top = nodes.map(() => 0);
    this.fields = nodes.map((node, index) => {
      if (node.parent !== null) {
        top[index] = free[node.parent];
        free[node.parent] += node.share;
      }
      free[index] = top[index];
      return this.#field(node, index, top[index], depth);
    });
    fill(this.element, this.fields.slice(1));
    if (this.fields[1]) this.fields[1].tabIndex = 0;
  }

  /**
   * @param {TreeNode} node
   * @param {number} index
   * @param {number} top
   * @param {number} depth
   */
  #field(node, index, top, depth) {
    const label = `${node.san} ${node.name ?? ''}, ${percent(node.share, 1)}`;
    const attrs = { type: 'button', tabindex: -1, title: label, 'aria-label': label, 'data-index': index };
    const field = el('button', { class: 'tree-field', attrs });
    const high = node.share * HEIGHT;
    if (high >= READABLE && node.parent !== null) {
      field.append(el('b', {}, node.san), ` ${high >= 2 * READABLE && node.name ? node.name : ''}`);
    }
    field.style.top = `${100 * top}%`;
    field.style.height = `${100 * node.share}%`;
    field.style.left = `${(100 * (node.ply - 1)) / depth}%`;
    field.style.width = `${100 / depth}%`;
    field.style.setProperty('--share', String(Math.min(1, 0.12 + 0.9 * node.share)));
    field.addEventListener('click', () => this.open(this.#movesTo(index)));
    return field;
  }

  /** @param {number} index */
  #movesTo(index) {
    const moves = [];
    for (let at = index; this.nodes[at].parent !== null; at = /** @type {number} */ (this.nodes[at].parent)) {
      moves.unshift(/** @type {string} */ (this.nodes[at].uci));
    }
    return moves;
  }

  /** Up and down to the siblings, right to the first child, left to the parent. @param {KeyboardEvent} event */
  #key(event) {
    const at = Number(/** @type {HTMLElement} */ (event.target).dataset.index);
    const node = this.nodes[at];
    if (!node) return;
    const siblings = this.nodes.flatMap((one, index) => (one.parent === node.parent ? [index] : []));
    const place = siblings.indexOf(at);
    const next = {
      ArrowDown: siblings[place + 1],
      ArrowUp: siblings[place - 1],
      ArrowRight: this.nodes.findIndex(({ parent }) => parent === at),
      ArrowLeft: node.parent ?? 0,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next < 1) return;
    this.fields[at].tabIndex = -1;
    this.fields[next].tabIndex = 0;
    this.fields[next].focus();
  }
}
