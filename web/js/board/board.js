/** The board: squares with names for screen readers, men, marks, heat and arrows. It knows no rules. */

import { el, fill, svg } from '../shared/dom.js';
import { arrowShape } from './arrows.js';
import { SQUARES, isLight, placeOf, squareAt } from './geometry.js';
import { pieceIcon } from './pieces.js';
import { letterOf, nameOf } from './placement.js';
import { attachPointer } from './pointer.js';

/** @typedef {import('./geometry.js').Side} Side */
/** @typedef {import('./placement.js').Man} Man */
/** @typedef {import('./arrows.js').Arrow} Arrow */
/** @typedef {'last' | 'selected' | 'target' | 'check' | 'over' | 'wrong' | 'right'} Mark */

/**
 * What happens when squares are pressed, men dragged, or keys typed.
 *
 * @typedef {object} Handlers
 * @property {(square: string) => boolean} lift Whether the man there may be dragged; called on every press.
 * @property {(from: string, to: string | null) => void} drop A dragged man was let go, beside the board for `null`.
 * @property {(square: string) => void} tap A square was pressed and let go, or Enter was pressed on it.
 * @property {(event: KeyboardEvent) => void} [type] Another key was pressed on a square.
 */

/** Words for marks that a screen reader should say. @type {Partial<Record<Mark, string>>} */
const SPOKEN = { selected: 'selected', target: 'legal target', check: 'in check' };

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Board {
  /** @param {{ label: string, handlers?: Handlers }} options */
  constructor({ label, handlers }) {
    /** @type {Side} */
    this.orientation = 'white';
    /** @type {Map<string, Man>} */
    this.men = new Map();
    /** @type {Handlers | null} */
    this.handlers = handlers ?? null;
    /** @type {Map<string, HTMLElement>} */
    this.figures = new Map();
    /** @type {Map<Mark, string[]>} */
    this.marks = new Map();
    this.cells = SQUARES.map(() => el('div', { class: 'square', attrs: { role: 'gridcell', tabindex: -1 } }));
    const rows = Array.from({ length: 8 }, (_, row) =>
      el('div', { class: 'row', attrs: { role: 'row' } }, ...this.cells.slice(8 * row, 8 * row + 8)),
    );
    this.grid = el('div', { class: 'squares', attrs: { role: 'grid', 'aria-label': label } }, ...rows);
    this.layer = el('div', { class: 'men', attrs: { 'aria-hidden': 'true' } });
    this.arrowLayer = svg('svg', { class: 'arrows', attrs: { viewBox: '0 0 8 8', 'aria-hidden': 'true' } });
    this.element = el('div', { class: 'board' }, this.grid, this.layer, this.arrowLayer);
    /** @type {Arrow[]} */
    this.shownArrows = [];
    /** @type {Map<string, number> | null} */
    this.shownHeat = null;
    /** @type {Map<string, string>} */
    this.shownNotes = new Map();
    this.focused = 'e2';
    /** Whether the pointer moves the focus just now: then arrow keys do not go over the squares. */
    this.pointing = false;
    if (handlers) attachPointer(this);
    this.grid.addEventListener('keydown', (event) => this.#key(event));
    this.grid.addEventListener('focusin', (event) => this.#focusMoved(event));
    this.#paint();
  }

  /** @param {string} square */
  cell(square) {
    const [column, row] = placeOf(square, this.orientation);
    return this.cells[8 * row + column];
  }

  /**
   * Puts men on the board. Those that moved glide there, where motion is not reduced.
   *
   * @param {Map<string, Man>} men
   */
  setMen(men) {
    const gone = [...this.figures].filter(([square]) => !same(this.men.get(square), men.get(square)));
    for (const [square] of gone) this.figures.delete(square);
    for (const [square, man] of men) {
      if (this.figures.has(square)) continue;
      const nearest = gone
        .filter(([from]) => same(this.men.get(from), man))
        .sort((a, b) => distance(a[0], square) - distance(b[0], square))[0];
      if (nearest) gone.splice(gone.indexOf(nearest), 1);
      this.figures.set(square, nearest ? nearest[1] : this.#newFigure(man));
    }
    for (const [, figure] of gone) figure.remove();
    this.men = men;
    this.#place();
    this.#name();
  }

  /** @param {Side} side */
  turn(side) {
    if (side === this.orientation) return;
    this.orientation = side;
    this.#paint();
    this.arrows(this.shownArrows);
    this.heat(this.shownHeat);
    this.notes(this.shownNotes);
  }

  /**
   * Marks squares; marks of the same kind elsewhere go.
   *
   * @param {Mark} kind
   * @param {string[]} squares
   */
  mark(kind, squares) {
    for (const square of this.marks.get(kind) ?? []) this.cell(square).classList.remove(kind);
    for (const square of squares) this.cell(square).classList.add(kind);
    this.marks.set(kind, squares);
    if (kind in SPOKEN) this.#name();
  }

  /** @param {Arrow[]} arrows */
  arrows(arrows) {
    this.shownArrows = arrows;
    fill(
      this.arrowLayer,
      arrows.map((arrow) => arrowShape(arrow, this.orientation)),
    );
  }

  /**
   * Shades squares by shares, the largest fully; those of half a per cent and more are written. `null` takes it away.
   *
   * @param {Map<string, number> | null} heat
   */
  heat(heat) {
    this.shownHeat = heat;
    this.element.classList.toggle('heated', heat !== null);
    const most = Math.max(0.01, ...(heat?.values() ?? []));
    for (const square of SQUARES) {
      const share = heat?.get(square) ?? 0;
      const cell = this.cell(square);
      cell.style.setProperty('--heat', Math.sqrt(share / most).toFixed(3));
      if (share >= 0.005) cell.dataset.share = `${Math.round(100 * share)}`;
      else delete cell.dataset.share;
    }
    this.#name();
  }

  /**
   * Writes a short text on squares; other squares lose theirs.
   *
   * @param {Map<string, string>} notes
   */
  notes(notes) {
    this.shownNotes = notes;
    for (const note of this.layer.querySelectorAll('.note')) note.remove();
    for (const [square, text] of notes) {
      const [column, row] = placeOf(square, this.orientation);
      const note = el('span', { class: 'note' }, el('b', {}, text));
      note.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
      this.layer.append(note);
    }
    this.#name();
  }

  /** @param {string} square */
  focus(square) {
    this.cell(this.focused).tabIndex = -1;
    this.focused = square;
    this.cell(square).tabIndex = 0;
    this.cell(square).focus();
  }

  /** @param {Man} man */
  #newFigure(man) {
    const figure = el('div', { class: 'man' }, pieceIcon(man));
    this.layer.append(figure);
    return figure;
  }

  #place() {
    for (const [square, figure] of this.figures) {
      const [column, row] = placeOf(square, this.orientation);
      figure.style.transform = `translate(${100 * column}%, ${100 * row}%)`;
      figure.dataset.square = square;
    }
  }

  /** Everything that depends on the orientation. */
  #paint() {
    for (const square of SQUARES) {
      const [column, row] = placeOf(square, this.orientation);
      const cell = this.cells[8 * row + column];
      const marks = [...this.marks].filter(([, squares]) => squares.includes(square)).map(([kind]) => kind);
      cell.className = ['square', isLight(square) ? 'light' : 'dark', ...marks].join(' ');
      cell.dataset.square = square;
      cell.dataset.file = row === 7 ? square[0] : '';
      cell.dataset.rank = column === 0 ? square[1] : '';
      cell.tabIndex = square === this.focused ? 0 : -1;
    }
    this.#place();
    this.#name();
  }

  #name() {
    for (const square of SQUARES) {
      const man = this.men.get(square);
      this.cell(square).classList.toggle('occupied', man !== undefined);
      const spoken = [...this.marks].filter(([kind, squares]) => SPOKEN[kind] && squares.includes(square));
      const share = this.shownHeat?.get(square) ?? 0;
      const words = [square, man ? nameOf(man) : 'empty', ...spoken.map(([kind]) => SPOKEN[kind])];
      if (share >= 0.005) words.push(`${Math.round(100 * share)} per cent`);
      const note = this.shownNotes.get(square);
      if (note) words.push(note);
      this.cell(square).setAttribute('aria-label', words.join(', '));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step && !this.element.classList.contains('by-key')) return;
    if (step) {
      const [column, row] = placeOf(this.focused, this.orientation);
      const next = squareAt(column + step[0], row + step[1], this.orientation);
      if (next) this.focus(next);
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.handlers?.tap(this.focused);
      event.preventDefault();
    } else {
      this.handlers?.type?.(event);
    }
  }

  /** @param {FocusEvent} event */
  #focusMoved(event) {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    if (!this.pointing) this.element.classList.add('by-key');
    if (square && square !== this.focused) this.focus(square);
  }
}

/**
 * @param {Man | undefined} one
 * @param {Man | undefined} other
 */
function same(one, other) {
  return one !== undefined && other !== undefined && letterOf(one) === letterOf(other);
}

/**
 * @param {string} from
 * @param {string} to
 */
function distance(from, to) {
  const [a, b] = [placeOf(from, 'white'), placeOf(to, 'white')];
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
