/** For sliders: the newest request is asked when the last answer is there; those between are left out. */

/**
 * @template T
 * @param {(value: T) => Promise<void>} work It handles its own errors.
 * @returns {(value: T) => void}
 */
export function latest(work) {
  /** @type {{ value: T } | null} */
  let waiting = null;
  let running = false;

  /** @param {T} value */
  return async function request(value) {
    waiting = { value };
    if (running) return;
    running = true;
    while (waiting) {
      const { value: newest } = waiting;
      waiting = null;
      await work(newest);
    }
    running = false;
  };
}
