/** Choosing a player: who, how strong, and its options. */

import { el, fill } from '../shared/dom.js';

/** @typedef {import('../link/types.js').Player} Player */
/** @typedef {import('../link/types.js').PlayerOption} PlayerOption */
/** @typedef {import('../link/types.js').CharacterPreset} CharacterPreset */
/** @typedef {import('../app.js').OptionValues} OptionValues */
/** @typedef {import('./settings.js').Seat} Seat */

/** Options that the page sets itself. */
const ELSEWHERE = new Set(['UCI_LimitStrength', 'UCI_Elo', 'MultiPV']);

/** The option that is on for players at a rating, in games with a clock, unless it is switched off. */
const HUMAN_CLOCK = 'HumanClock';

const USUAL_CHARACTER = 'As people of the rating';
const OWN_CHARACTER = 'Set by options';

/** Why some options are shown and cannot be changed. */
const NO_FILES = 'In a browser Motley reads no files: options that name files cannot be set.';
const LOCKED =
  'Options that name files are set when the program is started: motley studio --option NAME=FILE. After a start with ' +
  '--allow-files they can be set here.';

export class PlayerPicker {
  /**
   * @param {import('../app.js').App} app
   * @param {{ label: string, person?: boolean, changed?: () => void }} options
   */
  constructor(app, { label, person = false, changed = () => {} }) {
    this.app = app;
    this.changed = changed;
    /** @type {Seat} */
    this.seat = { player: person ? null : app.hello.players[0].name, elo: null, options: {} };
    const choices = app.hello.players.map(({ name }) => el('option', { attrs: { value: name } }, name));
    if (person) choices.unshift(el('option', { attrs: { value: '' } }, 'A person'));
    this.select = el('select', { on: { change: () => this.#chosen() } }, ...choices);
    this.about = el('p', { class: 'about' });
    this.strength = el('div', { class: 'strength' });
    this.character = el('div', { class: 'character' });
    this.options = el('details', { class: 'player-options' });
    const name = el('label', { class: 'field' }, el('span', {}, label), this.select);
    this.element = el('div', { class: 'player-picker' }, name, this.about, this.strength, this.character, this.options);
  }

  /** @param {Seat} seat */
  set(seat) {
    this.seat = { ...seat, options: { ...seat.options } };
    this.select.value = seat.player ?? '';
    this.#show();
  }

  #chosen() {
    this.seat = { player: this.select.value || null, elo: this.seat.elo, options: {} };
    this.#show();
    this.changed();
  }

  #show() {
    const player = this.seat.player ? this.app.player(this.seat.player) : null;
    if (!player?.rated) this.seat.elo = null;
    fill(this.about, [player?.about ?? 'Moves on this board.']);
    fill(this.strength, player?.rated ? this.#strengthFields() : []);
    this.#showCharacter();
    const own = (player?.options ?? []).filter(({ name }) => !ELSEWHERE.has(name));
    this.options.hidden = own.length === 0;
    const { presets } = this.app.hello;
    this.options.open ||= Object.keys(this.seat.options).some((name) => !isCharacterOption(name, presets));
    const isLocked = own.some(({ locked }) => locked);
    fill(this.options, [
      el('summary', {}, 'Options'),
      isLocked && el('p', { class: 'about' }, this.app.link.hasFiles ? LOCKED : NO_FILES),
      ...own.map((option) => this.#optionField(option)),
    ]);
  }

  #strengthFields() {
    const { min, max, default: usual } = this.app.hello.rating;
    const number = el('output', { class: 'figure' });
    const range = el('input', { attrs: { type: 'range', min, max, step: 50, 'aria-label': 'Rating' } });
    const limited = el('input', { attrs: { type: 'checkbox' } });
    const read = () => {
      this.seat.elo = limited.checked ? Number(range.value) : null;
      range.disabled = !limited.checked;
      number.textContent = limited.checked ? range.value : 'full strength';
    };
    range.value = String(this.seat.elo ?? usual);
    limited.checked = this.seat.elo !== null;
    for (const field of [range, limited]) {
      field.addEventListener('input', () => {
        read();
        this.changed();
      });
    }
    read();
    return [el('label', { class: 'check' }, limited, 'Plays at a rating'), range, number];
  }

  #showCharacter() {
    const player = this.seat.player ? this.app.player(this.seat.player) : null;
    fill(this.character, player && hasCharacter(player) ? this.#characterFields() : []);
  }

  /** The characters with a name. A character belongs to a rating, so choosing one sets a rating too. */
  #characterFields() {
    const { presets, rating } = this.app.hello;
    const names = [USUAL_CHARACTER, ...presets.map(({ name }) => name)];
    const own = Object.keys(this.seat.options).some((name) => isCharacterOption(name, presets));
    const chosen = presets.find((preset) => isSet(preset, this.seat.options, presets));
    if (own && !chosen) names.push(OWN_CHARACTER);
    const select = el('select', {}, ...names.map((name) => el('option', { attrs: { value: name } }, name)));
    select.value = chosen?.name ?? (own ? OWN_CHARACTER : USUAL_CHARACTER);
    select.addEventListener('change', () => {
      if (select.value === OWN_CHARACTER) return;
      const preset = presets.find(({ name }) => name === select.value);
      const others = Object.entries(this.seat.options).filter(([name]) => !isCharacterOption(name, presets));
      this.seat.options = { ...Object.fromEntries(others), ...preset?.options };
      if (preset) this.seat.elo ??= rating.default;
      this.#show();
      this.changed();
    });
    const about = el('p', { class: 'about' }, chosen?.about ?? '');
    return [el('label', { class: 'field' }, el('span', {}, 'Character'), select), about];
  }

  /** @param {PlayerOption} option */
  #optionField(option) {
    const usual = option.name === HUMAN_CLOCK ? this.seat.elo !== null : option.default;
    const value = this.seat.options[option.name] ?? usual;
    const field = fieldFor(option, value);
    field.disabled = option.locked !== null;
    field.addEventListener('change', () => {
      const now = valueOf(field, option);
      if (now === usual || now === null) delete this.seat.options[option.name];
      else this.seat.options[option.name] = now;
      if (this.seat.player) this.#showCharacter();
      this.changed();
    });
    const title = option.locked ? `${option.about} ${option.locked}.` : option.about;
    return el('label', { class: 'option', attrs: { title } }, el('span', {}, option.name), field);
  }
}

