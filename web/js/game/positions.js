/** Positions as the program describes them, each asked for once. */

/** @typedef {import('../link/types.js').Position} Position */

const KEPT = 600;

export class Positions {
  /** @param {import('../link/link.js').Link} link */
  constructor(link) {
    this.link = link;
    /** @type {Map<string, Promise<Position>>} */
    this.known = new Map();
  }

  /**
   * @param {string | null} fen Where the game begins; `null` for the usual start.
   * @param {string[]} moves
   * @returns {Promise<Position>}
   */
  get(fen, moves) {
    const key = `${fen ?? ''}|${moves.join(' ')}`;
    const known = this.known.get(key);
    if (known) return known;
    const asked = this.link.ask('position', { fen, moves });
    if (this.known.size >= KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }
}
