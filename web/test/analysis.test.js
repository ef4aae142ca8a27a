/** Variations, lines that are walked, the bar, and sounds. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drag, holds, inBrowser, movesOf, skip, waitMoves } from './harness.js';

const LINE = 'm=e2e4.c7c5.g1f3.d7d6';
const PEOPLE = `#/play?w=person&b=person&${LINE}`;

/** Counts the tones that a page plays. @param {import('playwright-core').Page} page */
function tones(page) {
  return page.evaluate(() => /** @type {any} */ (globalThis).tones ?? 0);
}

/** Puts a synthesizer into a page that only counts. @param {import('playwright-core').Page} page */
async function countTones(page) {
  await page.addInitScript(() => {
    const all = /** @type {any} */ (globalThis);
    all.tones = 0;
    all.contexts = 0;
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      all.tones++;
      return make.call(this);
    };
  });
  await page.reload();
  await page.locator('.board .man').first().waitFor();
}

describe('Variations', { skip }, () => {
  const { browser } = inBrowser();

  test('another move at an earlier position is a variation: promoted, deleted, kept by a link', async () => {
    const page = await browser.open(PEOPLE);
    await waitMoves(page, 4);
    await page.getByRole('button', { name: 'c5', exact: true }).click();
    await holds(page, 'g1', 'white knight');
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 5, 'd6');
    assert.deepEqual(await movesOf(page), ['e4', 'c5', 'Nf3', '2. d4', 'd6']);
    await page.getByRole('list', { name: 'Variation: 2. d4' }).waitFor();
    await drag(page, 'c5', 'd4');
    await waitMoves(page, 6);
    await page.waitForURL(/m=e2e4\.c7c5\.g1f3\.d7d6&at=2&v=d2d4\.c5d4$/);
    const link = page.url();
    await page.reload();
    await waitMoves(page, 6);
    await page.waitForURL(link);
    await page.getByRole('button', { name: 'Promote' }).click();
    await waitMoves(page, 6, 'cxd4');
    assert.deepEqual(await movesOf(page), ['e4', 'c5', 'd4', '2. Nf3', 'd6', 'cxd4']);
    await page.getByRole('button', { name: '2. Nf3' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await waitMoves(page, 4, 'cxd4');
    await page.context().close();
  });

  test('by keyboard: up and down change the variation, and the list is one stop', async () => {
    const page = await browser.open(`#/play?w=person&b=person&${LINE}&at=2&v=d2d4`);
    await waitMoves(page, 5);
    await page.locator('.moves [aria-current]').focus();
    await page.keyboard.press('ArrowDown');
    await page.locator('.moves [aria-current]').filter({ hasText: /^Nf3$/ }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Nf3');
    await page.keyboard.press('ArrowUp');
    await page.locator('.moves [aria-current]').filter({ hasText: '2. d4' }).waitFor();
    assert.equal(await page.locator('.moves button[tabindex="0"]').count(), 1);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.locator('.moves [aria-current]').filter({ hasText: /^c5$/ }).waitFor();
    await page.context().close();
  });

  test('while a player plays, an earlier position cannot be changed; after the end it can', async () => {
    const page = await browser.open('#/play?w=person&b=Random&think=50&m=e2e4.e7e5');
    await waitMoves(page, 2);
    await page.getByRole('button', { name: 'e4', exact: true }).click();
    await holds(page, 'e5', 'empty');
    await drag(page, 'c7', 'c5');
    await page.keyboard.press('Home');
    await holds(page, 'e4', 'empty');
    await drag(page, 'd2', 'd4');
    await holds(page, 'd2', 'white pawn');
    assert.deepEqual(await movesOf(page), ['e4', 'e5']);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByText('White resigns').waitFor();
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 3);
    assert.deepEqual(await movesOf(page), ['e4', '1. d4', 'e5']);
    await page.getByRole('button', { name: 'e5', exact: true }).click();
    await drag(page, 'g1', 'f3');
    await page.getByText('Tried after the end of the game').waitFor();
    await page.waitForURL(/m=e2e4\.e7e5&v=g1f3/);
    await page.context().close();
  });

  test('a move of an engine’s line is walked as a variation', async () => {
    const page = await browser.open(`${PEOPLE}&at=3`);
    await waitMoves(page, 4);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    const third = page.locator('.lines li:first-child .walk').nth(2);
    await third.waitFor();
    await third.click();
    await page.locator('.moves [aria-current]').waitFor();
    await page.waitForURL(/v=\w+\.\w+|at=\d+/);
    await page.waitForFunction(() => document.querySelectorAll('main .moves button').length >= 6);
    await page.context().close();
  });

  test('the bar shows what was searched, says it, and can be hidden for good', async () => {
    const page = await browser.open('#/play?w=person&b=person&fen=4k3/8/8/8/8/8/8/QK6 w - - 0 1');
    const bar = page.getByRole('meter', { name: 'Evaluation' });
    assert.equal(await bar.getAttribute('aria-valuetext'), 'not searched');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.waitForFunction(() => Number(document.querySelector('.eval-bar')?.getAttribute('aria-valuenow')) > 90);
    await page.getByLabel('Bar').uncheck();
    await bar.waitFor({ state: 'hidden' });
    await page.reload();
    await page.locator('.board .man').first().waitFor();
    assert.ok(await bar.isHidden());
    await page.context().close();
  });

  test('moves sound after a click, and not when that is switched off', async () => {
    const page = await browser.open(PEOPLE);
    await countTones(page);
    assert.equal(await tones(page), 0, 'nothing sounds before a click');
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 5);
    const move = await tones(page);
    assert.equal(move, 1);
    await page.waitForTimeout(100);
    await drag(page, 'c5', 'd4');
    await waitMoves(page, 6);
    assert.equal(await tones(page), 3, 'a capture is two tones');
    await page.getByRole('button', { name: 'Sounds of moves' }).click();
    await drag(page, 'f3', 'd4');
    await waitMoves(page, 7);
    assert.equal(await tones(page), 3);
    await page.reload();
    await page.getByRole('button', { name: 'Sounds of moves', pressed: false }).waitFor();
    await page.context().close();
  });
});
