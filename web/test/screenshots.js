/**
 * Pictures of every view: `npm run screenshots -- DIR` writes all of them at three widths, light and dark; without DIR
 * those of docs/studio.md are made anew.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Browser, Studio, WEB, skip } from './harness.js';

/** @typedef {{ name: string, hash: string, ready: string, press?: string }} Shot */

const SICILIAN = 'm=e2e4.c7c5.g1f3.d7d6.d2d4.c5d4.f3d4.g8f6.b1c3.a7a6';
/** A game with the Fried Liver Attack, in which White goes wrong. */
const FRIED =
  'm=e2e4.e7e5.g1f3.b8c6.f1c4.g8f6.f3g5.d7d5.e4d5.f6d5.g5f7.e8f7.d1f3.f7e6.b1c3.c6b4.a2a3.b4c2.e1d1.c2a1.c3d5.c7c6';
/** @type {Shot[]} */
const SHOTS = [
  { name: 'play', hash: `#/play?w=person&b=person&${SICILIAN}`, ready: '.moves button', press: 'Analyse' },
  { name: 'review', hash: `#/review?${FRIED}&at=17`, ready: '.summary:not([hidden])' },
  { name: 'openings', hash: '#/openings?m=e2e4&p=10000&w=1.5,.2,.05,.05,.05', ready: '.tree-field' },
  { name: 'drill', hash: '#/openings?tab=drill&fam=Vienna&m=e2e4.e7e5.b1c3', ready: '.drill', press: 'Begin a round' },
  { name: 'mockfish', hash: '#/mind?m=e2e4.c7c5.g1f3.d7d6&temp=100', ready: '.board.heated' },
  { name: 'pattern', hash: `#/mind?tab=pattern&${SICILIAN}`, ready: '.graph path' },
  { name: 'classical', hash: `#/mind?tab=classical&${SICILIAN}`, ready: '.terms td', press: 'Search' },
  { name: 'side-by-side', hash: `#/mind?tab=side-by-side&${SICILIAN}`, ready: '.choices', press: 'Compare' },
  { name: 'order', hash: '#/order?white=1,1,1,1,4&n=6&built=1', ready: '.gallery li:nth-child(6)' },
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];
/** Those in the documentation: name, width, theme. */
const IN_DOCS = [
  'play-1440-light',
  'review-1440-light',
  'openings-1440-light',
  'mockfish-1440-dark',
  'order-1440-light',
  'play-390-dark',
];
const QUALITY = 72;
/** Milliseconds for searches and pictures to settle. */
const SETTLED = 2500;

/**
 * @param {Browser} browser
 * @param {Shot} shot
 * @param {{ width: number, height: number }} viewport
 * @param {'light' | 'dark'} colorScheme
 */
async function shoot(browser, shot, viewport, colorScheme) {
  const page = await browser.open(shot.hash, { viewport, colorScheme });
  await page.locator(shot.ready).first().waitFor({ timeout: 300000 });
  if (shot.press) await page.getByRole('button', { name: shot.press, exact: true }).click();
  // A press on a phone scrolls to the button.
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(SETTLED);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await page.context().close();
  return Buffer.from(data, 'base64');
}

async function main() {
  if (skip) throw new Error(skip);
  const folder = process.argv[2] ?? join(WEB, '../docs');
  const all = process.argv.length > 2;
  mkdirSync(folder, { recursive: true });
  const studio = new Studio();
  const browser = new Browser(studio);
  await studio.start();
  await browser.start();
  for (const shot of SHOTS) {
    for (const size of SIZES) {
      for (const theme of /** @type {const} */ (['light', 'dark'])) {
        const name = `${shot.name}-${size.width}-${theme}`;
        if (!all && !IN_DOCS.includes(name)) continue;
        const picture = await shoot(browser, shot, size, theme);
        writeFileSync(join(folder, `studio-${name}.webp`), picture);
        console.log(`studio-${name}.webp: ${picture.length} bytes`);
      }
    }
  }
  await browser.end();
  await studio.end();
}

await main();
