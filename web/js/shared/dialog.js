/** Dialogs: the browser's own, with a heading, a body, and buttons below. */

import { button, el } from './dom.js';

/**
 * Opens a dialog; it is taken out of the page when it closes.
 *
 * @param {string} title
 * @param {import('./dom.js').Child[]} body
 * @param {HTMLElement[]} actions
 * @param {string} [kind] A class of its own.
 */
export function openDialog(title, body, actions, kind = '') {
  const heading = el('h2', { attrs: { id: 'dialog-title' } }, title);
  const close = button('×', () => dialog.close(), { class: 'close', label: 'Close' });
  const head = el('div', { class: 'dialog-head' }, heading, close);
  const foot = el('div', { class: 'dialog-foot' }, ...actions);
  const attrs = { 'aria-labelledby': 'dialog-title' };
  const content = el('div', { class: 'dialog-body' }, ...body);
  const dialog = el('dialog', { class: `dialog ${kind}`, attrs }, head, content, foot);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
