/** Motley for a page or for Node: each object has a worker of its own. */

import { startWorker } from './start.js';

export { Motley } from './motley.js';

/** The studio: its messages in, its answers out, as over the socket of `motley studio`. */
export class MotleyStudio {
  #worker;

  /**
   * @param {object} settings
   * @param {(text: string) => void} settings.onMessage Called with each answer.
   * @param {(reason: string) => void} [settings.onEnd] Called when the engine has died: start another then.
   * @param {(text: string) => void} [settings.onNote] Called with what a user may want to know: a file is fetched.
   * @param {(count: number) => void} [settings.onIdle] Called with the number of messages that were sent, once all of
   *   them are answered and what they wrote is kept.
   * @param {string | URL} [settings.base] The folder with `motley.wasm.gz`, where it is not this one.
   */
  constructor({
    onMessage,
    onEnd = () => {},
    onNote = () => {},
    onIdle = () => {},
    base = new URL('./', import.meta.url),
  }) {
    this.#worker = startWorker({ door: 'studio', base: String(base) }, (message) => {
      if ('output' in message) onMessage(message.output);
      else if ('idle' in message) onIdle(message.idle);
      else if ('fetching' in message) onNote(fetchingNote(message));
      else if ('note' in message) onNote(message.note);
      else if ('died' in message) {
        this.#worker.end();
        onEnd(message.died);
      }
    });
  }

  /**
   * Sends one message: a JSON object.
   *
   * @param {string} text
   */
  send(text) {
    this.#worker.post(text);
  }

  /** Ends the worker, whatever it does. */
  end() {
    this.#worker.end();
  }
}

/**
 * @param {{ fetching: string, bytes: number }} message
 * @returns {string}
 */
export function fetchingNote({ fetching, bytes }) {
  return `fetching ${fetching} (${(bytes / 1e6).toFixed(1)} MB)`;
}
