/** A board that shows a line of moves: stepping through it, moves by hand, by keyboard and typed. */

import { Board } from '../board/board.js';
import { MoveInput } from '../board/move_input.js';
import { manOf } from '../board/placement.js';
import { otherSide } from '../board/geometry.js';
import { button, el } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { play } from '../shared/sounds.js';
import { Positions } from './positions.js';
import { findMove, spokenMove } from './words.js';

/** @typedef {import('../link/types.js').Position} Position */
/**
 * The moves since `fen`, and how many of them are shown.
 *
 * @typedef {{ fen: string | null, moves: string[], at: number, chess960?: boolean }} Line
 */

/**
 * @typedef {object} LineBoardOptions
 * @property {string} label
 * @property {(board: LineBoard) => void} changed The line, or what is shown of it, is another.
 * @property {(board: LineBoard) => boolean} [mayMove] Whether moves may be made by hand now; usually they may.
 * @property {boolean} [watched] Moves are never made by hand here.
 * @property {(uci: string) => void} [moved] A move was made by hand; usually it is added to the line.
 */

export class LineBoard {
  /**
   * @param {import('../app.js').App} app
   * @param {LineBoardOptions} options
   */
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.positions = new Positions(app.link);
    /** @type {Line} */
    this.line = { fen: null, moves: [], at: 0 };
    /** The position that is shown. @type {Position | null} */
    this.position = null;
    /** The position at the end of the line. @type {Position | null} */
    this.end = null;
    this.asked = 0;
    /** What will be shown once the last answer is there: quick steps count from it. @type {Line} */
    this.wanted = this.line;
    this.board = new Board({ label: options.label, handlers: { lift: () => false, drop: () => {}, tap: () => {} } });
    this.input = new MoveInput(
      this.board,
      (uci) => this.#byHand(uci),
      (event) => this.#typed(event),
    );
    this.typing = this.#typingField();
    this.controls = this.#makeControls();
    this.element = el('div', { class: 'line-board' }, this.board.element, this.controls);
  }

  /**
   * Shows another line. After an error all is as it was.
   *
   * @param {Line} line
   * @returns {Promise<boolean>} Whether it is shown; not when another was asked for meanwhile.
   */
  async set(line) {
    const asked = ++this.asked;
    const at = Math.max(0, Math.min(line.at, line.moves.length));
    this.wanted = { ...line, at };
    try {
      const end = await this.positions.get(line);
      const shown =
        at === line.moves.length ? end : await this.positions.get({ ...line, moves: line.moves.slice(0, at) });
      if (asked !== this.asked) return false;
      const before = this.line;
      this.line = this.wanted;
      this.end = end;
      this.position = shown;
      this.#show();
      if (this.line.at > before.at || this.line.moves.length > before.moves.length) this.#announce();
      if (this.line.at === before.at + 1) this.#sound();
      this.options.changed(this);
      return true;
    } catch (error) {
      if (asked !== this.asked) return false;
      this.wanted = this.line;
      this.app.fail(error);
      if (this.position) this.#show();
      return false;
    }
  }

  /** Plays a move after the position that is shown; what came after it goes. @param {string} uci */
  play(uci) {
    const { moves, at } = this.line;
    return this.set({ ...this.line, moves: [...moves.slice(0, at), uci], at: at + 1 });
  }

  /** @param {number} at How many moves to show. */
  goTo(at) {
    const aim = Math.max(0, Math.min(at, this.wanted.moves.length));
    return aim === this.wanted.at ? Promise.resolve(false) : this.set({ ...this.wanted, at: aim });
  }

  get atEnd() {
    return this.line.at === this.line.moves.length;
  }

  flip() {
    this.board.turn(otherSide(this.board.orientation));
    this.options.changed(this);
  }

  /** Sets anew whether moves may be made by hand. */
  refreshInput() {
    const may = this.position !== null && !this.options.watched && (this.options.mayMove?.(this) ?? true);
    this.input.allow(may && this.position ? this.position.legal.map(({ uci }) => uci) : []);
    this.typing.disabled = !may;
  }

  /** Keys outside of fields. @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, () => unknown>} */
    const steps = {
      ArrowLeft: () => this.goTo(this.wanted.at - 1),
      ArrowRight: () => this.goTo(this.wanted.at + 1),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.wanted.moves.length),
      f: () => this.flip(),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  #show() {
    const { position } = this;
    if (!position) return;
    const men = Object.entries(position.board).map(([square, letter]) => [square, manOf(letter)]);
    this.board.setMen(new Map(/** @type {[string, import('../board/placement.js').Man][]} */ (men)));
    this.board.mark('last', position.last ? [position.last.from, position.last.to] : []);
    this.board.mark('check', position.check ? [position.check] : []);
    this.refreshInput();
  }

  #announce() {
    const last = this.position?.last;
    if (!last || !this.position) return;
    const side = otherSide(this.position.turn);
    this.app.announce(spokenMove(side, last.san));
    if (this.position.outcome?.over) this.app.announce(`The game is over: ${this.position.outcome.reason}.`);
  }

  #sound() {
    const { position } = this;
    if (!position?.last) return;
    const isOver = position.outcome?.over && this.atEnd;
    const san = position.last.san;
    play(isOver ? 'end' : position.check ? 'check' : san.includes('x') ? 'capture' : 'move');
  }

  /** @param {string} uci */
  #byHand(uci) {
    const men = new Map(this.board.men);
    const man = men.get(uci.slice(0, 2));
    if (man) {
      men.delete(uci.slice(0, 2));
      const role = /** @type {import('../board/pieces.js').Role} */ (uci[4] ?? man.role);
      men.set(uci.slice(2, 4), { ...man, role });
      this.board.setMen(men);
    }
    this.input.allow([]);
    if (this.options.moved) this.options.moved(uci);
    else this.play(uci);
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (this.typing.disabled || !/^[a-hKQRBNO0]$/.test(event.key)) return;
    event.stopPropagation();
    this.typing.focus();
  }

  #typingField() {
    const attrs = { type: 'text', placeholder: 'Type a move: Nf3', 'aria-label': 'Type a move', autocomplete: 'off' };
    const field = el('input', { class: 'typing', attrs: { ...attrs, spellcheck: 'false', autocapitalize: 'off' } });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.board.focus(this.board.focused);
      if (event.key !== 'Enter' || !field.value.trim()) return;
      const move = findMove(this.position?.legal ?? [], field.value);
      field.setAttribute('aria-invalid', String(!move));
      if (!move) return this.app.tell(`“${field.value.trim()}” is no legal move here.`, 'error');
      field.value = '';
      return this.#byHand(move.uci);
    });
    field.addEventListener('input', () => field.removeAttribute('aria-invalid'));
    return field;
  }

  #makeControls() {
    const step = (/** @type {'first' | 'back' | 'forward' | 'last'} */ name, /** @type {string} */ label) =>
      button(
        icon(name),
        () => {
          const { at, moves } = this.wanted;
          this.goTo({ first: 0, back: at - 1, forward: at + 1, last: moves.length }[name]);
        },
        { class: 'button quiet icon', label },
      );
    return el(
      'div',
      { class: 'line-controls' },
      step('first', 'First position'),
      step('back', 'Back'),
      step('forward', 'Forward'),
      step('last', 'Last position'),
      button(icon('flip'), () => this.flip(), { class: 'button quiet icon', label: 'Turn the board' }),
      !this.options.watched && this.typing,
    );
  }
}
