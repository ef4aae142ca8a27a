/** What WebAssembly asks of its system: the functions of `wasi_snapshot_preview1`, as far as the engine uses them. */

import { ERROR, Files, MemoryFile, plain } from './files.js';

const BAD_DESCRIPTOR = 8;
const NOT_IMPLEMENTED = 52;
const NO_SEEK = 70;
const KIND = { TERMINAL: 2, FOLDER: 3, FILE: 4 };
const OPEN = { CREATE: 1, FOLDER: 2, EXCLUSIVE: 4, TRUNCATE: 8 };
const APPEND = 1;
const ROOT = 3;
/** All that there are. */
const RIGHTS = 0x1fffffffn;

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

/**
 * The imports of the module.
 *
 * @param {System} system
 * @returns {Record<string, Function>}
 */
export function imports(system) {
  return { ...ofProcess(system), ...ofDescriptors(system), ...ofPaths(system) };
}

/** @param {System} system */
function ofProcess(system) {
  const { environment } = system;
  return {
    args_get: () => ERROR.NONE,
    args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      system.set32(count, 0);
      return system.set32(size, 0);
    },
    environ_get: (/** @type {number} */ list, /** @type {number} */ at) => {
      for (const [index, text] of environment.entries()) {
        system.set32(list + 4 * index, at);
        system.bytes(at, text.length).set(text);
        at += text.length;
      }
      return ERROR.NONE;
    },
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      system.set32(count, environment.length);
      return system.set32(
        size,
        environment.reduce((sum, text) => sum + text.length, 0),
      );
    },
    clock_res_get: (/** @type {number} */ _, /** @type {number} */ at) => system.set64(at, 1000),
    clock_time_get: (/** @type {number} */ clock, /** @type {bigint} */ _, /** @type {number} */ at) =>
      system.time(clock, at),
    random_get: (/** @type {number} */ at, /** @type {number} */ length) => system.random(at, length),
    sched_yield: () => ERROR.NONE,
    proc_exit: (/** @type {number} */ code) => {
      throw new Exit(`it ended with ${code}`);
    },
    poll_oneoff: sleep(system),
  };
}

/**
 * Only times are waited for.
 *
 * @param {System} system
 */
function sleep(system) {
  return (/** @type {number} */ list, /** @type {number} */ events, /** @type {number} */ count, /** @type {number} */ at) => {
    let end = Infinity;
    for (let i = 0; i < count; i++) {
      const subscription = list + 48 * i;
      const { view } = system;
      if (view.getUint8(subscription + 8) !== 0) return NOT_IMPLEMENTED;
      const milliseconds = Number(view.getBigUint64(subscription + 24, true)) / 1e6;
      const isAbsolute = view.getUint16(subscription + 40, true) & 1;
      end = Math.min(end, isAbsolute ? milliseconds : performance.now() + milliseconds);
    }
    const report = () => {
      system.bytes(events, 32 * count).fill(0);
      system.view.setBigUint64(events, system.view.getBigUint64(list, true), true);
      return system.set32(at, 1);
    };
    if (system.streams.turn) {
      return new Promise((done) => setTimeout(done, Math.max(end - performance.now(), 0))).then(report);
    }
    while (performance.now() < end);
    return report();
  };
}

