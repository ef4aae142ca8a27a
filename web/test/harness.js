/** Starts the program and Chromium, and clicks and drags on the board. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { withoutComments } from '../comments.js';

export const WEB = fileURLToPath(new URL('..', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const MOTLEY = process.env.MOTLEY ?? join(WEB, '../target/release/motley');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A folder that `build.js` wrote: the tests of it need no program. */
export const STATIC = process.env.STATIC ? resolve(process.env.INIT_CWD ?? '.', process.env.STATIC) : null;

/** What Chromium's console says where the program does not answer. */
const OFFLINE = /WebSocket|ERR_CONNECTION|ERR_INTERNET|ERR_SOCKET_NOT_CONNECTED/;

/** Why the tests cannot run here. */
const lacking = [
  !existsSync(CHROMIUM) && `there is no ${CHROMIUM}`,
  !STATIC && !existsSync(MOTLEY) && `there is no ${MOTLEY}: build it, or set MOTLEY`,
  STATIC && !existsSync(join(STATIC, 'sw.js')) && `there is no page in ${STATIC}: npm run --prefix web build`,
]
  .filter(Boolean)
  .join(', ');
export const skip = lacking || false;

/** The studio, with a data folder of its own. */
export class Studio {
  /** @param {string[]} [more] Further arguments. */
  constructor(more = []) {
    this.more = more;
    this.data = mkdtempSync(join(tmpdir(), 'motley-studio-'));
    /** @type {import('node:child_process').ChildProcess | null} */
    this.process = null;
    this.port = 0;
    this.address = '';
    /** Another one after each start. */
    this.token = '';
  }

  /**
   * Starts it, on the same port as before where there was one.
   *
   * @param {string} [browser] A folder with a program `xdg-open`, which is then to open the page.
   * @returns {Promise<void>}
   */
  start(browser) {
    const flags = ['studio', '--port', String(this.port), ...(process.env.EMBEDDED ? [] : ['--web', WEB])];
    flags.push(...this.more);
    if (!browser) flags.push('--no-open');
    const PATH = browser ? `${browser}:${process.env.PATH}` : process.env.PATH;
    const child = spawn(MOTLEY, flags, { env: { ...process.env, PATH, XDG_DATA_HOME: this.data } });
    this.process = child;
    return new Promise((resolve, reject) => {
      let text = '';
      const read = (/** @type {Buffer} */ chunk) => {
        text += chunk;
        const found = /(http:\/\/[\d.]+:(\d+))\/[#?]token=([0-9a-f]{32})/.exec(text);
        if (!found) return;
        this.address = found[1];
        this.port = Number(found[2]);
        this.token = found[3];
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => reject(new Error(`motley studio ended: ${text}`)));
    });
  }

  /** Ends it at once, as a crash would. @returns {Promise<void>} */
  kill() {
    return new Promise((resolve) => {
      this.process?.removeAllListeners('exit');
      this.process?.on('exit', () => resolve());
      this.process?.kill('SIGKILL');
    });
  }

  /** The address that it prints, or that of a view. */
  whole(hash = '') {
    if (this.more.includes('--lan')) return `${this.address}/?token=${this.token}${hash}`;
    return `${this.address}/#token=${this.token}${hash.slice(1)}`;
  }

  async end() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** A plain server of files, and nothing else. */
export class FileServer {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    /** @type {import('node:child_process').ChildProcess | null} */
    this.process = null;
    this.port = 0;
    this.address = '';
    this.token = '';
  }

  /** @returns {Promise<void>} */
  start() {
    const place = ['--bind', '127.0.0.1', '--directory', this.folder];
    const child = spawn('python3', ['-u', '-m', 'http.server', ...place, String(this.port)]);
    this.process = child;
    return new Promise((done, fail) => {
      let text = '';
      const read = (/** @type {Buffer} */ chunk) => {
        text += chunk;
        const found = /port (\d+)/.exec(text);
        if (!found || this.address) return;
        this.port = Number(found[1]);
        this.address = `http://127.0.0.1:${this.port}`;
        done();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', () => fail(new Error(`the file server ended: ${text}`)));
    });
  }

  whole(hash = '') {
    return `${this.address}/${hash}`;
  }

  async end() {
    this.process?.removeAllListeners('exit');
    this.process?.kill();
  }
}

/** A browser whose pages may ask nothing but the studio. */
export class Browser {
  /** @param {Studio | FileServer} studio */
  constructor(studio) {
    this.studio = studio;
    /** Requests to other hosts. @type {string[]} */
    this.foreign = [];
    /** Errors of pages. @type {string[]} */
    this.errors = [];
  }

  async start() {
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  }

  /**
   * @param {string} hash
   * @param {import('playwright-core').BrowserContextOptions} [options]
   */
  async open(hash, options = {}) {
    const context = await /** @type {import('playwright-core').Browser} */ (this.browser).newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    // As WebAssembly the program takes longer.
    page.setDefaultTimeout(STATIC ? 60000 : 15000);
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      const isOwn = hostname === '127.0.0.1' || hostname === new URL(this.studio.address).hostname;
      if (protocol !== 'data:' && protocol !== 'blob:' && !isOwn) this.foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !OFFLINE.test(message.text())) this.errors.push(message.text());
    });
    page.on('pageerror', (error) => this.errors.push(error.stack ?? error.message));
    await page.goto(this.studio.whole(hash));
    await shown(page);
    return page;
  }

  async end() {
    await this.browser?.close();
    assert.deepEqual(this.foreign, [], 'a request left 127.0.0.1');
    assert.deepEqual(this.errors, [], 'a page had errors');
  }
}

