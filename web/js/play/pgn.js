/** Games as PGN: this one written with all that is known of it, another one read. */

import { openDialog } from '../shared/dialog.js';
import { button, el } from '../shared/dom.js';
import { copy, download } from '../shared/download.js';
import { PgnInput } from '../game/pgn_input.js';

/** @typedef {import('../link/types.js').Pgn} Pgn */

/**
 * @param {import('../app.js').App} app
 * @param {string} text
 */
function writeSection(app, text) {
  const attrs = { readonly: true, rows: 7, 'aria-label': 'This game as PGN' };
  const area = el('textarea', { attrs }, text);
  const buttons = el('div', { class: 'buttons' });
  buttons.append(button('Copy', () => copy(app, text, 'PGN')));
  buttons.append(button('Save', () => download('game.pgn', text)));
  return el('section', {}, el('h3', {}, 'This game'), area, buttons);
}

/**
 * @param {import('../app.js').App} app
 * @param {string} written This game.
 * @param {(pgn: Pgn) => void} open
 */
export function openPgn(app, written, open) {
  const input = new PgnInput(app, (pgn) => {
    dialog.close();
    open(pgn);
  });
  const reading = el('section', {}, el('h3', {}, 'Another game'), input.element);
  const dialog = openDialog('PGN', [writeSection(app, written), reading], [], 'pgn');
}
