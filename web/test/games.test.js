/** PGN in and out, and the games that the browser keeps. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drag, inBrowser, movesOf, shown, skip, waitMoves } from './harness.js';

const PEOPLE = '#/play?w=person&b=person';
const NOTED = `[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1412"]
[BlackElo "1390"]
[TimeControl "300+3"]
[Termination "Bob resigns"]

{A club game} 1. e4 {[%clk 0:05:00] [%eval 0.3] best by test} e5 {[%clk 0:04:58]} (1... c5 $5 2. Nf3 (2. c3 d5) 2... d6)
2. Nf3 $1 {[%csl Ge5]} Nc6?! 1-0
`;

/**
 * Reads a text in the dialog of the view that is shown.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
async function read(page, text) {
  await page.getByRole('button', { name: 'PGN', exact: true }).click();
  await page.getByLabel('PGN to read').fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

/**
 * Variations to variations, so deep: knights go out and back, and each time the other knight may.
 *
 * @param {number} depth
 */
function nested(depth) {
  const away = new Set();
  const toggled = (/** @type {[string, string]} */ [home, out]) => {
    const target = away.delete(home) ? home : out;
    if (target === out) away.add(home);
    return `N${target}`;
  };
  /** @type {Record<string, [string, string][]>} */
  const knights = {
    white: [
      ['g1', 'f3'],
      ['b1', 'c3'],
    ],
    black: [
      ['g8', 'f6'],
      ['b8', 'c6'],
    ],
  };
  let text = '';
  for (let ply = 0; ply < depth; ply++) {
    const [main, other] = knights[ply % 2 ? 'black' : 'white'];
    text += `${away.has(main[0]) ? `N${main[0]}` : `N${main[1]}`} (${toggled(other)} `;
  }
  return `${text}${')'.repeat(depth)} *`;
}

/** The game that is shown, as PGN. @param {import('playwright-core').Page} page */
async function written(page) {
  await page.getByRole('button', { name: 'PGN', exact: true }).click();
  const text = await page.getByLabel('This game as PGN').inputValue();
  await page.keyboard.press('Escape');
  return text;
}

