/** A game with its variations: the moves as nodes, of which the first child goes on with the line. */

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../link/types.js').PlayedMove} PlayedMove */
/** @typedef {import('../link/types.js').Pgn} Pgn */

/**
 * What a search made of a position, from White's view: what White can expect from 0 to 1, and centipawns or moves to
 * a mate.
 *
 * @typedef {{ white: number, cp?: number | null, mate?: number | null, depth?: number | null }} NodeScore
 */

/**
 * A move, and the position after it. The root stands for the position before the first move.
 *
 * @typedef {object} TreeNode
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {string} uci
 * @property {string} san
 * @property {number} ply Which half move it is; 0 for the root.
 * @property {number} number
 * @property {Side} turn Who played it.
 * @property {string} before A comment before the move.
 * @property {string} comment
 * @property {number[]} glyphs Numbers of PGN.
 * @property {number | null} clock Seconds that the mover has left.
 * @property {NodeScore | null} score
 */

/**
 * A tree as it is sent, and as this browser keeps it: the part of a PGN that concerns the moves.
 *
 * @typedef {Pick<Pgn, 'fen' | 'chess960' | 'comment' | 'nodes'> & {
 *   played: number, score?: NodeScore | null }} TreeData With the score of the position before the first move.
 */

/** @typedef {Pick<PlayedMove, 'uci' | 'san' | 'ply' | 'number' | 'turn'>} Move */

/** Signs of the glyphs that a move list shows. @type {Record<number, string>} */
export const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/**
 * @param {Move} move
 * @param {TreeNode | null} parent
 * @returns {TreeNode}
 */
function newNode({ uci, san, ply, number, turn }, parent) {
  const plain = { before: '', comment: '', glyphs: [], clock: null, score: null };
  return { parent, children: [], uci, san, ply, number, turn, ...plain };
}

export class GameTree {
  /**
   * @param {string | null} fen Where the game begins; `null` for the usual start.
   * @param {boolean} [chess960]
   */
  constructor(fen, chess960 = false) {
    this.fen = fen;
    this.chess960 = chess960;
    this.root = newNode({ uci: '', san: '', ply: 0, number: 0, turn: 'black' }, null);
    /** Half moves of the game itself: what the main line has behind them was tried after its end. */
    this.played = 0;
  }

  /**
   * The node of the last of some moves; nodes that are missing are made.
   *
   * @param {Move[]} moves
   */
  follow(moves) {
    let node = this.root;
    for (const move of moves) {
      let next = node.children.find(({ uci }) => uci === move.uci);
      if (!next) {
        next = newNode(move, node);
        node.children.push(next);
      }
      node = next;
    }
    return node;
  }

