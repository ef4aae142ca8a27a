/**
 * The link of a page without a server: the program runs in this browser, as WebAssembly in two workers. One searches;
 * the other answers everything else meanwhile, and keeps the learner's record.
 */

import { Link } from '../js/link/link.js';
import { Engine } from './engine.js';
import { keepOffline } from './offline.js';

/** @typedef {import('../js/link/link.js').Request} Request */
/** @typedef {import('../js/app.js').App} App */
/** @typedef {import('./engine.js').EngineClass} EngineClass */

/** Asks that search; the program answers one at a time. `Searched` in src/studio/asks has the same. */
const SEARCHES = new Set(['go', 'compare', 'review', 'openings-fit', 'order', 'puzzles-make', 'repertoire-check']);
/** The search that writes to the record. */
const WRITES_RECORD = 'puzzles-make';
/** What reads or writes the record, beside it. */
const USES_RECORD = /^(drill|puzzle)/;
/** Letters of a request: a server has the same bound in bytes. */
const MOST_MESSAGE = 1_000_000;
/** Milliseconds in which a search that was stopped has to answer, before its worker is ended. */
const PATIENCE = 400;

export class LocalLink extends Link {
  /** @param {EngineClass} Studio */
  constructor(Studio) {
    super();
    this.Studio = Studio;
    this.hasFiles = false;
    /** Answers at once. @type {Engine | null} */
    this.talker = null;
    /** Searches. @type {Engine | null} */
    this.searcher = null;
    /** The search that runs, with its last line. @type {{ request: Request, best: any, timer: number } | null} */
    this.search = null;
    /** Searches that wait for the end of that one. @type {Request[]} */
    this.waiting = [];
    /** Whether the record is with the search. Each worker reads it when it starts, so that only one may write it. */
    this.recordIsAway = false;
    /** Requests that wait for the record. @type {Request[]} */
    this.held = [];
    this.open();
  }

  /** @param {Request} request */
  send(request) {
    if (JSON.stringify(request).length > MOST_MESSAGE)
      this.#fail(request, `What is asked has more than ${MOST_MESSAGE} letters.`);
    else if (request.ask === 'stop') this.#stop(request);
    else if (SEARCHES.has(request.ask)) this.#search(request);
    else if (USES_RECORD.test(request.ask) && this.recordIsAway) this.held.push(request);
    else this.#talk(request);
  }

  /** @param {Request} request */
  #talk(request) {
    this.talker ??= this.#start(
      (answer) => this.received(answer),
      (reason) => {
        this.talker = null;
        const lost = [...this.pending.values()].map(({ message }) => message).filter(({ ask }) => !SEARCHES.has(ask));
        lost
          .filter((message) => !this.held.includes(message))
          .forEach((message) => this.#fail(message, `Motley ended: ${reason}`));
      },
    );
    this.talker.send(request);
  }

  /** Begins a search, after the one that runs has been stopped. @param {Request} request */
  #search(request) {
    if (this.search) {
      this.waiting.push(request);
      this.#end(this.search);
      return;
    }
    const search = { request, best: null, timer: 0 };
    this.search = search;
    if (request.ask === WRITES_RECORD) this.#takeRecord().then(() => this.#begin(search));
    else this.#begin(search);
  }

  /** @param {NonNullable<LocalLink['search']>} search */
  #begin(search) {
    if (this.search !== search) return;
    this.searcher ??= this.#start(
      (answer) => this.#searched(answer),
      (reason) => this.#searcherEnded({ kind: 'error', message: `Motley ended: ${reason}` }),
    );
    this.searcher.send(search.request);
  }

  /** @param {Request} request */
  #stop(request) {
    const { search } = this;
    const of = typeof request.of === 'number' ? request.of : null;
    this.waiting = this.waiting.filter((waiting) => {
      const stays = of !== null && waiting.id !== of;
      if (!stays) this.#fail(waiting, 'It was stopped before it began.');
      return stays;
    });
    if (search && (of === null || of === search.request.id)) this.#end(search);
    this.received({ id: request.id, kind: 'done' });
  }

  /**
   * Has a search end. Where the browser does not let it read while it searches, its worker is ended, and the best line
   * so far is the answer.
   *
   * @param {NonNullable<LocalLink['search']>} search
   */
  #end(search) {
    if (search.timer) return;
    this.searcher?.send({ id: this.next++, ask: 'stop', of: search.request.id });
    search.timer = setTimeout(() => {
      if (this.search !== search) return;
      this.searcher?.end();
      this.#searcherEnded(stopped(search.best));
    }, PATIENCE);
  }

  /** @param {Record<string, any>} answer */
  #searched(answer) {
    const { search } = this;
    if (!search || answer.id !== search.request.id) return;
    if (answer.kind === 'info' && answer.search?.pv?.length && answer.search.rank === 1) search.best = answer.search;
    if (answer.kind === 'done' || answer.kind === 'error') this.#next(answer);
    else this.received(answer);
  }

  /** The worker of the searches is no more. @param {Record<string, any>} answer To the search that ran. */
  #searcherEnded(answer) {
    this.searcher = null;
    if (this.search) this.#next(answer);
  }

  /** A search has its last answer: the next may begin. @param {Record<string, any>} answer */
  #next(answer) {
    const { search } = this;
    if (!search) return;
    clearTimeout(search.timer);
    this.search = null;
    this.received({ ...answer, id: search.request.id });
    if (search.request.ask === WRITES_RECORD) this.#returnRecord();
    const next = this.waiting.shift();
    if (next) this.#search(next);
    if (this.search && this.waiting.length > 0) this.#end(this.search);
  }

  /** Gives the record to the worker that searches: it starts anew once the other has kept what it wrote. */
  async #takeRecord() {
    this.recordIsAway = true;
    await this.talker?.settled();
    this.searcher?.end();
    this.searcher = null;
  }

  async #returnRecord() {
    await this.searcher?.settled();
    await this.talker?.settled();
    this.talker?.end();
    this.talker = null;
    this.recordIsAway = false;
    this.held.splice(0).forEach((request) => this.#talk(request));
  }

  /** @param {Request} request @param {string} message */
  #fail({ id }, message) {
    this.received({ id, kind: 'error', message });
  }

  /**
   * @param {(answer: Record<string, any>) => void} take
   * @param {(reason: string) => void} end
   */
  #start(take, end) {
    const note = (/** @type {string} */ text) => this.dispatchEvent(new CustomEvent('note', { detail: text }));
    return new Engine(this.Studio, { take, end, note });
  }
}

/** The answer to a search that was ended with its worker. @param {any} best The last line. */
function stopped(best) {
  if (!best) return { kind: 'error', message: 'The search was ended before it had found anything.', replaced: true };
  const [move, ponder = null] = best.pv;
  return { kind: 'done', move, san: best.san[0], ponder, stopped: true, time: best.time };
}

/** The link, and what the page does once the program has answered. */
export async function openLink() {
  const { MotleyStudio } = await import(new URL('../engine/index.js', import.meta.url).href);
  const link = new LocalLink(MotleyStudio);
  /** @param {App} app */
  const ready = (app) => {
    link.addEventListener('note', (event) => app.tell(/** @type {CustomEvent<string>} */ (event).detail));
    keepOffline(app);
  };
  return { link, ready };
}
