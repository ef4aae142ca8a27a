/** The engine as a UCI program, with what its worker cannot do by itself: be stopped, and come back after a fault. */

import { startWorker } from './start.js';

/** Milliseconds that a search has to end after `stop`, before its worker is ended. */
const PATIENCE = { blocked: 50, waiting: 2000 };
/** Starts that may fail one after the other. */
const MOST_FAILURES = 3;
/** Commands that have no effect but on what runs. */
const BESIDE = ['stop', 'ponderhit', 'isready', 'quit'];

export class Motley {
  /** @type {import('./start.js').EngineWorker | null} */
  #worker = null;
  /** Lines that the worker has not been given. @type {string[]} */
  #waiting = [];
  /** What the worker is at; null where it waits for a line. @type {string | null} */
  #current = null;
  #isReady = false;
  /** Lines that the worker was given. */
  #given = 0;
  #canWait = false;
  /** Starts since a line was last obeyed. */
  #failures = 0;
  /** What a new worker has to be told: the options as they were set last, by name. @type {Map<string, string>} */
  #options = new Map();
  #position = '';
  /** The first move of the last best line of the search that runs. */
  #best = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {object} settings
   * @param {(line: string) => void} settings.onLine Called with each line of output.
   * @param {() => void} [settings.onEnd] Called after `quit`, and when the engine cannot be started.
   * @param {string | URL} [settings.base] The folder with `motley.wasm.gz`, where it is not this one.
   */
  constructor({ onLine, onEnd = () => {}, base = new URL('./', import.meta.url) }) {
    this.onLine = onLine;
    this.onEnd = onEnd;
    this.base = String(base);
    this.#start();
  }

  /**
   * Sends a line of UCI, or several.
   *
   * @param {string} text
   */
  send(text) {
    for (const line of String(text).split('\n')) this.#take(line.trim());
  }

  /** Ends the worker, whatever it does. */
  end() {
    clearTimeout(this.#timer);
    this.#worker?.end();
    this.#worker = null;
    this.#waiting = [];
  }

  #start() {
    this.#isReady = false;
    this.#given = 0;
    this.#worker = startWorker({ door: 'uci', base: this.base }, (message) => this.#hear(message));
  }

  /** @param {string} line */
  #take(line) {
    if (line === '' || !this.#worker) return;
    const [word] = line.split(/\s+/);
    const isSearching = this.#current !== null && isSearch(this.#current);
    if (!BESIDE.includes(word)) this.#waiting.push(line);
    else if (line === 'quit') this.#quit();
    else if (line === 'isready' && isSearching) this.onLine('readyok');
    else if (line !== 'isready' && isSearching) this.#reach(line);
    else this.#waiting.push(line);
    this.#next();
  }