/** @param {System} system */
function ofDescriptors(system) {
  const read = (/** @type {number} */ at, /** @type {Uint8Array[]} */ pieces, /** @type {MemoryFile} */ file) => {
    let done = 0;
    for (const piece of pieces) {
      const part = file.bytes.subarray(at + done, at + done + piece.length);
      piece.set(part);
      done += part.length;
    }
    return done;
  };
  const write = (/** @type {number} */ at, /** @type {Uint8Array[]} */ pieces, /** @type {MemoryFile} */ file) => {
    let done = 0;
    for (const piece of pieces) {
      file.write(at + done, piece);
      done += piece.length;
    }
    return done;
  };
  return {
    fd_read: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ at) => {
      if (fd === 0) {
        const take = () => system.set32(at, system.takeInput(system.pieces(list, count)));
        return system.hasInput || !system.streams.turn ? take() : system.streams.turn().then(take);
      }
      const open = system.opened(fd);
      if (!open?.file) return BAD_DESCRIPTOR;
      const done = read(open.at, system.pieces(list, count), open.file);
      open.at += done;
      return system.set32(at, done);
    },
    fd_write: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ at) => {
      const pieces = system.pieces(list, count);
      if (fd === 1 || fd === 2) {
        for (const piece of pieces) system.streams[fd === 1 ? 'output' : 'errors'](piece);
        return system.set32(
          at,
          pieces.reduce((sum, piece) => sum + piece.length, 0),
        );
      }
      const open = system.opened(fd);
      if (!open?.file) return BAD_DESCRIPTOR;
      if (open.appends) open.at = open.file.length;
      const done = write(open.at, pieces, open.file);
      open.at += done;
      return system.set32(at, done);
    },
    fd_pread: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {bigint} */ from, /** @type {number} */ at) => {
      const file = system.opened(fd)?.file;
      return file ? system.set32(at, read(Number(from), system.pieces(list, count), file)) : BAD_DESCRIPTOR;
    },
    fd_pwrite: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {bigint} */ from, /** @type {number} */ at) => {
      const file = system.opened(fd)?.file;
      return file ? system.set32(at, write(Number(from), system.pieces(list, count), file)) : BAD_DESCRIPTOR;
    },
    fd_close: (/** @type {number} */ fd) => system.close(fd),
    fd_sync: () => ERROR.NONE,
    fd_datasync: () => ERROR.NONE,
    fd_advise: () => ERROR.NONE,
    fd_allocate: () => ERROR.NONE,
    fd_fdstat_set_flags: () => ERROR.NONE,
    fd_filestat_set_times: () => ERROR.NONE,
    fd_tell: (/** @type {number} */ fd, /** @type {number} */ at) => {
      const open = system.opened(fd);
      return open ? system.set64(at, open.at) : BAD_DESCRIPTOR;
    },
    fd_seek: (/** @type {number} */ fd, /** @type {bigint} */ offset, /** @type {number} */ from, /** @type {number} */ at) => {
      const open = system.opened(fd);
      if (!open?.file) return fd < ROOT ? NO_SEEK : BAD_DESCRIPTOR;
      const to = Number(offset) + [0, open.at, open.file.length][from];
      if (to < 0) return ERROR.INVALID;
      open.at = to;
      return system.set64(at, to);
    },
    fd_fdstat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      const open = system.opened(fd);
      if (!open && fd >= ROOT) return BAD_DESCRIPTOR;
      system.bytes(at, 24).fill(0);
      system.view.setUint8(at, !open ? KIND.TERMINAL : open.file ? KIND.FILE : KIND.FOLDER);
      system.view.setBigUint64(at + 8, RIGHTS, true);
      system.view.setBigUint64(at + 16, RIGHTS, true);
      return ERROR.NONE;
    },
    fd_filestat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      const open = system.opened(fd);
      if (!open) return fd < ROOT ? system.describe(at, KIND.TERMINAL, 0) : BAD_DESCRIPTOR;
      return system.describe(at, open.file ? KIND.FILE : KIND.FOLDER, open.file?.length ?? 0);
    },
    fd_filestat_set_size: (/** @type {number} */ fd, /** @type {bigint} */ size) => {
      const file = system.opened(fd)?.file;
      file?.resize(Number(size));
      return file ? ERROR.NONE : BAD_DESCRIPTOR;
    },
    fd_prestat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      if (fd !== ROOT) return BAD_DESCRIPTOR;
      system.set32(at, 0);
      return system.set32(at + 4, 1);
    },
    fd_prestat_dir_name: (/** @type {number} */ _, /** @type {number} */ at) => {
      system.bytes(at, 1)[0] = '/'.charCodeAt(0);
      return ERROR.NONE;
    },
    fd_readdir: (/** @type {number} */ fd, /** @type {number} */ to, /** @type {number} */ length, /** @type {bigint} */ from, /** @type {number} */ at) => {
      const open = system.opened(fd);
      if (!open || open.file) return BAD_DESCRIPTOR;
      let used = 0;
      for (const [index, name] of system.files.names(open.path).entries()) {
        if (index < Number(from)) continue;
        const text = encode(name);
        const entry = new Uint8Array(24 + text.length);
        const view = new DataView(entry.buffer);
        view.setBigUint64(0, BigInt(index + 1), true);
        view.setUint32(16, text.length, true);
        view.setUint8(20, system.files.isFolder(plain(`${open.path}/${name}`)) ? KIND.FOLDER : KIND.FILE);
        entry.set(text, 24);
        // The last entry may be cut: it is asked for again.
        const part = entry.subarray(0, length - used);
        system.bytes(to + used, part.length).set(part);
        used += part.length;
        if (used === length) break;
      }
      return system.set32(at, used);
    },
  };
}

/** @param {System} system */
function ofPaths(system) {
  const { files } = system;
  return {
    path_open: (
      /** @type {number} */ folder,
      /** @type {number} */ _follow,
      /** @type {number} */ path,
      /** @type {number} */ length,
      /** @type {number} */ how,
      /** @type {bigint} */ _rights,
      /** @type {bigint} */ _inherited,
      /** @type {number} */ flags,
      /** @type {number} */ at,
    ) => system.open(system.resolve(folder, path, length), how, flags, at),
    path_filestat_get: (
      /** @type {number} */ folder,
      /** @type {number} */ _follow,
      /** @type {number} */ path,
      /** @type {number} */ length,
      /** @type {number} */ at,
    ) => {
      const found = system.resolve(folder, path, length);
      if (files.isFolder(found)) return system.describe(at, KIND.FOLDER, 0);
      const size = files.size(found);
      return size === null ? ERROR.NO_ENTRY : system.describe(at, KIND.FILE, size);
    },
    path_filestat_set_times: () => ERROR.NONE,
    path_readlink: () => ERROR.INVALID,
    path_link: () => NOT_IMPLEMENTED,
    path_symlink: () => NOT_IMPLEMENTED,
    path_create_directory: (/** @type {number} */ folder, /** @type {number} */ path, /** @type {number} */ length) =>
      files.createFolder(system.resolve(folder, path, length)),
    path_unlink_file: (/** @type {number} */ folder, /** @type {number} */ path, /** @type {number} */ length) =>
      files.remove(system.resolve(folder, path, length)),
    path_remove_directory: (/** @type {number} */ folder, /** @type {number} */ path, /** @type {number} */ length) =>
      files.remove(system.resolve(folder, path, length)),
    path_rename: (
      /** @type {number} */ folder,
      /** @type {number} */ path,
      /** @type {number} */ length,
      /** @type {number} */ newFolder,
      /** @type {number} */ newPath,
      /** @type {number} */ newLength,
    ) => files.rename(system.resolve(folder, path, length), system.resolve(newFolder, newPath, newLength)),
  };
}

/** @param {string} text */
function encode(text) {
  return new TextEncoder().encode(text);
}
