/**
 * The page without a server, from a plain server of files: `npm run --prefix web test:static`. The tests of the views
 * run against it too.
 */

import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  Browser,
  FileServer,
  STATIC,
  click,
  drag,
  holds,
  inBrowser,
  movesOf,
  shown,
  skip,
  waitMoves,
} from '../harness.js';

/** @typedef {import('../harness.js').Page} Page */

const without = STATIC ? skip : 'STATIC names no folder';
const PEOPLE = '#/play?w=person&b=person';
const LEVEL = '#/play?w=person&b=Mockfish:1400';

/** Waits until everything is kept for use without a network. @param {Page} page */
async function kept(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== 'activated') await new Promise((done) => setTimeout(done, 50));
  });
}

/** Plays a move and waits for the answer. @param {Page} page */
async function playOneMove(page) {
  await drag(page, 'e2', 'e4');
  await waitMoves(page, 2);
}

describe('The page without a server', { skip: without }, () => {
  const { studio, browser } = inBrowser();

  test('a player at a rating moves, as people of the rating do', async () => {
    const page = await browser.open(LEVEL);
    await playOneMove(page);
    await page.reload();
    await shown(page);
    assert.equal((await movesOf(page)).length, 2, 'the game is kept');
    await page.context().close();
  });

  test('an analysis shows lines until it is stopped, and the board is free meanwhile', async () => {
    const page = await browser.open(PEOPLE);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.arrow').first().waitFor({ state: 'attached' });
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 1);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('[aria-pressed="false"]').filter({ hasText: 'Analyse' }).waitFor();
    // The worker that searched is free again.
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.arrow').first().waitFor({ state: 'attached' });
    await page.context().close();
  });

  test('where the browser cannot read while it searches, a search ends with its worker', async () => {
    const page = await browser.open(PEOPLE);
    await page.context().route('**/engine/engine.js', async (route) => {
      const response = await route.fetch();
      const body = `delete WebAssembly.Suspending; delete WebAssembly.promising;\n${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await page.reload();
    await shown(page);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.arrow').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.arrow').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.arrow').first().waitFor({ state: 'attached' });
    await page.context().close();
  });

  test('it works without a network after the first visit, in a window of its own too', async () => {
    const page = await browser.open(PEOPLE);
    await kept(page);
    const context = page.context();
    await page.close();
    await context.setOffline(true);
    const offline = await context.newPage();
    offline.setDefaultTimeout(60000);
    await offline.goto(studio.whole(LEVEL));
    await shown(offline);
    await playOneMove(offline);
    await offline.goto(studio.whole('#/mind?m=e2e4.c7c5&temp=100'));
    await offline.locator('.board.heated').waitFor();
    await context.close();
  });

  test('a net that is kept and damaged is fetched again', async () => {
    const page = await browser.open(PEOPLE);
    await kept(page);
    const damaged = await page.evaluate(async () => {
      const cache = await caches.open('motley-engine');
      const nets = (await cache.keys()).filter(({ url }) => url.includes('sha256'));
      for (const net of nets) await cache.put(net, new Response('damaged'));
      return nets.length;
    });
    assert.ok(damaged > 5, `${damaged} nets were kept`);
    await page.goto(studio.whole(LEVEL));
    await page.reload();
    await shown(page);
    await playOneMove(page);
    const sizes = await page.evaluate(async () => {
      const cache = await caches.open('motley-engine');
      const nets = (await cache.keys()).filter(({ url }) => url.includes('sha256'));
      const bodies = await Promise.all(
        nets.map(async (net) => (await (await cache.match(net))?.arrayBuffer())?.byteLength),
      );
      return bodies.map(Number);
    });
    assert.ok(
      sizes.some((size) => size > 10000),
      'what was used is whole again',
    );
    await page.context().close();
  });

  test('without a network and without its net, Classical plays by hand-made terms', async () => {
    const page = await browser.open(PEOPLE);
    await kept(page);
    const context = page.context();
    const gone = await page.evaluate(async () => {
      const cache = await caches.open('motley-engine');
      const nets = (await cache.keys()).filter(({ url }) => url.includes('/nets/classical/'));
      return (await Promise.all(nets.map((net) => cache.delete(net)))).length;
    });
    assert.equal(gone, 1);
    await page.close();
    await context.setOffline(true);
    const offline = await context.newPage();
    offline.setDefaultTimeout(60000);
    await offline.goto(studio.whole('#/play?w=person&b=Classical'));
    await shown(offline);
    await playOneMove(offline);
    await context.close();
  });

  test('it works in a window that keeps nothing', async () => {
    const page = await browser.open(PEOPLE, { serviceWorkers: 'block' });
    const context = page.context();
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'indexedDB', 'caches']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }
    });
    await context.route('**/engine/engine.js', async (route) => {
      const response = await route.fetch();
      const names = ['indexedDB', 'caches'];
      const lacking = names.map((name) => `delete self.${name}; delete WorkerGlobalScope.prototype.${name};`).join('');
      await route.fulfill({ response, body: `${lacking}\n${await response.text()}` });
    });
    await page.goto(studio.whole(LEVEL));
    await page.reload();
    await shown(page);
    await playOneMove(page);
    await page.goto(studio.whole('#/openings?tab=drill&fam=Vienna&m=e2e4.e7e5.b1c3'));
    await page.getByRole('button', { name: 'Begin a round' }).click();
    await page.locator('.drill').first().waitFor();
    await context.close();
  });

  test('answers of a drill and puzzles are kept in the browser', async () => {
    const page = await browser.open('#/puzzles');
    const game = '[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n\n';
    const buffer = Buffer.from(game);
    await page.getByLabel('PGN file').setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer });
    await page.getByLabel('Your name').fill('Ann');
    await page.getByRole('button', { name: 'Make puzzles' }).click();
    await page.getByText(/1 found in 1 games?, 1 new/).waitFor();
    await page.getByText('find what you missed').waitFor();
    await holds(page, 'h5', 'white queen');
    await click(page, 'h5', 'f7');
    await page.getByText('Solved!').waitFor();
    await page.getByText('It comes back in 2 days').waitFor();
    await page.reload();
    await page.getByText('1 puzzle, 0 due now, 1 answer').waitFor();
    await page.getByText('All puzzles').click();
    await page.locator('.rows button').first().waitFor();
    await page.context().close();
  });

  test('at 390 px nothing is wider than the screen, and it can be installed', async () => {
    const page = await browser.open(LEVEL, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    for (const view of ['play', 'review', 'openings', 'puzzles', 'mind', 'order']) {
      await page.goto(studio.whole(`#/${view}`));
      await page.locator('main .board').first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${view} is ${wide} px wide`);
      if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `static-${view}-390.png`) });
    }
    const session = await page.context().newCDPSession(page);
    const { errors, url } = await session.send('Page.getAppManifest');
    assert.deepEqual([errors, url], [[], `${studio.address}/manifest.webmanifest`]);
    await page.context().close();
  });

  test('options that name files say why they cannot be set', async () => {
    const page = await browser.open('#/play');
    await page.getByRole('button', { name: 'New game' }).first().click();
    const dialog = page.locator('dialog');
    await dialog.getByText('Options', { exact: true }).last().click();
    assert.ok(await dialog.getByLabel('MockfishFile').last().isDisabled());
    await dialog.getByText('In a browser Motley reads no files').last().waitFor();
    await page.context().close();
  });
});

describe('A new version', { skip: without }, () => {
  test('is fetched, offered, and replaces the old one whole', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'motley-static-'));
    cpSync(/** @type {string} */ (STATIC), folder, { recursive: true });
    const server = new FileServer(folder);
    const browser = new Browser(/** @type {any} */ (server));
    await server.start();
    await browser.start();
    const page = await browser.open(PEOPLE);
    await kept(page);
    const change = (/** @type {string} */ file, /** @type {string} */ from, /** @type {string} */ to) => {
      const path = join(folder, file);
      assert.ok(existsSync(path));
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };
    change('index.html', '<title>Motley Studio</title>', '<title>Motley Studio 2</title><!-- second -->');
    change('sw.js', "const VERSION = '", "const VERSION = 'second");
    await page.reload();
    await shown(page);
    assert.equal(await page.evaluate(() => document.head.innerHTML.includes('second')), false, 'the old one whole');
    await page.getByRole('button', { name: 'Start it' }).click();
    await page.waitForFunction(() => document.head.innerHTML.includes('second'));
    await holds(page, 'e2', 'white pawn');
    const names = await page.evaluate(() => caches.keys());
    assert.deepEqual(names.filter((name) => name.startsWith('motley-studio-')).length, 1, `${names}`);
    await browser.end();
    await server.end();
    rmSync(folder, { recursive: true });
  });
});
