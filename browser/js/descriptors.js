/** The functions of WASI that take an open file or folder. */

import { ERROR, plain } from './files.js';
import { BAD_DESCRIPTOR, KIND, ROOT, encode } from './system.js';

/** @typedef {import('./system.js').System} System */
/** @typedef {import('./files.js').MemoryFile} MemoryFile */

const NO_SEEK = 70;
/** All that there are. */
const RIGHTS = 0x1fffffffn;

/** @param {System} system */
export function ofDescriptors(system) {
  return { ...readsAndWrites(system), ...about(system), ...ofFolders(system) };
}

/** @param {System} system */
function readsAndWrites(system) {
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
    fd_read: (
      /** @type {number} */ fd,
      /** @type {number} */ list,
      /** @type {number} */ count,
      /** @type {number} */ at,
    ) => {
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
    fd_write: (
      /** @type {number} */ fd,
      /** @type {number} */ list,
      /** @type {number} */ count,
      /** @type {number} */ at,
    ) => {
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
    fd_pread: (
      /** @type {number} */ fd,
      /** @type {number} */ list,
      /** @type {number} */ count,
      /** @type {bigint} */ from,
      /** @type {number} */ at,
    ) => {
      const file = system.opened(fd)?.file;
      return file ? system.set32(at, read(Number(from), system.pieces(list, count), file)) : BAD_DESCRIPTOR;
    },
    fd_pwrite: (
      /** @type {number} */ fd,
      /** @type {number} */ list,
      /** @type {number} */ count,
      /** @type {bigint} */ from,
      /** @type {number} */ at,
    ) => {
      const file = system.opened(fd)?.file;
      return file ? system.set32(at, write(Number(from), system.pieces(list, count), file)) : BAD_DESCRIPTOR;
    },
  };
}

/**
 * What is said about an open file, and where in it one reads.
 *
 * @param {System} system
 */
function about(system) {
  return {
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
    fd_seek: (
      /** @type {number} */ fd,
      /** @type {bigint} */ offset,
      /** @type {number} */ from,
      /** @type {number} */ at,
    ) => {
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
  };
}

/** @param {System} system */
function ofFolders(system) {
  return {
    fd_readdir: (
      /** @type {number} */ fd,
      /** @type {number} */ to,
      /** @type {number} */ length,
      /** @type {bigint} */ from,
      /** @type {number} */ at,
    ) => {
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
