/** Which lines are sampled, and how: fields of requests, the controls for them, and their part of the address. */

import { el, fill } from '../shared/dom.js';
import { slider } from '../shared/slider.js';
import { numberFrom } from '../shared/address.js';

/**
 * @typedef {object} Selection
 * @property {'metropolis' | 'saarmann'} sampler
 * @property {boolean[]} parameters
 * @property {number[]} weights
 * @property {number} iterations
 * @property {string} family
 * @property {string} eco A code, or a range of them.
 * @property {number} min_moves
 * @property {'position' | 'placement'} identity
 * @property {boolean} transpositions
 * @property {number} seed
 * @property {'off' | 'wrong' | 'unseen' | 'both'} learner What the learner's record steers to.
 * @property {number} learner_weight
 */

/** What a feature is, in words. @type {Record<string, string>} */
const FEATURES = {
  gambit: 'Gambits',
  uncommon: 'Uncommon first moves',
  c4: 'English, 1. c4',
  d4: 'Queen’s pawn, 1. d4',
  e4: 'King’s pawn, 1. e4',
};

const ITERATIONS = { usual: 2000, least: 100, most: 100000 };
/** The largest weight of a slider for each sampler; beyond it nothing changes that could be seen. */
const REACH = { metropolis: 5, saarmann: 1 };
const MOST_MOVES = 20;
/** What the learner's record steers to, in words. */
const LEARNER = /** @type {const} */ ({
  off: 'No matter what you know',
  wrong: 'To what you got wrong',
  unseen: 'To what you have not seen',
  both: 'To both',
});
/** How much, for each sampler. */
const STEERING = { metropolis: 3, saarmann: 0.3 };

/** @param {string | null} word @returns {keyof typeof LEARNER} */
function learnerFrom(word) {
  return word === 'wrong' || word === 'unseen' || word === 'both' ? word : 'off';
}

/** @returns {Selection} */
export function usualSelection() {
  return {
    sampler: 'metropolis',
    parameters: [false, false, false, false, false],
    weights: [0.2, 0.2, 0.05, 0.05, 0.05],
    iterations: ITERATIONS.usual,
    family: '',
    eco: '',
    min_moves: 0,
    identity: 'position',
    transpositions: true,
    seed: 1,
    learner: 'off',
    learner_weight: STEERING.metropolis,
  };
}

/** @param {URLSearchParams} query @returns {Selection} */
export function selectionFrom(query) {
  const usual = usualSelection();
  const weights = (query.get('w') ?? '').split(',').map(Number);
  const parameters = query.get('p') ?? '';
  const sampler = query.get('s') === 'saarmann' ? 'saarmann' : 'metropolis';
  return {
    sampler,
    parameters: /^[01]{5}$/.test(parameters) ? [...parameters].map((digit) => digit === '1') : usual.parameters,
    weights: weights.length === 5 && weights.every((one) => one >= 0 && one <= 20) ? weights : usual.weights,
    iterations: numberFrom(query.get('it'), 1, ITERATIONS.most, usual.iterations),
    family: query.get('fam') ?? '',
    eco: query.get('eco') ?? '',
    min_moves: numberFrom(query.get('min'), 0, MOST_MOVES, 0),
    identity: query.get('id') === 'placement' ? 'placement' : 'position',
    transpositions: query.get('tr') !== '0',
    seed: numberFrom(query.get('seed'), 0, 2 ** 31 - 1, usual.seed),
    learner: learnerFrom(query.get('me')),
    learner_weight: STEERING[sampler],
  };
}

/** @param {Selection} selection */
export function selectionAddress(selection) {
  const usual = usualSelection();
  const weights = selection.weights.map((weight) => String(Number(weight.toFixed(3)))).join(',');
  const parameters = selection.parameters.map(Number).join('');
  return {
    s: selection.sampler === usual.sampler ? null : selection.sampler,
    p: parameters === '00000' ? null : parameters,
    w: weights === usual.weights.join(',') ? null : weights,
    it: selection.iterations === usual.iterations ? null : String(selection.iterations),
    fam: selection.family,
    eco: selection.eco,
    id: selection.identity === usual.identity ? null : selection.identity,
    min: selection.min_moves ? String(selection.min_moves) : null,
    tr: selection.transpositions ? null : '0',
    seed: selection.seed === usual.seed ? null : String(selection.seed),
    me: selection.learner === usual.learner ? null : selection.learner,
  };
}

/** The controls. */
export class SelectionPanel {
  /**
   * @param {import('../app.js').App} app
   * @param {(selection: Selection) => void} changed
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.value = usualSelection();
    this.weights = app.hello.features.map((feature, index) => this.#weight(feature, index));
    this.sampler = this.#samplerField();
    const [least, most] = [Math.log10(ITERATIONS.least), Math.log10(ITERATIONS.most)];
    this.iterations = slider('Lines to sample', { min: least, max: most, step: 0.05 }, (value) =>
      this.#set({ iterations: rounded(10 ** value) }),
    );
    this.moves = slider('Moves in a line, at least', { min: 0, max: MOST_MOVES, step: 1 }, (value) =>
      this.#set({ min_moves: value }),
    );
    this.names = el('datalist', { attrs: { id: 'families' } });
    const attrs = { type: 'search', list: 'families', placeholder: 'All openings', autocomplete: 'off' };
    this.family = el('input', { attrs });
    this.family.addEventListener('change', () => this.#set({ family: this.family.value.trim() }));
    const codes = { type: 'text', placeholder: 'All codes', autocomplete: 'off', spellcheck: 'false', maxlength: '7' };
    this.eco = el('input', { attrs: codes });
    this.eco.addEventListener('change', () => this.#set({ eco: this.eco.value.trim().toUpperCase() }));
    this.identity = this.#identityField();
    this.learner = el('select');
    for (const [value, text] of Object.entries(LEARNER)) {
      this.learner.append(el('option', { attrs: { value } }, text));
    }
    this.learner.addEventListener('change', () => this.#set({ learner: learnerFrom(this.learner.value) }));
    this.transpositions = el('input', { attrs: { type: 'checkbox' } });
    this.transpositions.addEventListener('change', () => this.#set({ transpositions: this.transpositions.checked }));
    this.element = this.#layout();
    this.show();
    this.#loadFamilies();
  }

  /** @param {Selection} value */
  set(value) {
    this.value = value;
    this.show();
  }

