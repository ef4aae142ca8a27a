/** The game of the view "Play" as PGN has it, and as this browser keeps it. */

import { addressOf } from '../shared/address.js';
import { known, termination, today } from '../game/headers.js';
import { newId, storeGame } from '../game/stored_games.js';
import { treeData } from '../game/tree.js';
import { clockText } from './settings.js';

/** @typedef {import('../game/headers.js').Headers} Headers */

/** Half moves from which a game is kept. */
const LEAST = 2;
/** Milliseconds between a change and its keeping. */
const PAUSE = 400;

export class Keeping {
  /** @param {import('./view.js').PlayView} view */
  constructor(view) {
    this.view = view;
    this.id = newId();
    this.date = today();
    /** Those of a game that was read from PGN. @type {Headers | null} */
    this.read = null;
    this.timer = 0;
    this.isStale = false;
    this.hasTold = false;
    addEventListener('pagehide', () => this.flush());
  }

  /**
   * Another game begins.
   *
   * @param {import('../game/stored_games.js').StoredGame | null} kept What is known of a game that does not begin now.
   * @param {string | null} id The number under which it is kept.
   */
  begin(kept, id) {
    this.flush();
    this.id = id ?? newId();
    this.date = known(kept?.headers.Date) || (kept ? '' : today());
    this.read = kept?.isRead ? kept.headers : null;
  }

  /** The number in the address, once the game is kept. */
  get address() {
    return this.view.game.tree.played >= LEAST ? this.id : null;
  }

  /** @returns {Headers} */
  get headers() {
    const { match, game } = this.view;
    const clock = clockText(match.settings.clock);
    const opening = this.view.line.position?.opening;
    /** @type {Headers} */
    const own = this.read
      ? { ...this.read }
      : {
          Event: 'Motley Studio',
          Date: this.date,
          White: this.#player('white'),
          Black: this.#player('black'),
          ...(match.seats.white.elo !== null && { WhiteElo: String(match.seats.white.elo) }),
          ...(match.seats.black.elo !== null && { BlackElo: String(match.seats.black.elo) }),
          TimeControl: clock || '-',
        };
    if (opening && !own.ECO && game.node === game.tree.end)
      Object.assign(own, { ECO: opening.eco, Opening: opening.name });
    return { ...own, Termination: own.Termination ?? termination(match.end) };
  }

  /** The game has changed: it is kept a moment later. */
  changed() {
    if (this.isStale) return;
    this.isStale = true;
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Keeps what has changed. */
  flush() {
    clearTimeout(this.timer);
    const { game, match } = this.view;
    const { isStale } = this;
    this.isStale = false;
    if (!isStale || game.tree.played < LEAST) return;
    const { headers } = this;
    const result = match.end?.result ?? '*';
    const title = {
      id: this.id,
      changed: Date.now(),
      date: this.date,
      white: headers.White ?? '',
      black: headers.Black ?? '',
      whiteElo: known(headers.WhiteElo),
      blackElo: known(headers.BlackElo),
      result,
      opening: headers.Opening ?? '',
      plies: game.tree.played,
      hash: addressOf('play', this.view.settings()),
    };
    const dropped = storeGame(title, { headers, result, tree: treeData(game.tree), isRead: this.read !== null });
    if (dropped > 0 && !this.hasTold) {
      this.hasTold = true;
      this.view.app.tell('There is room for no more games here: the oldest are dropped. “Games” exports all.');
    }
  }

  /** @param {import('../board/geometry.js').Side} side */
  #player(side) {
    const { player } = this.view.match.seats[side];
    return player ?? this.view.name(side);
  }
}
