/** Positions to order. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holds, inBrowser, movesOf, skip } from './harness.js';

describe('Positions to order', { skip }, () => {
  const { browser } = inBrowser();

  test('a position is ordered, and its proof game stepped to its end', async () => {
    const page = await browser.open('#/order?n=3');
    await page.getByLabel('Conditions in words').fill('white knight on f5 and black queens = 0');
    await page.getByText('Read as:').waitFor();
    await page.getByRole('button', { name: 'Build' }).click();
    await page.getByText('3 of 3 built').waitFor();
    await holds(page, 'f5', 'white knight');
    await page.getByRole('button', { name: 'First position' }).click();
    await holds(page, 'e2', 'white pawn');
    const { length } = await movesOf(page);
    for (let ply = 0; ply < length; ply++) await page.keyboard.press('ArrowRight');
    await holds(page, 'f5', 'white knight');
    const fens = await page.locator('.gallery button').evaluateAll((items) => items.map(({ title }) => title));
    await page.reload();
    await page.getByText('3 of 3 built').waitFor();
    const again = await page.locator('.gallery button').evaluateAll((items) => items.map(({ title }) => title));
    assert.deepEqual(again, fens);
    await page.context().close();
  });

  test('a condition is completed while one types, and an error is marked where it is', async () => {
    const page = await browser.open('#/order');
    const field = page.getByLabel('Conditions in words');
    await field.fill('');
    await field.pressSequentially('white kni');
    await page.getByRole('option').first().waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    assert.match(await field.inputValue(), /^white knights? $/);
    await field.fill('white pawns >= 3 and purple');
    await page.locator('.mirror mark').filter({ hasText: 'purple' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Build' }).isDisabled(), true);
    await field.fill('white pawns = 9');
    await page.getByText('Impossible').waitFor();
    await page.context().close();
  });

  test('the picture of a position is saved as PNG and SVG', async () => {
    const page = await browser.open('#/order?white=1,2,2,2,7&n=1&built=1');
    for (const [name, file] of [
      ['Save PNG', 'position.png'],
      ['Save SVG', 'position.svg'],
      ['Save PGN', 'position.pgn'],
    ]) {
      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      assert.equal(saved.suggestedFilename(), file);
    }
    await page.context().close();
  });
});
