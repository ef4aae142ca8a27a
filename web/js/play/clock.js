/** The clocks of both sides. Nothing runs while neither does. */

import { otherSide } from '../board/geometry.js';

/** @typedef {import('../board/geometry.js').Side} Side */

const TICK = 100;

export class Clock {
  /**
   * @param {import('./settings.js').ClockSetting} setting
   * @param {(expired: Side | null) => void} changed Called while a clock runs, and once when one has expired.
   */
  constructor(setting, changed) {
    this.setting = setting;
    this.changed = changed;
    /** Milliseconds left. @type {Record<Side, number>} */
    this.left = { white: setting.base, black: setting.base };
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
    this.timer = 0;
  }

  /** @param {Side} side */
  remaining(side) {
    const gone = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - gone);
  }

  /** @param {Side} side */
  start(side) {
    if (this.running === side) return;
    this.stop();
    this.running = side;
    this.since = performance.now();
    this.timer = setInterval(() => this.#tick(), TICK);
  }

  /** The side that runs has moved: it gets its increment, and the other clock runs. */
  pressed() {
    const mover = this.running;
    if (!mover) return;
    this.stop();
    this.left[mover] += this.setting.increment;
    this.start(otherSide(mover));
  }

  stop() {
    if (this.running) this.left[this.running] = this.remaining(this.running);
    this.running = null;
    clearInterval(this.timer);
  }

  #tick() {
    const side = this.running;
    if (side && this.remaining(side) <= 0) {
      this.stop();
      this.changed(side);
    } else {
      this.changed(null);
    }
  }
}

/**
 * "5:07", and tenths below twenty seconds: "0:09.4".
 *
 * @param {number} milliseconds
 */
export function timeText(milliseconds) {
  const tenths = Math.ceil(milliseconds / 100);
  const seconds = milliseconds < 20000 ? Math.floor(tenths / 10) : Math.ceil(milliseconds / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = milliseconds < 20000 ? `.${tenths % 10}` : '';
  const text = `${hours ? String(minutes).padStart(2, '0') : minutes}:${String(rest).padStart(2, '0')}${tail}`;
  return hours ? `${hours}:${text}` : text;
}
