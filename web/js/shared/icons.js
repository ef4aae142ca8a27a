/** Small pictures for buttons, in a field of 24 × 24. */

import { svg } from './dom.js';

const PATHS = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 6l-7 6 7 6z',
  forward: 'M9 6l7 6-7 6z',
  last: 'M18 5v14M6 6l8 6-8 6z',
  flip: 'M8 4v15M8 19l-4-4M8 19l4-4M16 20V5M16 5l-4 4M16 5l4 4',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  hint: 'M12 3a6 6 0 0 0-3.5 10.900V17h7v-3.100A6 6 0 0 0 12 3zM9.5 20.500h5',
  flag: 'M6 21V4M6 4h12l-3 4.5 3 4.500H6',
  board: 'M4 4h16v16H4zM4 12h16M12 4v16',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  plus: 'M12 5v14M5 12h14',
  theme: 'M20 14.500A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.500z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  sound: 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.500a8 8 0 0 1 0 11',
  muted: 'M4 10v4h4l5 4V6L8 10zM17 9.500l5 5M22 9.500l-5 5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg(
    'svg',
    { class: 'icon', attrs: { viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' } },
    svg('path', { attrs: { d: PATHS[name] } }),
  );
}