  #quit() {
    this.end();
    this.onEnd();
  }

  /**
   * Sends a line into a search.
   *
   * @param {string} line
   */
  #reach(line) {
    if (this.#canWait) this.#give(line);
    if (line !== 'stop') {
      // A search that cannot be told that it is no longer pondering has to end now.
      if (!this.#canWait) this.#reach('stop');
      return;
    }
    clearTimeout(this.#timer);
    const patience = this.#canWait ? PATIENCE.waiting : PATIENCE.blocked;
    this.#timer = setTimeout(() => this.#replace(), patience);
  }

  /** @param {string} line */
  #give(line) {
    this.#given++;
    this.#worker?.post(line);
  }

  /** Gives the worker the next line, if it waits for one. */
  #next() {
    if (!this.#isReady || this.#current !== null) return;
    const line = this.#waiting.shift();
    if (line === undefined) return;
    this.#note(line);
    this.#current = line;
    this.#best = '';
    this.#give(line);
    // What was sent after a search to reach it, all at once.
    while (isSearch(line) && ['stop', 'ponderhit'].includes(this.#waiting[0])) {
      this.#reach(/** @type {string} */ (this.#waiting.shift()));
    }
  }

  /**
   * Remembers what a new worker has to be told.
   *
   * @param {string} line
   */
  #note(line) {
    const option = /^setoption\s+name\s+(.*?)(\s+value(\s.*)?)?$/i.exec(line);
    if (option) {
      const name = option[1].replace(/\s+/g, ' ').toLowerCase();
      // The order in which they were set last.
      this.#options.delete(name);
      if (option[2]) this.#options.set(name, line);
    }
    if (/^position\s/.test(line)) this.#position = line;
  }

  /** @param {any} message What the worker says. */
  #hear(message) {
    if ('output' in message) this.#print(message.output);
    else if ('fetching' in message) {
      this.onLine(`info string fetching ${message.fetching} (${(message.bytes / 1e6).toFixed(1)} MB)`);
    } else if ('ready' in message) {
      this.#isReady = true;
      this.#canWait = message.canWait;
      this.#next();
    } else if ('idle' in message) {
      // It may have been idle before it had the last line.
      if (message.idle === this.#given) this.#done();
    } else if ('died' in message) {
      this.#die(String(message.died).replace(/\s+/g, ' ').slice(0, 300));
    }
  }

  /** @param {string} line */
  #print(line) {
    const found = /^info (?!string).*? pv (\S+)/.exec(line);
    if (found && !/ multipv (?!1 )/.test(line)) this.#best = found[1];
    this.onLine(line);
  }

  /** The current line has been obeyed. */
  #done() {
    clearTimeout(this.#timer);
    this.#current = null;
    this.#failures = 0;
    this.#next();
  }

  /** Ends a worker that cannot be stopped otherwise, and starts another in its place. */
  #replace() {
    const interrupted = this.#current;
    this.#worker?.end();
    this.#current = null;
    this.#restore();
    if (interrupted !== null) this.#answer(interrupted);
    this.#start();
  }

  /** @param {string} reason */
  #die(reason) {
    clearTimeout(this.#timer);
    this.#failures++;
    if (this.#failures > MOST_FAILURES) {
      this.onLine(`info string error: the engine cannot be started: ${reason}`);
      if (this.#current !== null && isMove(this.#current)) this.onLine('bestmove 0000');
      this.#quit();
      return;
    }
    this.onLine(`info string error: the engine broke down and starts again: ${reason}`);
    // An option with which it breaks down again is not kept.
    if (this.#current?.startsWith('setoption')) {
      for (const [name, line] of this.#options) if (line === this.#current) this.#options.delete(name);
    }
    this.#replace();
  }

  /** Puts what a new worker has to be told before the lines that wait. */
  #restore() {
    const position = this.#position ? [this.#position] : [];
    this.#waiting.unshift(...this.#options.values(), ...position);
  }

  /**
   * Answers a line whose worker was ended.
   *
   * @param {string} line
   */
  #answer(line) {
    if (!isSearch(line)) return;
    if (!isMove(line)) {
      this.onLine(`info string ${line.split(/\s+/)[0]} stopped`);
    } else if (this.#best) {
      this.onLine(`bestmove ${this.#best}`);
    } else {
      // Any legal move: a GUI waits for one.
      const chosen = this.#options.get('personality') ?? 'setoption name Personality value Classical';
      const at = this.#options.size + (this.#position ? 1 : 0);
      const only = /\bsearchmoves\b.*/.exec(line)?.[0] ?? '';
      this.#waiting.splice(at, 0, 'setoption name Personality value Random', `go nodes 1 ${only}`.trim(), chosen);
    }
  }
}

/**
 * Whether a line is answered by a move.
 *
 * @param {string} line
 */
function isMove(line) {
  return /^go\b(?!\s+perft)/.test(line);
}

/**
 * Whether a line may take long.
 *
 * @param {string} line
 */
function isSearch(line) {
  return /^(go|bench)\b/.test(line);
}
