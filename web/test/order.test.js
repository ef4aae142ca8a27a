/** Positions to order. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { STATIC, holdPositions, holds, inBrowser, movesOf, skip } from './harness.js';

const noSocket = STATIC ? 'there is no socket' : false;

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

  test('the first proof game is shown, however fast it was built', { skip: noSocket }, async () => {
    const page = await browser.open('#/order?white=1,1,1,1,4&n=2&built=1');
    const held = await holdPositions(page);
    held.isOn = true;
    await page.reload();
    await page.getByText('2 of 2 built').waitFor();
    held.isOn = false;
    for (const answer of held.answers) answer();
    await page.locator('main .moves button').first().waitFor();
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
    await page.getByText('Impossible: 9 pawns of white: there are never more than eight.', { exact: true }).waitFor();
    await field.fill('white king on e4 and black king on d5');
    await page.getByText('kings may not touch').waitFor();
    await field.fill('opposite bishops and exactly one wi');
    await page.getByRole('option', { name: 'winning' }).waitFor();
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

  test('all positions are saved as one PGN and as a sheet, and say who is to move', async () => {
    const page = await browser.open('#/order?white=1,2,2,2,7&n=3&built=1');
    await page.getByText('3 of 3 built').waitFor();
    const captions = await page.locator('.gallery small').allTextContents();
    assert.ok(
      captions.every((text) => /^(White|Black) to move · /.test(text)),
      captions.join(),
    );
    /** @param {string} name */
    const saved = async (name) => {
      const button = page.getByRole('button', { name });
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
    };
    const [name, pgn] = await saved('Save all as PGN');
    assert.equal(name, 'positions.pgn');
    assert.equal(pgn.match(/^\[FinalFEN "/gm)?.length, 3);
    const [pdfName, pdf] = await saved('Save sheet as PDF');
    assert.equal(pdfName, 'positions.pdf');
    assert.ok(pdf.startsWith('%PDF-') && pdf.includes('(3. '));
    const [svgName, svg] = await saved('Save sheet as SVG');
    assert.equal(svgName, 'positions.svg');
    assert.ok(svg.includes('</svg>'));
    await page.context().close();
  });

  test('an exercise hides its solution until it is asked for', async () => {
    const page = await browser.open('#/order?q=one%20winning%20move&n=1');
    await page.getByRole('button', { name: 'Build' }).click();
    await page.getByText('1 of 1 built').waitFor({ timeout: 120_000 });
    const solution = page.locator('details', { hasText: 'Solution' });
    assert.equal(await solution.locator('p').isVisible(), false);
    await solution.locator('summary').click();
    assert.match((await solution.locator('p').textContent()) ?? '', /^\d+\./);
    await page.context().close();
  });

  test('where nothing is found, a sentence says so and that it proves nothing', async () => {
    const page = await browser.open('#/order?q=stalemate%20and%20white%20queens%20%3D%200&n=1&plies=11');
    await page.getByRole('button', { name: 'Build' }).click();
    const sentence = page.getByText(/^None found in \d+ positions and .* seconds; the search is not exhaustive/);
    await sentence.waitFor({ timeout: 60_000 });
    await page.context().close();
  });
});
