/** The dialog for a new game. */

import { openDialog } from '../shared/dialog.js';
import { button, el } from '../shared/dom.js';
import { START_FEN } from '../board/placement.js';
import { PlayerPicker } from './player_picker.js';
import { THINK, clockFrom, clockText } from './settings.js';

/** @typedef {import('./settings.js').PlaySettings} PlaySettings */

const CLOCKS = ['', '60+0', '180+2', '300+0', '300+5', '600+5', '900+10', '1800+20'];

/** @param {string} text */
function clockName(text) {
  const clock = clockFrom(text);
  return clock ? `${clock.base / 60000} min + ${clock.increment / 1000} s` : 'No clock';
}

/** @param {PlaySettings} settings */
function clockFields(settings) {
  const now = clockText(settings.clock);
  const names = CLOCKS.includes(now) ? CLOCKS : [...CLOCKS, now];
  const select = el('select', {}, ...names.map((text) => el('option', { attrs: { value: text } }, clockName(text))));
  select.append(el('option', { attrs: { value: 'own' } }, 'Another…'));
  select.value = now;
  const numbers = { type: 'number', min: 0 };
  const minutes = el('input', { attrs: { ...numbers, max: 240, step: 'any', value: '10' } });
  const seconds = el('input', { attrs: { ...numbers, max: 600, step: 'any', value: '5' } });
  const own = el('div', { class: 'own-clock', attrs: { hidden: true } });
  own.append(el('label', { class: 'field' }, el('span', {}, 'Minutes'), minutes));
  own.append(el('label', { class: 'field' }, el('span', {}, 'Seconds a move'), seconds));
  const think = el('input', { attrs: { type: 'number', min: 0.05, max: 60, step: 'any' } });
  think.value = String(settings.think / 1000);
  const thinkField = el('label', { class: 'field' }, el('span', {}, 'Seconds a move for players'), think);
  const show = () => {
    own.hidden = select.value !== 'own';
    thinkField.hidden = select.value !== '';
  };
  select.addEventListener('change', show);
  show();
  const read = () => {
    const milliseconds = Math.round(1000 * Number(think.value)) || THINK.usual;
    const text = select.value === 'own' ? `${60 * Number(minutes.value)}+${Number(seconds.value)}` : select.value;
    return { clock: clockFrom(text), think: Math.min(THINK.most, Math.max(THINK.least, milliseconds)) };
  };
  const field = el('label', { class: 'field' }, el('span', {}, 'Clock'), select);
  return { fields: [field, own, thinkField], read };
}

/**
 * Where the game begins: at the usual start, at the position that was set up, or at the one on the board.
 *
 * @param {string | null} setUp
 * @param {string | null} onBoard
 */
function positionField(setUp, onBoard) {
  const plain = (/** @type {string | null} */ fen) => (fen?.startsWith(START_FEN.split(' -')[0]) ? null : fen);
  /** @type {[string, string | null][]} */
  const choices = [['The usual start', null]];
  if (plain(setUp)) choices.push(['The position that was set up', setUp]);
  if (plain(onBoard) && onBoard !== setUp) choices.push(['The position on the board', onBoard]);
  const options = choices.map(([text], index) => el('option', { attrs: { value: index } }, text));
  const select = el('select', {}, ...options);
  select.value = plain(setUp) ? '1' : '0';
  const field = el('label', { class: 'field' }, el('span', {}, 'Position'), select);
  field.hidden = choices.length === 1;
  return { field, read: () => choices[Number(select.value)][1] };
}

/**
 * @param {import('../app.js').App} app
 * @param {PlaySettings} settings Those of the game before; where it began with a position of its own, so does this one.
 * @param {string | null} onBoard The position that is shown.
 * @param {(settings: PlaySettings) => void} start
 */
export function openNewGame(app, settings, onBoard, start) {
  const white = new PlayerPicker(app, { label: 'White', person: true });
  const black = new PlayerPicker(app, { label: 'Black', person: true });
  white.set(settings.seats.white);
  black.set(settings.seats.black);
  const swap = button('Change sides', () => {
    const seat = white.seat;
    white.set(black.seat);
    black.set(seat);
  });
  const clock = clockFields(settings);
  const position = positionField(settings.fen, onBoard);
  const begin = button(
    'Start',
    () => {
      dialog.close();
      start({ seats: { white: white.seat, black: black.seat }, ...clock.read(), fen: position.read() });
    },
    { class: 'button primary' },
  );
  const seats = el('div', { class: 'seats' }, white.element, black.element);
  const dialog = openDialog('New game', [seats, swap, position.field, ...clock.fields], [begin], 'new-game');
  begin.focus();
}
