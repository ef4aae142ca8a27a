/** The address with its token, and pages that have none. */

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Studio, holds, inBrowser, skip } from './harness.js';

const PEOPLE = '#/play?w=person&b=person';

describe('The token', { skip }, () => {
  const { studio, browser } = inBrowser();

  test('the printed address opens the page, which keeps the token for reloads, tabs and links', async () => {
    const page = await browser.open('');
    assert.doesNotMatch(page.url(), /token/);
    await page.reload();
    await holds(page, 'e2', 'white pawn');
    const link = await page.context().newPage();
    await link.goto(`${studio.address}/${PEOPLE}&m=e2e4`);
    await holds(link, 'e4', 'white pawn');
    await page.context().close();
  });

  test('a bare address says where the whole one is, and goes on with it', async () => {
    const first = await browser.open('');
    const page = await first.context().browser()?.newPage();
    await first.context().close();
    assert.ok(page);
    await page.goto(`${studio.address}/${PEOPLE}&m=d2d4`);
    await page.getByText('Please open the whole address').waitFor();
    assert.equal(await page.locator('.board').count(), 0);
    await page.goto(`${studio.address}/#token=${'0'.repeat(32)}`);
    await page.waitForTimeout(300);
    await page.getByText('Please open the whole address').waitFor();
    // The same page, told the right one: its view is as before.
    await page.goto(studio.whole());
    await holds(page, 'd4', 'white pawn');
    await page.context().close();
  });

  test('the page that the program opens is given the token, once', { skip: process.platform !== 'linux' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'motley-browser-'));
    const opened = join(folder, 'opened');
    const script = `#!/bin/sh\necho "$1" >${opened}.new\nmv ${opened}.new ${opened}\n`;
    writeFileSync(join(folder, 'xdg-open'), script, { mode: 0o755 });
    const own = new Studio();
    await own.start(folder);
    while (!existsSync(opened)) await setTimeout(20);
    const address = readFileSync(opened, 'utf8').trim();
    const first = await browser.open('');
    const page = await first.context().browser()?.newPage();
    await first.context().close();
    assert.ok(page);
    await page.goto(address);
    await holds(page, 'e2', 'white pawn');
    assert.doesNotMatch(page.url(), /ticket|token/);
    await page.reload();
    await holds(page, 'e2', 'white pawn');
    await page.context().close();
    await own.end();
    rmSync(folder, { recursive: true });
  });

  for (const path of ['/token', '/socket']) {
    test(`a request of ${path} that is never answered is given up`, async () => {
      const page = await browser.open(PEOPLE);
      await studio.kill();
      /** @type {import('node:net').Socket[]} */
      const held = [];
      const mute = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', (data) => {
          if (data.toString().startsWith(`GET ${path}`)) held.push(socket);
          else socket.resetAndDestroy();
        });
      });
      await new Promise((listens) => mute.listen(studio.port, '127.0.0.1', () => listens(undefined)));
      while (!held.length) await setTimeout(20);
      mute.close();
      await studio.start();
      await page.getByText('Motley was started again').waitFor();
      held.forEach((socket) => socket.destroy());
      await page.context().close();
    });
  }

  test('options that name files are shown, and cannot be set', async () => {
    const page = await browser.open('#/play');
    await page.getByRole('button', { name: 'New game' }).first().click();
    const dialog = page.locator('dialog');
    await dialog.getByText('Options', { exact: true }).last().click();
    const file = dialog.getByLabel('MockfishFile').last();
    assert.ok(await file.isDisabled());
    await dialog.getByText('Options that name files are set when the program is started').last().waitFor();
    await page.context().close();
  });
});
