/** "Continue your game": what an address that names no game shows first, where the last game here is not over. */

import { el, fill } from '../shared/dom.js';
import { storedGame, storedGames } from '../game/stored_games.js';
import { aboutOf, namesOf } from './games.js';

export class GoingOn {
  constructor() {
    this.element = el('section', { class: 'card going-on', attrs: { 'aria-label': 'Continue your game' } });
    this.element.hidden = true;
  }

  /** Offers the last game, unless it is over or was not played here. */
  offer() {
    const [title] = storedGames();
    if (!title || title.result !== '*' || storedGame(title.id)?.isRead !== false) return;
    const link = el('a', { class: 'button primary', attrs: { href: title.hash } }, 'Continue your game');
    fill(this.element, [link, el('span', {}, el('b', {}, namesOf(title)), ` ${aboutOf(title)}`)]);
    this.element.hidden = false;
  }

  /** A game is on the board. */
  withdraw() {
    this.element.hidden = true;
  }
}
