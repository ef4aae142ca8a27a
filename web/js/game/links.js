/** Links that show the position on the board in other views. */

import { addressOf, movesText } from '../shared/address.js';
import { el } from '../shared/dom.js';

/** @typedef {'play' | 'openings' | 'mind'} Target */

/** @type {Record<Target, string>} */
const NAMES = { play: 'Play from here', openings: 'Openings', mind: 'Mind reading' };

/**
 * @param {import('./line_board.js').Line} line
 * @param {Target[]} targets
 */
export function lineLinks({ fen, moves, at }, targets) {
  const shown = movesText(moves.slice(0, at));
  const people = { w: 'person', b: 'person' };
  return targets.map((target) => {
    const settings = { ...(target === 'play' ? people : {}), fen, m: shown };
    return el('a', { class: 'button small', attrs: { href: addressOf(target, settings) } }, NAMES[target]);
  });
}
