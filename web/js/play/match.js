/** A game between players and people: whose turn it is, the players' thinking, the clocks, and the end. */

import { otherSide } from '../board/geometry.js';
import { LostError } from '../link/link.js';
import { Clock } from './clock.js';
import { Manners } from './manners.js';
import { seatOptions } from './settings.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../link/types.js').Info} Info */
/** @typedef {import('../link/types.js').Position} Position */
/** @typedef {import('./settings.js').PlaySettings} PlaySettings */
/** @typedef {{ result: string, reason: string }} End */

/**
 * @typedef {object} MatchEvents
 * @property {(uci: string) => Promise<boolean>} play Plays a move on the board; the match goes on by itself then.
 * @property {(side: Side, info: Info, ply: number) => void} info A player reports.
 * @property {() => void} changed Whose turn, the end, or whether someone thinks.
 * @property {() => void} tick A clock runs.
 */

/** A player's move is not shown sooner than this after the last one, in milliseconds. */
const LEAST_PAUSE = 280;

export class Match {
  /**
   * @param {import('../app.js').App} app
   * @param {PlaySettings} settings
   * @param {MatchEvents} events
   */
  constructor(app, settings, events) {
    this.app = app;
    this.settings = settings;
    this.events = events;
    this.clock = settings.clock && new Clock(settings.clock, (expired) => this.#ticked(expired));
    /** @type {End | null} */
    this.end = null;
    this.paused = false;
    this.thinking = false;
    /** Sides whose player has not been asked in this game. @type {Set<Side>} */
    this.fresh = new Set(['white', 'black']);
    /** Every thought has a number; a move of one that is no longer wanted is dropped. */
    this.thought = 0;
    /** The position at the end of the line. @type {Position | null} */
    this.position = null;
    /** Clocks before each half move, to take moves back. @type {Record<Side, number>[]} */
    this.history = [];
    this.manners = new Manners(this);
  }

  get seats() {
    return this.settings.seats;
  }

  /** Whether no person plays. */
  get watched() {
    return this.seats.white.player !== null && this.seats.black.player !== null;
  }

  /** Whether a person plays against a player at a rating. */
  get isContest() {
    const { side } = this.manners;
    return side !== null && this.seats[side].elo !== null;
  }

  get toMove() {
    return this.position?.turn ?? 'white';
  }

  /** Whether a person is to move. */
  get personToMove() {
    return !this.end && !this.seats[this.toMove].player;
  }

  /**
   * The position at the end of the line is another: by a move, or because moves were taken back.
   *
   * @param {Position} position
   */
  async reached(position) {
    const moved = this.position !== null && position.ply === this.position.ply + 1;
    this.thought++;
    this.position = position;
    if (this.clock && moved && !this.end) this.clock.pressed();
    if (this.clock) this.history[position.ply] = { ...this.clock.left };
    if (moved) this.manners.moved(otherSide(position.turn));
    const { outcome } = position;
    if (outcome && (outcome.over || this.watched)) this.finish(outcome.result, outcome.reason);
    else await this.resume();
  }

  /** Goes on: the clock of the side to move runs, and a player thinks. */
  async resume() {
    if (!this.position || this.end) return this.events.changed();
    const side = this.toMove;
    // The first move of a person costs no time: the dialog has just been closed.
    const waits = this.position.ply === 0 && this.personToMove;
    if (this.clock && !this.paused && !waits) this.clock.start(side);
    if (this.paused || !this.seats[side].player) return this.events.changed();
    return this.#think(this.position, side);
  }

  /**
   * The connection is lost: the clocks stand still. It is there again: the game goes on, a player thinks anew.
   *
   * @param {boolean} open
   */
  connection(open) {
    if (open) {
      this.fresh = new Set(['white', 'black']);
      this.resume();
    } else {
      this.thought++;
      this.thinking = false;
      this.clock?.stop();
      this.events.changed();
    }
  }

  pause() {
    this.paused = true;
    this.thought++;
    this.clock?.stop();
    if (this.thinking) this.app.link.stop();
    this.thinking = false;
    this.events.changed();
  }

  unpause() {
    this.paused = false;
    return this.resume();
  }

  /** The player that thinks shall move at once. */
  moveNow() {
    if (this.thinking) this.app.link.stop();
  }

  /**
   * @param {string} result
   * @param {string} reason
   */
  finish(result, reason) {
    if (this.end) return;
    this.end = { result, reason };
    this.halt();
    this.events.changed();
  }

  /** No clock runs any more, and no player thinks. */
  halt() {
    this.thought++;
    this.clock?.stop();
    if (this.thinking) this.app.link.stop();
    this.thinking = false;
  }

  /** How many half moves to take back so that a person is to move again; 0 where there is none. */
  get movesBack() {
    const ply = this.position?.ply ?? 0;
    if (ply === 0 || (this.watched && !this.paused && !this.end)) return 0;
    if (this.watched) return 1;
    const mover = otherSide(this.toMove);
    const back = this.seats[mover].player ? 2 : 1;
    return back <= ply ? back : 0;
  }

  /** Moves are taken back: the clocks stand as they did then. @param {number} ply */
  wentBack(ply) {
    this.halt();
    this.end = null;
    this.fresh = new Set(['white', 'black']);
    this.manners.wentBack(ply);
    const then = this.history[ply];
    if (this.clock && then) this.clock.left = { ...then };
  }

  /** @param {Side | null} expired */
  #ticked(expired) {
    if (!expired) return this.events.tick();
    const other = otherSide(expired);
    const men = this.position?.counts[other];
    const bare = men && men.pawn + men.knight + men.bishop + men.rook + men.queen === 0;
    const win = other === 'white' ? '1-0' : '0-1';
    return this.finish(bare ? '1/2-1/2' : win, bare ? 'time, but only a king is left' : 'on time');
  }

