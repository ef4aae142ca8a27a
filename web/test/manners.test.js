/** What holds for every view: sizes, access, and addresses. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { join } from 'node:path';
import { withoutComments } from '../comments.js';
import { holds, inBrowser, pageSize, skip, WEB } from './harness.js';

const VIEWS = [
  '#/play?m=e2e4.e7e5&w=person&b=person',
  '#/play?m=e2e4.e7e5.g1f3&at=1&v=c7c5&w=person&b=person',
  '#/review',
  '#/review?m=e2e4.e7e5.g1f3.b8c6',
  '#/play?m=e2e4.e7e5&w=person&b=Mockfish:1400&tc=300+5',
  '#/openings?m=e2e4',
  '#/openings?tab=drill',
  '#/puzzles',
  '#/mind?m=e2e4.c7c5',
  '#/mind?tab=pattern&m=e2e4.c7c5',
  '#/mind?tab=classical&m=e2e4.c7c5',
  '#/mind?tab=side-by-side',
  '#/order?white=1,2,2,1,7&n=2&built=1',
];
const WIDTHS = [1440, 768, 390];
const MOST_BYTES = 400_000;
const AXE = join(WEB, 'node_modules/axe-core/axe.min.js');

test('the whole page has no more than 400 KB', () => {
  assert.ok(pageSize() <= MOST_BYTES, `${pageSize()} bytes`);
});

test('index.html has no script or style of its own, and no foreign address', () => {
  const html = readFileSync(join(WEB, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /style=|<script(?! type="module" src)|https?:/);
});

describe('Every view', { skip }, () => {
  const { studio, browser } = inBrowser();

  const served = !process.env.EMBEDDED && 'a folder is served as it is';
  test('the program has scripts and styles without the comments of whole lines', { skip: served }, async () => {
    const page = await browser.open('#/play');
    for (const file of ['js/game/tree.js', 'js/main.js', 'css/base.css']) {
      const text = await page.evaluate(async (path) => (await fetch(`/${path}`)).text(), file);
      assert.equal(text, withoutComments(readFileSync(join(WEB, file), 'utf8')));
    }
    await page.context().close();
  });

  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    test(`axe finds nothing serious, ${colorScheme}`, async () => {
      const all = [];
      for (const hash of VIEWS) {
        const page = await browser.open(hash, { colorScheme });
        await page.waitForTimeout(700);
        // The policy of the page allows no foreign script, but the driver may evaluate one.
        await page.evaluate(readFileSync(AXE, 'utf8'));
        const first = await serious(page);
        // axe reads the styles first and the texts later, so a page that changes in between seems worse than it is.
        const second = first.size === 0 ? first : await serious(page);
        for (const [where, message] of second) if (first.has(where)) all.push(`${hash} ${where}: ${message}`);
        await page.context().close();
      }
      assert.deepEqual(all, []);
    });
  }

  test('nothing is wider than the window', async () => {
    for (const width of WIDTHS) {
      for (const hash of VIEWS) {
        const page = await browser.open(hash, { viewport: { width, height: 844 } });
        await page.waitForTimeout(300);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${hash} is ${wide} pixels wide at ${width}`);
        await page.context().close();
      }
    }
  });

  test('an address that means nothing leads to a page that works, with a message', async () => {
    const page = await browser.open('#/nowhere?m=zz');
    await holds(page, 'e2', 'white pawn');
    await page.goto(`${studio.address}/#/play?fen=garbage`);
    await page.locator('.notice.error').first().waitFor();
    await holds(page, 'e2', 'white pawn');
    await page.context().close();
  });
});

/** Rule and element of what axe finds serious, with its message. @param {import('playwright-core').Page} page */
async function serious(page) {
  const { violations } = await page.evaluate('axe.run()');
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { id, impact, nodes } of violations) {
    if (!['serious', 'critical'].includes(impact)) continue;
    for (const { target, any } of nodes) found.set(`${id} ${target}`, any[0]?.message);
  }
  return found;
}
