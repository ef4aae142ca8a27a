/** The address: which view is shown, and everything that makes it what it is, so that a link restores it. */

/** @typedef {Record<string, string | null | undefined>} Settings */

/** The view and the settings in the part of the address behind `#`. */
export function readAddress() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  return { view: path, settings: new URLSearchParams(query ?? '') };
}

/**
 * An address within the page. What is null or empty is left out.
 *
 * @param {string} view
 * @param {Settings} settings
 */
export function addressOf(view, settings) {
  const query = Object.entries(settings)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replace(/%(2F|2C|3A|3D|2B)/g, unescaped)}`);
  return `#/${view}${query.length ? `?${query.join('&')}` : ''}`;
}

/**
 * Characters that an address may hold as they are; `+` stays escaped, which would be read as a space.
 *
 * @param {string} code
 */
function unescaped(code) {
  return code === '%2B' || code === '%3D' ? code : decodeURIComponent(code);
}

/** Milliseconds between writes: browsers ignore who writes more often, as a slider would. */
const PAUSE = 150;

/** What is still to be written. @type {string | null} */
let waiting = null;
let timer = 0;
let written = -PAUSE;

/**
 * Writes the address of what is shown now, at once or a moment later. It makes no entry in the history.
 *
 * @param {string} view
 * @param {Settings} settings
 */
export function writeAddress(view, settings) {
  waiting = addressOf(view, settings);
  clearTimeout(timer);
  timer = setTimeout(flushAddress, Math.max(0, written + PAUSE - performance.now()));
  if (performance.now() - written >= PAUSE) flushAddress();
}

/** Writes what is still to be written. */
export function flushAddress() {
  clearTimeout(timer);
  if (waiting !== null && waiting !== location.hash) history.replaceState(null, '', waiting);
  if (waiting !== null) written = performance.now();
  waiting = null;
}

/** Forgets what is still to be written: the address is another now. */
export function dropAddress() {
  clearTimeout(timer);
  waiting = null;
}

/**
 * Moves as an address holds them.
 *
 * @param {string[]} moves
 */
export function movesText(moves) {
  return moves.join('.');
}

/** @param {string | null} text @returns {string[]} */
export function movesFrom(text) {
  return text ? text.split('.').filter(Boolean) : [];
}

/**
 * A whole number of an address within bounds, else the default.
 *
 * @param {string | null} text
 * @param {number} least
 * @param {number} most
 * @param {number} usual
 */
export function numberFrom(text, least, most, usual) {
  const number = Number(text);
  return text !== null && text !== '' && number >= least && number <= most ? number : usual;
}
