/** What the sides of a game do besides moving: draws offered and answered, and a player that resigns. */

import { isLine } from '../shared/thinking.js';
import { otherSide } from '../board/geometry.js';
import { LostError } from '../link/link.js';
import { seatName } from './settings.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/types.js').Position} Position */
/** @typedef {import('../link/types.js').Manner} Manner */

/**
 * What has to be kept over a reload: what the player expected, by half move, and the half move of the last offer.
 *
 * @typedef {{ expected: [number, number][], lastOffer: number | null, isOffered: boolean }} MannersState
 */

export class Manners {
  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.match = match;
    const { white, black } = match.seats;
    /** The side of the only player, where a person plays the other. @type {Side | null} */
    this.side = (white.player === null) === (black.player === null) ? null : white.player ? 'white' : 'black';
    /** What the player expected at its own turns, from 0 to 1, by half move. @type {Map<number, number>} */
    this.expected = new Map();
    /** The half move at which a draw was last offered. @type {number | null} */
    this.lastOffer = null;
    /** The player offers a draw. */
    this.isOffered = false;
    /** The person has offered a draw while the player thinks. */
    this.waits = false;
    /** What became of the last offer, for the person. */
    this.note = '';
  }

  /** Whether a person may offer a draw, and the program can answer. */
  get mayOffer() {
    const { app, end, watched } = this.match;
    return !end && !watched && (this.side === null || app.hello.asks.includes('manners')) && !this.waits;
  }

  /** The name of the player. */
  get #name() {
    return this.side ? seatName(this.match.seats[this.side], '') : '';
  }

  /**
   * The player reports at its turn.
   *
   * @param {Side} side
   * @param {Info} info
   * @param {number} ply
   */
  noteScore(side, info, ply) {
    if (side !== this.side || !isLine(info) || info.rank !== 1) return;
    this.expected.set(ply, side === 'white' ? info.white : 1 - info.white);
  }

  /**
   * The player has chosen its move: what it does besides.
   *
   * @param {Position} position
   * @returns {Promise<Manner>} `plays` where no person plays against it.
   */
  async decide(position) {
    const { app, settings } = this.match;
    if (!this.side || !app.hello.asks.includes('manners')) return 'plays';
    const fields = {
      fen: settings.fen,
      moves: position.game.map(({ uci }) => uci),
      rating: this.match.seats[this.side].elo,
      expected: [...this.expected].sort(([a], [b]) => a - b).map(([, expected]) => expected),
      since_offer: this.lastOffer === null ? null : position.ply - this.lastOffer,
      offered: this.waits,
    };
    const { does } = await app.link.ask('manners', fields, { repeat: false });
    if (this.waits && does !== 'accepts') this.#declined(position.ply);
    return does;
  }

  /** The person offers a draw, or accepts that of the player; two people agree on one. */
  async offerDraw() {
    const { match } = this;
    const { position } = match;
    if (!position || match.end) return;
    if (!this.side || this.isOffered) return match.finish('1/2-1/2', 'by agreement');
    this.waits = true;
    this.note = `You offer ${this.#name} a draw.`;
    match.events.changed();
    // A player that thinks answers when it has thought.
    if (match.thinking) return;
    try {
      const does = await this.decide(position);
      if (match.position === position && does === 'accepts') match.finish('1/2-1/2', 'by agreement');
    } catch (error) {
      this.waits = false;
      this.note = '';
      if (!(error instanceof LostError)) match.app.fail(error);
    }
    match.events.changed();
  }

  /** The player offers a draw with the move that it has just made. @param {number} ply */
  offered(ply) {
    this.isOffered = true;
    this.lastOffer = ply;
    this.note = `${this.#name} offers a draw.`;
  }

  /** The person declines. */
  decline() {
    this.isOffered = false;
    this.note = '';
    this.match.events.changed();
  }

  /** @param {number} ply */
  #declined(ply) {
    this.waits = false;
    this.lastOffer = ply;
    this.note = `${this.#name} declines the draw.`;
  }

  /** A move was made: it declines an offer, and ends what is said of the one before. @param {Side} mover */
  moved(mover) {
    if (this.side === otherSide(mover)) {
      this.isOffered = false;
      if (!this.waits) this.note = '';
    }
  }

  /** @param {number} ply */
  wentBack(ply) {
    for (const at of this.expected.keys()) if (at >= ply) this.expected.delete(at);
    if (this.lastOffer !== null && this.lastOffer > ply) this.lastOffer = null;
    this.isOffered = false;
    this.waits = false;
    this.note = '';
  }

  /** @returns {MannersState} */
  get state() {
    return { expected: [...this.expected], lastOffer: this.lastOffer, isOffered: this.isOffered };
  }

  /** @param {MannersState} state */
  restore({ expected, lastOffer, isOffered }) {
    this.expected = new Map(expected);
    this.lastOffer = lastOffer;
    if (isOffered && lastOffer !== null) this.offered(lastOffer);
  }
}
