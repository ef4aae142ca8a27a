/**
 * Unpacks gzip (RFC 1951 and 1952) at once. The browser's own `DecompressionStream` is asynchronous, and nets are
 * unpacked in the middle of a call from WebAssembly. What comes out is checked by its SHA-256, so the CRC is not.
 */

/** Flags of the header. */
const [SUM, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
/** The order in which the lengths of the codes for lengths come. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;
/** More bits than any code and its extra bits have. */
const MOST_BITS = 24;

/** What codes of lengths and of distances begin with, and how many bits follow. */
const LENGTHS = bases(29, 3, (code) => (code < 8 ? 0 : (code >> 2) - 1));
const DISTANCES = bases(30, 1, (code) => (code < 2 ? 0 : (code >> 1) - 1));
// The longest has a code of its own.
[LENGTHS.base[28], LENGTHS.extra[28]] = [258, 0];

/** @typedef {{ entries: Uint16Array, mask: number }} Table By the next bits: symbol times 16 plus the code's length. */

/**
 * @param {Uint8Array} bytes
 * @returns {boolean}
 */
export function isGzip(bytes) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * Unpacks a file; an error where it is damaged.
 *
 * @param {Uint8Array} bytes
 * @param {number} length Bytes of the unpacked file.
 * @returns {Uint8Array}
 */
export function gunzip(bytes, length) {
  if (!isGzip(bytes) || bytes[2] !== 8) throw new Error('this is not gzip');
  const inflater = new Inflater(bytes, afterHeader(bytes), length);
  while (!inflater.block());
  if (inflater.to !== length) throw new Error(`${inflater.to} bytes instead of ${length}`);
  return inflater.out;
}

/** @param {Uint8Array} bytes */
function afterHeader(bytes) {
  const flags = bytes[3];
  let at = 10;
  if (flags & EXTRA) at += 2 + bytes[at] + 256 * bytes[at + 1];
  for (const text of [NAME, COMMENT]) if (flags & text) at = bytes.indexOf(0, at) + 1;
  return flags & SUM ? at + 2 : at;
}

class Inflater {
  /** Bits that were read and not used. */
  #hold = 0;
  #bits = 0;

  /**
   * @param {Uint8Array} bytes
   * @param {number} at
   * @param {number} length
   */
  constructor(bytes, at, length) {
    this.bytes = bytes;
    this.at = at;
    this.out = new Uint8Array(length);
    this.to = 0;
  }

  /** Unpacks a block. Whether it was the last one. */
  block() {
    const isLast = this.#take(1) === 1;
    const kind = this.#take(2);
    if (kind === 0) this.#stored();
    else if (kind === 1) this.#packed(FIXED.literals, FIXED.distances);
    else if (kind === 2) this.#packed(...this.#tables());
    else throw new Error('an unknown kind of block');
    return isLast;
  }

  /** @param {number} count At most 16. */
  #take(count) {
    this.#fill();
    const value = this.#hold & ((1 << count) - 1);
    this.#hold >>>= count;
    this.#bits -= count;
    return value;
  }

  #fill() {
    while (this.#bits <= MOST_BITS) {
      // Behind the end there are zeros for the last code.
      if (this.at > this.bytes.length + 8) throw new Error('it ends too early');
      this.#hold |= this.bytes[this.at++] << this.#bits;
      this.#bits += 8;
    }
  }

  #stored() {
    // From the next whole byte on.
    this.at -= this.#bits >> 3;
    [this.#hold, this.#bits] = [0, 0];
    const length = this.bytes[this.at] + 256 * this.bytes[this.at + 1];
    const part = this.bytes.subarray(this.at + 4, this.at + 4 + length);
    if (part.length !== length || this.to + length > this.out.length) throw new Error('a block is cut short');
    this.out.set(part, this.to);
    this.to += length;
    this.at += 4 + length;
  }

  /** @returns {[Table, Table]} Those of literals and lengths, and of distances. */
  #tables() {
    const [literals, distances, count] = [this.#take(5) + 257, this.#take(5) + 1, this.#take(4) + 4];
    const lengths = new Uint8Array(19);
    for (let i = 0; i < count; i++) lengths[ORDER[i]] = this.#take(3);
    const { entries, mask } = table(lengths);
    const all = new Uint8Array(literals + distances);
    for (let i = 0; i < all.length;) {
      this.#fill();
      const entry = entries[this.#hold & mask];
      const symbol = entry >> 4;
      if (entry === 0) throw new Error('an unknown code');
      this.#take(entry & 15);
      if (symbol < 16) {
        all[i++] = symbol;
        continue;
      }
      const value = symbol === 16 ? all[i - 1] : 0;
      const times = symbol === 18 ? 11 + this.#take(7) : 3 + this.#take(symbol === 16 ? 2 : 3);
      all.fill(value, i, i + times);
      i += times;
    }
    return [table(all.subarray(0, literals)), table(all.subarray(literals))];
  }

  /**
   * Unpacks up to the end of the block.
   *
   * @param {Table} literals
   * @param {Table} distances
   */
  #packed(literals, distances) {
    const { bytes, out } = this;
    let [hold, bits, at, to] = [this.#hold, this.#bits, this.at, this.to];
    const fill = bytes.length + 8;
    for (;;) {
      for (; bits <= MOST_BITS; bits += 8) hold |= bytes[at++] << bits;
      if (at > fill) throw new Error('it ends too early');
      const entry = literals.entries[hold & literals.mask];
      const symbol = entry >> 4;
      hold >>>= entry & 15;
      bits -= entry & 15;
      if (symbol < END) {
        if (entry === 0 || to === out.length) throw new Error('an unknown code, or too many bytes');
        out[to++] = symbol;
        continue;
      }
      if (symbol === END) break;
      const extra = LENGTHS.extra[symbol - 257];
      const length = LENGTHS.base[symbol - 257] + (hold & ((1 << extra) - 1));
      hold >>>= extra;
      bits -= extra;
      for (; bits <= MOST_BITS; bits += 8) hold |= bytes[at++] << bits;
      const far = distances.entries[hold & distances.mask];
      hold >>>= far & 15;
      bits -= far & 15;
      const more = DISTANCES.extra[far >> 4];
      for (; bits <= MOST_BITS; bits += 8) hold |= bytes[at++] << bits;
      const from = to - DISTANCES.base[far >> 4] - (hold & ((1 << more) - 1));
      hold >>>= more;
      bits -= more;
      // `NaN` for codes that there are not.
      if (far === 0 || !(from >= 0) || !(to + length <= out.length)) throw new Error('a copy of what there is not');
      for (let i = 0; i < length; i++) out[to + i] = out[from + i];
      to += length;
    }
    [this.#hold, this.#bits, this.at, this.to] = [hold, bits, at, to];
  }
}

/**
 * @param {number} count
 * @param {number} first
 * @param {(code: number) => number} bits
 */
function bases(count, first, bits) {
  const extra = Array.from({ length: count }, (_, code) => bits(code));
  const base = extra.map((_, code) => extra.slice(0, code).reduce((sum, one) => sum + (1 << one), first));
  return { base, extra };
}

/**
 * The table of a code, from the lengths of its symbols.
 *
 * @param {Uint8Array} lengths
 * @returns {Table}
 */
function table(lengths) {
  const most = Math.max(...lengths);
  const entries = new Uint16Array(1 << most);
  let code = 0;
  for (let bits = 1; bits <= most; bits++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== bits) continue;
      let reversed = 0;
      for (let i = 0; i < bits; i++) reversed |= ((code >> i) & 1) << (bits - 1 - i);
      for (let at = reversed; at < entries.length; at += 1 << bits) entries[at] = (symbol << 4) | bits;
      code++;
    }
    code <<= 1;
  }
  return { entries, mask: entries.length - 1 };
}

/** The codes of blocks that bring none of their own. */
const FIXED = {
  literals: table(Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  distances: table(new Uint8Array(30).fill(5)),
};
