/** One worker with the program, and how far it is. */

/** @typedef {import('../js/link/link.js').Request} Request */
/**
 * The class `MotleyStudio` of the package motley-engine.
 *
 * @typedef {new (settings: {
 *   onMessage: (text: string) => void,
 *   onEnd: (reason: string) => void,
 *   onNote: (text: string) => void,
 *   onIdle: (count: number) => void,
 * }) => { send: (text: string) => void, end: () => void }} EngineClass
 */

export class Engine {
  /** Requests that were sent, and those that were answered and kept. */
  #sent = 0;
  #done = 0;
  /** @type {(() => void)[]} */
  #waiting = [];

  /**
   * @param {EngineClass} Studio
   * @param {object} events
   * @param {(answer: Record<string, any>) => void} events.take An answer.
   * @param {(reason: string) => void} events.end It has died.
   * @param {(text: string) => void} events.note What the user may want to know.
   */
  constructor(Studio, { take, end, note }) {
    this.studio = new Studio({
      onMessage: (text) => take(JSON.parse(text)),
      onEnd: (reason) => {
        this.end();
        end(reason);
      },
      onNote: note,
      onIdle: (count) => {
        this.#done = count;
        if (this.#done >= this.#sent) this.#settle();
      },
    });
  }

  /** @param {Request} request */
  send(request) {
    this.#sent++;
    this.studio.send(JSON.stringify(request));
  }

  /** Ends the worker, whatever it does. */
  end() {
    this.#done = this.#sent;
    this.#settle();
    this.studio.end();
  }

  /** Resolves when everything that was sent is answered, and what it wrote is kept. @returns {Promise<void>} */
  settled() {
    if (this.#done >= this.#sent) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #settle() {
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }
}
