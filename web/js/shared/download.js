/** Files and texts that leave the page. */

import { el } from './dom.js';

/**
 * @param {string} name
 * @param {Blob | string} content
 */
export function download(name, content) {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content;
  const address = URL.createObjectURL(blob);
  el('a', { attrs: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * @param {import('../app.js').App} app
 * @param {string} text
 * @param {string} what What was copied, for the message.
 */
export async function copy(app, text, what) {
  try {
    await navigator.clipboard.writeText(text);
    app.tell(`${what} copied.`);
  } catch {
    app.tell('The browser does not let the page copy.', 'error');
  }
}
