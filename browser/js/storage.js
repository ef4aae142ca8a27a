/** What the engine has written in `/data`, kept in IndexedDB from one start to the next. */

const DATABASE = 'motley-engine';
const STORE = 'files';

export class Storage {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** Paths that this worker has seen: others may keep files of their own. @type {Set<string>} */
  #known = new Set();
  /** A failure is reported once: a full disk would fail again after every move. */
  #hasFailed = false;

  /** @param {(reason: string) => void} onFailure */
  constructor(onFailure) {
    this.onFailure = onFailure;
  }

  /**
   * What is kept. In a private window there may be no storage: then nothing is.
   *
   * @returns {Promise<Map<string, Uint8Array>>}
   */
  async open() {
    if (!globalThis.indexedDB) return new Map();
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      this.#database = await answer(request);
      const store = this.#database.transaction(STORE).objectStore(STORE);
      const [paths, files] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
      this.#known = new Set(paths.map(String));
      return new Map(paths.map((path, index) => [String(path), files[index]]));
    } catch (error) {
      this.#fail(error);
      return new Map();
    }
  }

  /**
   * Keeps the files that have changed, and no longer those that this worker has removed.
   *
   * @param {Map<string, import('./files.js').MemoryFile>} files All of them.
   */
  async keep(files) {
    if (!this.#database) return;
    const changed = [...files].filter(([, file]) => file.isChanged);
    const gone = [...this.#known].filter((path) => !files.has(path));
    if (changed.length + gone.length === 0) return;
    try {
      const transaction = this.#database.transaction(STORE, 'readwrite');
      const store = transaction.objectStore(STORE);
      for (const [path, file] of changed) {
        store.put(file.bytes.slice(), path);
        file.isChanged = false;
      }
      for (const path of gone) store.delete(path);
      this.#known = new Set(files.keys());
      await new Promise((done, fail) => {
        transaction.oncomplete = done;
        transaction.onabort = () => fail(transaction.error);
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.onFailure(error instanceof Error ? error.message : String(error));
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answer(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
