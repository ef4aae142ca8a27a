/** The drill of a repertoire of one's own: PGN in, its variations asked, what it lacks, and its text unchanged. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { WEB, inBrowser, movesOf, skip, waitMoves } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/** Two replies to the first move, each with one answer: a comment, a glyph and variations are to stay as they are. */
const LINES = `[Event "Against 1... e5 and 1... c5"]

1. e4 {the best by test} e5 (1... c5 2. c3! (2. Nf3 d6) 2... d5) 2. Bc4 Nf6 *
`;
/** A reply that nobody plays: what people play instead is a gap. */
const RARE = '1. e4 h5 2. d4 *\n';
const ANSWERS = new Map([
  ['e5', 'Bc4'],
  ['c5', 'c3'],
]);

/** @param {import('./harness.js').Browser} browser @param {object} [options] */
async function openPanel(browser, options) {
  const page = await browser.open('#/openings?tab=drill', options);
  await page.getByText('Drill a repertoire of your own').click();
  return page;
}

/** @param {Page} page @param {string} san */
async function type(page, san) {
  await page.getByLabel('Type a move').fill(san);
  await page.keyboard.press('Enter');
}

/** Begins a round and waits until it asks. @param {Page} page */
async function begin(page) {
  await page.getByRole('button', { name: /Begin a round|Another round/ }).click();
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  await waitMoves(page, 0);
}

/** Waits for the reply to the first move. @param {Page} page */
async function reply(page) {
  await waitMoves(page, 2);
  await page.getByRole('button', { name: 'Hint' }).waitFor();
  return (await movesOf(page))[1];
}

describe('The repertoire', { skip }, () => {
  const { browser } = inBrowser();

  test('a file with variations is drilled, both of them, and its text stays as it was', async () => {
    const page = await openPanel(browser);
    const text = page.getByLabel('Your repertoire as PGN');
    const buffer = Buffer.from(LINES);
    await page.getByLabel('A PGN file').setInputFiles({ name: 'lines.pgn', mimeType: 'text/plain', buffer });
    await page.waitForFunction(() => document.querySelector('textarea')?.value !== '');
    const seen = new Set();
    for (let round = 0; seen.size < 2; round++) {
      assert.ok(round < 20, `only ${[...seen]} in ${round} rounds`);
      await begin(page);
      await type(page, 'e4');
      const played = await reply(page);
      seen.add(played);
      await type(page, ANSWERS.get(played) ?? '');
      await page.getByText('End of the line').waitFor();
      await waitMoves(page, 4);
    }
    assert.equal(await text.inputValue(), LINES);
    await page.context().close();
  });

  test('another move is shown to be wrong, with what the repertoire has instead', async () => {
    const page = await openPanel(browser);
    await page.getByLabel('Your repertoire as PGN').fill(LINES);
    await begin(page);
    await type(page, 'd4');
    await page.getByText('That leaves your repertoire, which has e4').waitFor();
    await page.getByText('We go on with 1. e4').waitFor();
    await page.getByRole('button', { name: 'End the round' }).click();
    await page.context().close();
  });

  test('a reply that it lacks ends the round and is named with how many play it', async () => {
    const page = await openPanel(browser);
    await page.getByLabel('Your repertoire as PGN').fill(RARE);
    await page.getByLabel('Replies of players rated').fill('1400');
    await page.getByLabel('Also replies that the repertoire does not have').check();
    await begin(page);
    await type(page, 'e4');
    await page.getByText(/you have nothing against 1\.\.\. \S+, which \d+ % of players of 1400 play/).waitFor();
    await page.context().close();
  });

  test('what it lacks is listed by frequency, shown on the board, and the text saved', async () => {
    const page = await openPanel(browser);
    await page.getByRole('button', { name: 'What it lacks' }).click();
    await page.getByText('Paste or open a repertoire first').waitFor();
    await page.getByLabel('Your repertoire as PGN').fill(RARE);
    await page.getByLabel('Replies of players rated').fill('1400');
    await page.getByRole('button', { name: 'What it lacks' }).click();
    const gaps = page.getByRole('list', { name: 'Replies without an answer' }).getByRole('button');
    await gaps.first().waitFor();
    const texts = await gaps.allInnerTexts();
    const shares = texts.map((text) => Number(/(\d+) % of players of 1400 play it/.exec(text)?.[1]));
    assert.ok(texts.length > 1 && shares[0] >= 5, `${texts}`);
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => b - a),
    );
    const [, reply] = /^1\. e4 (\S+)/.exec(texts[0]) ?? [];
    await gaps.first().click();
    await waitMoves(page, 2);
    assert.deepEqual(await movesOf(page), ['e4', reply]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as PGN' }).click(),
    ]);
    const text = readFileSync(await saved.path(), 'utf8');
    assert.match(text, /1\. e4 h5 2\. d4 \*/);
    await page.getByLabel('Your repertoire as PGN').fill('1. e4 e5 2. Ke3 *');
    assert.equal(await gaps.count(), 0);
    await page.getByRole('button', { name: 'What it lacks' }).click();
    await page.getByText('after 1... e5): cannot read Ke3: no king can go there').waitFor();
    await page.context().close();
  });

  test('what cannot be read is refused by a sentence, and named lines come back', async () => {
    const page = await openPanel(browser);
    const text = page.getByLabel('Your repertoire as PGN');
    await text.fill('1. e4 e5 2. Ke3 *');
    await page.getByRole('button', { name: 'Begin a round' }).click();
    await page.locator('.notice.error').waitFor();
    await page.getByRole('button', { name: 'Named lines again' }).click();
    assert.equal(await text.inputValue(), '');
    await page.getByRole('button', { name: 'Begin a round' }).click();
    await page.getByRole('button', { name: 'Hint' }).waitFor();
    await page.context().close();
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing serious and nothing is too wide, ${colorScheme}`, async () => {
      const page = await openPanel(browser, { colorScheme, viewport: { width: 390, height: 844 } });
      await page.getByLabel('Your repertoire as PGN').fill(LINES);
      await begin(page);
      await type(page, 'd4');
      await page.getByText('That leaves your repertoire').waitFor();
      await page.getByRole('button', { name: 'What it lacks' }).click();
      await page.getByRole('list', { name: 'Replies without an answer' }).waitFor();
      if (process.env.SHOTS) {
        await page.screenshot({ path: join(process.env.SHOTS, `repertoire-390-${colorScheme}.png`), fullPage: true });
      }
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
