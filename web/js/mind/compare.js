/** Several players on the same position, side by side. */

import { numberFrom } from '../shared/address.js';
import { button, el, fill } from '../shared/dom.js';
import { scoreText } from '../game/words.js';
import { slider } from '../shared/slider.js';
import { arrowOf } from '../shared/thinking.js';
import { LostError } from '../link/link.js';

/** @typedef {import('../link/types.js').Compared} Compared */
/** @typedef {import('../link/types.js').Info} Info */

const USUAL = ['Classical', 'Mockfish', 'Pattern', 'Explorer'];
const SECOND = 500;

/** @typedef {import('./view.js').Mind} Mind */

/** @implements {Mind} */
export class CompareTab {
  /** @param {import('./view.js').MindView} view */
  constructor(view) {
    this.view = view;
    this.app = view.app;
    this.title = 'Side by side';
    this.needs = 'compare';
    this.running = false;
    /** @type {Compared[]} */
    this.answers = [];
    this.boxes = this.app.hello.players.map(({ name, about }) => {
      const box = el('input', { attrs: { type: 'checkbox', value: name } });
      box.addEventListener('change', () => view.writeAddress());
      return { box, label: el('label', { class: 'check', attrs: { title: about } }, box, name) };
    });
    this.time = slider('Time for each', { min: 100, max: 5000, step: 100 }, () => this.#figures());
    this.run = button('Compare', () => this.#toggle(), { class: 'button primary' });
    this.progress = el('progress', { attrs: { 'aria-label': 'Players asked', hidden: true } });
    this.list = el('div', { class: 'compared' });
    this.element = this.#layout();
    this.restore(new URLSearchParams());
  }

  /** @param {URLSearchParams} query */
  restore(query) {
    const chosen = query.get('players')?.split(',') ?? USUAL;
    for (const { box } of this.boxes) box.checked = chosen.includes(box.value);
    this.time.input.value = String(numberFrom(query.get('ms'), 100, 5000, SECOND));
    this.time.figure.textContent = `${Number(this.time.input.value) / 1000} s`;
  }

  get address() {
    const chosen = this.#chosen.join(',');
    const time = this.time.input.value;
    return { players: chosen === USUAL.join(',') ? null : chosen, ms: time === String(SECOND) ? null : time };
  }

  /** The answers were for another position. */
  refresh() {
    if (this.running) this.app.link.stop();
    this.answers = [];
    fill(this.list, [el('p', { class: 'faint' }, 'Press “Compare” to ask them about the position on the board.')]);
    this.view.line.board.arrows([]);
  }

  leave() {
    if (this.running) this.app.link.stop();
    this.view.line.board.arrows([]);
  }

  get #chosen() {
    return this.boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  }

  #figures() {
    this.time.figure.textContent = `${Number(this.time.input.value) / 1000} s`;
    this.view.writeAddress();
  }

  async #toggle() {
    if (this.running) return this.app.link.stop();
    const players = this.#chosen.map((player) => ({ player, options: this.app.withoutBook(player) }));
    if (players.length === 0) return this.app.tell('Choose a player.');
    const where = this.view.where;
    this.running = true;
    this.answers = players.map(({ player }) => ({ player, info: null, texts: [] }));
    this.run.textContent = 'Stop';
    this.progress.max = players.length;
    this.progress.value = 0;
    this.progress.hidden = false;
    this.#show();
    try {
      const limits = { movetime: Number(this.time.input.value) };
      const fields = { ...where, players, limits };
      const report = (/** @type {string} */ kind, /** @type {any} */ answer) => this.#report(kind, answer);
      const { players: answers } = await this.app.link.ask('compare', fields, { report, repeat: false });
      if (this.answers.length) this.answers = answers;
    } catch (error) {
      if (!(error instanceof LostError)) this.app.fail(error);
    } finally {
      this.running = false;
      this.run.textContent = 'Compare';
      this.progress.hidden = true;
    }
    if (this.answers.length) this.#show();
    return undefined;
  }

  /**
   * @param {string} kind
   * @param {any} answer
   */
  #report(kind, answer) {
    if (kind === 'progress') this.progress.value = answer.done;
    const one = this.answers[answer.index];
    if (kind !== 'info' || !one) return;
    if (answer.pv && answer.rank === 1) {
      one.info = answer;
      one.san = answer.san[0];
      one.move = answer.pv[0];
    }
    this.#show();
  }

  #show() {
    fill(
      this.list,
      this.answers.map((one) => this.#card(one)),
    );
    if (!this.view.shows(this)) return;
    const moves = this.answers.flatMap(({ move }) => (move ? [move] : []));
    const different = [...new Set(moves)];
    const arrows = different.map((move) => {
      const share = moves.filter((one) => one === move).length / moves.length;
      return arrowOf(move, 0.3 + 0.7 * share, move === different[0] ? 'first' : 'other');
    });
    this.view.line.board.arrows(arrows);
  }

  /** @param {Compared} answer */
  #card({ player, san, info, texts, error }) {
    const mover = this.view.line.position?.turn ?? 'white';
    const score = info?.score ? scoreText(info.score, mover) : '';
    const head = el(
      'div',
      { class: 'card-head' },
      el('h3', {}, player),
      el('b', { class: 'compared-move' }, san ?? '…'),
      score,
    );
    const sentences = (texts ?? []).slice(0, 3).map((text) => el('li', {}, text));
    const body = error
      ? el('p', { class: 'message error' }, error)
      : el('p', { class: 'compared-line' }, info?.line ?? '');
    return el('section', { class: 'compared-one' }, head, body, el('ul', { class: 'sentences' }, ...sentences));
  }

  #layout() {
    const choice = el('div', { class: 'choices' }, ...this.boxes.map(({ label }) => label));
    const buttons = el('div', { class: 'progress-line' }, this.run, this.progress);
    const parts = [choice, this.time.element, buttons];
    const setting = el('section', { class: 'card stack', attrs: { 'aria-label': 'Players' } }, ...parts);
    const answers = el('section', { class: 'card', attrs: { 'aria-label': 'Answers' } }, this.list);
    return el('div', { class: 'stack' }, setting, answers);
  }
}
