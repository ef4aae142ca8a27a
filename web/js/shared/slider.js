/** A slider with its label and figure. */

import { el } from './dom.js';

/**
 * A labelled slider with its figure.
 *
 * @param {string} label
 * @param {{ min: number, max: number, step: number | 'any' }} range
 * @param {(value: number) => void} use
 */
export function slider(label, range, use) {
  const figure = el('output', { class: 'figure' });
  const input = el('input', { attrs: { type: 'range', ...range, 'aria-label': label } });
  input.addEventListener('input', () => use(Number(input.value)));
  const element = el('label', { class: 'slider' }, el('span', {}, label), input, figure);
  return { element, input, figure };
}