  /**
   * @param {Position} position
   * @param {Side} side
   */
  async #think(position, side) {
    const thought = ++this.thought;
    const since = performance.now();
    this.thinking = true;
    this.events.changed();
    try {
      const choice = await this.#ask(position, side, thought);
      if (thought !== this.thought || !choice.move) return;
      const pause = this.watched && !this.clock ? this.settings.think : LEAST_PAUSE;
      const rest = pause - (performance.now() - since);
      if (rest > 0 && !choice.stopped) await new Promise((resolve) => setTimeout(resolve, rest));
      if (thought !== this.thought) return;
      const does = await this.manners.decide(position);
      if (thought !== this.thought) return;
      this.thinking = false;
      if (!this.#ends(does, side, position)) await this.#move(choice.move, does, position.ply);
    } catch (error) {
      if (thought !== this.thought) return;
      this.thinking = false;
      if (error instanceof LostError) return;
      this.app.fail(error);
      this.pause();
    }
  }

  /**
   * @param {string} move
   * @param {import('../link/types.js').Manner} does
   * @param {number} ply
   */
  async #move(move, does, ply) {
    if (!(await this.events.play(move)) || does !== 'offers' || this.end) return;
    this.manners.offered(ply + 1);
    this.events.changed();
  }

  /**
   * Ends the game where a player does so in place of its move.
   *
   * @param {import('../link/types.js').Manner} does
   * @param {Side} side
   * @param {Position} position
   */
  #ends(does, side, position) {
    const { outcome } = position;
    if (does === 'resigns') this.resign(side);
    else if (does === 'accepts') this.finish('1/2-1/2', 'by agreement');
    else if (does === 'claims' && outcome) this.finish(outcome.result, outcome.reason);
    return this.end !== null;
  }

  /** @param {Side} side */
  resign(side) {
    this.finish(side === 'white' ? '0-1' : '1-0', `${side === 'white' ? 'White' : 'Black'} resigns`);
  }

  /**
   * @param {Position} position
   * @param {Side} side
   * @param {number} thought
   * @returns {Promise<import('../link/types.js').Choice>}
   */
  #ask(position, side, thought) {
    const seat = this.seats[side];
    const fields = {
      player: /** @type {string} */ (seat.player),
      seat: side,
      options: seatOptions(seat, this.clock !== null),
      new_game: this.fresh.delete(side),
      fen: this.settings.fen,
      moves: position.game.map(({ uci }) => uci),
      limits: this.#limits(),
    };
    /** @param {'info' | 'progress'} kind @param {Info} info */
    const report = (kind, info) => {
      if (kind !== 'info' || thought !== this.thought) return;
      this.manners.noteScore(side, info, position.ply);
      this.events.info(side, info, position.ply);
    };
    return this.app.link.ask('go', fields, { report, repeat: false });
  }

  #limits() {
    if (!this.clock) return { movetime: this.settings.think };
    const [white, black] = [this.clock.remaining('white'), this.clock.remaining('black')];
    const increment = this.clock.setting.increment;
    return {
      wtime: Math.max(1, Math.round(white)),
      btime: Math.max(1, Math.round(black)),
      winc: increment,
      binc: increment,
    };
  }
}
