/** A board with a game on it that may have variations: the list of its moves, the bar, and what changes variations. */

import { button, el } from '../shared/dom.js';
import { remember, rememberedSwitch } from '../shared/storage.js';
import { EvalBar } from './eval_bar.js';
import { LineBoard } from './line_board.js';
import { GameTree, branchOf, movesOf, numbered, pathTo } from './tree.js';
import { TreeList } from './tree_list.js';

/** @typedef {import('./tree.js').TreeNode} TreeNode */

const BAR = 'motley-bar';

/**
 * @typedef {object} GameBoardOptions
 * @property {string} label
 * @property {() => void} changed The game, or what is shown of it, is another.
 * @property {() => boolean} [mayMove] Whether moves may be made by hand now; usually they may.
 * @property {(uci: string) => void} [moved] A move was made by hand; usually it is tried as a variation.
 * @property {() => void} [promoted] A variation has become the game.
 * @property {() => boolean} [showsBar] Whether the bar may be shown now.
 * @property {string} [empty] What the list says where there are no moves yet.
 * @property {(node: TreeNode) => import('../shared/dom.js').Child[]} [about] What the list says of a move.
 */

export class GameBoard {
  /**
   * @param {import('../app.js').App} app
   * @param {GameBoardOptions} options
   */
  constructor(app, options) {
    this.options = options;
    this.tree = new GameTree(null);
    this.line = new LineBoard(app, {
      label: options.label,
      changed: () => this.#shown(),
      mayMove: options.mayMove,
      moved: options.moved ?? ((uci) => this.tryMove(uci)),
    });
    this.list = new TreeList((node) => this.show(node), options.empty, options.about);
    this.bar = new EvalBar();
    this.line.board.element.append(this.bar.element);
    this.wantsBar = rememberedSwitch(BAR, true);
    this.name = el('span', { class: 'variation-name' });
    const tools = { class: 'button small' };
    this.variationTools = el(
      'div',
      { class: 'buttons variation-tools', attrs: { role: 'group', 'aria-label': 'Variation', hidden: true } },
      this.name,
      button('Back to the game', () => this.backToGame(), tools),
      button('Promote', () => this.#promote(), tools),
      button('Delete', () => this.#remove(), tools),
    );
  }

  /** The move that is shown. */
  get node() {
    const { moves, at } = this.line.line;
    return this.tree.at(moves.slice(0, at));
  }

  /** The nodes of the line that is shown, with the root. */
  get nodes() {
    return this.tree.line(this.tree.at(this.line.line.moves));
  }

  /**
   * Shows a move of another game. After an error all is as it was.
   *
   * @param {GameTree} tree
   * @param {TreeNode} [node]
   */
  async open(tree, node = tree.end) {
    const before = this.tree;
    this.tree = tree;
    this.list.refresh();
    const isShown = await this.show(node);
    if (!isShown && this.tree === tree) this.tree = before;
    return isShown;
  }

  /** @param {TreeNode} node */
  show(node) {
    const { fen, chess960 } = this.tree;
    return this.line.set({ fen, chess960, moves: movesOf(this.tree.line(node)), at: node.ply });
  }

  /**
   * Walks a line from a position on, which makes it a variation where it is none yet.
   *
   * @param {string[]} moves
   * @param {TreeNode} [from]
   * @param {number} [shown] How many of the moves to show.
   */
  tryLine(moves, from = this.node, shown = moves.length) {
    const path = movesOf(pathTo(from));
    const { fen, chess960 } = this.tree;
    const whole = [...path, ...moves];
    const last = this.tree.at(whole);
    const known = last.ply === whole.length ? movesOf(this.tree.line(last)) : whole;
    return this.line.set({ fen, chess960, moves: known, at: path.length + shown });
  }

  /** @param {string} uci */
  tryMove(uci) {
    return this.tryLine([uci]);
  }

  /** Shows the position of the game itself where the variation leaves it. */
  backToGame() {
    let node = this.node;
    while (node.parent && !this.tree.isPlayed(node)) node = node.parent;
    return this.show(node);
  }

  /** Shows the bar or hides it, and has this browser remember that. @param {boolean} wanted */
  setBar(wanted) {
    this.wantsBar = wanted;
    remember(BAR, wanted ? 'on' : 'off');
    this.refresh();
  }

  /** Keys outside of fields. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return this.line.key(event);
    const { node } = this;
    const all = node.parent?.children ?? [];
    if (all.length < 2) return undefined;
    event.preventDefault();
    return this.show(all[(all.indexOf(node) + step + all.length) % all.length]);
  }

  /** Everything that depends on the tree is shown anew. */
  refresh() {
    const { node } = this;
    this.list.show(this.tree, node);
    const isPlayed = this.tree.isPlayed(node) || node.parent === null;
    this.variationTools.hidden = isPlayed;
    const first = branchOf(node);
    this.name.textContent = first ? `Variation ${numbered(first)}` : 'After the end of the game';
    this.bar.element.hidden = !this.wantsBar || !(this.options.showsBar?.() ?? true);
    this.bar.show(node.score, this.line.board.orientation);
  }

  #shown() {
    if (this.line.end) this.tree.follow(this.line.end.game);
    this.refresh();
    this.options.changed();
  }

  async #promote() {
    const { node } = this;
    this.tree.promote(node);
    this.list.refresh();
    if ((await this.show(node)) && this.tree.isPlayed(node)) this.options.promoted?.();
  }

  /** Removes the variation, and shows where it left. */
  #remove() {
    const { node } = this;
    const first = branchOf(node) ?? this.tree.main[this.tree.played + 1];
    const left = first?.parent;
    if (!left) return;
    this.tree.remove(first);
    this.show(left);
  }
}
