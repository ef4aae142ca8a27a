/**
 * Short sounds of moves, made by the browser's synthesizer: no file is loaded. Nothing sounds before a click or a key,
 * which is when browsers allow it. Whether there are sounds is a switch of its own: a system that reduces motion says
 * nothing about sound, and those who see little may want it the more.
 */

import { button, fill } from './dom.js';
import { icon } from './icons.js';
import { remember, rememberedSwitch } from './storage.js';

/** @typedef {'move' | 'capture' | 'check' | 'end'} Sound */
/** Frequency in hertz, and when it begins, how long it lasts (seconds), and how loud it is. @typedef {number[]} Tone */

const KEY = 'motley-sounds';
/** Milliseconds between sounds at least: players that play each other may move faster. */
const PAUSE = 90;

/** @type {Record<Sound, Tone[]>} */
const TONES = {
  move: [[190, 0, 0.07, 0.5]],
  capture: [
    [150, 0, 0.08, 0.6],
    [310, 0.015, 0.05, 0.3],
  ],
  check: [
    [190, 0, 0.07, 0.5],
    [620, 0.05, 0.12, 0.16],
  ],
  end: [
    [392, 0, 0.35, 0.16],
    [494, 0.11, 0.35, 0.16],
    [587, 0.22, 0.5, 0.16],
  ],
};

let isOn = rememberedSwitch(KEY, true);
/** Made by the first click or key. @type {AudioContext | null} */
let context = null;
let last = -PAUSE;

/** Begins to listen for the first click or key. */
export function prepareSounds() {
  const wake = () => {
    for (const event of ['pointerdown', 'keydown']) removeEventListener(event, wake, true);
    if ('AudioContext' in window) context = new AudioContext();
  };
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, wake, true);
}

/** @param {Sound} sound */
export function play(sound) {
  const now = performance.now();
  if (!isOn || !context || now - last < PAUSE) return;
  last = now;
  if (context.state === 'suspended') context.resume().catch(() => {});
  for (const tone of TONES[sound]) playTone(context, tone);
}

/** A tone that begins at once and fades, as a piece put on wood does. */
function playTone(/** @type {AudioContext} */ audio, /** @type {Tone} */ [frequency, after, length, volume]) {
  const begin = audio.currentTime + after;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(frequency * 1.6, begin);
  oscillator.frequency.exponentialRampToValueAtTime(frequency, begin + 0.02);
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}

export function soundButton() {
  const made = button(
    icon('sound'),
    () => {
      isOn = !isOn;
      remember(KEY, isOn ? 'on' : 'off');
      show();
      if (isOn) play('move');
    },
    { class: 'button quiet icon', label: 'Sounds of moves' },
  );
  const show = () => {
    made.setAttribute('aria-pressed', String(isOn));
    fill(made, [icon(isOn ? 'sound' : 'muted')]);
  };
  show();
  return made;
}
