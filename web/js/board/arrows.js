/** Arrows over the board. */

import { svg } from '../shared/dom.js';
import { placeOf } from './geometry.js';

/**
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string} to
 * @property {number} strength From 0 to 1: how wide and how opaque.
 * @property {'first' | 'reply' | 'other'} kind
 */

const HEAD = 0.32;

/**
 * An arrow in a field of 8 × 8 squares.
 *
 * @param {Arrow} arrow
 * @param {import('./geometry.js').Side} orientation
 */
export function arrowShape(arrow, orientation) {
  const [fromColumn, fromRow] = placeOf(arrow.from, orientation);
  const [toColumn, toRow] = placeOf(arrow.to, orientation);
  const [dx, dy] = [toColumn - fromColumn, toRow - fromRow];
  const length = Math.hypot(dx, dy) - 0.1;
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const half = 0.045 + 0.055 * arrow.strength;
  const neck = length - HEAD;
  const shape =
    `M0.28 ${-half} H${neck} V${-2.6 * half} L${length} 0 L${neck} ${2.6 * half} V${half} H0.28 ` +
    `A${half} ${half} 0 0 1 0.28 ${-half} Z`;
  return svg('path', {
    class: `arrow ${arrow.kind}`,
    attrs: {
      d: shape,
      transform: `translate(${fromColumn + 0.5} ${fromRow + 0.5}) rotate(${angle})`,
      opacity: (0.35 + 0.5 * arrow.strength).toFixed(2),
    },
  });
}
