/** The page over the address of the local network. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Browser, Studio, drag, ended, holds, shown, skip, waitMoves } from './harness.js';

describe('In the local network', { skip }, () => {
  const studio = new Studio(['--lan']);
  const browser = new Browser(studio);
  before(async () => {
    await studio.start();
    await browser.start();
  });
  after(async () => {
    // What Chromium says of pages without encryption, and of a token that is no longer right.
    browser.errors = browser.errors.filter((text) => !/Cross-Origin-Opener-Policy|403 \(Forbidden\)/.test(text));
    await ended(studio, browser);
  });

  test('the address opens the page on a phone, which keeps the token for reloads', async () => {
    const page = await browser.open('#/play?w=person&b=Random', { viewport: { width: 390, height: 844 } });
    assert.doesNotMatch(page.url(), /token/);
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 2);
    await page.reload();
    await shown(page);
    await holds(page, 'e4', 'white pawn');
    await page.context().close();
  });

  test('texts are copied, although browsers have no clipboard for pages without encryption', async () => {
    const page = await browser.open('#/play?w=person&b=person');
    if (new URL(studio.address).hostname !== '127.0.0.1') {
      assert.equal(await page.evaluate(() => navigator.clipboard === undefined), true);
    }
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByText(/copied\./).waitFor();
    await page.context().close();
  });

  test('another browser gets nothing without the token, and a page says so after a new start', async () => {
    const page = await browser.open('#/play?w=person&b=person');
    const other = await /** @type {import('playwright-core').Browser} */ (browser.browser).newContext();
    assert.equal((await other.request.get(studio.address)).status(), 403);
    assert.equal((await other.request.get(`${studio.address}/js/main.js`)).status(), 403);
    await other.close();
    await studio.kill();
    await studio.start();
    await page.getByText('Motley was started again').waitFor();
    await page.goto(studio.whole('#/play'));
    await holds(page, 'e2', 'white pawn');
    await page.context().close();
  });
});
