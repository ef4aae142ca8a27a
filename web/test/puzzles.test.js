/** Puzzles from the player's own games. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { click, holdPositions, holds, inBrowser, skip, STATIC, WEB } from './harness.js';

/** Two games of Ann's: a mate that she missed, and one that she allowed. */
const GAMES = [
  '[White "Ann"]\n[Black "Bob"]\n[Date "2026.01.02"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n\n',
  '[White "Bob"]\n[Black "ann"]\n[Date "2026.01.03"]\n\n1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. d3 g6 *\n\n',
].join('');

/** @param {import('playwright-core').Page} page @param {string} player */
async function make(page, player) {
  const buffer = Buffer.from(GAMES);
  await page.getByLabel('PGN file').setInputFiles({ name: 'games.pgn', mimeType: 'text/plain', buffer });
  await page.getByLabel('Your name').fill(player);
  await page.getByRole('button', { name: 'Make puzzles' }).click();
}

describe('Puzzles', { skip }, () => {
  const { browser } = inBrowser();

  test('a name that no game has is answered with near ones', async () => {
    const page = await browser.open('#/puzzles');
    await page.getByText('Nothing is due.').waitFor();
    await holds(page, 'e2', 'white pawn');
    await make(page, 'Anna');
    await page.locator('.notice.error').filter({ hasText: 'did you mean `Ann`' }).waitFor();
    await page.context().close();
  });

  test('puzzles are made, solved and come back on their dates', async () => {
    const page = await browser.open('#/puzzles');
    await make(page, 'Ann');
    await page.getByText('2 found in 2 games, 2 new.').waitFor({ timeout: 60_000 });
    await page.getByText('find what you missed').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('find how your opponent refutes it').waitFor();
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('No other puzzle is due.').waitFor();
    await page.reload();
    await page.getByText('find how your opponent refutes it').waitFor();
    await page.getByText('All puzzles').click();
    await page.locator('.rows button').filter({ hasText: '1. ' }).click();
    await page.getByText('find what you missed').waitFor();
    await holds(page, 'h5', 'white queen');
    await click(page, 'h5', 'f7');
    await page.getByText('Solved!').waitFor();
    await page.getByText('It comes back in 2 days').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Next puzzle');

    await page.keyboard.press('Enter');
    await page.getByText('find how your opponent refutes it').waitFor();
    await page.getByText('1 due now', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByText('The piece on h5 moves.').waitFor();
    await page.getByLabel('Type a move').fill('Qxe5+');
    await page.keyboard.press('Enter');
    // The opponent answers on the board; then the first position is asked again, and only the first try counts.
    await page
      .locator('.verdict.wrong-answer')
      .filter({ hasText: /^No: Black answers [BQK]\S+\.$/ })
      .waitFor();
    await holds(page, 'e5', 'white queen');
    assert.equal(await page.locator('.arrow.reply').count(), 1);
    assert.equal(await page.getByText('The solution is').count(), 0);
    await page.locator('button:focus').filter({ hasText: 'Try again' }).waitFor();
    await page.keyboard.press('Enter');
    await holds(page, 'h5', 'white queen');
    await page.locator('.board.movable').waitFor();
    await click(page, 'h5', 'f7');
    await page.getByText('Solved!').waitFor();
    await page.getByText('The solution is 4. Qxf7#. It comes back in 10 minutes.').waitFor();
    await page.getByText('2 puzzles, 0 due now, 2 answers').waitFor();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.getByText('Nothing is due.').waitFor();
    await page.context().close();
  });

  // The record is that of the tests before; without a server each window has one of its own.
  const onRecord = { skip: STATIC ? 'there is no record of other tests' : false };

  test('a puzzle of the list is opened again, and its address with it', onRecord, async () => {
    const page = await browser.open('#/puzzles');
    await page.getByText('All puzzles').click();
    await page.locator('.rows button').filter({ hasText: '1 right, 0 wrong' }).click();
    await page.getByRole('heading', { name: /Puzzle \d/ }).waitFor();
    await page.waitForFunction(() => /n=\d/.test(location.hash));
    await page.reload();
    await page.getByText('find what you missed').waitFor();
    await page.context().close();
  });

  test('a move counts only where the board shows the puzzle', onRecord, async () => {
    const page = await browser.open('#/puzzles?n=1');
    const held = await holdPositions(page);
    await page.reload();
    await page.getByText('find what you missed').waitFor();
    await holds(page, 'h5', 'white queen');
    held.isOn = true;
    await page.getByText('All puzzles').click();
    await page.locator('.rows button').filter({ hasText: '2. ' }).click();
    await page.getByText('find how your opponent refutes it').waitFor();
    assert.match(page.url(), /n=2/, 'the address names it at once');
    // Both puzzles have a queen there that may take, and the board still shows the first.
    await click(page, 'h5', 'f7');
    await holds(page, 'f7', 'black pawn');
    assert.equal(await page.locator('.verdict').textContent(), '');
    held.isOn = false;
    for (const answer of held.answers) answer();
    await page.locator('.board.movable').waitFor();
    await click(page, 'h5', 'f7');
    await page.getByText('Solved!').waitFor();
    await page.context().close();
  });

  test('who gives up sees the solution, which counts as a wrong answer', onRecord, async () => {
    const page = await browser.open('#/puzzles?n=1');
    await page.getByText('find what you missed').waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.getByText('The solution is 4. Qxf7#. It comes back in 10 minutes.').waitFor();
    await page.getByRole('button', { name: 'Forward' }).click();
    await holds(page, 'f7', 'white queen');
    await page.getByText('All puzzles').click();
    await page.locator('.rows button').filter({ hasText: '1. ' }).filter({ hasText: '1 wrong' }).waitFor();
    await page.context().close();
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing serious and nothing is too wide, ${colorScheme}`, onRecord, async () => {
      const page = await browser.open('#/puzzles?n=1', { colorScheme, viewport: { width: 390, height: 844 } });
      await page.getByText('to move').first().waitFor();
      await page.getByText('All puzzles').click();
      await page.evaluate(readFileSync(join(WEB, 'node_modules/axe-core/axe.min.js'), 'utf8'));
      const { violations } = await page.evaluate('axe.run()');
      const serious = violations.filter((/** @type {any} */ one) => ['serious', 'critical'].includes(one.impact));
      assert.deepEqual(
        serious.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html}`),
        [],
      );
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
      await page.context().close();
    });
  }
});
