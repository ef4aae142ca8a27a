/**
 * What a person does not see while it plays against a player at a rating: what that player thinks. As on other sites
 * the game comes first and its analysis afterwards; who wants help in the game has to ask for it once.
 */

import { openDialog } from '../shared/dialog.js';
import { button, el } from '../shared/dom.js';

export class Help {
  /** @param {() => void} changed What the opponent thinks is shown or hidden now. */
  constructor(changed) {
    /** @type {import('./match.js').Match | null} */
    this.match = null;
    this.isAllowed = false;
    this.box = el('input', { attrs: { type: 'checkbox', role: 'switch' } });
    this.box.addEventListener('change', changed);
    this.element = el('label', { class: 'check' }, this.box, 'Show what it thinks');
    this.about = el('p', { class: 'about' });
  }

  /**
   * Another game begins.
   *
   * @param {import('./match.js').Match} match
   * @param {{ isShown: boolean, isAllowed: boolean }} [state] What was so before a reload.
   */
  begin(match, { isShown, isAllowed } = { isShown: false, isAllowed: false }) {
    this.match = match;
    this.box.checked = isShown;
    this.isAllowed = isAllowed;
  }

  get state() {
    return { isShown: this.box.checked, isAllowed: this.isAllowed };
  }

  /** Whether such a game is being played. */
  get isContest() {
    return this.match !== null && this.match.isContest && !this.match.end;
  }

  /** Whether the opponent's thoughts are hidden. */
  get hides() {
    return this.isContest && !this.box.checked;
  }

  /** Whether the page gives no help before it has been asked to. */
  get isWithheld() {
    return this.hides && !this.isAllowed;
  }

  /** @param {string} opponent */
  show(opponent) {
    this.element.hidden = !this.isContest;
    this.about.hidden = !this.hides;
    this.about.textContent = `What ${opponent} thinks is hidden until the game is over.`;
  }

  /**
   * Does something that helps; in such a game only after it was confirmed, once for the game.
   *
   * @param {() => void} help
   */
  ask(help) {
    if (!this.isWithheld) return help();
    const use = button(
      'Use help',
      () => {
        this.isAllowed = true;
        dialog.close();
        help();
      },
      { class: 'button primary' },
    );
    const cancel = button('Cancel', () => dialog.close());
    const words =
      'You are playing a rated opponent. Hints and analysis are for after the game, unless you want help now. ' +
      'You are asked once in a game.';
    const dialog = openDialog('Use help in this game?', [el('p', {}, words)], [cancel, use], 'ask');
    use.focus();
    return undefined;
  }
}
