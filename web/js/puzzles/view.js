/** The view "Puzzles": what is due is asked on the board; puzzles are made from the player's own games. */

import { writeAddress } from '../shared/address.js';
import { when } from '../shared/dates.js';
import { button, el, fill } from '../shared/dom.js';
import { LineBoard } from '../game/line_board.js';
import { percent } from '../game/words.js';
import { arrowOf } from '../shared/thinking.js';
import { MakePanel } from './make.js';
import { PuzzleList } from './list.js';

/** @typedef {import('../link/types.js').AskedPuzzle} AskedPuzzle */
/** @typedef {import('../link/types.js').PuzzleAnswered} PuzzleAnswered */
/** @typedef {import('../link/types.js').PuzzleEnd} PuzzleEnd */
/** @typedef {import('../link/types.js').DuePuzzles} DuePuzzles */

/** What an answer was, in words. */
const VERDICTS = { right: 'Right, go on.', solved: 'Solved!', 'as-good': 'That is as good: solved!' };

export class PuzzlesView {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.active = false;
    /** @type {AskedPuzzle | null} */
    this.puzzle = null;
    /** Moves of the solution that were played, replies included. @type {string[]} */
    this.played = [];
    /** Whether the solver is to move. */
    this.asks = false;
    /** Whether the board shows how the opponent answers a wrong move. */
    this.refuted = false;
    /** Whether the first try is over, which alone is noted. */
    this.again = false;
    this.hinted = false;
    this.shownAt = 0;
    /** Puzzles that were asked for, so that only the newest is shown. */
    this.opened = 0;
    this.line = new LineBoard(app, {
      label: 'Board of the puzzle',
      changed: () => this.#mark(),
      mayMove: (board) => this.asks && board.atEnd && this.#isOn(board.line),
      moved: (uci) => this.#answer(uci),
    });
    this.title = el('h2', { class: 'panel-title' }, 'Puzzles');
    this.prompt = el('p', {});
    this.verdict = el('p', { class: 'verdict', attrs: { role: 'status' } });
    this.explanation = el('p', {});
    this.dates = el('p', { class: 'figures' });
    this.hint = button('Hint', () => this.#hint());
    this.retry = button('Try again', () => this.#retry(), { class: 'button primary' });
    this.solution = button('Show the solution', () => this.#giveUp());
    this.next = button('Next puzzle', () => this.#skip(), { class: 'button primary' });
    /** Puzzles that were passed over. @type {Set<number>} */
    this.skipped = new Set();
    this.list = new PuzzleList(app, (number) => this.open(number));
    this.make = new MakePanel(app, () => this.#made());
    this.element = this.#layout();
  }

  /** @param {URLSearchParams} query */
  async enter(query) {
    this.active = true;
    const asked = Number(query.get('n'));
    const number = Number.isInteger(asked) && asked > 0 ? asked : null;
    if (this.puzzle && (number === null || number === this.puzzle.number)) return this.#writeAddress();
    await this.open(number);
    return this.list.load();
  }

  leave() {
    this.active = false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.line.key(event);
  }

  /** Asks a puzzle. @param {number | null} number `null` for that which is due longest. */
  async open(number) {
    const opened = ++this.opened;
    const answer = await this.app.ask('puzzle-next', { number }, 'Looking for a puzzle…');
    if (opened !== this.opened || (!answer && this.line.position)) return;
    this.puzzle = answer?.puzzle ?? null;
    this.played = [];
    this.refuted = false;
    this.again = false;
    this.hinted = false;
    this.shownAt = performance.now();
    this.#say('');
    fill(this.explanation, []);
    this.line.board.arrows([]);
    this.asks = this.puzzle !== null;
    if (answer) this.#showDates(answer);
    this.#showQuestion();
    if (this.active) this.#writeAddress();
    this.line.board.turn(this.puzzle?.side ?? 'white');
    await this.line.set({ fen: this.puzzle?.fen ?? null, moves: [], at: 0 });
  }

  /** Whether a line is the puzzle as far as it is played: until its position is there, the board has the one before. */
  #isOn(/** @type {import('../game/line_board.js').Line} */ { fen, moves }) {
    return fen === this.puzzle?.fen && moves.join() === this.played.join();
  }

  /** Asks the next puzzle, another one where the learner has not answered. */
  #skip() {
    if (!this.asks || !this.puzzle) return this.open(null);
    this.skipped.add(this.puzzle.number);
    const other = this.list.due.find((number) => !this.skipped.has(number));
    if (other !== undefined) return this.open(other);
    this.skipped.clear();
    return this.app.tell('No other puzzle is due.');
  }

  #writeAddress() {
    writeAddress('puzzles', { n: this.puzzle ? String(this.puzzle.number) : null });
  }

  #showQuestion() {
    const { puzzle } = this;
    this.title.textContent = puzzle ? `Puzzle ${puzzle.number}` : 'Puzzles';
    const nothing = 'Nothing is due. Make puzzles from your games below, or open one of the list.';
    const found = puzzle?.found ?? null;
    const share = found === null ? '' : ` ${percent(found)} of players of your rating find it.`;
    fill(
      this.prompt,
      puzzle ? [puzzle.prompt + share, el('small', { class: 'faint' }, ` ${puzzle.source}`)] : [nothing],
    );
    this.#showButtons();
  }

