/** The engine in Node: the same WebAssembly, and the same scripts but for the worker's start. */

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { BENCH, DIST, Lines, inNode, noBuild } from './harness.js';

const options = { skip: noBuild };

test('it names itself and its options', options, async () => {
  const { ask, motley, lines } = await inNode();
  await ask('uci', 'uciok');
  assert.match(lines.all[0], /^id name Motley/);
  assert(lines.all.some((line) => line.startsWith('option name Personality type combo default Classical')));
  motley.end();
});

test('bench counts the nodes of the native program', options, async () => {
  const { ask, motley } = await inNode();
  assert.match(await ask('bench', `${BENCH} nodes`), /nps$/);
  motley.end();
});

test('Mockfish moves, its nets are fetched once, and another player takes over', options, async () => {
  const { ask, motley, lines } = await inNode();
  motley.send('setoption name Personality value Mockfish');
  assert.match(await ask('position startpos moves e2e4\ngo movetime 1000', 'bestmove'), /^bestmove [a-h][5-8]/);
  assert(lines.all.some((line) => line.startsWith('info string fetching nets/mockfish/')));
  assert(!lines.all.some((line) => line.includes('nets/pattern')), 'only what is needed is fetched');
  assert.match(
    await ask('setoption name Personality value Random\ngo nodes 1', 'bestmove'),
    /^bestmove [a-h][78][a-h]/,
  );
  motley.end();
});

test('the clock ends a search', options, async () => {
  const { ask, motley } = await inNode();
  await ask('setoption name OwnBook value false\nisready', 'readyok');
  const start = performance.now();
  await ask('position startpos\ngo movetime 300', 'bestmove');
  const time = performance.now() - start;
  assert(time > 200 && time < 3000, `${time} ms`);
  motley.end();
});

test('a search that no clock ends is stopped, and isready is answered meanwhile', options, async () => {
  const { ask, motley, lines } = await inNode();
  await ask('position startpos moves d2d4\ngo infinite', 'info depth 3 ');
  await ask('isready', 'readyok');
  assert(!lines.all.some((line) => line.startsWith('bestmove')));
  assert.match(await ask('stop', 'bestmove'), /^bestmove [a-h][5-8]|^bestmove [a-h]7/);
  // The position is that of before, in a new worker too.
  assert.match(await ask('go depth 2', 'bestmove'), /^bestmove [a-h][78][a-h]/);
  motley.end();
});

test('stop and what follows may come in one piece', options, async () => {
  const { ask, motley } = await inNode();
  assert.match(await ask('go infinite\nstop\nposition startpos moves e2e4', 'bestmove'), /^bestmove [a-h][12]/);
  assert.match(await ask('go depth 1', 'bestmove'), /^bestmove [a-h][78]/);
  motley.end();
});

test('rubbish is answered by one line each', options, async () => {
  const { ask, motley, lines } = await inNode();
  for (const text of ['\u0000\uFFFF', 'go depth x', 'position fen rubbish', 'x'.repeat(300_000), '😀', 'setoption']) {
    assert.match(await ask(text, 'info string error'), /error/);
  }
  assert.equal(await ask('go depth 1', 'bestmove'), 'bestmove 0000');
  await ask('position startpos\ngo depth 1', 'bestmove ');
  assert(
    lines.all.every((line) => !line.includes('broke down')),
    lines.all.join('\n'),
  );
  motley.end();
});

test('ended in mid-search, and started twice', options, async () => {
  const first = await inNode();
  const second = await inNode();
  await first.ask('go infinite', 'info depth 2 ');
  first.motley.end();
  const count = first.lines.all.length;
  assert.match(await second.ask('go depth 3', 'bestmove'), /^bestmove [a-h]/);
  assert.equal(first.lines.all.length, count, 'an ended engine is silent');
  first.motley.send('uci');
  second.motley.end();
});

/** A copy of the package whose files a test may change, and its address. */
function copyOfPackage() {
  const folder = mkdtempSync(join(tmpdir(), 'motley-engine-'));
  cpSync(DIST, folder, { recursive: true });
  return { folder, base: pathToFileURL(`${folder}/`) };
}

test('a net that is damaged is said to be missing, and a move comes all the same', options, async () => {
  const { folder, base } = copyOfPackage();
  writeFileSync(join(folder, 'nets/mockfish/standard.onnx.gz'), 'damaged');
  const { ask, motley, lines } = await inNode({ base });
  motley.send('setoption name Personality value Mockfish');
  assert.match(await ask('position startpos moves e2e4\ngo nodes 1', 'bestmove'), /^bestmove [a-h][78]/);
  assert.equal(lines.all.filter((line) => line.includes('error')).length, 1, lines.all.join('\n'));
  motley.end();
  rmSync(folder, { recursive: true });
});

for (const [how, spoil] of /** @type {[string, (path: string) => void][]} */ ([
  ['is missing', (path) => rmSync(path)],
  ['is damaged', (path) => writeFileSync(path, readFileSync(path).fill(0, 5000, 6000))],
])) {
  test(
    `Classical's network ${how}: it plays by the hand-made evaluation, and says so once a game`,
    options,
    async () => {
      const { folder, base } = copyOfPackage();
      const net = join(folder, 'nets/classical/nnue.bin.gz');
      spoil(net);
      const { ask, motley, lines } = await inNode({ base });
      const errors = () => lines.all.filter((line) => line.includes('error'));
      await ask('position startpos moves e2e4\ngo depth 4', 'bestmove');
      assert.match(await ask('position startpos moves e2e4 e7e5 g1f3\ngo depth 4', 'bestmove'), /^bestmove [a-h][78]/);
      assert.equal(errors().length, 1, lines.all.join('\n'));
      assert.match(errors()[0], /^info string error: cannot read the network .*; the hand-made evaluation is used$/);
      // In the next game it is there.
      cpSync(join(DIST, 'nets/classical/nnue.bin.gz'), net);
      assert.match(
        await ask('ucinewgame\nposition startpos moves d2d4\ngo depth 4', 'bestmove'),
        /^bestmove [a-h][78]/,
      );
      assert.equal(errors().length, 1, lines.all.join('\n'));
      assert.equal(lines.all.filter((line) => line.includes('fetching nets/classical/nnue.bin')).length, 2);
      motley.end();
      rmSync(folder, { recursive: true });
    },
  );
}

test('the studio answers its messages, of which some need the record', options, async () => {
  const { MotleyStudio } = await import(join(DIST, 'index.js'));
  const lines = new Lines();
  const studio = new MotleyStudio({ onMessage: (/** @type {string} */ text) => lines.add(text) });
  const ask = async (/** @type {object} */ request) => {
    const { id } = request;
    studio.send(JSON.stringify(request));
    for (;;) {
      const answer = JSON.parse(await lines.next(''));
      if (answer.id === id && answer.kind !== 'info') return answer;
    }
  };
  assert.equal((await ask({ id: 1, ask: 'hello' })).kind, 'done');
  assert.equal((await ask({ id: 2, ask: 'position', moves: ['e2e4'] })).kind, 'done');
  assert.equal((await ask({ id: 3, ask: 'go', player: 'Classical', limits: { nodes: 1000 } })).kind, 'done');
  assert.equal((await ask({ id: 4, ask: 'rubbish' })).kind, 'error');
  studio.end();
});

test('a folder without the module is an error, not a silence', options, async () => {
  const empty = mkdtempSync(join(tmpdir(), 'motley-engine-'));
  const ended = new Promise((done) => {
    inNode({ base: pathToFileURL(`${empty}/`), onEnd: () => done(null) });
  });
  await ended;
  rmSync(empty, { recursive: true });
});
