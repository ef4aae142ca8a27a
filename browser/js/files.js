/** The file system that the engine sees: files that ship, which cannot be written, and files in memory. */

/** @typedef {import('./shipped.js').ShippedFiles} ShippedFiles */

/** Numbers of errors in WASI. */
export const ERROR = { NONE: 0, EXIST: 20, INVALID: 28, IS_FOLDER: 31, NO_ENTRY: 44, NOT_FOLDER: 54, READ_ONLY: 69 };

/** A file in memory. */
export class MemoryFile {
  isChanged = false;

  /** @param {Uint8Array} [bytes] */
  constructor(bytes = new Uint8Array(0)) {
    this.room = bytes;
    this.length = bytes.length;
  }

  get bytes() {
    return this.room.subarray(0, this.length);
  }

  /** @param {number} length */
  resize(length) {
    if (length > this.room.length) {
      const room = new Uint8Array(Math.max(length, 2 * this.room.length, 4096));
      room.set(this.bytes);
      this.room = room;
    }
    this.room.fill(0, this.length, Math.max(length, this.length));
    this.length = length;
    this.isChanged = true;
  }

  /**
   * @param {number} at
   * @param {Uint8Array} bytes
   */
  write(at, bytes) {
    if (at + bytes.length > this.length) this.resize(at + bytes.length);
    this.room.set(bytes, at);
    this.isChanged = true;
  }
}

/** All folders and files, by their paths from the root, without a `/` at the beginning or the end. */
export class Files {
  /** @type {Map<string, MemoryFile>} */
  #files = new Map();
  #folders = new Set(['', 'data', 'tmp']);

  /**
   * @param {ShippedFiles} shipped
   * @param {Map<string, Uint8Array>} kept What an earlier start has written.
   */
  constructor(shipped, kept) {
    this.shipped = shipped;
    for (const [path, bytes] of kept) {
      for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
        this.#folders.add(path.slice(0, end));
      }
      this.#files.set(path, new MemoryFile(bytes));
    }
  }

  /** @param {string} path */
  isFolder(path) {
    return this.#folders.has(path);
  }

  /**
   * A file; one that ships is read now.
   *
   * @param {string} path
   */
  file(path) {
    const file = this.#files.get(path);
    if (file || !this.shipped.has(path)) return file;
    const bytes = this.shipped.read(path);
    if (!bytes) return undefined;
    // Not kept here: the engine reads it once, and its own copy is enough.
    return new MemoryFile(bytes);
  }

  /**
   * Bytes of a file; null where there is none. One that ships is not read for that.
   *
   * @param {string} path
   */
  size(path) {
    return this.#files.get(path)?.length ?? this.shipped.size(path);
  }

  /** @param {string} path */
  exists(path) {
    return this.#folders.has(path) || this.#files.has(path) || this.shipped.has(path);
  }

  /** @param {string} path */
  create(path) {
    if (!this.#folders.has(parent(path))) return ERROR.NO_ENTRY;
    if (this.#folders.has(path)) return ERROR.IS_FOLDER;
    if (this.shipped.has(path)) return ERROR.READ_ONLY;
    const file = new MemoryFile();
    file.isChanged = true;
    this.#files.set(path, file);
    return file;
  }

  /** @param {string} path */
  createFolder(path) {
    if (this.exists(path)) return ERROR.EXIST;
    if (!this.#folders.has(parent(path))) return ERROR.NO_ENTRY;
    this.#folders.add(path);
    return ERROR.NONE;
  }

  /** @param {string} path */
  remove(path) {
    if (this.shipped.has(path)) return ERROR.READ_ONLY;
    return this.#files.delete(path) || this.#folders.delete(path) ? ERROR.NONE : ERROR.NO_ENTRY;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  rename(from, to) {
    const file = this.#files.get(from);
    if (!file) return ERROR.NO_ENTRY;
    if (!this.#folders.has(parent(to))) return ERROR.NO_ENTRY;
    this.#files.delete(from);
    this.#files.set(to, file);
    file.isChanged = true;
    return ERROR.NONE;
  }

  /**
   * The names in a folder.
   *
   * @param {string} folder
   */
  names(folder) {
    const below = folder === '' ? '' : `${folder}/`;
    const inside = [...this.#folders, ...this.#files.keys()].filter((path) => path !== '' && path.startsWith(below));
    return inside.map((path) => path.slice(below.length)).filter((name) => name !== '' && !name.includes('/'));
  }

  /**
   * The files below a folder.
   *
   * @param {string} folder
   */
  below(folder) {
    return new Map([...this.#files].filter(([path]) => path.startsWith(`${folder}/`)));
  }
}

/**
 * A path without `.`, `..` and superfluous `/`.
 *
 * @param {string} path
 */
export function plain(path) {
  /** @type {string[]} */
  const names = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

/** @param {string} path */
function parent(path) {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
