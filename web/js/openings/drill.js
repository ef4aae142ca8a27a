/** The drill: theory is asked move by move, and what was answered wrong comes back. */

import { button, el, fill } from '../shared/dom.js';
import { counted, percent } from '../game/words.js';
import { LostError } from '../link/link.js';
import { arrowOf } from '../shared/thinking.js';
import { RecordPanel } from './record.js';
import { RepertoireChoice } from './repertoire.js';

/** @typedef {import('../link/types.js').DrillState} DrillState */
/** @typedef {import('../link/types.js').DrillVerdict} DrillVerdict */
/** @typedef {import('../link/types.js').DrillStep} DrillStep */
/** @typedef {import('../link/types.js').TheoryMove} TheoryMove */

/** Milliseconds between moves that the drill makes by itself. */
const PAUSE = 450;
/** Moves of theory that are named after a mistake. */
const NAMED = 4;

export class Drill {
  /**
   * @param {import('../app.js').App} app
   * @param {import('../game/line_board.js').LineBoard} line
   * @param {() => import('./selection.js').Selection} selection Which lines are drilled.
   * @param {() => void} changed Settings of the drill are others.
   */
  constructor(app, line, selection, changed) {
    this.app = app;
    this.line = line;
    this.selection = selection;
    this.offered = ['drill-start', 'drill-answer'].every((ask) => app.hello.asks.includes(ask));
    /** Whether the learner is to move. */
    this.asks = false;
    /** A round is being played; another that begins takes its place. */
    this.round = 0;
    this.running = false;
    this.side = el('select', { attrs: { 'aria-label': 'Your side' } });
    this.side.append(el('option', { attrs: { value: 'white' } }, 'You play White'));
    this.side.append(el('option', { attrs: { value: 'black' } }, 'You play Black'));
    this.family = el('input', { attrs: { type: 'search', list: 'families', placeholder: 'All openings' } });
    for (const field of [this.side, this.family]) field.addEventListener('change', changed);
    /** Where rounds begin. @type {{ fen: string | null, moves: string[] }} */
    this.beginning = { fen: null, moves: [] };
    this.fromHere = el('input', { attrs: { type: 'checkbox' } });
    this.fromHere.addEventListener('change', () => {
      const { fen, moves, at } = line.line;
      this.beginning = this.fromHere.checked ? { fen, moves: moves.slice(0, at) } : { fen: null, moves: [] };
    });
    this.begin = button('Begin a round', () => this.start(), { class: 'button primary' });
    this.hint = button('Hint', () => this.#hint(), { attrs: { hidden: true } });
    this.skip = button('End the round', () => this.stop(), { attrs: { hidden: true } });
    this.verdict = el('p', { class: 'verdict', attrs: { role: 'status' } });
    this.score = el('p', { class: 'figures' });
    this.log = el('ol', { class: 'drill-log', attrs: { 'aria-label': 'What happened' } });
    this.repertoire = new RepertoireChoice(app, line, () => this.#ownSide);
    this.record = new RecordPanel(app, line);
    this.element = this.#layout();
  }

  get address() {
    return { side: this.side.value === 'white' ? null : this.side.value, drill: this.family.value.trim() };
  }

  /** @param {URLSearchParams} query */
  restore(query) {
    this.side.value = query.get('side') === 'black' ? 'black' : 'white';
    this.family.value = query.get('drill') ?? '';
  }

  /** The tab is opened. */
  enter() {
    if (!this.running) this.record.load();
  }

  /** The learner's. @returns {'white' | 'black'} */
  get #ownSide() {
    return this.side.value === 'black' ? 'black' : 'white';
  }

  async start() {
    const round = ++this.round;
    const begin = this.beginning;
    const lines = { ...this.selection(), iterations: 500, seed: 0, family: this.family.value.trim() };
    const fields = { ...lines, ...this.repertoire.fields };
    const side = this.#ownSide;
    const state = await this.app.ask('drill-start', { ...fields, ...begin, side }, 'Choosing a line…');
    if (!state || round !== this.round) return;
    this.running = true;
    this.line.board.turn(side);
    this.#mark([], []);
    fill(this.log, []);
    this.verdict.classList.remove('wrong-answer');
    fill(this.verdict, [state.warning ?? (state.question ? 'Your move.' : '')]);
    this.line.board.element.scrollIntoView({ block: 'nearest' });
    const lead = state.fen ? [] : begin.moves;
    await this.line.set({ fen: state.fen, moves: lead, at: lead.length });
    await this.#follow(state, round);
  }

  /** The learner has made a move. @param {string} uci */
  async answer(uci) {
    const round = this.round;
    this.asks = false;
    const before = this.line.line;
    try {
      /** @type {DrillVerdict} */
      const verdict = await this.app.link.ask('drill-answer', { move: uci }, { repeat: false });
      if (round !== this.round) return;
      this.#showVerdict(uci, verdict);
      if (verdict.verdict === 'wrong') await pause(2.5 * PAUSE);
      if (round === this.round) await this.#follow(verdict, round);
    } catch (error) {
      await this.line.set(before);
      if (error instanceof LostError) return this.#lost();
      this.app.fail(error);
      this.asks = true;
      this.line.refreshInput();
    }
  }

  stop() {
    this.round++;
    this.running = false;
    this.asks = false;
    this.#showButtons();
    this.record.load();
  }

  /** The program was started anew: it knows nothing of this round, the record is safe. */
  #lost() {
    this.stop();
    fill(this.verdict, ['The connection was lost, and the round with it. Your answers are in the record.']);
  }

