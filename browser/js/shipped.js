/**
 * The files that ship beside the WebAssembly, nets and books: fetched when the engine first opens them, checked, and
 * kept for the next start.
 *
 * The engine waits for a file in the middle of a call, so it is fetched by a synchronous request, which workers may do.
 */

import { sha256 } from './sha256.js';

/** @typedef {{ sha256: string, bytes: number }} Entry */
/** @typedef {Record<string, Entry>} Manifest */

const CACHE = 'motley-engine';
/** Where a copy of the manifest stays for starts without a network. */
const MANIFEST = 'manifest.json';

export class ShippedFiles {
  /**
   * Reads the manifest, and which files an earlier start has kept.
   *
   * @param {URL} base The folder with the files.
   * @param {(path: string, bytes: number) => void} onFetch Called before a file is fetched.
   */
  static async open(base, onFetch) {
    const files = new ShippedFiles(base, onFetch);
    await files.#start();
    return files;
  }

  /** @type {Manifest} */
  #manifest = {};
  /** @type {Cache | null} */
  #cache = null;
  /** What the cache has. @type {Map<string, Blob>} */
  #kept = new Map();
  /** How this side reads a file. @type {(url: URL) => Uint8Array | null} */
  #fetch = fetchNow;

  /**
   * @param {URL} base
   * @param {(path: string, bytes: number) => void} onFetch
   */
  constructor(base, onFetch) {
    this.base = base;
    this.onFetch = onFetch;
  }

  async #start() {
    if (this.base.protocol === 'file:') {
      const { readFileSync } = await import('node:fs');
      this.#fetch = (url) => {
        url.search = '';
        return readFileSync(url);
      };
      this.#manifest = JSON.parse(readFileSync(new URL(MANIFEST, this.base), 'utf8'));
      return;
    }
    // There is no cache in some private windows, and none for pages that did not come over HTTPS.
    this.#cache = await globalThis.caches?.open(CACHE).catch(() => null);
    this.#manifest = await this.#readManifest();
    await this.#findKept().catch(() => {});
  }

  async #readManifest() {
    const url = new URL(MANIFEST, this.base);
    try {
      const response = await fetch(url, { cache: 'no-cache' });
      if (!response.ok) throw new Error(`${url} cannot be fetched: ${response.status}`);
      const copy = response.clone();
      const manifest = await response.json();
      await this.#cache?.put(url, copy).catch(() => {});
      return manifest;
    } catch (error) {
      const kept = await this.#cache?.match(url);
      if (!kept) throw error;
      return kept.json();
    }
  }

  /** Finds what is kept, and drops what belongs to an older manifest. */
  async #findKept() {
    const cache = this.#cache;
    if (!cache) return;
    const paths = new Map(
      Object.entries(this.#manifest).map(([path, entry]) => [this.#address(path, entry).href, path]),
    );
    for (const request of await cache.keys()) {
      const path = paths.get(request.url);
      if (path) {
        const response = await cache.match(request);
        if (response) this.#kept.set(path, await response.blob());
      } else if (request.url.startsWith(this.base.href) && !request.url.endsWith(MANIFEST)) {
        await cache.delete(request);
      }
    }
  }

  /**
   * Where a file is: another address for other bytes, so that no older copy on the way is taken for it.
   *
   * @param {string} path
   * @param {Entry} entry
   */
  #address(path, entry) {
    return new URL(`${path}?sha256=${entry.sha256.slice(0, 16)}`, this.base);
  }

  /** @param {string} path */
  has(path) {
    return Object.hasOwn(this.#manifest, path);
  }

  /** @param {string} path */
  size(path) {
    return this.has(path) ? this.#manifest[path].bytes : null;
  }

  /**
   * A file, or null where it cannot be had.
   *
   * @param {string} path
   * @returns {Uint8Array | null}
   */
  read(path) {
    const entry = this.#manifest[path];
    const kept = this.#readKept(path);
    if (kept && isSound(kept, entry)) return kept;
    this.onFetch(path, entry.bytes);
    const url = this.#address(path, entry);
    // The second time past every cache on the way.
    const again = new URL(url);
    again.searchParams.set('again', String(Date.now()));
    for (const address of [url, again]) {
      const bytes = this.#fetch(address);
      if (bytes && isSound(bytes, entry)) {
        this.#keep(url, bytes);
        return bytes;
      }
    }
    return null;
  }

  /** @param {string} path */
  #readKept(path) {
    const blob = this.#kept.get(path);
    if (!blob) return null;
    try {
      return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
    } catch {
      return null;
    }
  }

  /**
   * Keeps a copy: a full disk or a private window only means that it is fetched again.
   *
   * @param {URL} url
   * @param {Uint8Array} bytes
   */
  #keep(url, bytes) {
    this.#cache?.put(url, new Response(/** @type {BodyInit} */ (bytes.slice()))).catch(() => {});
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {Entry} entry
 */
function isSound(bytes, entry) {
  return bytes.length === entry.bytes && sha256(bytes) === entry.sha256;
}

/**
 * @param {URL} url
 * @returns {Uint8Array | null}
 */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}