  /** @param {DuePuzzles} dates */
  #showDates({ now, due_now: dueNow, next_due: next }) {
    const later = next === null ? '' : `; the next one ${when(next, now)}`;
    this.dates.textContent = `${dueNow} due now${later}`;
  }

  #showButtons() {
    const isOpen = this.asks || this.refuted;
    this.hint.hidden = !this.asks;
    this.retry.hidden = !this.refuted;
    this.solution.hidden = !isOpen;
    this.next.textContent = this.asks ? 'Skip' : 'Next puzzle';
    this.next.classList.toggle('primary', !isOpen);
    this.line.refreshInput();
  }

  /** Marks the move that led to the puzzle: the board knows only what was played since. */
  #mark() {
    const before = this.puzzle?.before;
    if (before && this.line.line.at === 0) this.line.board.mark('last', [before.slice(0, 2), before.slice(2, 4)]);
  }

  /** @param {string} uci */
  async #answer(uci) {
    const { puzzle, played, hinted, again } = this;
    if (!puzzle) return;
    this.asks = false;
    const seconds = Math.round((performance.now() - this.shownAt) / 1000);
    const fields = { number: puzzle.number, played, move: uci, hinted, seconds, again };
    try {
      const answer = await this.app.link.ask('puzzle-answer', fields, { repeat: false });
      if (this.puzzle === puzzle) await this.#follow(uci, answer);
    } catch (error) {
      this.app.fail(error);
      this.asks = this.puzzle === puzzle;
      await this.line.set({ fen: puzzle.fen, moves: played, at: played.length });
    }
  }

  /**
   * @param {string} uci
   * @param {PuzzleAnswered} answer
   */
  async #follow(uci, { verdict, reply, end }) {
    if (verdict === 'wrong') return this.#refute(uci, reply);
    const fen = this.puzzle?.fen ?? null;
    this.#say(VERDICTS[verdict]);
    this.line.board.arrows([]);
    if (end === null) {
      this.played = [...this.played, uci, ...(reply ? [reply] : [])];
      this.asks = true;
      await this.line.set({ fen, moves: this.played, at: this.played.length });
      return this.#showButtons();
    }
    const moves = verdict === 'as-good' ? [...this.played, uci] : end.solution;
    await this.line.set({ fen, moves, at: this.played.length + 1 });
    this.#showEnd(end);
    return this.list.load();
  }

  /**
   * A wrong move is answered on the board; the solution stays hidden, so that the puzzle can be tried again.
   *
   * @param {string} uci
   * @param {string | null} reply `null` where the wrong move ends the game.
   */
  async #refute(uci, reply) {
    const { puzzle } = this;
    this.again = true;
    this.refuted = true;
    const moves = [...this.played, uci, ...(reply ? [reply] : [])];
    await this.line.set({ fen: puzzle?.fen ?? null, moves, at: moves.length });
    if (this.puzzle !== puzzle || !this.refuted) return;
    this.line.board.arrows(reply ? [arrowOf(reply, 0.6, 'reply')] : []);
    const { last, outcome } = this.line.position ?? {};
    const opponent = puzzle?.side === 'white' ? 'Black' : 'White';
    this.#say(reply ? `No: ${opponent} answers ${last?.san}.` : `No: the game is over, ${outcome?.reason}.`, true);
    this.#showButtons();
    this.retry.focus();
    const list = await this.list.load();
    if (list && this.puzzle === puzzle) this.#showDates(list);
  }

  /** The position before the wrong move is asked again. */
  async #retry() {
    const { puzzle, played } = this;
    if (!puzzle) return;
    this.refuted = false;
    this.asks = true;
    this.#say('');
    this.line.board.arrows([]);
    this.#showButtons();
    this.line.board.focus(this.line.board.focused);
    await this.line.set({ fen: puzzle.fen, moves: played, at: played.length });
  }

  /** Shows the solution, which counts as a wrong answer where nothing was tried before. */
  async #giveUp() {
    const { puzzle, again } = this;
    if (!puzzle || !(this.asks || this.refuted)) return;
    const before = { asks: this.asks, refuted: this.refuted };
    Object.assign(this, { asks: false, refuted: false });
    try {
      const end = await this.app.link.ask('puzzle-solution', { number: puzzle.number, again }, { repeat: false });
      if (this.puzzle === puzzle) await this.#reveal(puzzle, end);
    } catch (error) {
      this.app.fail(error);
      if (this.puzzle === puzzle) Object.assign(this, before);
      this.#showButtons();
    }
  }

  /**
   * What is left of the solution can be stepped through.
   *
   * @param {AskedPuzzle} puzzle
   * @param {PuzzleEnd} end
   */
  async #reveal({ fen }, end) {
    const at = this.played.length;
    this.#say('');
    await this.line.set({ fen, moves: end.solution, at });
    this.line.board.arrows([arrowOf(end.solution[at], 0.9, 'first')]);
    this.#showEnd(end);
    await this.list.load();
  }

  /**
   * @param {string} words The verdict on the last move.
   * @param {boolean} [isWrong]
   */
  #say(words, isWrong = false) {
    this.verdict.classList.toggle('wrong-answer', isWrong);
    fill(this.verdict, [words]);
  }

  /** @param {PuzzleEnd} end */
  #showEnd(end) {
    const theme = end.theme && el('strong', {}, `${end.theme.charAt(0).toUpperCase()}${end.theme.slice(1)}. `);
    const back = end.due === null ? '' : ` It comes back ${when(end.due, end.now)}.`;
    fill(this.explanation, [theme, `${end.sentence ? `${end.sentence} ` : ''}The solution is ${end.line}.${back}`]);
    this.#showDates(end);
    this.#showButtons();
    this.next.focus();
  }

  async #hint() {
    const { puzzle, played } = this;
    if (!puzzle) return;
    const answer = await this.app.ask('puzzle-hint', { number: puzzle.number, played }, 'Looking for a hint…');
    if (!answer || this.puzzle !== puzzle) return;
    this.hinted = true;
    fill(this.verdict, [`The piece on ${answer.square} moves.`]);
    this.line.board.focus(answer.square);
  }

  async #made() {
    await this.list.load();
    if (!this.puzzle) await this.open(null);
  }

  #layout() {
    const buttons = el('div', { class: 'buttons' }, this.hint, this.retry, this.solution, this.next);
    const parts = [this.title, this.prompt, buttons, this.verdict, this.explanation, this.dates];
    const card = el('section', { class: 'card drill', attrs: { 'aria-label': 'Puzzle' } }, ...parts);
    const panel = el('div', { class: 'panel' }, card, this.make.element, this.list.element);
    return el('div', { class: 'view puzzles' }, el('div', { class: 'table' }, this.line.element), panel);
  }
}
