/** Openings: sliders and bars, wishes, search, the tree, and the drill. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { STATIC, holds, inBrowser, movesOf, skip, slide, waitMoves } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Asks the program directly, beside the page: over a socket of its own, or in a worker of its own.
 *
 * @param {Page} page
 * @param {Record<string, unknown>} message
 * @returns {Promise<any>}
 */
function askBeside(page, message) {
  const text = JSON.stringify({ id: 1, ...message });
  if (STATIC) {
    return page.evaluate(async (text) => {
      const { MotleyStudio } = await import(/** @type {any} */ ('/engine/index.js'));
      return new Promise((resolve, reject) => {
        const onMessage = (/** @type {string} */ answer) => {
          resolve(JSON.parse(answer));
          engine.end();
        };
        const engine = new MotleyStudio({ onMessage, onEnd: reject });
        engine.send(text);
      });
    }, text);
  }
  return page.evaluate(
    (text) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/socket?token=${localStorage.getItem('motley-token')}`);
        socket.addEventListener('error', () => reject(new Error('there is no socket')));
        socket.addEventListener('open', () => socket.send(text));
        socket.addEventListener('message', (event) => {
          resolve(JSON.parse(event.data));
          socket.close();
        });
      }),
    text,
  );
}

/** @param {Page} page @param {string} san */
function bar(page, san) {
  return page.getByRole('slider', { name: `Wished share of ${san}`, exact: true });
}

/** The exact share of a move in per cent, as the bar says it. @param {Page} page @param {string} san */
async function exact(page, san) {
  const text = await bar(page, san).getAttribute('aria-valuetext');
  return Number(/exact ([\d.]+)/.exec(text ?? '')?.[1]);
}

describe('Openings', { skip }, () => {
  const { browser } = inBrowser();

  test('a slider changes the bars to what enumeration gives, and a link restores both', async () => {
    const page = await browser.open('#/openings');
    await bar(page, 'c4').waitFor();
    const usual = await exact(page, 'c4');
    await slide(page.getByRole('slider', { name: 'English, 1. c4: weight' }), 2);
    await page.waitForFunction((old) => {
      const text = document.querySelector('[aria-label="Wished share of c4"]')?.getAttribute('aria-valuetext') ?? '';
      return Number(/exact ([\d.]+)/.exec(text)?.[1]) !== old;
    }, usual);
    const parameters = [false, false, true, false, false];
    const weights = [0.2, 0.2, 2, 0.05, 0.05];
    const answer = await askBeside(page, { ask: 'openings-moves', parameters, weights });
    for (const { san, exact: share } of answer.moves.slice(0, 4)) {
      assert.equal(await exact(page, san), Number((100 * share).toFixed(1)), san);
    }
    assert.ok((await exact(page, 'c4')) > usual);
    const raised = await exact(page, 'c4');
    // The address is written a moment after a change.
    await page.waitForURL(/w=0\.2(,|%2C)0\.2(,|%2C)2(,|%2C)/i);
    await page.reload();
    await bar(page, 'c4').waitFor();
    assert.equal(await exact(page, 'c4'), raised);
    await page.context().close();
  });

  test('lines are chosen by ECO code, and a code that is none says what is expected', async () => {
    const page = await browser.open('#/openings');
    const codes = page.getByLabel('ECO codes', { exact: false });
    await codes.fill('c60-c99');
    await codes.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('main .bars [role=slider]').length === 1);
    await bar(page, 'e4').waitFor();
    await page.waitForURL(/eco=C60-C99/);
    await page.reload();
    await bar(page, 'e4').waitFor();
    assert.equal(await codes.inputValue(), 'C60-C99');
    await page.getByLabel('Positions are the same').selectOption('placement');
    await page.waitForFunction(() => location.hash.includes('id=placement'));
    await codes.fill('Z');
    await codes.press('Enter');
    await page.getByText('expected ECO codes such as B').waitFor();
    await page.context().close();
  });

  test('a bar that is dragged to a share has the weights fitted to it', async () => {
    const page = await browser.open('#/openings');
    await bar(page, 'd4').waitFor();
    const box = await bar(page, 'd4').boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 5, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.8 * box.width, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    await page.getByText('Weights fitted').waitFor({ timeout: 60000 });
    const text = (await bar(page, 'd4').getAttribute('aria-valuetext')) ?? '';
    const wish = Number(/wished ([\d.]+)/.exec(text)?.[1]);
    await page.waitForFunction((aim) => {
      const now = document.querySelector('[aria-label="Wished share of d4"]')?.getAttribute('aria-valuetext') ?? '';
      return Math.abs(Number(/exact ([\d.]+)/.exec(now)?.[1]) - aim) < 3;
    }, wish);
    await page.context().close();
  });

  test('openings are found by name and by position, and the tree leads on', async () => {
    const page = await browser.open('#/openings');
    await page.getByLabel('Find an opening by name or code').fill('ruy lopez');
    await page.locator('.found button').first().click();
    await page.waitForFunction(() => document.querySelectorAll('main .moves button').length >= 5);
    await page.getByRole('button', { name: 'Lines through this position' }).click();
    await page.getByText('Ruy Lopez: Exchange Variation').first().waitFor();
    const { length } = await movesOf(page);
    await page.locator('.tree-field[aria-label^="a6 "]').click();
    await waitMoves(page, length + 1, 'a6');
    await page.context().close();
  });

  test('a mistake in the drill is shown, noted as due, and comes back', async () => {
    const page = await browser.open('#/openings?tab=drill&m=e2e4.e7e5.b1c3');
    await page.getByLabel('Rounds begin where the board is now').check();
    await page.getByLabel('Your side').selectOption('black');
    const begin = page.getByRole('button', { name: /Begin a round|Another round/ });
    await begin.click();
    const hint = page.getByRole('button', { name: 'Hint' });
    await hint.click();
    const theory = (await page.getByText('Theory has').textContent()) ?? '';
    const wrong = ['h5', 'a5', 'Qg5', 'Ke7', 'b5', 'f6'].find((san) => !new RegExp(`\\b${san} \\(`).test(theory));
    await page.getByLabel('Type a move').fill(wrong ?? '');
    await page.keyboard.press('Enter');
    await page.getByText('That leaves theory').waitFor();
    await page.getByRole('button', { name: 'End the round' }).click();
    await page.getByText('1 wrong, 0 right').waitFor();
    await begin.click();
    await hint.waitFor();
    await holds(page, 'c3', 'white knight');
    await waitMoves(page, 3, 'Nc3');
    const right = /Theory has (\S+)/.exec(theory)?.[1] ?? '';
    await page.getByLabel('Type a move').fill(right);
    await page.keyboard.press('Enter');
    await page.getByText('Right.', { exact: true }).first().waitFor();
    await page.context().close();
  });
});