  /** The node after some moves, as far as they are in the tree. @param {string[]} moves */
  at(moves) {
    let node = this.root;
    for (const uci of moves) {
      const next = node.children.find((child) => child.uci === uci);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The nodes from the root to a node, and on along the first children. @param {TreeNode} node */
  line(node) {
    const line = pathTo(node);
    for (let last = node; last.children.length; line.push(last)) last = last.children[0];
    return line;
  }

  /** The root and every node of the main line. */
  get main() {
    return this.line(this.root);
  }

  /** The last position of the game itself. */
  get end() {
    const { main } = this;
    return main[Math.min(this.played, main.length - 1)];
  }

  /** Whether a node is a position of the game itself. @param {TreeNode} node */
  isPlayed(node) {
    return node.ply <= this.played && isMain(node);
  }

  get hasVariations() {
    const { main } = this;
    return main.length - 1 > this.played || main.some(({ children }) => children.length > 1);
  }

  /** A variation takes the place of the line that it leaves. @param {TreeNode} node Any of its moves. */
  promote(node) {
    const first = branchOf(node);
    const parent = first?.parent;
    if (!first || !parent) return;
    const whole = parent.ply < this.played && isMain(parent);
    parent.children.splice(parent.children.indexOf(first), 1);
    parent.children.unshift(first);
    if (whole) this.played = this.main.length - 1;
  }

  /** Removes a move and everything after it. @param {TreeNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    if (this.isPlayed(node)) this.played = parent.ply;
    parent.children.splice(parent.children.indexOf(node), 1);
  }

  /** Every node but the root, parents before their children. */
  get nodes() {
    /** @type {TreeNode[]} */
    const nodes = [];
    const waiting = this.root.children.toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      nodes.push(node);
      for (const child of node.children.toReversed()) waiting.push(child);
    }
    return nodes;
  }
}

/** The nodes from the root to a node. @param {TreeNode} node */
export function pathTo(node) {
  const path = [node];
  for (let above = node.parent; above; above = above.parent) path.push(above);
  return path.reverse();
}

/** @param {TreeNode[]} line With the root. */
export function movesOf(line) {
  return line.slice(1).map(({ uci }) => uci);
}

/** The first move of the variation that a node is in; `null` in the main line. @param {TreeNode} node */
export function branchOf(node) {
  for (let one = node; one.parent; one = one.parent) if (one.parent.children[0] !== one) return one;
  return null;
}

/** @param {TreeNode} node */
export function isMain(node) {
  return branchOf(node) === null;
}

/** "3. Nf3", "3... Nc6". @param {TreeNode} node */
export function numbered({ number, turn, san }) {
  return `${number}.${turn === 'black' ? '..' : ''} ${san}`;
}

/**
 * A tree from what was sent or kept. A move that stands twice in a position is there once: so a line that was tried
 * after the end of a game comes back to where it was.
 *
 * @param {TreeData} data
 */
export function treeFrom({ fen, chess960, comment, nodes, played, score: first }) {
  const tree = new GameTree(fen, chess960);
  tree.root.comment = comment;
  tree.root.score = first ?? null;
  tree.played = played;
  /** @type {TreeNode[]} */
  const made = [];
  for (const { parent, uci, san, number, turn, before, comment: behind, glyphs, clock, eval: score } of nodes) {
    const above = parent === null ? tree.root : made[parent];
    const known = above.children.find((child) => child.uci === uci);
    const node = known ?? newNode({ uci, san, ply: above.ply + 1, number, turn }, above);
    if (!known) above.children.push(node);
    if (!known) Object.assign(node, noted({ before, comment: behind, glyphs, clock, eval: score }));
    made.push(node);
  }
  return tree;
}

/** What is said of a move. @param {Partial<TreeData['nodes'][number]>} entry */
function noted({ before = '', comment = '', glyphs = [], clock, eval: score }) {
  return { before, comment, glyphs, clock: clock ?? null, score: score ?? null };
}

/**
 * A tree as it is sent. What was tried after the end of the game is a variation to the last move that begins with that
 * move again, as PGN has no other place for it.
 *
 * @param {GameTree} tree
 * @returns {TreeData}
 */
export function treeData(tree) {
  const { end, root, fen, chess960, played } = tree;
  /** @type {Map<TreeNode, number>} */
  const places = new Map();
  /** @type {TreeData['nodes']} */
  const nodes = [];
  const add = (/** @type {TreeNode} */ node, /** @type {number | null} */ parent) => {
    const { uci, san, number, turn, before, comment, glyphs, clock, score } = node;
    const known = { before: before || undefined, comment: comment || undefined, clock: clock ?? undefined };
    nodes.push({
      parent,
      uci,
      san,
      number,
      turn,
      ...known,
      glyphs: glyphs.length ? glyphs : undefined,
      ...evalOf(score),
    });
    return nodes.length - 1;
  };
  for (const node of tree.nodes) {
    const { parent } = node;
    const isTried = parent === end && end !== root;
    places.set(node, add(node, isTried ? again() : parent && parent !== root ? (places.get(parent) ?? null) : null));
  }

  /** The last move of the game once more. */
  function again() {
    const { uci, san, number, turn, parent } = end;
    const entry = { parent: parent && parent !== root ? (places.get(parent) ?? null) : null, uci, san, number, turn };
    const found = nodes.findLastIndex((one) => one.uci === uci && one.parent === entry.parent);
    return found > (places.get(end) ?? -1) ? found : nodes.push(entry) - 1;
  }

  return { fen, chess960, comment: root.comment, nodes, played, score: root.score };
}

/** @param {NodeScore | null} score */
function evalOf(score) {
  if (!score) return {};
  const { cp = null, mate = null, depth = null, white } = score;
  return { eval: { cp, mate, depth, white } };
}
