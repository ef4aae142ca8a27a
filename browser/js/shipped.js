/**
 * The files that ship: the WebAssembly, and nets and books, which are fetched when the engine first opens them and
 * kept for the next start. They lie packed beside the manifest, which has the SHA-256 and the size of each when it is
 * unpacked.
 *
 * The engine waits for a file in the middle of a call, so it is fetched by a synchronous request, which workers may do.
 */

import { gunzipSync } from 'fflate';
import { sha256 } from './sha256.js';

/** @typedef {{ sha256: string, bytes: number }} Entry */
/** @typedef {Record<string, Entry>} Manifest */

const CACHE = 'motley-engine';
/** Where a copy of the manifest stays for starts without a network. */
const MANIFEST = 'manifest.json';
const MODULE = 'motley.wasm';

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
        const file = new URL(url);
        file.search = '';
        try {
          return readFileSync(file);
        } catch {
          return null;
        }
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
    return new URL(`${path}.gz?sha256=${entry.sha256.slice(0, 16)}`, this.base);
  }

  /**
   * The same file past every cache on the way.
   *
   * @param {URL} url
   */
  #again(url) {
    const again = new URL(url);
    again.searchParams.set('again', String(Date.now()));
    return again;
  }

  /**
   * The WebAssembly, unpacked and checked.
   *
   * @returns {Promise<Uint8Array<ArrayBuffer>>}
   */
  async module() {
    const entry = this.#manifest[MODULE];
    const url = this.#address(MODULE, entry);
    // A service worker of the page has it under its plain name.
    const named = new URL(`${MODULE}.gz`, this.base);
    for (const address of [named, this.#again(url)]) {
      const bytes = this.base.protocol === 'file:' ? this.#fetch(address) : await fetched(address);
      const plain = bytes && (await unpackedAside(bytes, entry));
      if (plain) return plain;
    }
    throw new Error(`${named} cannot be fetched, or it is damaged`);
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
    const sound = kept && unpacked(kept, entry);
    if (sound) return sound;
    this.onFetch(path, entry.bytes);
    const url = this.#address(path, entry);
    for (const address of [url, this.#again(url)]) {
      const bytes = this.#fetch(address);
      const plain = bytes && unpacked(bytes, entry);
      if (plain) {
        this.#keep(url, bytes);
        return plain;
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

/** @param {Uint8Array} bytes */
function isGzip(bytes) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * A file as it was packed, or null where it is another one or damaged. Some servers unpack it on the way.
 *
 * @param {Uint8Array} bytes
 * @param {Entry} entry
 * @returns {Uint8Array | null}
 */
function unpacked(bytes, entry) {
  try {
    const plain = isGzip(bytes) ? gunzipSync(bytes, { out: new Uint8Array(entry.bytes) }) : bytes;
    return plain.length === entry.bytes && sha256(plain) === entry.sha256 ? plain : null;
  } catch {
    return null;
  }
}

/**
 * The same by what the browser has for it, where it has that: several times as fast.
 *
 * @param {Uint8Array} bytes
 * @param {Entry} entry
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
async function unpackedAside(bytes, entry) {
  const { DecompressionStream, crypto } = globalThis;
  if (!DecompressionStream || !crypto?.subtle || !isGzip(bytes)) {
    const plain = unpacked(bytes, entry);
    return plain && new Uint8Array(plain);
  }
  try {
    const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    const plain = new Uint8Array(await new Response(stream).arrayBuffer());
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', plain));
    const sum = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return sum === entry.sha256 ? plain : null;
  } catch {
    return null;
  }
}

/**
 * @param {URL} url
 * @returns {Promise<Uint8Array | null>}
 */
async function fetched(url) {
  try {
    const response = await fetch(url);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  } catch {
    return null;
  }
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
