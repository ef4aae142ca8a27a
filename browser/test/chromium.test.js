/** The engine in Chromium, from a file server that sends no special headers. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { BENCH, DIST, Site, noChromium } from './harness.js';

/**
 * @param {import('playwright-core').Page} page
 * @param {number} index
 * @param {string} text
 * @param {string} start
 * @returns {Promise<string>}
 */
function ask(page, index, text, start) {
  return page.evaluate(([index, text, start]) => window.ask(index, text, start), [index, text, start]);
}

describe('in Chromium', { skip: noChromium }, () => {
  const site = new Site();
  before(() => site.start());
  after(() => site.end());

  test('bench counts the nodes of the native program', async () => {
    const page = await site.open();
    const index = await page.evaluate(() => window.start());
    assert.match(await ask(page, index, 'bench', `${BENCH} nodes`), /nps$/);
    await page.context().close();
  });

  test('Mockfish moves; a search is stopped; another engine runs beside it', async () => {
    const page = await site.open();
    const [first, second] = await page.evaluate(() => [window.start(), window.start()]);
    await ask(page, first, 'go infinite', 'info depth 5 ');
    const lines = 'setoption name Personality value Mockfish\nposition startpos moves e2e4\ngo movetime 500';
    assert.match(await ask(page, second, lines, 'bestmove'), /^bestmove [a-h][78]/);
    assert.match(await ask(page, first, 'stop', 'bestmove'), /^bestmove [a-h][12]/);
    await page.evaluate((index) => window.end(index), first);
    await page.context().close();
  });

  test('a net is fetched once, and again where the copy that is kept is damaged', async () => {
    const net = '/nets/mockfish/standard.onnx.gz';
    const count = () => site.asked.filter((path) => path === net).length;
    const go = 'setoption name Personality value Mockfish\ngo nodes 1';
    const page = await site.open();
    const before = count();
    assert.match(await ask(page, await page.evaluate(() => window.start()), go, 'bestmove'), /^bestmove/);
    assert.equal(count(), before + 1);
    await page.waitForFunction(async (net) => {
      const keys = await (await caches.open('motley-engine')).keys();
      return keys.some(({ url }) => url.includes(net));
    }, net);

    await site.load(page);
    assert.match(await ask(page, await page.evaluate(() => window.start()), go, 'bestmove'), /^bestmove/);
    assert.equal(count(), before + 1, 'the copy is used');

    await page.evaluate(async (net) => {
      const cache = await caches.open('motley-engine');
      const [request] = (await cache.keys()).filter(({ url }) => url.includes(net));
      await cache.put(request, new Response(new Uint8Array(1000)));
    }, net);
    await site.load(page);
    assert.match(await ask(page, await page.evaluate(() => window.start()), go, 'bestmove'), /^bestmove/);
    assert.equal(count(), before + 2, 'a damaged copy is not');
    await page.context().close();
  });

  test('what arrives damaged is fetched again', async () => {
    const net = '/nets/mockfish/standard.onnx.gz';
    site.instead.set(net, Buffer.from('damaged'));
    const page = await site.open();
    const index = await page.evaluate(() => window.start());
    const before = site.asked.length;
    await ask(page, index, 'setoption name Personality value Mockfish\ngo nodes 1', 'bestmove');
    assert.equal(site.asked.slice(before).filter((path) => path === net).length, 2);
    const printed = await page.evaluate((index) => window.printed(index), index);
    assert(!printed.some((line) => line.includes('error')), printed.join('\n'));
    await page.context().close();
  });

  test('the network is lost before Classical has its net: it plays by hand-made terms until it is back', async () => {
    const before = site.asked.length;
    const page = await site.open();
    const index = await page.evaluate(() => window.start());
    await ask(page, index, 'setoption name Personality value Random\ngo nodes 1', 'bestmove');
    await page.context().setOffline(true);
    await ask(page, index, 'setoption name Personality value Classical\nposition startpos\ngo depth 4', 'bestmove');
    const errors = async () => {
      const printed = await page.evaluate((index) => window.printed(index), index);
      return printed.filter((line) => line.includes('error'));
    };
    const [first, ...others] = await errors();
    assert.match(first, /; the hand-made evaluation is used$/);
    assert.deepEqual(others, []);
    await page.context().setOffline(false);
    await ask(page, index, 'ucinewgame\nposition startpos moves e2e4\ngo depth 4', 'bestmove');
    assert.deepEqual(await errors(), [first]);
    assert.equal(site.asked.slice(before).filter((path) => path === '/nets/classical/nnue.bin.gz').length, 1);
    await page.context().close();
  });

  test('a module that arrives damaged is fetched again, and one that a server has unpacked is taken', async () => {
    const module = '/motley.wasm.gz';
    site.instead.set(module, Buffer.from('damaged'));
    for (const times of [2, 1]) {
      const before = site.asked.length;
      const page = await site.open();
      const index = await page.evaluate(() => window.start());
      assert.equal(await ask(page, index, 'isready', 'readyok'), 'readyok');
      assert.equal(site.asked.slice(before).filter((path) => path === module).length, times);
      await page.context().close();
      site.instead.set(module, gunzipSync(readFileSync(join(DIST, module))));
    }
    site.instead.clear();
  });

  test('it unpacks by itself where the browser has nothing for it', async () => {
    const page = await site.open();
    await page.route('**/shipped.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `delete globalThis.DecompressionStream;\n${await response.text()}` });
    });
    const index = await page.evaluate(() => window.start());
    assert.match(await ask(page, index, 'go depth 4', 'bestmove'), /^bestmove/);
    await page.context().close();
  });

  test('worker.js takes lines and answers lines', async () => {
    const page = await site.open();
    const lines = await page.evaluate(
      () =>
        new Promise((done) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          const lines = [];
          worker.onmessage = ({ data }) => {
            lines.push(data);
            if (data.startsWith('bestmove')) done(lines);
          };
          for (const line of ['uci', 'go depth 2']) worker.postMessage(line);
        }),
    );
    assert(lines.includes('uciok'));
    await page.context().close();
  });
});

describe('in Chromium without storage', { skip: noChromium }, () => {
  const site = new Site();
  before(() => site.start());
  after(() => site.end());

  test('nets are fetched all the same', async () => {
    const page = await site.open();
    // A worker has a scope of its own, so its script is changed on the way.
    await page.route('**/shipped.js', async (route) => {
      const response = await route.fetch();
      const body = `delete globalThis.caches; Object.defineProperty(globalThis, 'caches', {});\n${await response.text()}`;
      await route.fulfill({ response, body });
    });
    const index = await page.evaluate(() => window.start());
    const go = 'setoption name Personality value Mockfish\ngo nodes 1';
    assert.match(await ask(page, index, go, 'bestmove'), /^bestmove/);
    await page.context().close();
  });
});
