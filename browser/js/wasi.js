/** What WebAssembly asks of its system: the functions of `wasi_snapshot_preview1`, as far as the engine uses them. */

import { ofDescriptors } from './descriptors.js';
import { ERROR } from './files.js';
import { Exit, KIND, NOT_IMPLEMENTED } from './system.js';

/** @typedef {import('./system.js').System} System */

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
  return (
    /** @type {number} */ list,
    /** @type {number} */ events,
    /** @type {number} */ count,
    /** @type {number} */ at,
  ) => {
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
