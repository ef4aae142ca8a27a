/** The review of a game: from the button, from PGN, its parts, and its end. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STATIC, holds, inBrowser, skip, waitMoves } from './harness.js';

/** Milliseconds for a whole review: as WebAssembly it takes several times as long. */
const PATIENCE = STATIC ? 600_000 : 120_000;

/** White loses the queen, and Black mates. */
const SHORT = 'm=e2e4.e7e5.d1h5.g7g6.h5g6.f7g6.f1c4.d8h4.g2g3.h4e4.e1d1.e4h1';
const PGN = `[White "Ann"]
[Black "Bob"]
[WhiteElo "1412"]
[BlackElo "1390"]
[Result "0-1"]

1. e4 e5 2. Qh5 g6 3. Qxg6 (3. Qf3 Nc6) fxg6 4. Bc4 Qh4 5. g3 Qxe4+ 6. Kd1 Qxh1 0-1
`;

/** Waits for the end of a review. @param {import('playwright-core').Page} page */
async function complete(page) {
  await page.getByRole('region', { name: 'Summary' }).waitFor({ timeout: PATIENCE });
}

describe('Review', { skip }, () => {
  const { browser } = inBrowser();

  test('one button after a game shows where it was lost, and each move what people play', async () => {
    const page = await browser.open(`#/play?w=person&b=person&${SHORT}`);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.locator('.review .moves button[data-glyph]').first().waitFor({ timeout: PATIENCE });
    await complete(page);
    const marked = await page.locator('.review .moves button[data-glyph="4"]').allTextContents();
    assert.ok(marked.includes('Qxg6??'), `${marked} are blunders`);
    await page.locator('.moves').getByRole('button', { name: 'Qxg6??' }).click();
    const card = page.getByRole('region', { name: 'The move' });
    await card.getByText('Blunder').waitFor();
    await card.getByText('of the chance of winning').waitFor();
    await card.getByText(/What players rated \d+ play here/).waitFor();
    await card.getByText(/players rated \d+ lose .* here on average/).waitFor();
    assert.equal(await page.locator('.arrow.reply').count(), 1, 'the reply is an arrow');
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('What a move lost on average, by phase').waitFor();
    await summary.getByRole('button', { name: /Qxg6\?\?/ }).click();
    await holds(page, 'g6', 'white queen');
    await page.locator('.graph-dot.blunder').first().waitFor({ state: 'attached' });
    await page.context().close();
  });

  test('a better line is walked, the graph and the keys go to moves, and a link restores all', async () => {
    const page = await browser.open(`#/review?${SHORT}&at=5`);
    await complete(page);
    const card = page.getByRole('region', { name: 'The move' });
    const better = card.getByRole('group', { name: 'Better than Qxg6' }).getByRole('button');
    await better.first().waitFor();
    await better.first().click();
    await page.locator('.moves .variation [aria-current]').waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await page.locator('.moves [aria-current]').filter({ hasText: 'g6' }).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await page.locator('.moves [aria-current][data-glyph]').waitFor();
    const box = await page.locator('.graph').boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width - 2, box.y + 20);
    await page.locator('.moves [aria-current]').filter({ hasText: 'Qxh1' }).waitFor();
    await page.context().close();
  });

  test('a PGN is pasted, reviewed with the ratings of its tags, and saved with comments and glyphs', async () => {
    const page = await browser.open('#/review');
    await page.getByLabel('PGN to read').fill(PGN);
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await complete(page);
    await page.getByText('Ann (1412)').first().waitFor();
    await page.getByText('players rated 1412 (from the game)').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PGN' }).click(),
    ]);
    const chunks = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString().replaceAll('\n', ' ');
    for (const part of ['[White "Ann"]', 'Qxg6 $4 {', '[%eval ', '(3. Qf3', '[Annotator "Motley"]', ' 0-1']) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    await page.waitForURL(/g=\w+/);
    await page.reload();
    await complete(page);
    assert.equal(await page.getByRole('button', { name: 'Cancel' }).isVisible(), false, 'it is kept');
    await page.context().close();
  });

  test('a file is dropped; one side with a chosen rating; cancelled, the board still answers', async () => {
    const page = await browser.open('#/review');
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'game.pgn', { type: 'text/plain' }));
      return data;
    }, PGN);
    await page.dispatchEvent('.review', 'drop', { dataTransfer: transfer });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The review was ended before the last move.').waitFor();
    await page.getByText('Whose moves, and which rating').click();
    await page.getByLabel('Moves of').selectOption('White');
    await page.getByLabel('Rating of White').fill('2000');
    await page.getByRole('button', { name: 'Review again' }).click();
    await complete(page);
    await page.getByText('players rated 2000 (as you chose)').waitFor();
    assert.equal(await page.locator('.summary-side').count(), 1);
    await page.getByRole('button', { name: 'Open in Play' }).click();
    await page.waitForURL(/#\/play/);
    await waitMoves(page, 14);
    await page.context().close();
  });

  test('one click makes puzzles of a reviewed game’s mistakes, and the next opens the first', async () => {
    const missed = 'e2e4.e7e5.f1c4.b8c6.d1h5.g8f6.d2d3.g7g6';
    const page = await browser.open(`#/play?w=person&b=Random&m=${missed}`);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByRole('button', { name: 'Review the game' }).click();
    await complete(page);
    const train = page.getByRole('button', { name: 'Train these mistakes' });
    await train.click();
    await page.getByText('1 puzzle of White’s mistakes.').waitFor({ timeout: PATIENCE });
    await train.click();
    await page.getByText('1 puzzle of White’s mistakes, known already.').waitFor({ timeout: PATIENCE });
    // The link has the focus.
    await page.keyboard.press('Enter');
    await page.getByText('find what you missed').waitFor();
    await page.getByText('You – Random').waitFor();
    await holds(page, 'h5', 'white queen');

    // Both sides, and a game without mistakes.
    await page.evaluate(() => (location.hash = '#/review?m=e2e4.e7e5.g1f3.b8c6'));
    await page.locator('.review .moves').getByRole('button', { name: 'Nf3' }).waitFor();
    await complete(page);
    await train.click();
    await page.getByText('No puzzles: at none of the mistakes of both sides').waitFor({ timeout: PATIENCE });
    await page.context().close();
  });

  test('what cannot be reviewed is refused by a line at the field', async () => {
    const page = await browser.open('#/review');
    const field = page.getByLabel('PGN to read');
    for (const [text, words] of [
      ['1. e4 e5 2. Ke4 *', 'game 1 (line 1, after 1... e5): cannot read Ke4: no king can go there'],
      ['[White "Ann"]\n\n*', 'The game has no moves.'],
    ]) {
      await field.fill(text);
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      await page.getByText(words).waitFor();
    }
    await page.context().close();
  });

  test('the summary of a game fits a small screen and can be reached by keyboard', async () => {
    const page = await browser.open(`#/review?${SHORT}`, { viewport: { width: 390, height: 844 } });
    await complete(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels`);
    const moment = page.locator('.moment').first();
    await moment.focus();
    await page.keyboard.press('Enter');
    await page.locator('.moves [aria-current][data-glyph]').waitFor();
    await page.context().close();
  });
});
