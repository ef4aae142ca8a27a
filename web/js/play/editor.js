/** Setting up a position by hand or by FEN. */

import { Board } from '../board/board.js';
import { pieceIcon } from '../board/pieces.js';
import { START_FEN, letterOf, manOf, menOf, nameOf, sideToMove } from '../board/placement.js';
import { openDialog } from '../shared/dialog.js';
import { button, el, fill } from '../shared/dom.js';
import { latest } from '../link/latest.js';
import { AskError } from '../link/link.js';

/** @typedef {import('../board/placement.js').Man} Man */
/** @typedef {import('../link/types.js').BoardReport} BoardReport */

/** Each right with its name, and the squares of the king and the rook that it needs. */
const CASTLING = [
  ['K', 'White short', 'e1', 'h1'],
  ['Q', 'White long', 'e1', 'a1'],
  ['k', 'Black short', 'e8', 'h8'],
  ['q', 'Black long', 'e8', 'a8'],
];

/** @typedef {Man | 'move' | 'remove'} Tool */

class Editor {
  /**
   * @param {import('../app.js').App} app
   * @param {string} fen
   */
  constructor(app, fen) {
    this.app = app;
    /** @type {Tool} */
    this.tool = 'move';
    /** Where a man was picked up, for those who do not drag. @type {string | null} */
    this.picked = null;
    this.board = new Board({
      label: 'Board to set up',
      handlers: {
        lift: (square) => this.board.men.has(square),
        drop: (from, to) => this.#drop(from, to),
        tap: (square) => this.#tap(square),
      },
    });
    this.turn = el('select', { on: { change: () => this.#changed() } });
    this.turn.append(el('option', { attrs: { value: 'white' } }, 'White'));
    this.turn.append(el('option', { attrs: { value: 'black' } }, 'Black'));
    this.rights = CASTLING.map(([letter, name, king, rook]) => {
      const squares = [king, rook];
      return { letter, name, squares, box: el('input', { attrs: { type: 'checkbox' } }) };
    });
    for (const { box } of this.rights) box.addEventListener('change', () => this.#changed());
    const described = { 'aria-label': 'FEN', 'aria-describedby': 'fen-fault' };
    this.fen = el('input', { attrs: { type: 'text', ...described, spellcheck: 'false', autocomplete: 'off' } });
    this.fault = el('span', { class: 'message error', attrs: { id: 'fen-fault', role: 'alert', hidden: true } });
    this.fen.addEventListener('change', () => this.#fenTyped());
    this.message = el('p', { class: 'message', attrs: { role: 'status' } });
    this.start = button('Play from here', () => {}, { class: 'button primary' });
    this.choose = button('New game from here…', () => {});
    this.tools = el('div', { class: 'tools', attrs: { role: 'group', 'aria-label': 'Men to place' } });
    this.check = latest(() => this.#ask());
    this.#showTools();
    this.setFen(fen);
  }

  /** Castling rights of a FEN count as they stand. @param {string} fen */
  setFen(fen) {
    this.board.setMen(menOf(fen));
    this.turn.value = sideToMove(fen);
    const castling = fen.split(/\s+/)[2] ?? '-';
    for (const { letter, box } of this.rights) box.checked = castling.includes(letter);
    this.#changed();
  }

  get body() {
    const rights = this.rights.map(({ name, box }) => el('label', { class: 'check' }, box, name));
    const turn = el('label', { class: 'field' }, el('span', {}, 'To move'), this.turn);
    const castling = el('fieldset', {}, el('legend', {}, 'May castle'), ...rights);
    const fen = el('label', { class: 'field wide' }, el('span', {}, 'FEN'), this.fen, this.fault);
    const fast = el('div', { class: 'buttons' });
    fast.append(button('Clear', () => this.setFen('8/8/8/8/8/8/8/8 w - - 0 1')));
    fast.append(button('Usual start', () => this.setFen(START_FEN)));
    fast.append(
      button('Turn the board', () => this.board.turn(this.board.orientation === 'white' ? 'black' : 'white')),
    );
    const side = el('div', { class: 'editor-side' }, this.tools, turn, castling, fast);
    return el('div', { class: 'editor' }, this.board.element, side, fen, this.message);
  }

  #showTools() {
    const men = [...'KQRBNPkqrbnp'].map((letter) => /** @type {Man} */ (manOf(letter)));
    const choice = (
      /** @type {Tool} */ tool,
      /** @type {import('../shared/dom.js').Child} */ face,
      /** @type {string} */ label,
    ) =>
      button(
        face,
        () => {
          this.tool = tool;
          this.#pick(null);
          this.#showTools();
        },
        { class: 'tool', label, attrs: { 'aria-pressed': String(this.#uses(tool)) } },
      );
    fill(this.tools, [
      ...men.map((man) => choice(man, pieceIcon(man), nameOf(man))),
      choice('move', '✥', 'Move pieces'),
      choice('remove', '×', 'Remove pieces'),
    ]);
  }

  /** @param {Tool} tool */
  #uses(tool) {
    const text = (/** @type {Tool} */ one) => (typeof one === 'string' ? one : letterOf(one));
    return text(tool) === text(this.tool);
  }

  /**
   * @param {string} from
   * @param {string | null} to
   */
  #drop(from, to) {
    const men = new Map(this.board.men);
    const man = /** @type {Man} */ (men.get(from));
    men.delete(from);
    if (to) men.set(to, man);
    this.#pick(null);
    this.board.setMen(men);
    this.#changed();
  }

  /** @param {string | null} square */
  #pick(square) {
    this.picked = square;
    this.board.mark('selected', square ? [square] : []);
  }

  /** @param {string} square */
  #tap(square) {
    const men = new Map(this.board.men);
    const there = men.get(square);
    if (this.tool === 'move') {
      if (this.picked && this.picked !== square) this.#drop(this.picked, square);
      else this.#pick(there && this.picked !== square ? square : null);
      return;
    }
    const placed = this.tool;
    if (placed === 'remove' || (there && letterOf(there) === letterOf(placed))) men.delete(square);
    else men.set(square, placed);
    this.board.setMen(men);
    this.#changed();
  }

  /** A right is offered where king and rook stand on their squares. */
  #changed() {
    for (const { letter, squares, box } of this.rights) {
      const there = squares.map((square) => this.board.men.get(square));
      const letters = letter === letter.toLowerCase() ? 'kr' : 'KR';
      box.disabled = there.map((man) => (man ? letterOf(man) : '')).join('') !== letters;
    }
    this.check(undefined);
  }

  async #ask() {
    const board = Object.fromEntries([...this.board.men].map(([square, man]) => [square, letterOf(man)]));
    const rights = this.rights.filter(({ box }) => box.checked && !box.disabled).map(({ letter }) => letter);
    const turn = /** @type {import('../board/geometry.js').Side} */ (this.turn.value);
    const fields = { board, turn, castling: rights.join('') || '-' };
    /** @type {BoardReport | null} */
    const report = await this.app.ask('board', fields, 'Checking the position…');
    if (report) this.#showReport(report);
  }

  async #fenTyped() {
    try {
      this.setFen((await this.app.link.ask('board', { fen: this.fen.value.trim() })).fen);
    } catch (error) {
      if (!(error instanceof AskError)) return this.app.fail(error);
      this.#showFault(error.message);
    }
  }

  /** What is wrong with the FEN that was typed; the board stays as it was. @param {string} text */
  #showFault(text) {
    this.fault.textContent = text;
    this.fault.hidden = text === '';
    this.fen.setAttribute('aria-invalid', String(text !== ''));
    if (!text) return;
    this.message.textContent = 'The board shows the last position that could be read.';
    this.#allow(false);
  }

  /** @param {boolean} valid */
  #allow(valid) {
    this.start.disabled = !valid;
    this.choose.disabled = !valid;
  }

  /** @param {BoardReport} report */
  #showReport({ fen, valid, reason, unreachable }) {
    this.fen.value = fen;
    this.#showFault('');
    this.#allow(valid);
    this.message.classList.toggle('error', !valid);
    const note = unreachable ? `It can be played, but no game leads here: ${unreachable}.` : 'Ready.';
    this.message.textContent = valid ? note : `It cannot be played: ${reason}.`;
  }
}

/**
 * @param {import('../app.js').App} app
 * @param {string} fen The position to begin with.
 * @param {{ play: (fen: string) => void, choose: (fen: string) => void }} then The players of the game before go on
 *   from the position that was set up, or others are chosen for it.
 */
export function openEditor(app, fen, then) {
  const editor = new Editor(app, fen);
  const dialog = openDialog('Set up a position', [editor.body], [editor.choose, editor.start], 'set-up');
  const close = (/** @type {(fen: string) => void} */ next) => () => {
    dialog.close();
    next(editor.fen.value);
  };
  editor.start.addEventListener('click', close(then.play));
  editor.choose.addEventListener('click', close(then.choose));
}
