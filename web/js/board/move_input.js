/** Moves by hand: which men may be moved where, the selected man, and the choice at a promotion. */

import { button, el } from '../shared/dom.js';
import { placeOf } from './geometry.js';
import { pieceIcon } from './pieces.js';
import { ROLE_NAMES } from './placement.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./pieces.js').Role} Role */

const PROMOTIONS = /** @type {Role[]} */ (['q', 'n', 'r', 'b']);

export class MoveInput {
  /**
   * @param {Board} board
   * @param {(uci: string) => void} play A legal move was made by hand; the board shows the men as before.
   * @param {(event: KeyboardEvent) => void} [type] A letter was typed on the board.
   */
  constructor(board, play, type) {
    this.board = board;
    this.play = play;
    /** Legal moves in UCI form, by the square that they leave. @type {Map<string, string[]>} */
    this.legal = new Map();
    /** @type {string | null} */
    this.selected = null;
    /** @type {HTMLElement | null} */
    this.picker = null;
    board.handlers = {
      lift: (square) => this.#lift(square),
      drop: (from, to) => this.#drop(from, to),
      tap: (square) => this.#tap(square),
      type: (event) => (event.key === 'Escape' ? this.select(null) : type?.(event)),
    };
  }

  /**
   * Sets the moves that may be made; none where it is not a person's turn.
   *
   * @param {string[]} moves In UCI form.
   */
  allow(moves) {
    this.legal = Map.groupBy(moves, (uci) => uci.slice(0, 2));
    this.board.element.classList.toggle('movable', moves.length > 0);
    this.#closePicker();
    this.select(this.selected && this.legal.has(this.selected) ? this.selected : null);
  }

  /** @param {string | null} square */
  select(square) {
    this.selected = square;
    this.freshlySelected = square;
    this.board.mark('selected', square ? [square] : []);
    const targets = square ? (this.legal.get(square) ?? []).map((uci) => uci.slice(2, 4)) : [];
    this.board.mark('target', [...new Set(targets)]);
  }

  /** @param {string} square */
  #lift(square) {
    if (!this.legal.has(square)) return false;
    if (this.selected && this.#movesTo(this.selected, square).length) return false;
    const again = this.selected === square;
    this.select(square);
    if (again) this.freshlySelected = null;
    return true;
  }

  /**
   * @param {string} from
   * @param {string | null} to
   */
  #drop(from, to) {
    if (to) this.#move(from, to);
    if (!this.picker) this.select(null);
  }

  /** @param {string} square */
  #tap(square) {
    if (this.selected && this.#movesTo(this.selected, square).length) {
      this.#move(this.selected, square);
      if (!this.picker) this.select(null);
    } else if (this.legal.has(square) && this.selected !== square) {
      this.select(square);
      this.freshlySelected = null;
    } else if (this.freshlySelected === square) {
      this.freshlySelected = null;
    } else {
      this.select(null);
    }
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #movesTo(from, to) {
    return (this.legal.get(from) ?? []).filter((uci) => uci.slice(2, 4) === to);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #move(from, to) {
    const moves = this.#movesTo(from, to);
    if (moves.length === 1) this.play(moves[0]);
    else if (moves.length > 1) this.#pick(from, to);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #pick(from, to) {
    this.#closePicker();
    const side = this.board.men.get(from)?.side ?? 'white';
    const choices = PROMOTIONS.map((role) =>
      button(
        pieceIcon({ side, role }),
        () => {
          this.#closePicker();
          this.select(null);
          this.board.focus(to);
          this.play(from + to + role);
        },
        { class: 'choice', label: ROLE_NAMES[role] },
      ),
    );
    const [column, row] = placeOf(to, this.board.orientation);
    const attrs = { role: 'group', 'aria-label': 'Promote to' };
    const picker = el('div', { class: row === 0 ? 'picker' : 'picker upward', attrs }, ...choices);
    picker.style.left = `${12.5 * column}%`;
    picker.addEventListener('keydown', (event) => this.#pickerKey(event, choices, from));
    const shade = el('div', { class: 'shade', on: { pointerdown: () => this.#cancel(from) } });
    this.picker = el('div', { class: 'picking' }, shade, picker);
    this.board.element.append(this.picker);
    choices[0].focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} choices
   * @param {string} from
   */
  #pickerKey(event, choices, from) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') this.#cancel(from);
    if (!step) return;
    event.preventDefault();
    const at = choices.findIndex((choice) => choice === document.activeElement);
    choices[(at + step + choices.length) % choices.length].focus();
  }

  /** @param {string} from */
  #cancel(from) {
    this.#closePicker();
    this.select(null);
    this.board.focus(from);
  }

  #closePicker() {
    this.picker?.remove();
    this.picker = null;
  }
}
