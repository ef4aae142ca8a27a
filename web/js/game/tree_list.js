/**
 * The moves of a game as a list, with its variations and comments; a move that is pressed is shown. The list is one
 * stop of the Tab key; the arrow keys of the view go on from the move that is shown.
 */

import { el, fill } from '../shared/dom.js';
import { keepVisible } from './move_list.js';
import { GLYPHS, numbered } from './tree.js';

/** @typedef {import('./tree.js').GameTree} GameTree */
/** @typedef {import('./tree.js').TreeNode} TreeNode */
/** @typedef {import('../shared/dom.js').Child} Child */

/** Variations within variations beyond this are not indented further. */
const DEEPEST = 4;

export class TreeList {
  /**
   * @param {(node: TreeNode) => void} goTo
   * @param {string} [empty] What to write where there are no moves yet.
   * @param {(node: TreeNode) => Child[]} [about] What else to write behind a move of the main line.
   */
  constructor(goTo, empty = 'No moves yet.', about = () => []) {
    this.goTo = goTo;
    this.empty = empty;
    this.about = about;
    this.element = el('ol', { class: 'moves', attrs: { 'aria-label': 'Moves' } });
    /** @type {Map<TreeNode, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {HTMLButtonElement | null} */
    this.current = null;
    this.shown = '';
  }

  /**
   * @param {GameTree} tree
   * @param {TreeNode} node The move that is shown on the board.
   */
  show(tree, node) {
    const text = textOf(tree);
    const isStale = text !== this.shown || this.element.childElementCount === 0 || !this.#knows(node);
    const focused = this.element.contains(document.activeElement);
    if (isStale) this.#fill(tree);
    this.shown = text;
    this.current?.removeAttribute('aria-current');
    for (const one of this.buttons.values()) one.tabIndex = -1;
    this.current = this.buttons.get(node) ?? null;
    this.current?.setAttribute('aria-current', 'true');
    const stop = this.current ?? this.buttons.values().next().value;
    if (stop) stop.tabIndex = 0;
    if (focused) stop?.focus({ preventScroll: true });
    if (this.current) keepVisible(this.element, this.current);
    else this.element.scrollTop = 0;
  }

  /** Has the list written anew when it is shown next. */
  refresh() {
    this.shown = '\n';
  }

  /** @param {TreeNode} node */
  #knows(node) {
    return node.parent === null || this.buttons.has(node);
  }

  /** @param {GameTree} tree */
  #fill(tree) {
    this.buttons.clear();
    const { main } = tree;
    if (main.length === 1) return fill(this.element, [el('li', { class: 'faint' }, this.empty)]);
    /** @type {HTMLElement[]} */
    const items = [];
    const before = commentOf([main[0].comment, main[1].before].filter(Boolean).join(' '));
    if (before) items.push(aside(before));
    /** @type {HTMLElement | null} */
    let row = null;
    for (const node of main.slice(1)) {
      if (node.ply === tree.played + 1) {
        items.push(aside(el('span', { class: 'comment' }, 'Tried after the end of the game:')));
        row = null;
      }
      if (!row || node.turn === 'white') {
        const gap = node.turn === 'black' && el('span', { class: 'gap' }, '…');
        row = el('li', { class: 'row-of-moves' }, el('span', { class: 'number' }, `${node.number}.`), gap);
        items.push(row);
      }
      row.append(this.#button(node, false));
      const below = this.#below(node);
      if (below.length === 0) continue;
      items.push(...below);
      row = null;
    }
    return fill(this.element, items);
  }

  /** What is written between a move of the main line and the next: its comment, and the variations to it. */
  #below(/** @type {TreeNode} */ node) {
    const items = this.about(node).map((child) => aside(child));
    const comment = commentOf(node.comment);
    if (comment) items.push(aside(comment));
    for (const other of node.parent?.children.slice(1) ?? []) items.push(this.#variation(other, 1));
    return items;
  }

  /**
   * A variation with those that leave it.
   *
   * @param {TreeNode} first
   * @param {number} depth
   * @returns {HTMLLIElement}
   */
  #variation(first, depth) {
    const label = `Variation: ${numbered(first)}`;
    const indent = depth <= DEEPEST ? 'variation' : 'variation flat';
    const list = el('ol', { class: indent, attrs: { 'aria-label': label } });
    /** @type {TreeNode | undefined} */
    let node = first;
    let isFresh = true;
    while (node) {
      const move = el('li', {});
      move.append(commentOf(node.before), this.#button(node, isFresh || node.turn === 'white'));
      move.append(commentOf(node.comment));
      list.append(move);
      const others = node === first ? [] : (node.parent?.children.slice(1) ?? []);
      for (const other of others) list.append(this.#variation(other, depth + 1));
      isFresh = others.length > 0 || node.comment !== '';
      node = node.children[0];
    }
    return el('li', { class: depth === 1 ? 'aside' : 'deeper' }, list);
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} withNumber
   */
  #button(node, withNumber) {
    const signs = node.glyphs.map((glyph) => GLYPHS[glyph] ?? '').join('');
    const text = (withNumber ? numbered(node) : node.san) + signs;
    const [glyph] = node.glyphs;
    const attrs = { type: 'button', 'data-ply': node.ply, 'data-glyph': glyph <= 6 ? glyph : null, tabindex: -1 };
    const made = el('button', { attrs, on: { click: () => this.goTo(node) } }, text);
    this.buttons.set(node, made);
    return made;
  }
}

/** @param {Child} content */
function aside(content) {
  return el('li', { class: 'aside' }, content);
}

/** A comment without the commands for programs. @param {string} text */
function commentOf(text) {
  const shown = text.replace(/\[%[^\]]*\]\s*/g, '');
  return shown && el('span', { class: 'comment' }, shown);
}

/** What the list shows of a tree, to see whether it is another. @param {GameTree} tree */
function textOf(tree) {
  const words = tree.nodes.map(({ ply, uci, comment, before, glyphs }) => [ply, uci, comment, before, glyphs].join());
  return [tree.played, tree.root.comment, ...words].join('\n');
}
