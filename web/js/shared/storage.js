/** What this browser remembers. Where it keeps nothing, as some private windows, it is known until the page closes. */

/** @type {Map<string, string>} */
const kept = new Map();

/** @param {string} key @returns {string | null} */
export function remembered(key) {
  try {
    return localStorage.getItem(key) ?? kept.get(key) ?? null;
  } catch {
    return kept.get(key) ?? null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 * @returns {boolean} Whether it outlasts the page.
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
    kept.delete(key);
    return true;
  } catch {
    kept.set(key, value);
    return false;
  }
}

/** @param {string} key */
export function forget(key) {
  kept.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/**
 * A switch that this browser remembers.
 *
 * @param {string} key
 * @param {boolean} usual
 */
export function rememberedSwitch(key, usual) {
  const stored = remembered(key);
  return stored === null ? usual : stored === 'on';
}
