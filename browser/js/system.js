/** The system that the engine sees: its memory, its streams, and its files as they are open. */

import { ERROR, plain } from './files.js';

/** @typedef {import('./files.js').Files} Files */
/** @typedef {import('./files.js').MemoryFile} MemoryFile */

export const BAD_DESCRIPTOR = 8;
export const NOT_IMPLEMENTED = 52;
export const KIND = { TERMINAL: 2, FOLDER: 3, FILE: 4 };
const OPEN = { CREATE: 1, FOLDER: 2, EXCLUSIVE: 4, TRUNCATE: 8 };
const APPEND = 1;
export const ROOT = 3;

/** The engine has ended itself. */
export class Exit extends Error {}

/** @typedef {{ path: string, file: MemoryFile | null, at: number, appends: boolean }} Open A folder has no file. */

/**
 * @typedef {object} Streams
 * @property {() => Uint8Array | null} input What has arrived, or null.
 * @property {(() => Promise<void>) | null} turn Lets messages arrive; null where WebAssembly cannot wait.
 * @property {(bytes: Uint8Array) => void} output
 * @property {(bytes: Uint8Array) => void} errors
 */

export class System {
  /** @type {WebAssembly.Memory | null} */
  #memory = null;
  #view = new DataView(new ArrayBuffer(0));
  /** @type {Map<number, Open>} */
  #open = new Map();
  #next = ROOT + 1;
  /** What was read of the input and not taken. @type {Uint8Array | null} */
  #rest = null;

  /**
   * @param {Files} files
   * @param {Streams} streams
   * @param {Record<string, string>} environment
   */
  constructor(files, streams, environment) {
    this.files = files;
    this.streams = streams;
    this.environment = Object.entries(environment).map(([name, value]) => encode(`${name}=${value}\0`));
    this.#open.set(ROOT, { path: '', file: null, at: 0, appends: false });
  }

  /** @param {WebAssembly.Memory} memory */
  use(memory) {
    this.#memory = memory;
  }

  /** Memory may have grown, which gives it another buffer. */
  get view() {
    const buffer = /** @type {WebAssembly.Memory} */ (this.#memory).buffer;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  bytes(at, length) {
    return new Uint8Array(this.view.buffer, at, length);
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  path(at, length) {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  /**
   * A path from an open folder on.
   *
   * @param {number} folder
   * @param {number} at
   * @param {number} length
   */
  resolve(folder, at, length) {
    return plain(`${this.#open.get(folder)?.path ?? ''}/${this.path(at, length)}`);
  }

  /**
   * The pieces of memory that a list names.
   *
   * @param {number} list
   * @param {number} count
   */
  pieces(list, count) {
    return Array.from({ length: count }, (_, i) =>
      this.bytes(this.view.getUint32(list + 8 * i, true), this.view.getUint32(list + 8 * i + 4, true)),
    );
  }

  /**
   * @param {number} at
   * @param {number} value
   */
  set32(at, value) {
    this.view.setUint32(at, value, true);
    return ERROR.NONE;
  }

  /**
   * A whole number below 2⁵³.
   *
   * @param {number} at
   * @param {number} value
   */
  set64(at, value) {
    this.view.setUint32(at, value >>> 0, true);
    this.view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
    return ERROR.NONE;
  }

  /**
   * @param {number} at
   * @param {number} kind
   * @param {number} size
   */
  describe(at, kind, size) {
    this.bytes(at, 64).fill(0);
    this.view.setUint8(at + 16, kind);
    this.set64(at + 24, 1);
    return this.set64(at + 32, size);
  }

  /**
   * @param {number} at
   * @param {number} length
   */
  random(at, length) {
    // No more can be asked for at once.
    for (let done = 0; done < length; done += 65536) {
      crypto.getRandomValues(this.bytes(at + done, Math.min(65536, length - done)));
    }
    return ERROR.NONE;
  }

  /**
   * @param {number} clock 0 counts from 1970, the others from any time.
   * @param {number} at
   */
  time(clock, at) {
    const nanoseconds = Math.round(performance.now() * 1e6);
    if (clock !== 0) return this.set64(at, nanoseconds);
    this.view.setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
    return ERROR.NONE;
  }

  /**
   * Copies input into the pieces.
   *
   * @param {Uint8Array[]} pieces
   * @returns {number} How many bytes.
   */
  takeInput(pieces) {
    let done = 0;
    for (const piece of pieces) {
      this.#rest ??= this.streams.input();
      if (!this.#rest) break;
      const part = this.#rest.subarray(0, piece.length);
      piece.set(part);
      done += part.length;
      this.#rest = part.length < this.#rest.length ? this.#rest.subarray(part.length) : null;
    }
    return done;
  }

  get hasInput() {
    this.#rest ??= this.streams.input();
    return this.#rest !== null;
  }

  /** @param {number} descriptor */
  opened(descriptor) {
    return this.#open.get(descriptor);
  }

  /** @param {number} descriptor */
  close(descriptor) {
    return this.#open.delete(descriptor) ? ERROR.NONE : BAD_DESCRIPTOR;
  }

  /**
   * Opens a file or a folder.
   *
   * @param {string} path
   * @param {number} how
   * @param {number} flags
   * @param {number} at Where its number is written.
   */
  open(path, how, flags, at) {
    /** @type {MemoryFile | null} */
    let file = null;
    if (!this.files.isFolder(path)) {
      if (how & OPEN.FOLDER) return this.files.exists(path) ? ERROR.NOT_FOLDER : ERROR.NO_ENTRY;
      const found = this.files.file(path);
      if (found && how & OPEN.CREATE && how & OPEN.EXCLUSIVE) return ERROR.EXIST;
      const made = found ?? (how & OPEN.CREATE ? this.files.create(path) : ERROR.NO_ENTRY);
      if (typeof made === 'number') return made;
      if (how & OPEN.TRUNCATE) made.resize(0);
      file = made;
    }
    this.#open.set(this.#next, { path, file, at: 0, appends: (flags & APPEND) !== 0 });
    return this.set32(at, this.#next++);
  }
}

/** @param {string} text */
export function encode(text) {
  return new TextEncoder().encode(text);
}
