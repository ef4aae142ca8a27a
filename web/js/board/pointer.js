/** Clicking and dragging on a board by pointer events: mouse, pen and touch. */

import { squareAt } from './geometry.js';

/** @typedef {import('./board.js').Board} Board */

/**
 * @typedef {object} Drag
 * @property {number} pointer
 * @property {string} from
 * @property {HTMLElement | null} figure The man that is dragged; `null` where none may be.
 * @property {DOMRect} box Where the board lies.
 * @property {number} x Where the pointer went down.
 * @property {number} y
 * @property {boolean} moving Whether it has left the place where it went down.
 */

/** Pixels that a pointer may shake without dragging. */
const SLACK = 4;

/** @param {Board} board */
export function attachPointer(board) {
  /** @type {Drag | null} */
  let drag = null;
  let frame = 0;

  /** @param {PointerEvent} event */
  function press(event) {
    if (event.button !== 0 || drag) return;
    const box = board.grid.getBoundingClientRect();
    const from = squareUnder(board, box, event);
    if (!from || !board.handlers) return;
    event.preventDefault();
    board.pointing = true;
    board.focus(from);
    board.pointing = false;
    board.element.classList.remove('by-key');
    const figure = board.handlers.lift(from) ? (board.figures.get(from) ?? null) : null;
    drag = { pointer: event.pointerId, from, figure, box, x: event.clientX, y: event.clientY, moving: false };
    board.grid.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!drag || event.pointerId !== drag.pointer || !drag.figure) return;
    if (!drag.moving && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK) return;
    if (!drag.moving) drag.figure.classList.add('dragged');
    drag.moving = true;
    const { box, figure } = drag;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const half = box.width / 16;
      const [x, y] = [event.clientX - box.left - half, event.clientY - box.top - half];
      figure.style.transform = `translate(${x}px, ${y}px)`;
      board.mark('over', over(board, box, event));
    });
  }

  /** @param {PointerEvent} event */
  function release(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { from, figure, box, moving } = drag;
    drag = null;
    cancelAnimationFrame(frame);
    board.mark('over', []);
    const to = event.type === 'pointercancel' ? from : squareUnder(board, box, event);
    // A busy browser may tell of the release alone: that it is on another square makes it a drag.
    if (!figure || (!moving && to === from)) {
      if (to === from && event.type !== 'pointercancel') board.handlers?.tap(from);
      return;
    }
    // A man that was dragged is where it belongs already: it must not glide there a second time.
    figure.classList.replace('dragged', 'dropped');
    requestAnimationFrame(() => requestAnimationFrame(() => figure.classList.remove('dropped')));
    board.setMen(board.men);
    if (to !== from) board.handlers?.drop(from, to);
  }

  board.grid.addEventListener('pointerdown', press);
  board.grid.addEventListener('pointermove', move);
  board.grid.addEventListener('pointerup', release);
  board.grid.addEventListener('pointercancel', release);
}

/**
 * @param {Board} board
 * @param {DOMRect} box
 * @param {PointerEvent} event
 */
function squareUnder(board, box, event) {
  const column = Math.floor((8 * (event.clientX - box.left)) / box.width);
  const row = Math.floor((8 * (event.clientY - box.top)) / box.height);
  return squareAt(column, row, board.orientation);
}

/**
 * @param {Board} board
 * @param {DOMRect} box
 * @param {PointerEvent} event
 */
function over(board, box, event) {
  const square = squareUnder(board, box, event);
  return square ? [square] : [];
}