  show() {
    const { value } = this;
    const reach = REACH[value.sampler];
    this.weights.forEach(({ box, range, input, figure }, index) => {
      box.checked = value.parameters[index];
      const most = Math.max(reach, value.weights[index]);
      if (input.max !== String(most)) input.max = String(most);
      input.value = String(value.weights[index]);
      range.classList.toggle('off', !value.parameters[index]);
      figure.textContent = value.weights[index].toFixed(2);
    });
    this.sampler.value = value.sampler;
    this.iterations.input.value = String(Math.log10(value.iterations));
    this.iterations.figure.textContent = value.iterations.toLocaleString('en');
    this.moves.input.value = String(value.min_moves);
    this.moves.figure.textContent = String(value.min_moves);
    this.family.value = value.family;
    this.eco.value = value.eco;
    this.identity.value = value.identity;
    this.learner.value = value.learner;
    this.transpositions.checked = value.transpositions;
  }

  /** @param {Partial<Selection>} part */
  #set(part) {
    this.value = { ...this.value, ...part };
    this.show();
    this.changed(this.value);
  }

  /**
   * @param {string} feature
   * @param {number} index
   */
  #weight(feature, index) {
    const label = FEATURES[feature] ?? feature;
    const box = el('input', { attrs: { type: 'checkbox', role: 'switch', 'aria-label': `${label}: count` } });
    box.addEventListener('change', () => {
      this.#set({ parameters: this.value.parameters.with(index, box.checked) });
    });
    const part = slider(label, { min: 0, max: REACH.metropolis, step: 0.01 }, (value) => {
      // Who moves a slider wants it to count.
      this.#set({
        weights: this.value.weights.with(index, value),
        parameters: this.value.parameters.with(index, true),
      });
    });
    part.input.setAttribute('aria-label', `${label}: weight`);
    return { ...part, box, range: el('div', { class: 'weight' }, box, part.element) };
  }

  #samplerField() {
    const field = el('select');
    field.append(el('option', { attrs: { value: 'metropolis' } }, 'By popularity (Metropolis)'));
    field.append(el('option', { attrs: { value: 'saarmann' } }, 'Walk through the lines (Saarmann)'));
    field.addEventListener('change', () => {
      const sampler = field.value === 'saarmann' ? 'saarmann' : 'metropolis';
      const weights = this.value.weights.map((weight) => Math.min(weight, REACH[sampler]));
      this.#set({ sampler, weights, learner_weight: STEERING[sampler] });
    });
    return field;
  }

  #identityField() {
    const field = el('select');
    field.append(el('option', { attrs: { value: 'position' } }, 'By the rules of chess'));
    field.append(el('option', { attrs: { value: 'placement' } }, 'By the pieces alone (Saarmann)'));
    field.addEventListener('change', () => {
      this.#set({ identity: field.value === 'placement' ? 'placement' : 'position' });
    });
    return field;
  }

  async #loadFamilies() {
    const answer = await this.app.ask('openings-families', {}, 'Reading the names of the openings…');
    const names = /** @type {{ name: string }[]} */ (answer?.families ?? []);
    fill(
      this.names,
      names.map(({ name }) => el('option', { attrs: { value: name } })),
    );
  }

  #layout() {
    const again = el('button', { class: 'button small', attrs: { type: 'button' } }, 'Sample again');
    again.addEventListener('click', () => this.#set({ seed: this.value.seed + 1 }));
    const reset = el('button', { class: 'button small', attrs: { type: 'button' } }, 'Reset');
    reset.addEventListener('click', () => this.#set(usualSelection()));
    const head = el('div', { class: 'card-head' }, el('h2', { class: 'panel-title' }, 'What is sampled'), again, reset);
    const lines = el('div', { class: 'selection-lines' });
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
      el('label', { class: 'field' }, el('span', {}, label), input);
    lines.append(field('Opening or variation', this.family), this.names);
    lines.append(field('ECO codes, such as B20-B99', this.eco), field('Sampler', this.sampler));
    lines.append(field('Positions are the same', this.identity), field('Steered by your record', this.learner));
    const transpositions = el('label', { class: 'check' }, this.transpositions, 'Transpositions count');
    const weights = this.weights.map(({ range }) => range);
    const attrs = { 'aria-label': 'What is sampled' };
    const rest = [this.iterations.element, this.moves.element, lines, transpositions];
    return el('section', { class: 'card selection', attrs }, head, ...weights, ...rest);
  }
}

/** Two figures that count. @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(2));
}
