/** What the views share: the connection, what there is, messages, announcements, and the notice that something runs. */

import { button, el, fill } from './shared/dom.js';
import { Cancelled } from './link/link.js';

/** @typedef {import('./link/link.js').Link} Link */
/** @typedef {import('./link/types.js').Hello} Hello */
/** @typedef {import('./link/requests.js').Requests} Requests */
/** @typedef {import('./link/types.js').Answers} Answers */
/** @typedef {NonNullable<import('./link/requests.js').PlayerChoiceFields['options']>} OptionValues */

/**
 * A view of the page.
 *
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {(settings: URLSearchParams) => void} enter It is shown, with the settings of the address.
 * @property {() => void} leave It is hidden.
 * @property {(event: KeyboardEvent) => void} [key] A key was pressed outside of fields.
 */

/** Milliseconds after which work is shown, and a message goes away. */
const DELAY = 500;
const SHOWN_FOR = 9000;

export class App {
  /**
   * @param {Link} link
   * @param {Hello} hello
   */
  constructor(link, hello) {
    this.link = link;
    this.hello = hello;
    this.notices = /** @type {HTMLElement} */ (document.querySelector('.notices'));
    this.spoken = /** @type {HTMLElement} */ (document.querySelector('.spoken'));
  }

  /** @param {string} name */
  player(name) {
    return this.hello.players.find((player) => player.name === name) ?? null;
  }

  /**
   * Options with which a player thinks for itself: a move of the book would hide what it makes of the position.
   *
   * @param {string} name
   * @returns {OptionValues}
   */
  withoutBook(name) {
    const hasBook = this.player(name)?.options.some((option) => option.name === 'OwnBook');
    return hasBook ? { OwnBook: false } : {};
  }

  /**
   * Asks, shows after half a second that it takes long, with a button that stops waiting, and shows errors.
   *
   * @template {keyof Requests} A
   * @param {A} ask
   * @param {Requests[A]} fields
   * @param {string} label What is done meanwhile, as a sentence.
   * @param {(progress: any) => string} [words] How far it is, where the program tells that.
   * @returns {Promise<Answers[A] | null>} `null` after an error, or when it was stopped.
   */
  async ask(ask, fields, label, words) {
    const control = new AbortController();
    const notice = this.working(label, () => control.abort());
    /** @type {import('./link/link.js').Pending['report']} */
    const report = (kind, answer) => {
      if (words && kind === 'progress') notice.say(`${label} ${words(answer)}`);
    };
    try {
      return await this.link.ask(ask, fields, { signal: control.signal, report });
    } catch (error) {
      this.fail(error);
      return null;
    } finally {
      notice.end();
    }
  }

  /**
   * Shows a message for a while.
   *
   * @param {string} text
   * @param {'error' | 'info'} [kind]
   */
  tell(text, kind = 'info') {
    const old = [...this.notices.children].find((notice) => notice.getAttribute('data-text') === text);
    old?.remove();
    const notice = el('div', { class: `notice ${kind}`, attrs: { 'data-text': text } }, el('span', {}, text));
    notice.append(button('×', () => notice.remove(), { class: 'close', label: 'Dismiss' }));
    this.notices.append(notice);
    setTimeout(() => notice.remove(), SHOWN_FOR);
  }

  /** Shows an error, unless it is one that the user wanted. @param {unknown} error */
  fail(error) {
    if (error instanceof Cancelled) return;
    this.tell(error instanceof Error ? error.message : String(error), 'error');
    if (!(error instanceof Error) || error.name === 'TypeError') console.error(error);
  }

  /** Has a screen reader say something. @param {string} text */
  announce(text) {
    if (this.spoken.childElementCount > 20) this.spoken.firstElementChild?.remove();
    this.spoken.append(el('p', {}, text));
  }

  /**
   * Shows after half a second that something takes long, with a button that stops it, until `end` is called.
   *
   * @param {string} label
   * @param {() => void} stop
   */
  working(label, stop) {
    const notice = el('div', { class: 'notice working' });
    const text = el('span', {}, label);
    fill(notice, [el('span', { class: 'spinner', attrs: { 'aria-hidden': 'true' } }), text]);
    notice.append(button('Stop', stop, { class: 'button small' }));
    const timer = setTimeout(() => this.notices.append(notice), DELAY);
    return {
      say: (/** @type {string} */ words) => void (text.textContent = words),
      end: () => {
        clearTimeout(timer);
        notice.remove();
      },
    };
  }
}