  /**
   * Shows the moves that were made, one after another, and asks or ends.
   *
   * @param {DrillState} state
   * @param {number} round
   */
  async #follow(state, round) {
    this.#note(state.steps);
    for (let count = this.line.line.moves.length; count < state.moves.length; count++) {
      if (this.line.line.moves.length > 0) await pause(PAUSE);
      if (round !== this.round) return;
      await this.line.set({ fen: this.line.line.fen, moves: state.moves.slice(0, count + 1), at: count + 1 });
    }
    await this.line.set({ fen: this.line.line.fen, moves: state.moves, at: state.moves.length });
    if (round !== this.round) return;
    const sum = state.right + state.wrong;
    this.score.textContent = sum ? `${state.right} right, ${state.wrong} wrong: ${percent(state.right / sum)}` : '';
    this.asks = state.question;
    this.running = state.question;
    if (!state.question) {
      this.#say(`End of ${this.repertoire.chosen ? 'the line' : 'theory'}: ${state.end ?? 'the line is over'}.`);
      this.record.load();
    }
    this.#showButtons();
    this.line.refreshInput();
  }

  /**
   * @param {string} uci
   * @param {DrillVerdict} verdict
   */
  #showVerdict(uci, { verdict, remark, goes_on: goesOn, theory }) {
    const square = [uci.slice(2, 4)];
    this.#mark(verdict === 'right' ? square : [], verdict === 'wrong' ? square : []);
    this.verdict.classList.toggle('wrong-answer', verdict === 'wrong');
    if (verdict === 'right') return this.#say(remark ? `Right: ${remark}.` : 'Right.');
    const known = theory.slice(0, NAMED).map(theoryText).join(', ');
    const goes = goesOn ? ` We go on with ${goesOn.text}.` : '';
    this.#say(`That leaves ${this.repertoire.chosen ? 'your repertoire' : 'theory'}, which has ${known}.${goes}`);
    if (goesOn) this.line.board.arrows([arrowOf(goesOn.uci, 0.9, 'first')]);
    return undefined;
  }

  /** @param {string} text */
  #say(text) {
    fill(this.verdict, [text]);
  }

  /** @param {DrillStep[]} steps */
  #note(steps) {
    for (const { named, text } of steps) {
      this.log.append(el('li', { class: named ? 'named' : '' }, named ?? text ?? ''));
    }
    this.log.scrollTop = this.log.scrollHeight;
  }

  /**
   * @param {string[]} right
   * @param {string[]} wrong
   */
  #mark(right, wrong) {
    this.line.board.mark('right', right);
    this.line.board.mark('wrong', wrong);
    if (wrong.length === 0) this.line.board.arrows([]);
    setTimeout(() => {
      this.line.board.mark('right', []);
      this.line.board.mark('wrong', []);
      this.line.board.arrows([]);
    }, 2 * PAUSE);
  }

  async #hint() {
    /** @type {{ theory: TheoryMove[] } | null} */
    const answer = await this.app.ask('drill-hint', {}, 'Looking up theory…');
    const source = this.repertoire.chosen ? 'Your repertoire' : 'Theory';
    if (answer) this.#say(`${source} has ${answer.theory.map(theoryText).join(', ')}.`);
  }

  #showButtons() {
    this.begin.textContent = this.running ? 'Another round' : 'Begin a round';
    this.hint.hidden = !this.asks || !this.app.hello.asks.includes('drill-hint');
    this.skip.hidden = !this.running;
  }

  #layout() {
    const choice = el('div', { class: 'selection-lines' });
    choice.append(el('label', { class: 'field' }, el('span', {}, 'Side'), this.side));
    choice.append(el('label', { class: 'field' }, el('span', {}, 'Opening'), this.family));
    const here = el('label', { class: 'check' }, this.fromHere, 'Rounds begin where the board is now');
    const buttons = el('div', { class: 'buttons' }, this.begin, this.hint, this.skip);
    const about = el(
      'p',
      { class: 'about' },
      'Any move of theory is right. What you get wrong comes back until you know it.',
    );
    const title = el('h2', { class: 'panel-title' }, 'Drill');
    const parts = [title, about, choice, this.repertoire.element, here, buttons, this.verdict, this.score, this.log];
    const round = el('section', { class: 'card drill', attrs: { 'aria-label': 'Drill' } }, ...parts);
    return el('div', { class: 'stack' }, round, this.record.element);
  }
}

/** @param {TheoryMove} move */
function theoryText({ san, lines, name, popular }) {
  const unnamed = popular === null ? 'transposition' : `popular, ${percent(popular)}`;
  const facts = [lines ? counted(lines, 'line') : unnamed, name].filter(Boolean);
  return `${san} (${facts.join(', ')})`;
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
