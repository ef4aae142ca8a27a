/** Starts the engine of `browser/dist` in Node, or in Chromium over a plain file server. */

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.gz': 'application/gzip',
};

/** Why tests cannot run here. */
export const noBuild = existsSync(join(DIST, 'motley.wasm.gz')) ? false : 'there is no browser/dist: run browser/build';
export const noChromium = noBuild || (existsSync(CHROMIUM) ? false : `there is no ${CHROMIUM}`);

/** Nodes of `bench`, as every build counts them. */
export const BENCH = 486616;

/** Milliseconds after which a test gives up. */
const TIMEOUT = 60_000;

/** Lines of an engine, and those that are waited for. */
export class Lines {
  /** @type {string[]} */
  all = [];
  /** @type {{ isIt: (line: string) => boolean, found: (line: string) => void }[]} */
  #awaited = [];

  /** @param {string} line */
  add(line) {
    this.all.push(line);
    this.#awaited = this.#awaited.filter(({ isIt, found }) => {
      if (!isIt(line)) return true;
      found(line);
      return false;
    });
  }

  /**
   * The next line that begins so.
   *
   * @param {string} start
   * @returns {Promise<string>}
   */
  next(start) {
    return new Promise((found, fail) => {
      const timer = setTimeout(() => fail(new Error(`no line ${start} in:\n${this.all.join('\n')}`)), TIMEOUT);
      const isIt = (/** @type {string} */ line) => line.startsWith(start);
      this.#awaited.push({
        isIt,
        found: (line) => {
          clearTimeout(timer);
          found(line);
        },
      });
    });
  }
}

/** The engine in Node. */
export async function inNode(settings = {}) {
  const { Motley } = await import(join(DIST, 'index.js'));
  const lines = new Lines();
  const motley = new Motley({ onLine: (/** @type {string} */ line) => lines.add(line), ...settings });
  return {
    lines,
    motley,
    /** Sends lines and waits for one that begins with `awaited`. */
    ask: (/** @type {string} */ text, /** @type {string} */ awaited) => {
      const answer = lines.next(awaited);
      motley.send(text);
      return answer;
    },
  };
}

/** A file server without anything special, and a browser with a page of it. */
export class Site {
  /** Paths that were asked for, in order. @type {string[]} */
  asked = [];
  /** Answers in place of files, for the first request of a path. @type {Map<string, Buffer>} */
  instead = new Map();

  async start() {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      this.asked.push(pathname);
      const file = join(DIST, normalize(pathname));
      const instead = this.instead.get(pathname);
      this.instead.delete(pathname);
      if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
      else if (!existsSync(file)) response.writeHead(404).end();
      else {
        const type = TYPES[/** @type {keyof TYPES} */ (extname(file))] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(instead ?? readFileSync(file));
      }
    });
    const server = this.server;
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
    const address = server.address();
    assert(address && typeof address === 'object');
    this.origin = `http://127.0.0.1:${address.port}`;
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }

  async end() {
    await this.browser?.close();
    this.server?.close();
  }

  /** A page that has imported the package as `motley`, with a context of its own. */
  async open({ before = '' } = {}) {
    const browser = /** @type {import('playwright-core').Browser} */ (this.browser);
    const context = await browser.newContext();
    if (before) await context.addInitScript(before);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT);
    await this.load(page);
    return page;
  }

  /** @param {import('playwright-core').Page} page */
  async load(page) {
    await page.goto(/** @type {string} */ (this.origin));
    await page.evaluate(async () => {
      const package_ = await import(/** @type {any} */ ('/index.js'));
      const all = [];
      const awaited = [];
      const engines = [];
      Object.assign(window, {
        start: () => {
          const lines = [];
          const engine = new package_.Motley({
            onLine: (line) => {
              lines.push(line);
              all.push(line);
              for (const wait of awaited.splice(0)) {
                if (wait.lines === lines && line.startsWith(wait.start)) wait.done(line);
                else awaited.push(wait);
              }
            },
          });
          engines.push({ engine, lines });
          return engines.length - 1;
        },
        ask: (index, text, start) =>
          new Promise((done) => {
            const { engine, lines } = engines[index];
            awaited.push({ lines, start, done });
            engine.send(text);
          }),
        send: (index, text) => engines[index].engine.send(text),
        end: (index) => engines[index].engine.end(),
        printed: (index) => engines[index].lines,
      });
    });
  }
}
