/**
 * The token of the address that `motley studio` prints: without it the program answers nothing. It is taken out of the
 * address, so that no bookmark or copied link has it, and kept in this browser, so that they need none.
 */

const KEY = 'motley-token';
const IN_ADDRESS = /^#token=([0-9a-f]+)/;
/** In the local network the program answers nothing without the token, so that requests have it. */
const IN_QUERY = /^\?token=([0-9a-f]+)$/;
const TICKET_IN_ADDRESS = /^#ticket=([0-9a-f]+)/;

/** Where the browser keeps nothing, until the page is closed. @type {string | null} */
let kept = null;

/** @returns {string | null} */
export function token() {
  try {
    return localStorage.getItem(KEY) ?? kept;
  } catch {
    return kept;
  }
}

/**
 * Takes the token out of the address, if it has one.
 *
 * @param {string} [hash] What the address has behind `#` afterwards, where it held nothing but the token.
 * @returns {boolean} Whether it had one.
 */
export function takeToken(hash = '') {
  const asked = IN_QUERY.exec(location.search);
  if (asked) {
    keep(asked[1]);
    history.replaceState(null, '', location.pathname + location.hash);
    return true;
  }
  const found = IN_ADDRESS.exec(location.hash);
  if (!found) return false;
  keep(found[1]);
  const rest = location.hash.slice(found[0].length);
  history.replaceState(null, '', location.pathname + (rest ? `#${rest}` : hash));
  return true;
}

/** Exchanges the ticket of the address that the program had the browser open, if it has one, for the token. */
export async function takeTicket() {
  const found = TICKET_IN_ADDRESS.exec(location.hash);
  if (!found) return;
  history.replaceState(null, '', location.pathname);
  try {
    const { token: given } = await (await fetch(`/token?ticket=${found[1]}`, { cache: 'no-store' })).json();
    if (given) keep(given);
  } catch {
    // The program has ended.
  }
}

/** @param {string} given */
function keep(given) {
  kept = given;
  try {
    localStorage.setItem(KEY, given);
  } catch {
    // It is known until the page is closed.
  }
}

/** Calls back when another page of this browser was given a token. @param {() => void} changed */
export function onOtherToken(changed) {
  addEventListener('storage', (event) => {
    if (event.key === KEY) changed();
  });
}

/**
 * Whether the program runs, and this is not its token.
 *
 * @param {string | null} given
 * @param {number} patience Milliseconds to wait for its answer.
 * @returns {Promise<boolean>}
 */
export async function isRefused(given, patience) {
  if (given === null) return true;
  try {
    const signal = AbortSignal.timeout(patience);
    const answer = await fetch(`/token?token=${given}`, { cache: 'no-store', signal });
    return answer.status === 403 || (await answer.json()).right === false;
  } catch {
    return false;
  }
}
