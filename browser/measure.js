/**
 * Measures the engine of browser/dist in Chromium and in Node, beside the native program, in one run:
 *
 *     node browser/measure.js target/release/motley
 *
 * `bench` alternates between them, so that what else the machine does affects all of them.
 */

import { execFileSync } from 'node:child_process';

import { BENCH, Site, inNode } from './test/harness.js';

const ROUNDS = 3;
const MOCKFISH = 'setoption name Personality value Mockfish';
const native = process.argv[2] ?? 'target/release/motley';

/** @param {string} line `N nodes M nps` */
const speed = (line) => Number(/(\d+) nps/.exec(line)?.[1]);
/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const site = new Site();
await site.start();
const page = await site.open();
const ask = (/** @type {string} */ text, /** @type {string} */ start) =>
  page.evaluate(([text, start]) => window.ask(0, text, start), [text, start]);

let start = performance.now();
await page.evaluate(() => window.start());
await ask('position startpos moves e2e4 a7a6\ngo movetime 100', 'bestmove');
console.log(
  `first move of Classical after a cold start, 100 ms of it thinking: ${(performance.now() - start).toFixed()} ms`,
);
start = performance.now();
await ask(`${MOCKFISH}\nsetoption name MockfishNets value Rated\ngo movetime 1000`, 'bestmove');
console.log(`first move of Mockfish (Rated), its net fetched: ${(performance.now() - start).toFixed()} ms`);
const moves = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ');
const times = [];
for (let count = 1; count <= moves.length; count++) {
  await ask(`position startpos moves ${moves.slice(0, count).join(' ')}\nisready`, 'readyok');
  start = performance.now();
  await ask('go movetime 1000', 'bestmove');
  times.push(performance.now() - start);
}
console.log(`moves of Mockfish (Rated): ${median(times).toFixed()} ms, at most ${Math.max(...times).toFixed()} ms`);
await ask('setoption name Personality value Classical\nisready', 'readyok');

const node = await inNode();
await node.ask('isready', 'readyok');
const speeds = { native: [], chromium: [], node: [] };
for (let round = 0; round < ROUNDS; round++) {
  const lines = {
    native: execFileSync(native, ['bench'], { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '',
    chromium: await ask('bench', `${BENCH} nodes`),
    node: await node.ask('bench', `${BENCH} nodes`),
  };
  for (const [name, line] of Object.entries(lines)) {
    console.log(`${name}: ${line}`);
    speeds[name].push(speed(line));
  }
}
for (const name of ['chromium', 'node']) {
  console.log(`${name}: ${(median(speeds[name]) / median(speeds.native)).toFixed(2)} of the native speed`);
}
node.motley.end();
await site.end();
