/** Texts and layout that were found wanting once. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drag, holds, inBrowser, skip, waitMoves } from './harness.js';

/** @typedef {import('./harness.js').Page} Page */

/** What a message covers that one may want to press. @param {Page} page */
function covered(page) {
  return page.evaluate(() => {
    const notice = /** @type {Element} */ (document.querySelector('.notice')).getBoundingClientRect();
    const controls = [...document.querySelectorAll('button, nav a, input, select')];
    return controls
      .filter((one) => !one.closest('.notice') && one.checkVisibility())
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const apart =
          box.right <= notice.left || notice.right <= box.left || box.bottom <= notice.top || notice.bottom <= box.top;
        return box.width > 0 && !apart;
      })
      .map((one) => one.textContent ?? one.tagName);
  });
}

describe('Texts and layout', { skip }, () => {
  const { browser } = inBrowser();

  test('the link of the view that is shown is to be seen on a phone', async () => {
    const page = await browser.open('#/order', { viewport: { width: 390, height: 844 } });
    const box = await page.locator('nav.views [aria-current]').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    await page.context().close();
  });

  for (const width of [1440, 1200, 768, 390]) {
    test(`a message covers nothing that one presses, ${width} pixels wide`, async () => {
      const page = await browser.open('#/play?w=person&b=person', { viewport: { width, height: 844 } });
      await page.getByLabel('Type a move').fill('Ke4');
      await page.keyboard.press('Enter');
      await page.getByText('is no legal move here').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await covered(page), []);
      await page.context().close();
    });
  }

  test('a FEN that cannot be read is explained at its field, and the position is kept', async () => {
    const page = await browser.open('#/play?w=person&b=person');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.locator('dialog');
    const field = dialog.getByLabel('FEN');
    await field.fill('rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    await page.keyboard.press('Enter');
    await dialog.getByText('rank 7 has 7 squares').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('.notice').count(), 0);
    assert.ok(await dialog.getByRole('button', { name: 'Play from here' }).isDisabled());
    await field.fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    await page.keyboard.press('Enter');
    await dialog.getByText('Ready.').waitFor();
    assert.equal(await dialog.getByText('rank 7').isVisible(), false);
    await page.context().close();
  });

  test('a new game begins at the position that was set up, with its rights to castle', async () => {
    const page = await browser.open('#/play?w=person&b=person');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('FEN').fill('r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1');
    await page.keyboard.press('Enter');
    await dialog.getByText('Ready.').waitFor();
    assert.ok(await dialog.getByLabel('White short').isChecked());
    assert.ok(await dialog.getByLabel('White long').isDisabled());
    await dialog.getByRole('button', { name: 'New game from here' }).click();
    await dialog.getByLabel('Position').waitFor();
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await holds(page, 'h1', 'white rook');
    await drag(page, 'e1', 'g1');
    await waitMoves(page, 1, 'O-O');
    await page.getByRole('button', { name: 'New game' }).first().click();
    assert.equal(
      await dialog.getByLabel('Position').locator('option:checked').textContent(),
      'The position that was set up',
    );
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await waitMoves(page, 0);
    await holds(page, 'a8', 'black rook');
    await drag(page, 'e1', 'g1');
    await waitMoves(page, 1, 'O-O');
    await page.getByRole('button', { name: 'PGN' }).click();
    const pgn = await page.locator('dialog textarea').first().inputValue();
    assert.match(pgn, /\[SetUp "1"\]/);
    assert.match(pgn, /\[FEN "r3k3\/8\/8\/8\/8\/8\/8\/4K2R w Kq - 0 1"\]/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New game' }).first().click();
    await dialog.getByLabel('Position').selectOption('The usual start');
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await holds(page, 'd1', 'white queen');
    await page.context().close();
  });

  test('nobody thinks after the end of a game', async () => {
    const page = await browser.open('#/play?w=person&b=Mockfish:1400&m=f2f3.e7e5.g2g4.d8h4');
    await page.getByText('Black wins – checkmate').waitFor();
    assert.equal(
      await page
        .getByText(/\bthinks\b/)
        .filter({ visible: true })
        .count(),
      1,
      'only “when it thinks”',
    );
    await page.context().close();
  });

  test('the texts of selects are not cut on a phone', async () => {
    const page = await browser.open('#/openings', { viewport: { width: 390, height: 844 } });
    const cut = await page.evaluate(() => {
      const canvas = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
      const selects = [...document.querySelectorAll('select')].filter((one) => one.checkVisibility());
      return selects
        .filter((select) => {
          canvas.font = getComputedStyle(select).font;
          const text = select.selectedOptions[0]?.textContent ?? '';
          return canvas.measureText(text).width > select.clientWidth - 36;
        })
        .map((select) => select.selectedOptions[0]?.textContent);
    });
    assert.deepEqual(cut, []);
    await page.context().close();
  });

  test('Classical’s terms and pieces are in pawns', async () => {
    const page = await browser.open('#/mind?tab=classical&m=e2e4.c7c5');
    await page.locator('.terms tbody tr').first().waitFor();
    const figures = await page.locator('.terms td').allTextContents();
    assert.ok(figures.length > 20 && figures.every((text) => /^[+−]?\d+\.\d\d$/.test(text)), figures.join(' '));
    const notes = await page.locator('.board .note').allTextContents();
    assert.ok(
      notes.every((text) => /^[+−]?\d+\.\d\d$/.test(text)),
      notes.join(' '),
    );
    await page.context().close();
  });
});
