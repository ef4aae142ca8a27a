/**
 * The games that this browser keeps: a list of what they are, and each game by itself. At most {@link MOST} of them;
 * the oldest go first. Where the browser keeps nothing, they are known until the page closes.
 */

import { forget, remember, remembered } from '../shared/storage.js';

/** @typedef {import('./tree.js').TreeData} TreeData */

/**
 * @typedef {object} StoredTitle
 * @property {string} id
 * @property {number} changed When it was changed last, in milliseconds since 1970.
 * @property {string} date As PGN writes dates.
 * @property {string} white
 * @property {string} black
 * @property {string} whiteElo
 * @property {string} blackElo
 * @property {string} result
 * @property {string} opening
 * @property {number} plies
 * @property {string} hash The address of the page that shows it.
 * @typedef {object} StoredGame
 * @property {Record<string, string>} headers
 * @property {string} result
 * @property {TreeData} tree
 * @property {boolean} isRead It was read from PGN, not played here.
 */

const LIST = 'motley-games';
const GAME = 'motley-game-';
const MOST = 200;

/** The newest first. @returns {StoredTitle[]} */
export function storedGames() {
  try {
    const list = JSON.parse(remembered(LIST) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** @param {string | null} id @returns {StoredGame | null} */
export function storedGame(id) {
  const text = id && remembered(GAME + id);
  if (!text) return null;
  try {
    const game = JSON.parse(text);
    return game?.tree?.nodes ? game : null;
  } catch {
    return null;
  }
}

/** A number that no other game has. */
export function newId() {
  return Date.now().toString(36) + Math.floor(Math.random() * 46656).toString(36);
}

/**
 * Keeps a game, in place of what was kept of it before.
 *
 * @param {StoredTitle} title
 * @param {StoredGame} game
 * @returns {number} How many old games had to go for it.
 */
export function storeGame(title, game) {
  const list = [title, ...storedGames().filter(({ id }) => id !== title.id)];
  let dropped = 0;
  const drop = () => {
    const last = list.pop();
    if (last) forget(GAME + last.id);
    dropped++;
  };
  while (list.length > MOST) drop();
  // The browser's room may end before: what does not fit is known until the page closes.
  while (!remember(GAME + title.id, JSON.stringify(game)) && list.length > 1 && isPersistent()) drop();
  remember(LIST, JSON.stringify(list));
  return dropped;
}

/** @param {string} id */
export function deleteGame(id) {
  forget(GAME + id);
  remember(LIST, JSON.stringify(storedGames().filter((title) => title.id !== id)));
}

/** Whether the browser keeps anything at all. */
export function isPersistent() {
  try {
    localStorage.setItem('motley-trial', '');
    localStorage.removeItem('motley-trial');
    return true;
  } catch {
    return false;
  }
}
