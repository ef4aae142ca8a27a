/** The link to the program: requests and their answers, whatever carries them. */

/** @typedef {'opening' | 'open' | 'lost' | 'refused'} Status Refused: the program wants another token. */

/** @typedef {import('./requests.js').Requests} Requests */
/** @typedef {import('./types.js').Answers} Answers */

/**
 * A request as it is sent.
 *
 * @typedef {{ id: number, ask: string } & Record<string, unknown>} Request
 */

/**
 * @typedef {object} Pending
 * @property {Request} message
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

export class Link extends EventTarget {
  constructor() {
    super();
    /** @type {Status} */
    this.status = 'opening';
    /** Whether the program can read files that are named when it is started. */
    this.hasFiles = true;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    this.next = 1;
  }

  /** Carries a request, while the link is open; each link has its own way. @param {Request} request */
  send(request) {
    throw new Error(`${request.ask} cannot be sent`);
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
      if (this.status === 'open') this.send(message);
      this.changed();
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

  /** The link is open, for the first time or again: what waits for an answer is asked. */
  open() {
    this.become('open');
    for (const { message } of this.pending.values()) this.send(message);
  }

  /** The link is lost: what is not to be asked again has no answer. */
  lose() {
    for (const [id, { repeat, reject }] of this.pending) {
      if (repeat) continue;
      this.pending.delete(id);
      reject(new LostError());
    }
    if (this.status !== 'refused') this.become('lost');
    this.changed();
  }

  /** @param {Record<string, any>} answer */
  received(answer) {
    const pending = this.pending.get(answer.id);
    if (!pending) return;
    if (answer.kind === 'info' || answer.kind === 'progress') {
      pending.report?.(answer.kind, answer);
      return;
    }
    this.pending.delete(answer.id);
    if (answer.kind === 'done') pending.resolve(answer);
    else pending.reject(new AskError(answer));
    this.changed();
  }

  /** @param {number} id */
  #drop(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.reject(new Cancelled());
    this.stop(id);
    this.changed();
  }

  /** @param {Status} status */
  become(status) {
    if (status === this.status) return;
    this.status = status;
    this.dispatchEvent(new Event('status'));
  }

  changed() {
    this.dispatchEvent(new Event('pending'));
  }
}
