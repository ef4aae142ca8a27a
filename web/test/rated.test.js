/** A game against a player at a rating: its clock, what is hidden, draws and resignation, and a reload. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drag, inBrowser, movesOf, shown, skip, waitMoves } from './harness.js';

const RATED = '#/play?w=person&b=Mockfish:1400';
/** White is two bishops up. */
const WON = 'fen=6k1/p4ppp/8/8/8/8/PP3PPP/4BBK1%20w%20-%20-%200%201';
/** Nobody is ahead. */
const LEVEL = 'fen=4k3/5ppp/8/8/8/8/5PPP/4K3%20w%20-%20-%200%2030';

/** @typedef {import('./harness.js').Page} Page */

/**
 * Reloads a page so that the program's answers to an ask are these.
 *
 * @param {Page} page
 * @param {string} ask
 * @param {Record<string, unknown>} answer
 */
async function answering(page, ask, answer) {
  await page.routeWebSocket(/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const request = JSON.parse(String(message));
      if (request.ask === ask) socket.send(JSON.stringify({ id: request.id, kind: 'done', ...answer }));
      else server.send(message);
    });
  });
  await page.reload();
  await shown(page);
}

/** What the person who is to move has left on the clock. @param {Page} page */
async function seconds(page) {
  const text = (await page.locator('.to-move .clock').textContent()) ?? '';
  const [minutes, rest] = text.split(':').map(Number);
  return 60 * minutes + rest;
}

describe('A rated opponent', { skip }, () => {
  const { browser } = inBrowser();

  test('on a clock it takes as long as people do', async () => {
    const page = await browser.open(`${RATED}&tc=300%2B5`);
    // People think longer than other tests wait.
    page.setDefaultTimeout(60000);
    let [asked, time] = [0, 0];
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const request = JSON.parse(String(payload));
        if (request.ask === 'go' && request.options.HumanClock === true) asked++;
      });
      socket.on('framereceived', ({ payload }) => {
        const answer = JSON.parse(String(payload));
        if (answer.kind === 'done' && 'move' in answer && 'stopped' in answer) time += answer.time;
      });
    });
    await page.reload();
    await shown(page);
    for (const [index, move] of ['e2e4', 'd2d3', 'a2a3', 'h2h3'].entries()) {
      await drag(page, move.slice(0, 2), move.slice(2));
      await waitMoves(page, 2 * index + 2);
    }
    assert.equal(asked, 4);
    assert.ok(time > 1000, `four moves in ${time} ms`);
    await page.context().close();
  });

  test('what it thinks is hidden in the game, shown on request, and afterwards', async () => {
    const page = await browser.open(`${RATED}&think=50&m=f2f3.e7e5`);
    await page.getByText('What Mockfish (1400) thinks is hidden until the game is over.').waitFor();
    await drag(page, 'a2', 'a3');
    await waitMoves(page, 4);
    assert.equal(await page.locator('.minds').isVisible(), false);
    assert.equal(await page.locator('.graph').isVisible(), false);
    assert.equal(await page.locator('.arrow').count(), 0);
    await page.getByRole('switch', { name: 'Show what it thinks' }).check();
    await page.locator('.minds .score').first().waitFor();
    await page.getByRole('switch', { name: 'Show what it thinks' }).uncheck();
    await page.locator('.minds').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByText('Black wins – White resigns').waitFor();
    await page.locator('.minds .score').first().waitFor();
    assert.equal(await page.getByRole('switch', { name: 'Show what it thinks' }).isVisible(), false);
    await page.context().close();
  });

  test('a hint is confirmed once in a game', async () => {
    const page = await browser.open(`${RATED}&think=50&m=e2e4.e7e5`);
    const links = page.getByRole('link', { name: 'Mind reading' });
    assert.equal(await links.count(), 1, 'only that of the top bar');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.arrow').count(), 0);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Use help' }).click();
    await page.getByText('Hint:').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a draw is accepted where nobody is ahead and declined by who is', async () => {
    const level = await browser.open(`${RATED}&think=50&${LEVEL}`);
    await drag(level, 'e1', 'e2');
    await waitMoves(level, 2);
    await level.getByRole('button', { name: 'Offer a draw' }).click();
    await level.getByText('Draw – by agreement').waitFor();
    await level.context().close();
    const won = await browser.open(`#/play?w=Mockfish:1400&b=person&think=50&${WON}`);
    await waitMoves(won, 1);
    await drag(won, 'h7', 'h6');
    await waitMoves(won, 3);
    await won.getByRole('button', { name: 'Offer a draw' }).click();
    await won.getByText('Mockfish (1400) declines the draw.').waitFor();
    await won.context().close();
  });

  test('it resigns in place of a move', async () => {
    const page = await browser.open(`${RATED}&think=50&m=e2e4.e7e5`);
    await answering(page, 'manners', { does: 'resigns' });
    await drag(page, 'd2', 'd4');
    await page.getByText('White wins – Black resigns').waitFor();
    assert.deepEqual(await movesOf(page), ['e4', 'e5', 'd4']);
    await page.context().close();
  });

  test('it offers a draw with its move: accepted, or declined by a move', async () => {
    const page = await browser.open(`${RATED}&think=50&m=e2e4.e7e5`);
    await answering(page, 'manners', { does: 'offers' });
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 4);
    await page.getByText('Mockfish (1400) offers a draw.').waitFor();
    await drag(page, 'a2', 'a3');
    await waitMoves(page, 6);
    await page.getByText('Mockfish (1400) offers a draw.').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('Draw – by agreement').waitFor();
    await page.context().close();
  });

  test('two people agree to a draw', async () => {
    const page = await browser.open('#/play?w=person&b=person&m=e2e4.e7e5');
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    await page.getByText('Draw – by agreement').waitFor();
    await page.context().close();
  });

  test('a reload keeps the game, its clocks and what was made of each position', async () => {
    const page = await browser.open(`${RATED}:HumanClock=false&tc=300%2B0&m=e2e4.e7e5.g1f3.b8c6`);
    await page.waitForTimeout(2500);
    await drag(page, 'd2', 'd4');
    await waitMoves(page, 6);
    await page.getByRole('switch', { name: 'Show what it thinks' }).check();
    await drag(page, 'a2', 'a3');
    await waitMoves(page, 8);
    await page.locator('.graph-curve').waitFor();
    const before = await movesOf(page);
    const left = await seconds(page);
    await page.reload();
    await waitMoves(page, 8);
    assert.deepEqual(await movesOf(page), before);
    await page.locator('.graph-curve').waitFor();
    assert.ok(await page.getByRole('switch', { name: 'Show what it thinks' }).isChecked());
    const now = await seconds(page);
    assert.ok(now <= left && now > left - 30 && now < 300, `${left} s before, ${now} s after`);
    // The address alone is enough in this tab.
    await page.goto(`${page.url().split('#')[0]}?again#/play`);
    await waitMoves(page, 8);
    await page.locator('.graph-curve').waitFor();
    await page.context().close();
  });
});