/** @param {Player} player */
function hasCharacter({ options }) {
  return options.some(({ name }) => name === 'StyleAttack');
}

/** @param {string} option @param {CharacterPreset[]} presets */
function isCharacterOption(option, presets) {
  return presets.some(({ options }) => option in options);
}

/**
 * Whether a seat has the character of a preset.
 *
 * @param {CharacterPreset} preset
 * @param {OptionValues} options Of the seat.
 * @param {CharacterPreset[]} presets
 */
function isSet({ options: own }, options, presets) {
  const set = Object.keys(options).filter((name) => isCharacterOption(name, presets));
  return set.length === Object.keys(own).length && set.every((name) => options[name] === own[name]);
}

/**
 * @param {PlayerOption} option
 * @param {boolean | number | string} value
 */
function fieldFor(option, value) {
  if (option.kind === 'combo') {
    const choices = option.choices.map((choice) => el('option', { attrs: { value: choice } }, choice));
    const select = el('select', {}, ...choices);
    select.value = String(value);
    return select;
  }
  const types = { check: 'checkbox', spin: 'number', text: 'text' };
  const field = el('input', { attrs: { type: types[option.kind] } });
  if (option.kind === 'check') field.checked = value === true;
  else field.value = String(value);
  if (option.kind === 'spin') [field.min, field.max] = [String(option.min), String(option.max)];
  return field;
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @param {PlayerOption} option
 */
function valueOf(field, option) {
  if (option.kind === 'check') return /** @type {HTMLInputElement} */ (field).checked;
  if (option.kind !== 'spin') return field.value;
  const number = Math.round(Number(field.value));
  const fits = field.value !== '' && number >= option.min && number <= option.max;
  field.setAttribute('aria-invalid', String(!fits));
  return fits ? number : null;
}
