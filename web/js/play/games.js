/** The dialog with the games that this browser keeps. */

import { openDialog } from '../shared/dialog.js';
import { button, el, fill } from '../shared/dom.js';
import { download } from '../shared/download.js';
import { deleteGame, isPersistent, storedGame, storedGames } from '../game/stored_games.js';

/** @typedef {import('../game/stored_games.js').StoredTitle} StoredTitle */
/** @typedef {import('../link/requests.js').PgnWriteAsk} PgnWriteAsk */

/** @param {StoredTitle} title */
export function namesOf({ white, black, whiteElo, blackElo }) {
  const named = (/** @type {string} */ name, /** @type {string} */ elo) => (elo ? `${name} (${elo})` : name);
  return `${named(white || 'White', whiteElo)} – ${named(black || 'Black', blackElo)}`;
}

/** @param {StoredTitle} title */
export function aboutOf({ date, result, opening, plies }) {
  const moves = Math.ceil(plies / 2);
  return [result === '*' ? 'not finished' : result, `${moves} ${moves === 1 ? 'move' : 'moves'}`, opening, date]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Every game as one PGN.
 *
 * @param {import('../app.js').App} app
 * @param {StoredTitle[]} titles
 */
async function writeAll(app, titles) {
  const texts = [];
  for (const { id } of titles.toReversed()) {
    const game = storedGame(id);
    if (!game) continue;
    const result = /** @type {PgnWriteAsk['result']} */ (game.result);
    const { fen, chess960, comment, nodes } = game.tree;
    const fields = { headers: game.headers, fen, chess960, comment, nodes, result };
    const written = await app.ask('pgn-write', /** @type {PgnWriteAsk} */ (fields), 'Writing the games…');
    if (!written) return null;
    texts.push(written.text);
  }
  return texts.join('');
}

/** @param {import('../app.js').App} app */
export function openGames(app) {
  const list = el('ol', { class: 'stored-games', attrs: { 'aria-label': 'Games' } });
  const note = el('p', { class: 'about' });
  const save = button('Save all as PGN', async () => {
    const text = await writeAll(app, storedGames());
    if (text) download('motley-games.pgn', text);
  });
  const dialog = openDialog('Games', [note, list], [save], 'games');

  const show = () => {
    const titles = storedGames();
    save.disabled = titles.length === 0;
    note.textContent = isPersistent()
      ? 'Games that were played or read here stay in this browser: the last 200.'
      : 'This browser keeps nothing: the games are lost when the page is closed.';
    fill(list, titles.length ? titles.map(item) : [el('li', { class: 'faint' }, 'No games yet.')]);
  };
  const item = (/** @type {StoredTitle} */ title) => {
    const open = button(
      [el('b', {}, namesOf(title)), el('small', {}, aboutOf(title))],
      () => {
        dialog.close();
        location.hash = title.hash;
      },
      { class: 'game-choice' },
    );
    const remove = button(
      '×',
      () => {
        deleteGame(title.id);
        show();
        /** @type {HTMLElement | null} */ (list.querySelector('button') ?? save)?.focus();
      },
      { class: 'close', label: `Delete ${namesOf(title)}` },
    );
    return el('li', {}, open, remove);
  };
  show();
}
