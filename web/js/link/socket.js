/** The link to a program that serves the page: one WebSocket, which is opened again when lost. */

import { Link } from './link.js';
import { isRefused, onOtherToken, token } from './token.js';

/** Milliseconds between attempts to open the connection again. */
const RETRY = 700;

/** Milliseconds that an attempt may take: a lost packet, or a program that ends meanwhile, can leave it unanswered. */
const PATIENCE = 4000;

export class SocketLink extends Link {
  /** @param {string} address Without the token. */
  constructor(address) {
    super();
    this.address = address;
    /** Of the last attempt. @type {string | null} */
    this.token = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    onOtherToken(() => this.retry());
    this.#connect();
  }

  /** Tries again at once where the program wanted another token. */
  retry() {
    if (this.status === 'refused') this.#connect();
  }

  /** @param {import('./link.js').Request} request */
  send(request) {
    this.socket?.send(JSON.stringify(request));
  }

  #connect() {
    this.token = token();
    if (this.token === null) return this.become('refused');
    const socket = new WebSocket(`${this.address}?token=${this.token}`);
    this.socket = socket;
    const tooLong = setTimeout(() => socket.close(), PATIENCE);
    socket.addEventListener('open', () => {
      clearTimeout(tooLong);
      this.open();
    });
    socket.addEventListener('message', (event) => this.received(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      clearTimeout(tooLong);
      this.#closed();
    });
    return undefined;
  }

  async #closed() {
    this.lose();
    const isKnown = this.token === token();
    if (isKnown && (await isRefused(this.token, PATIENCE))) this.become('refused');
    else setTimeout(() => this.#connect(), RETRY);
  }
}