describe('Games', { skip }, () => {
  const { browser, studio } = inBrowser();

  test('PGN keeps names, ratings, result, comments, variations, glyphs and clocks, in and out', async () => {
    const page = await browser.open(PEOPLE);
    await read(page, NOTED);
    await waitMoves(page, 9);
    assert.deepEqual(await movesOf(page), [
      'e4',
      'e5',
      '1... c5!?',
      '2. Nf3',
      '2. c3',
      'd5',
      '2... d6',
      'Nf3!',
      'Nc6?!',
    ]);
    await page.locator('.bar-name').filter({ hasText: 'Ann (1412)' }).waitFor();
    await page.getByText('White wins – Bob resigns').waitFor();
    await page.getByText('best by test').waitFor();
    assert.equal(await page.getByText('[%').count(), 0, 'commands are no comments');
    const text = await written(page);
    for (const part of [
      '[White "Ann"]',
      '[WhiteElo "1412"]',
      '[TimeControl "300+3"]',
      '[Result "1-0"]',
      '[Termination "Bob resigns"]',
      '{A club game}',
      'best by test}',
      '[%clk 0:05:00]',
      '[%eval 0.30]',
      '[%csl Ge5]',
      '(1... c5 $5 2. Nf3 (2. c3 d5) 2... d6)',
      'Nc6 $6 1-0',
    ]) {
      assert.ok(text.replaceAll('\n', ' ').includes(part), `${part} in\n${text}`);
    }
    await page.reload();
    await waitMoves(page, 9);
    await page.locator('.bar-name').filter({ hasText: 'Bob (1390)' }).waitFor();
    await page.context().close();
  });

  test('of several games one is chosen, and a bad one says why', async () => {
    const page = await browser.open(PEOPLE);
    await read(page, `${NOTED}\n[White "Cid"]\n\n1. e4 Ke4 *\n\n[White "Eve"]\n\n1. d4 *\n`);
    const list = page.getByRole('list', { name: 'Games of the text' });
    await list.getByText('cannot read Ke4: no king can go there').waitFor();
    await list.getByRole('button', { name: 'Eve' }).click();
    await waitMoves(page, 1, 'd4');
    await page.context().close();
  });

  test('PGN of any kind is read, or refused by a line at the field that names the game', async () => {
    const page = await browser.open(PEOPLE);
    const bad = [
      ['1. e4 e5 2. -- Nc6 *', 'game 1 (line 1, after 1... e5): -- is a null move'],
      ['[Variant "Bughouse"]\n\n1. e4 *', 'game 1'],
      ['[FEN "8/8"]\n\n1. e4 *', 'game 1'],
      [`1. e4 {${'long '.repeat(300000)}} *`, 'Game 1 has'],
      ['hello', 'no game in the text'],
    ];
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    const field = page.getByLabel('PGN to read');
    for (const [text, words] of bad) {
      await field.fill(text);
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      if (words.startsWith('Game 1 has')) await page.locator('.pgn-games button').first().click();
      await page.locator('dialog .message.error').filter({ hasText: words }).waitFor();
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
    }
    await field.fill(nested(200));
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await waitMoves(page, 400);
    const chess960 = '[Variant "Chess960"]\n[FEN "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1"]\n\n1. O-O-O O-O-O *';
    await read(page, chess960);
    await waitMoves(page, 2, 'O-O-O');
    assert.match(await written(page), /\[Variant "Chess960"\]/);
    await page.context().close();
  });

  test('a file of ten megabytes is cut into its games', async () => {
    const page = await browser.open(PEOPLE);
    await page.getByRole('button', { name: 'PGN', exact: true }).click();
    const long = `[White "Long"]\n\n1. e4 {${'x'.repeat(1 << 20)}} *\n\n`.repeat(10);
    const content = `[White "Short"]\n\n1. c4 *\n\n${long}`;
    const buffer = Buffer.from(content);
    await page.getByLabel('PGN file').setInputFiles({ name: 'a.pgn', mimeType: 'text/plain', buffer });
    await page.getByRole('button', { name: '2. Long' }).click();
    await page.locator('dialog .message.error').filter({ hasText: 'Game 2 has 1049 KB' }).waitFor();
    await page.getByRole('button', { name: '1. Short' }).click();
    await waitMoves(page, 1, 'c4');
    await page.context().close();
  });

  test('games are kept in a list: opened, exported, deleted', async () => {
    const page = await browser.open(`${PEOPLE}&m=e2e4.c7c5.g1f3&at=1`);
    await waitMoves(page, 3);
    await drag(page, 'e7', 'e5');
    await waitMoves(page, 4);
    await page.waitForURL(/g=\w+/);
    await read(page, NOTED);
    await waitMoves(page, 9);
    await page.waitForTimeout(600);
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    const list = page.getByRole('list', { name: 'Games' });
    await list.getByText('Ann (1412) – Bob (1390)').waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save all as PGN' }).click(),
    ]);
    const chunks = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    assert.equal(text.match(/\[Event /g)?.length, 2);
    assert.match(text, /1\. e4 c5 \(1\.\.\. e5\) 2\. Nf3/);
    await list.getByRole('button', { name: /^White – Black/ }).click();
    await waitMoves(page, 4);
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    await list.getByRole('button', { name: 'Delete White – Black' }).click();
    assert.equal(await list.getByRole('listitem').count(), 1);
    await page.context().close();
  });

  test('a new tab offers the game that is not over, and one key is back on its board', async () => {
    const page = await browser.open('#/play?w=person&b=Random');
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 2);
    await page.waitForTimeout(600);
    const again = async () => {
      const tab = await page.context().newPage();
      await tab.goto(studio.whole());
      await shown(tab);
      return tab;
    };
    const other = await again();
    const offer = other.getByRole('region', { name: 'Continue your game' });
    await offer.getByText('You – Random').waitFor();
    await offer.getByRole('link', { name: 'Continue your game' }).focus();
    await other.keyboard.press('Enter');
    await waitMoves(other, 2);
    assert.equal(await offer.isVisible(), false);
    await other.getByRole('button', { name: 'Resign' }).click();
    await other.getByRole('button', { name: 'Really resign?' }).click();
    await other.waitForTimeout(600);
    const last = await again();
    assert.equal(await last.getByRole('region', { name: 'Continue your game' }).isVisible(), false);
    await page.context().close();
  });

  test('at most 200 games are kept, and the page says that the oldest go', async () => {
    const page = await browser.open(`${PEOPLE}&m=e2e4`);
    await page.evaluate(() => {
      const title = (/** @type {number} */ index) => ({ id: `old${index}`, white: `W${index}`, hash: '#/play' });
      localStorage.setItem('motley-games', JSON.stringify(Array.from({ length: 200 }, (_, index) => title(index))));
      localStorage.setItem('motley-game-old199', '{}');
    });
    await drag(page, 'e7', 'e5');
    await page.getByText('the oldest are dropped').waitFor();
    const left = await page.evaluate(() => [
      JSON.parse(localStorage.getItem('motley-games') ?? '[]').length,
      localStorage.getItem('motley-game-old199'),
    ]);
    assert.deepEqual(left, [200, null]);
    await page.context().close();
  });

  test('a browser that keeps nothing still plays, and says so', async () => {
    const page = await browser.open(PEOPLE);
    await page.addInitScript(() => {
      const none = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (key) {
        return key === 'motley-token' ? getItem.call(this, key) : none();
      };
      Storage.prototype.setItem = none;
    });
    await page.reload();
    await shown(page);
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 1);
    await drag(page, 'e7', 'e5');
    await waitMoves(page, 2);
    await page.waitForTimeout(600);
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    await page.getByText('This browser keeps nothing').waitFor();
    await page.getByRole('list', { name: 'Games' }).getByText('White – Black').waitFor();
    await page.context().close();
  });

  test('reloading keeps the graph and the clocks of the moves', async () => {
    const page = await browser.open('#/play?w=person&b=Random&tc=300+0');
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByRole('button', { name: 'Score the game' }).click();
    await page.locator('.graph-curve').waitFor();
    await page.waitForTimeout(600);
    await page.reload();
    await page.locator('.graph-curve').waitFor();
    await page.getByText('White resigns').first().waitFor();
    const text = await written(page);
    assert.match(text, /1\. e4 \{\[%clk 0:0[45]:[0-9.]+\]/);
    assert.match(text, /\[%eval/);
    assert.match(text, /\[TimeControl "300\+0"\]/);
    assert.match(text, /\[Termination "normal"\]/);
    await page.context().close();
  });
});
