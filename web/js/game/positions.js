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
   * @param {{ fen: string | null, moves: string[], chess960?: boolean }} game `fen` is `null` for the usual start.
   * @returns {Promise<Position>}
   */
  get({ fen, moves, chess960 = false }) {
    const key = `${fen ?? ''}|${chess960}|${moves.join(' ')}`;
    const known = this.known.get(key);
    if (known) return known;
    const asked = this.link.ask('position', { fen, moves, chess960 });
    if (this.known.size >= KEPT) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    this.known.set(key, asked);
    asked.catch(() => this.known.delete(key));
    return asked;
  }
}
