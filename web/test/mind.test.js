/** Mind reading. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inBrowser, skip, slide } from './harness.js';

const LINE = 'm=e2e4.c7c5.g1f3.d7d6';

describe('Mind reading', { skip }, () => {
  const { browser } = inBrowser();

  test('Mockfish shades the board, and the temperature changes what is played', async () => {
    const page = await browser.open(`#/mind?${LINE}`);
    const first = page.locator('.move-bars .bar').first();
    await first.waitFor();
    await page.locator('.board.heated [data-square="d2"][aria-label*="per cent"]').waitFor();
    await slide(page.getByRole('slider', { name: 'Temperature' }), 0);
    await page.locator('.move-bars .bar-share').first().filter({ hasText: '100.0 %' }).waitFor();
    await page.getByRole('button', { name: 'knight to' }).click();
    // The address is written a moment after a change.
    await page.waitForURL(/heat=knight/);
    await page.reload();
    await page.locator('.move-bars .bar-share').first().filter({ hasText: '100.0 %' }).waitFor();
    await page.getByRole('button', { name: 'knight to', pressed: true }).waitFor();
    await page.context().close();
  });

  test('Pattern follows the game and judges every legal move', async () => {
    const page = await browser.open(`#/mind?tab=pattern&${LINE}`);
    await page.getByText('If one side wins, it is White with').waitFor();
    await page.getByRole('button', { name: /All \d+ moves/ }).click();
    assert.ok((await page.locator('.move-bars li').count()) > 20);
    await page.context().close();
  });

  test('Pattern judges a position that was set up, with draws', async () => {
    const position = 'fen=4k3%2F8%2F8%2F8%2F8%2F8%2F8%2FQ3K3+w+-+-+0+1';
    const page = await browser.open(`#/mind?tab=pattern&${position}`);
    await page.getByText('If one side wins, it is White with').waitFor();
    const outcome = await page.locator('.outcome:visible').getAttribute('aria-label');
    const shares = /White wins (\d+) %, draw (\d+) %, Black wins (\d+) %/.exec(outcome ?? '');
    assert.ok(shares && Number(shares[1]) > 50 && Number(shares[2]) > 0, outcome ?? 'no outcome');
    assert.ok((await page.locator('.move-bars:visible li').count()) > 10);
    await slide(page.getByRole('slider', { name: 'Net' }), 1);
    await page.getByText('The net Kumar reads only games from the usual start.').waitFor();
    await page.context().close();
  });

  test('Pattern shows the result of a finished game', async () => {
    const page = await browser.open('#/mind?tab=pattern&m=f2f3.e7e5.g2g4.d8h4');
    await page.getByText('Black wins – checkmate.').waitFor();
    await page.getByLabel('White wins 0 %, draw 0 %, Black wins 100 %').waitFor();
    await page.context().close();
  });

  test('Classical shows its terms, and its lines while it searches', async () => {
    const page = await browser.open(`#/mind?tab=classical&${LINE}`);
    await page.locator('.terms tbody tr').first().waitFor();
    await page.locator('.board [data-square="d1"][aria-label*="white queen, +"]').waitFor();
    assert.equal(await page.locator('.board .note').count(), 30, 'a number for each piece but the kings');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.lines .score').nth(2).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.getByRole('button', { name: 'Mockfish' }).click();
    assert.equal(await page.locator('.board .note').count(), 0);
    await page.context().close();
  });

  test('players stand side by side on one position', async () => {
    const page = await browser.open(`#/mind?tab=side-by-side&${LINE}&players=Classical,Mockfish,Random&ms=100`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForFunction(() => {
      const moves = [...document.querySelectorAll('.compared-move')].map((one) => one.textContent);
      return moves.length === 3 && moves.every((san) => san && san !== '…');
    });
    await page.context().close();
  });
});
