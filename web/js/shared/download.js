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
    // Browsers have this on this machine and over HTTPS alone, not in the local network.
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    app.tell(`${what} copied.`);
  } catch {
    app.tell('The browser does not let the page copy.', 'error');
  }
}

/** @param {string} text */
function copySelected(text) {
  const field = el('textarea', { class: 'unseen' });
  field.value = text;
  // Inside a dialog nothing else can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('it was not copied');
}
