/** Who plays, how strong, with which clock: chosen in the dialog, held in the address. */

import { movesFrom, numberFrom } from '../shared/address.js';

/** @typedef {import('../board/geometry.js').Side} Side */
/** @typedef {import('../app.js').OptionValues} OptionValues */
/** @typedef {import('../link/types.js').Player} Player */

/**
 * Who plays a side: a person for `player` null. `elo` null is full strength. `options` differ from their defaults.
 *
 * @typedef {{ player: string | null, elo: number | null, options: OptionValues }} Seat
 * @typedef {{ base: number, increment: number }} ClockSetting Milliseconds.
 * @typedef {object} PlaySettings
 * @property {Record<Side, Seat>} seats
 * @property {ClockSetting | null} clock
 * @property {number} think Milliseconds that a player may think where there is no clock.
 * @property {string | null} fen
 */

/** Default and bounds of the time for a move. */
export const THINK = { usual: 1000, least: 50, most: 60000 };

/** @type {Seat} */
export const PERSON = { player: null, elo: null, options: {} };

/**
 * A seat as an address holds it: `Mockfish`, `Classical:1500`, `Mockfish:1500:MockfishNets=Rated,Seed=3`.
 *
 * @param {Seat} seat
 */
export function seatText({ player, elo, options }) {
  if (!player) return 'person';
  const values = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return [player, elo ?? '', values.join(',')].join(':').replace(/:+$/, '');
}

/**
 * A seat of an address; a person where the player is unknown. Options that the player lacks are left out.
 *
 * @param {string | null} text
 * @param {Player[]} players
 * @returns {Seat}
 */
export function seatFrom(text, players) {
  const [name, elo, ...rest] = (text ?? '').split(':');
  const player = players.find((one) => one.name === name);
  if (!player) return PERSON;
  /** @type {OptionValues} */
  const options = {};
  for (const pair of rest.join(':').split(',')) {
    const [key, value] = pair.split('=');
    const option = player.options.find((one) => one.name === key);
    if (!option || value === undefined) continue;
    const plain = decodeURIComponent(value);
    options[key] = option.kind === 'check' ? plain === 'true' : option.kind === 'spin' ? Number(plain) : plain;
  }
  return { player: player.name, elo: player.rated && elo ? Number(elo) : null, options };
}

/**
 * The seat's options as the program takes them. On a clock a player at a rating takes as long as people do, unless the
 * seat says otherwise.
 *
 * @param {Seat} seat
 * @param {boolean} onClock
 * @returns {OptionValues}
 */
export function seatOptions({ elo, options }, onClock) {
  return elo === null ? options : { HumanClock: onClock, ...options, UCI_LimitStrength: true, UCI_Elo: elo };
}

/** @param {Seat} seat @param {string} person */
export function seatName({ player, elo }, person) {
  if (!player) return person;
  return elo === null ? player : `${player} (${elo})`;
}

/** @param {ClockSetting | null} clock */
export function clockText(clock) {
  return clock ? `${clock.base / 1000}+${clock.increment / 1000}` : '';
}

/** A plus that was not escaped arrives as a space. @param {string | null} text @returns {ClockSetting | null} */
export function clockFrom(text) {
  const parts = /^(\d+(?:\.\d+)?)[+ ](\d+(?:\.\d+)?)$/.exec(text ?? '');
  if (!parts) return null;
  const [base, increment] = [Number(parts[1]) * 1000, Number(parts[2]) * 1000];
  return base > 0 && base <= 4 * 3600e3 && increment <= 600e3 ? { base, increment } : null;
}

/**
 * What an address says about a game: the settings, the moves so far, what is shown, the clocks and the end.
 *
 * @param {URLSearchParams} query
 * @param {Player[]} players
 */
export function settingsFrom(query, players) {
  const bare = !query.has('w') && !query.has('b');
  const opponent = players.find(({ name }) => name === 'Mockfish') ?? players[0];
  const usual = `${opponent.name}${opponent.rated ? ':1500' : ''}`;
  const moves = movesFrom(query.get('m'));
  /** @type {PlaySettings} */
  const settings = {
    seats: {
      white: seatFrom(query.get('w'), players),
      black: seatFrom(bare ? usual : query.get('b'), players),
    },
    clock: clockFrom(query.get('tc')),
    think: numberFrom(query.get('think'), THINK.least, THINK.most, THINK.usual),
    fen: query.get('fen'),
  };
  const [white, black] = (query.get('clk') ?? '').split('-').map(Number);
  return {
    settings,
    moves,
    at: numberFrom(query.get('at'), 0, moves.length, moves.length),
    tried: movesFrom(query.get('v')),
    flipped: query.get('flip') === '1',
    clocks: white >= 0 && black >= 0 && query.get('clk') ? { white, black } : null,
    ended: query.get('end'),
  };
}

/** @param {PlaySettings} settings */
export function settingsAddress({ seats, clock, think, fen }) {
  return {
    w: seatText(seats.white),
    b: seatText(seats.black),
    tc: clockText(clock),
    think: think === THINK.usual ? null : String(think),
    fen,
  };
}
