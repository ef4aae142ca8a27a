/** The connection to the program: requests and their answers over one WebSocket that is opened again when lost. */

import { isRefused, onOtherToken, token } from './token.js';

/** @typedef {'opening' | 'open' | 'lost' | 'refused'} Status Refused: the program wants another token. */

/** @typedef {import('./requests.js').Requests} Requests */
/** @typedef {import('./types.js').Answers} Answers */

/**
 * @typedef {object} Pending
 * @property {Record<string, unknown>} message
 * @property {boolean} repeat Whether to ask again after the connection was lost.
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((kind: 'info' | 'progress', answer: any) => void) | undefined} report
 */

/** An error that the program answered: a sentence to show, and where in the request the error is. */
export class AskError extends Error {
  /** @param {Record<string, any>} answer */
  constructor(answer) {
    super(answer.message);
    /** @type {{ field?: string, index?: number, from?: number, to?: number, ply?: number } | null} */
    this.at = answer.at ?? null;
    /** The whole answer, which may hold more. */
    this.answer = answer;
    this.replaced = answer.replaced === true;
  }
}

/** The connection was lost before the answer came. */
export class LostError extends Error {
  constructor() {
    super('The connection to motley was lost.');
  }
}

/** The answer is no longer wanted. */
export class Cancelled extends Error {}

/** Milliseconds between attempts to open the connection again. */
const RETRY = 700;

export class Link extends EventTarget {
  /** @param {string} address Without the token. */
  constructor(address) {
    super();
    this.address = address;
    /** Of the last attempt. @type {string | null} */
    this.token = null;
    /** @type {Status} */
    this.status = 'opening';
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    this.next = 1;
    /** @type {WebSocket | null} */
    this.socket = null;
    onOtherToken(() => this.retry());
    this.#open();
  }

  /** Tries again at once where the program wanted another token. */
  retry() {
    if (this.status === 'refused') this.#open();
  }

  /**
   * Asks the program; the answer of kind `done`.
   *
   * @template {keyof Requests} A
   * @param {A} ask
   * @param {Requests[A]} fields
   * @param {object} [options]
   * @param {Pending['report']} [options.report] Receives what comes before the last answer.
   * @param {boolean} [options.repeat] Asks again after a lost connection (usual), else that is an error.
   * @param {AbortSignal} [options.signal] Drops the answer, and ends what runs for it.
   * @returns {Promise<Answers[A]>}
   */
  ask(ask, fields, { report, repeat = true, signal } = {}) {
    const id = this.next++;
    const message = { id, ask, ...fields };
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Cancelled());
      if (!repeat && this.status !== 'open') return reject(new LostError());
      this.pending.set(id, { message, repeat, resolve, reject, report });
      signal?.addEventListener('abort', () => this.#drop(id), { once: true });
      if (this.status === 'open') this.socket?.send(JSON.stringify(message));
      this.#changed();
      return undefined;
    });
  }

  /** Ends what runs. @param {number} [of] For this request alone. */
  stop(of) {
    if (this.status === 'open') this.ask('stop', { of }, { repeat: false }).catch(() => {});
  }

  /** Resolves when the connection is open. @returns {Promise<void>} */
  opened() {
    if (this.status === 'open') return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (this.status !== 'open') return;
        this.removeEventListener('status', look);
        resolve();
      };
      this.addEventListener('status', look);
    });
  }

  #open() {
    this.token = token();
    if (this.token === null) return this.#become('refused');
    const socket = new WebSocket(`${this.address}?token=${this.token}`);
    this.socket = socket;
    socket.addEventListener('open', () => {
      this.#become('open');
      for (const { message } of this.pending.values()) socket.send(JSON.stringify(message));
    });
    socket.addEventListener('message', (event) => this.#received(JSON.parse(event.data)));
    socket.addEventListener('close', () => this.#closed());
    return undefined;
  }

  async #closed() {
    for (const [id, { repeat, reject }] of this.pending) {
      if (repeat) continue;
      this.pending.delete(id);
      reject(new LostError());
    }
    if (this.status !== 'refused') this.#become('lost');
    this.#changed();
    const isKnown = this.token === token();
    if (isKnown && (await isRefused(this.token))) this.#become('refused');
    else setTimeout(() => this.#open(), RETRY);
  }

  /** @param {Record<string, any>} answer */
  #received(answer) {
    const pending = this.pending.get(answer.id);
    if (!pending) return;
    if (answer.kind === 'info' || answer.kind === 'progress') {
      pending.report?.(answer.kind, answer);
      return;
    }
    this.pending.delete(answer.id);
    if (answer.kind === 'done') pending.resolve(answer);
    else pending.reject(new AskError(answer));
    this.#changed();
  }

  /** @param {number} id */
  #drop(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.reject(new Cancelled());
    this.stop(id);
    this.#changed();
  }

  /** @param {Status} status */
  #become(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new Event('status'));
  }

  #changed() {
    this.dispatchEvent(new Event('pending'));
  }
}
