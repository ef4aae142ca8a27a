/** Games as PGN: read from text or a file, written to text or a file. */

import { openDialog } from '../shared/dialog.js';
import { button, el } from '../shared/dom.js';
import { copy, download } from '../shared/download.js';
import { AskError } from '../link/link.js';

/** @typedef {import('../link/types.js').Pgn} Pgn */

/** @type {Pgn} */
const EMPTY = { headers: {}, games: 1, fen: null, chess960: false, moves: [], san: [], result: '*' };

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
  const area = el('textarea', { attrs: { rows: 7, 'aria-label': 'PGN to read', spellcheck: 'false' } });
  const file = el('input', { attrs: { type: 'file', accept: '.pgn,text/plain', 'aria-label': 'PGN file' } });
  const number = el('input', { attrs: { type: 'number', min: 1, value: 1, 'aria-label': 'Which game of the text' } });
  const message = el('p', { class: 'message', attrs: { role: 'status' } });

  /** @param {unknown} error */
  function explain(error) {
    message.className = 'message error';
    message.textContent = error instanceof Error ? error.message : String(error);
    if (!(error instanceof AskError)) return;
    const { moves, fen = null } = error.answer;
    if (moves?.length)
      message.append(
        ' ',
        button('Open the moves before', () => show({ ...EMPTY, moves, fen })),
      );
    if (error.at?.from === undefined) return;
    area.focus();
    area.setSelectionRange(error.at.from, error.at.to ?? error.at.from);
  }

  /** @param {Pgn} pgn */
  function show(pgn) {
    dialog.close();
    open(pgn);
  }

  async function read() {
    try {
      show(await app.link.ask('pgn-read', { text: area.value, game: Number(number.value) || 1 }));
    } catch (error) {
      explain(error);
    }
  }

  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (chosen.size > 900000) return explain(new Error('The file is larger than 900 KB: paste the game itself.'));
    area.value = await chosen.text();
    return read();
  });
  const which = el('label', { class: 'field' }, el('span', {}, 'Game'), number);
  const buttons = el('div', { class: 'buttons' }, file, which, button('Read', read, { class: 'button primary' }));
  const reading = el('section', {}, el('h3', {}, 'Another game'), area, buttons, message);
  const dialog = openDialog('PGN', [writeSection(app, written), reading], [], 'pgn');
}
