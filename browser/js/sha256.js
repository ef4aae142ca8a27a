/**
 * SHA-256 (FIPS 180-4). The browser's own is asynchronous, and absent where a page did not come over HTTPS; here a file
 * is checked in the middle of a call from WebAssembly.
 */

const CONSTANTS = new Uint32Array(64);
const START = new Uint32Array(8);
fillConstants();

/** The first 32 bits of the fractions of the cube and square roots of the first primes. */
function fillConstants() {
  const fraction = (/** @type {number} */ value) => ((value - Math.floor(value)) * 2 ** 32) >>> 0;
  for (let number = 2, count = 0; count < 64; number++) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= number; factor++) isPrime &&= number % factor !== 0;
    if (!isPrime) continue;
    if (count < 8) START[count] = fraction(Math.sqrt(number));
    CONSTANTS[count++] = fraction(Math.cbrt(number));
  }
}

/**
 * @param {Uint8Array} bytes
 * @returns {string} 64 hexadecimal digits
 */
export function sha256(bytes) {
  const state = START.slice();
  const words = new Uint32Array(64);
  const whole = bytes.length & ~63;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) mix(state, words, view, at);

  const rest = bytes.subarray(whole);
  const last = new Uint8Array(rest.length < 56 ? 64 : 128);
  last.set(rest);
  last[rest.length] = 0x80;
  const end = new DataView(last.buffer);
  end.setUint32(last.length - 8, Math.floor(bytes.length / 2 ** 29));
  end.setUint32(last.length - 4, bytes.length << 3);
  for (let at = 0; at < last.length; at += 64) mix(state, words, end, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/**
 * @param {Uint32Array} state
 * @param {Uint32Array} words
 * @param {DataView} view
 * @param {number} at
 */
function mix(state, words, view, at) {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15], words[i - 2]];
    const small = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const large = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = words[i - 16] + small + words[i - 7] + large;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const ofE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + ofE + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i]) | 0;
    const ofA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (ofA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] += value));
}
