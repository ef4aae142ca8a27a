/** Numbers, times and places in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centipawnText, counted, placeText, secondsText } from '../js/game/words.js';
import { isImprovable } from '../js/review/words.js';

test('one thing is no things', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => counted(count, 'position')),
    ['0 positions', '1 position', '2 positions'],
  );
  assert.equal(counted(1_200_000, 'position', '1.2 million'), '1.2 million positions');
});

test('short times are in milliseconds, so that nothing takes 0.0 s', () => {
  assert.deepEqual([0, 12.4, 99, 100, 1449].map(secondsText), ['1 ms', '12 ms', '99 ms', '0.1 s', '1.4 s']);
});

test('a place in a game is named by its move', () => {
  const game = /** @type {{ number: number, turn: 'white' | 'black', san: string }[]} */ ([
    { number: 1, turn: 'white', san: 'e4' },
    { number: 1, turn: 'black', san: 'c5' },
  ]);
  assert.deepEqual(
    [0, 1, 2].map((ply) => placeText(ply, game)),
    ['at the start', 'after 1. e4', 'after 1… c5'],
  );
});

test('scores are pawns with two decimals', () => {
  assert.deepEqual(
    [0, 31, -120].map((score) => centipawnText(score)),
    ['0.00', '+0.31', '−1.20'],
  );
});

test('a move that mates as well, or loses nothing, is not called worse', () => {
  const move = (/** @type {number} */ loss, /** @type {'?' | '!' | null} */ mark = null) =>
    isImprovable({ mark, loss, uci: 'h5h7', settled: true, best: { uci: ['h5h8'] } });
  assert.deepEqual([move(0), move(0.01), move(0.05), move(0.01, '?'), move(0, '!')], [false, false, true, true, false]);
  assert.equal(isImprovable({ mark: '?', loss: 0.3, uci: 'h5h7', settled: true, best: { uci: ['h5h7'] } }), false);
});