/** Waits until a page that was opened or reloaded shows its board. @param {import('playwright-core').Page} page */
export async function shown(page) {
  await page.locator('.board .man').first().waitFor();
  // Chromium drops what the mouse does before a page's first frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/**
 * Ends both, also where a page had errors: a studio that goes on would keep the tests from ending.
 *
 * @param {Studio} studio
 * @param {Browser} browser
 */
export async function ended(studio, browser) {
  try {
    await browser.end();
  } finally {
    await studio.end();
  }
}

/** The studio and a browser for the tests of a `describe`: started before them, ended after. */
export function inBrowser() {
  const studio = /** @type {Studio} */ (STATIC ? new FileServer(STATIC) : new Studio());
  const browser = new Browser(studio);
  before(async () => {
    await studio.start();
    await browser.start();
  });
  after(() => ended(studio, browser));
  return { studio, browser };
}

/** @typedef {import('playwright-core').Page} Page */

/**
 * A square of the board that is shown.
 *
 * @param {Page} page
 * @param {string} square
 */
export function cell(page, square) {
  return page.locator(`main .board [data-square="${square}"][role="gridcell"]`);
}

/**
 * @param {Page} page
 * @param {string} square
 */
async function middle(page, square) {
  const box = await cell(page, square).boundingBox();
  if (!box) throw new Error(`${square} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The middle of a square once it stays where it is: a row that appears beside the board moves it.
 *
 * @param {Page} page
 * @param {string} square
 */
async function settled(page, square) {
  let before = await middle(page, square);
  for (;;) {
    await page.waitForTimeout(30);
    const now = await middle(page, square);
    if (now.x === before.x && now.y === before.y) return now;
    before = now;
  }
}

/**
 * @param {Page} page
 * @param {...string} squares
 */
export async function click(page, ...squares) {
  for (const square of squares) {
    const { x, y } = await settled(page, square);
    await page.mouse.click(x, y);
  }
}

/**
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
export async function drag(page, from, to) {
  const [a, b] = [await settled(page, from), await settled(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 6 });
  await page.mouse.up();
}

/**
 * Waits until a square holds something: "white pawn", "empty".
 *
 * @param {Page} page
 * @param {string} square
 * @param {string} what
 */
export async function holds(page, square, what) {
  await page.locator(`main .board [data-square="${square}"][aria-label^="${square}, ${what}"]`).waitFor();
}

/** The moves of the list, in SAN. @param {Page} page */
export function movesOf(page) {
  return page.locator('main .moves button').allTextContents();
}

/**
 * Waits until the list of moves ends with a move.
 *
 * @param {Page} page
 * @param {number} count
 * @param {string} [last]
 */
export async function waitMoves(page, count, last) {
  await page.waitForFunction(([number, san]) => {
    const all = [...document.querySelectorAll('main .moves button')];
    return all.length === number && (!san || all.at(-1)?.textContent === san);
  }, /** @type {[number, string | undefined]} */ ([count, last]));
}

/**
 * Sets a slider, with the event that a user would cause.
 *
 * @param {import('playwright-core').Locator} slider
 * @param {number} value
 */
export async function slide(slider, value) {
  await slider.evaluate((input, number) => {
    /** @type {HTMLInputElement} */ (input).value = String(number);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
}

/**
 * Holds back answers to requests for positions from the next load of the page on, while `held.isOn`.
 *
 * @param {Page} page
 */
export async function holdPositions(page) {
  const held = { isOn: false, /** @type {(() => void)[]} */ answers: [] };
  const asked = new Set();
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, ask } = JSON.parse(String(text));
      if (ask === 'position') asked.add(id);
      server.send(text);
    });
    server.onMessage((text) => {
      const isHeld = held.isOn && asked.has(JSON.parse(String(text)).id);
      if (isHeld) held.answers.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  return held;
}

/** Bytes of what the page is made of. */
export function pageSize() {
  const beside = ['index.html', 'icon.svg'].map((file) => statSync(join(WEB, file)).size);
  const files = ['css', 'js'].flatMap((folder) => {
    const entries = readdirSync(join(WEB, folder), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  });
  const sizes = files.map((file) => Buffer.byteLength(withoutComments(readFileSync(file, 'utf8'))));
  return [...beside, ...sizes].reduce((sum, size) => sum + size, 0);
}
