/** Analysis by a player: of the position on the board as long as one looks at it, of a whole game, or a hint. */

import { LostError } from '../link/link.js';
import { isLine } from './thinking.js';

/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/types.js').AnalysisLine} AnalysisLine */
/** @typedef {{ fen: string | null, moves: string[], chess960?: boolean }} Game */

const ANALYST = 'Classical';
const LINES = 3;
/** Milliseconds for each position of a game. */
const REVIEW = 120;

export class Analysis {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.run = 0;
    this.running = false;
  }

  /**
   * Analyses a position until {@link stop} or another analysis; `true` where it ended by itself, as when the
   * connection is lost or something else is searched.
   *
   * @param {Game} game
   * @param {(info: Info) => void} report
   */
  async watch(game, report) {
    const run = this.run + 1;
    await this.#ask(game, { infinite: true }, LINES, report);
    return run === this.run;
  }

  /**
   * The best line after a time; `null` where there is none, or when it was stopped.
   *
   * @param {Game} game
   * @param {number} movetime
   * @returns {Promise<AnalysisLine | null>}
   */
  async best(game, movetime) {
    /** @type {AnalysisLine | null} */
    let best = null;
    const complete = await this.#ask(game, { movetime }, 1, (info) => {
      if (isLine(info) && info.rank === 1) best = info;
    });
    return complete ? best : null;
  }

  /**
   * The best line after every half move of a game, one position after another.
   *
   * @param {Game} game
   * @param {(ply: number, best: AnalysisLine) => void} report
   */
  async review(game, report) {
    for (let ply = 0; ply <= game.moves.length; ply++) {
      const run = this.run + 1;
      const line = await this.best({ ...game, moves: game.moves.slice(0, ply) }, REVIEW);
      if (line) report(ply, line);
      if (run !== this.run) return;
    }
  }

  stop() {
    if (this.running) this.app.link.stop();
    this.run++;
    this.running = false;
  }

  /**
   * @param {Game} game
   * @param {Record<string, unknown>} limits
   * @param {number} lines
   * @param {(info: Info) => void} use
   * @returns {Promise<boolean>} Whether it came to its end.
   */
  async #ask({ fen, moves, chess960 }, limits, lines, use) {
    const run = ++this.run;
    this.running = true;
    const options = { ...this.app.withoutBook(ANALYST), MultiPV: lines };
    const fields = { player: ANALYST, seat: 'analysis', options, fen, moves, chess960, limits };
    /** @param {'info' | 'progress'} kind @param {Info} info */
    const report = (kind, info) => {
      if (kind === 'info' && run === this.run) use(info);
    };
    try {
      await this.app.link.ask('go', fields, { report, repeat: false });
      return run === this.run;
    } catch (error) {
      if (run === this.run && !(error instanceof LostError)) this.app.fail(error);
      return false;
    } finally {
      if (run === this.run) this.running = false;
    }
  }
}
