/** A number from 0 to 1 after every half move of a game, as a curve; pressing it shows the position there. */

import { el, fill, svg } from '../shared/dom.js';

const WIDTH = 300;
const HEIGHT = 84;

export class Graph {
  /**
   * @param {string} label
   * @param {(at: number) => void} goTo
   */
  constructor(label, goTo) {
    this.label = label;
    this.goTo = goTo;
    this.plies = 1;
    this.picture = svg('svg', {
      attrs: { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label },
    });
    this.picture.addEventListener('click', (event) => {
      const box = this.picture.getBoundingClientRect();
      this.goTo(Math.round(((event.clientX - box.left) / box.width) * this.plies));
    });
    this.element = el('div', { class: 'graph' }, this.picture);
  }

  /**
   * @param {(number | undefined)[]} values By half move; 0 is the position before the first.
   * @param {number} at The half move that is shown.
   * @param {number} plies Half moves of the game.
   * @param {string} place Where `at` is, in words: "after 4. d4".
   * @param {{ ply: number, kind: string }[]} [dots] Half moves that are marked, with a class of the style.
   */
  show(values, at, plies, place, dots = []) {
    this.plies = Math.max(1, plies);
    const x = (/** @type {number} */ ply) => (ply / this.plies) * WIDTH;
    const y = (/** @type {number} */ value) => HEIGHT * (1 - value);
    const points = values.flatMap((value, ply) => (value === undefined ? [] : [[x(ply), y(value)]]));
    const curve = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join(' L');
    const last = points.at(-1);
    const children = [svg('path', { class: 'graph-middle', attrs: { d: `M0 ${HEIGHT / 2} H${WIDTH}` } })];
    if (last && points.length > 1) {
      const area = `M${points[0][0].toFixed(1)} ${HEIGHT} L${curve} L${last[0].toFixed(1)} ${HEIGHT} Z`;
      children.unshift(svg('path', { class: 'graph-area', attrs: { d: area } }));
      children.push(svg('path', { class: 'graph-curve', attrs: { d: `M${curve}` } }));
    }
    for (const { ply, kind } of dots) {
      const value = values[ply];
      if (value === undefined) continue;
      // A line without length: its round ends are a dot, whatever the drawing is stretched by.
      const d = `M${x(ply).toFixed(1)} ${Math.min(HEIGHT - 4, Math.max(4, y(value))).toFixed(1)} h0`;
      children.push(svg('path', { class: `graph-dot ${kind}`, attrs: { d } }));
    }
    children.push(svg('path', { class: 'graph-now', attrs: { d: `M${x(at).toFixed(1)} 0 V${HEIGHT}` } }));
    fill(this.picture, children);
    const value = values[at];
    const now = value === undefined ? '' : `: ${Math.round(100 * value)} per cent ${place}`;
    this.picture.setAttribute('aria-label', this.label + now);
  }
}
