/** A review as it comes in: the ratings first, then move after move, and the summary at the end. */

import { Cancelled, LostError } from '../link/link.js';

/** @typedef {import('../link/types.js').ReviewInfo} ReviewInfo */
/** @typedef {import('../link/types.js').MoveReview} MoveReview */
/** @typedef {import('../link/types.js').ReviewProgress} ReviewProgress */
/** @typedef {import('../link/types.js').ComparedRatings} ComparedRatings */
/** @typedef {import('../link/types.js').Review} Review */
/** @typedef {import('../link/requests.js').ReviewAsk} ReviewAsk */

/**
 * What a review has found so far.
 *
 * @typedef {object} Findings
 * @property {ComparedRatings | null} ratings
 * @property {MoveReview[]} moves
 * @property {Review | null} review The summary, once all is done.
 */

export class ReviewRun {
  /**
   * @param {import('../app.js').App} app
   * @param {() => void} changed
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    /** @type {Findings} */
    this.findings = { ratings: null, moves: [], review: null };
    /** @type {ReviewProgress | null} */
    this.progress = null;
    /** @type {AbortController | null} */
    this.control = null;
    /** Why there is no summary. */
    this.note = '';
  }

  get isRunning() {
    return this.control !== null;
  }

  /** The move that was reviewed at a half move. @param {number} ply */
  at(ply) {
    return this.findings.moves.find((move) => move.ply === ply) ?? null;
  }

  /** Shows what was found before. @param {Findings} findings */
  restore(findings) {
    this.cancel();
    this.findings = findings;
    this.note = '';
    this.changed();
  }

  clear() {
    this.restore({ ratings: null, moves: [], review: null });
  }

  /**
   * Reviews a game.
   *
   * @param {ReviewAsk} fields
   * @returns {Promise<boolean>} Whether it came to its end.
   */
  async start(fields) {
    this.cancel();
    const control = new AbortController();
    this.control = control;
    this.findings = { ratings: null, moves: [], review: null };
    this.progress = null;
    this.note = '';
    this.changed();
    /** @type {import('../link/link.js').Pending['report']} */
    const report = (kind, answer) => {
      if (control !== this.control) return;
      if (kind === 'progress') this.progress = answer;
      else this.#take(answer);
      this.changed();
    };
    try {
      const options = { signal: control.signal, report, repeat: false };
      const review = await this.app.link.ask('review', fields, options);
      if (control !== this.control) return false;
      if (review.stopped) this.note = 'The review was ended by something else that was searched.';
      else this.findings = { ...this.findings, review };
      return !review.stopped;
    } catch (error) {
      if (control === this.control) this.#failed(error);
      return false;
    } finally {
      if (control === this.control) {
        this.control = null;
        this.changed();
      }
    }
  }

  /** Ends the review; what was found so far stays. */
  cancel() {
    const { control } = this;
    if (!control) return;
    this.control = null;
    this.note = 'The review was ended before the last move.';
    control.abort();
    this.changed();
  }

  /** @param {ReviewInfo} info */
  #take({ ratings, reviewed }) {
    if (ratings) this.findings.ratings = ratings;
    if (reviewed) this.findings.moves.push(reviewed);
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Cancelled) return;
    this.note =
      error instanceof LostError ? 'The connection to motley was lost.' : String(/** @type {any} */ (error).message);
  }
}
