/** Games by mouse, by keyboard and typed; against players, and after trouble. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cell, click, drag, holds, inBrowser, movesOf, skip, waitMoves } from './harness.js';

const PEOPLE = '#/play?w=person&b=person';

describe('Play', { skip }, () => {
  const { studio, browser } = inBrowser();

  test('a whole game, clicked and dragged: en passant, promotion, castling, mate', async () => {
    const page = await browser.open(PEOPLE);
    // The page takes the next move when it has the answer to the last one.
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 1);
    await click(page, 'a7', 'a6');
    await waitMoves(page, 2);
    await drag(page, 'e4', 'e5');
    await waitMoves(page, 3);
    await click(page, 'd7', 'd5');
    await waitMoves(page, 4, 'd5');
    await drag(page, 'e5', 'd6');
    await holds(page, 'd5', 'empty');
    await waitMoves(page, 5);
    await click(page, 'h7', 'h6');
    await waitMoves(page, 6);
    await drag(page, 'd6', 'c7');
    await waitMoves(page, 7);
    await click(page, 'h6', 'h5');
    await waitMoves(page, 8, 'h5');
    await drag(page, 'c7', 'b8');
    await page.getByRole('button', { name: 'knight' }).click();
    await holds(page, 'b8', 'white knight');
    await waitMoves(page, 9);
    for (const [index, move] of ['h5h4', 'g1h3', 'a6a5', 'f1c4', 'a5a4'].entries()) {
      await click(page, move.slice(0, 2), move.slice(2));
      await waitMoves(page, 10 + index);
    }
    await drag(page, 'e1', 'g1');
    await holds(page, 'f1', 'white rook');
    await waitMoves(page, 15);
    await click(page, 'a4', 'a3');
    await waitMoves(page, 16);
    await drag(page, 'd1', 'f3');
    await waitMoves(page, 17);
    await click(page, 'a3', 'b2');
    await waitMoves(page, 18, 'axb2');
    await drag(page, 'f3', 'f7');
    await page.getByText('White wins – checkmate').waitFor();
    const san = 'e4 a6 e5 d5 exd6 h6 dxc7 h5 cxb8=N h4 Nh3 a5 Bc4 a4 O-O a3 Qf3 axb2 Qxf7#';
    assert.equal((await movesOf(page)).join(' '), san);
    assert.match((await page.locator('.spoken').textContent()) ?? '', /White: queen takes on f7, checkmate/);
    await page.context().close();
  });

  test('an illegal drop puts the man back, and a legal target is shown', async () => {
    const page = await browser.open(PEOPLE);
    await drag(page, 'e2', 'e5');
    await holds(page, 'e2', 'white pawn');
    assert.deepEqual(await movesOf(page), []);
    await click(page, 'g1');
    assert.match((await cell(page, 'f3').getAttribute('aria-label')) ?? '', /legal target/);
    assert.equal(await page.locator('.square.target').count(), 2);
    await click(page, 'g1');
    assert.equal(await page.locator('.square.target').count(), 0);
    await page.context().close();
  });

  test('by keyboard alone: over the squares, typed, and stepping back', async () => {
    const page = await browser.open(PEOPLE);
    await page.keyboard.press('Tab');
    await cell(page, 'e2').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await waitMoves(page, 1, 'e4');
    await page.keyboard.press('e');
    await page.keyboard.type('5');
    await page.keyboard.press('Enter');
    await waitMoves(page, 2, 'e5');
    await page.getByLabel('Type a move').fill('Ke4');
    await page.keyboard.press('Enter');
    await page.getByText('is no legal move here').waitFor();
    await page.locator('h2').first().click();
    await page.keyboard.press('Home');
    await holds(page, 'e4', 'empty');
    await page.keyboard.press('End');
    await holds(page, 'e5', 'black pawn');
    await page.context().close();
  });

  test('a player answers, moves are taken back, and a link restores the game', async () => {
    const page = await browser.open('#/play?w=person&b=Classical:1400&think=100');
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 2);
    const [, answer] = await movesOf(page);
    await page.waitForURL(/&m=d2d4\.\w+$/);
    const link = page.url();
    await page.reload();
    await waitMoves(page, 2, answer);
    assert.equal(page.url(), link);
    await page.getByRole('button', { name: 'Take back' }).click();
    await waitMoves(page, 0);
    await holds(page, 'd2', 'white pawn');
    await page.context().close();
  });

  test('who plays Black sees the board from there, and a link keeps it and the clocks', async () => {
    const page = await browser.open('#/play?w=Random&b=person&tc=180+2&m=e2e4.e7e5&clk=100000-90000');
    await waitMoves(page, 3);
    const [a8, h1] = await Promise.all([cell(page, 'a8').boundingBox(), cell(page, 'h1').boundingBox()]);
    assert.ok(a8 && h1 && h1.y < a8.y && h1.x < a8.x);
    assert.match((await page.locator('.clock').allTextContents()).join(' '), /1:4\d.*1:(30|2\d)/);
    await page.context().close();
  });

  test('players play each other, at any speed, until they are paused', async () => {
    const page = await browser.open('#/play?w=Random&b=Random&think=50');
    await page.waitForFunction(() => document.querySelectorAll('main .moves button').length > 6);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    const { length } = await movesOf(page);
    await page.waitForTimeout(400);
    assert.equal((await movesOf(page)).length, length);
    await page.context().close();
  });

  test('the program is killed and started again: the page says so, and the game goes on', async () => {
    const page = await browser.open('#/play?w=person&b=Mockfish:1500&think=100');
    await drag(page, 'e2', 'e4');
    await waitMoves(page, 2);
    await studio.kill();
    await page.getByText('Connection lost').waitFor();
    await drag(page, 'b1', 'c3');
    await holds(page, 'c3', 'white knight');
    await studio.start();
    await page.getByText('Motley was started again').waitFor();
    // What the browser opens at a start, in another tab.
    const other = await page.context().newPage();
    await other.goto(studio.whole());
    await waitMoves(page, 4);
    await page.locator('.connection.lost').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a character sets its options and a rating, and the address keeps them', async () => {
    const page = await browser.open('#/play');
    await page.getByRole('button', { name: 'New game' }).first().click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Character').last().selectOption('The Gambler');
    await dialog.getByText('Gives up a pawn or a piece for play').waitFor();
    assert.ok(await dialog.getByLabel('Plays at a rating').last().isChecked());
    await dialog.getByText('Options', { exact: true }).last().click();
    assert.equal(await dialog.getByLabel('StyleRisk').last().inputValue(), '100');
    await dialog.getByLabel('StyleRisk').last().fill('20');
    await dialog.getByLabel('StyleRisk').last().press('Enter');
    assert.equal(await dialog.getByLabel('Character').last().inputValue(), 'Set by options');
    await dialog.getByLabel('Character').last().selectOption('The Attacker');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/StyleAttack(=|%3D)100/);
    await page.context().close();
  });

  test('two pages play two games at once', async () => {
    const hash = '#/play?w=person&b=Mockfish&think=100';
    const [one, other] = await Promise.all([browser.open(hash), browser.open(hash)]);
    await Promise.all([drag(one, 'e2', 'e4'), drag(other, 'd2', 'd4')]);
    await Promise.all([waitMoves(one, 2), waitMoves(other, 2)]);
    assert.equal((await movesOf(one))[0], 'e4');
    assert.equal((await movesOf(other))[0], 'd4');
    await one.context().close();
    await other.context().close();
  });

  test('a position is set up by hand, and one that cannot be played is refused with its reason', async () => {
    const page = await browser.open(PEOPLE);
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByRole('button', { name: 'Clear' }).click();
    await dialog.getByText('It cannot be played').waitFor();
    await dialog.getByLabel('FEN').fill('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    await page.keyboard.press('Enter');
    await dialog.getByText('Ready.').waitFor();
    await dialog.getByRole('button', { name: 'Play from here' }).click();
    await holds(page, 'a7', 'white pawn');
    await drag(page, 'a7', 'a8');
    await page.getByRole('button', { name: 'queen' }).click();
    await waitMoves(page, 1, 'a8=Q+');
    await page.context().close();
  });

  test('a game is read from PGN, and an error shows its place', async () => {
    const page = await browser.open(PEOPLE);
    await page.getByRole('button', { name: 'PGN' }).click();
    await page.getByLabel('PGN to read').fill('1. e4 e5 2. Ke4');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.locator('dialog .message.error').waitFor();
    await page.getByLabel('PGN to read').fill('1. e4 e5 2. Nf3 Nc6 *');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await waitMoves(page, 4, 'Nc6');
    await page.context().close();
  });
});
