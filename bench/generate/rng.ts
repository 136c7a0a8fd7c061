// Randomness: a small seeded generator (sfc32), the same sequence everywhere for the same seed.

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LOWER36 = '0123456789abcdefghijklmnopqrstuvwxyz';
/** z of the 90th percentile of a normal distribution. */
const Z90 = 1.2816;

function hex8(word: number): string {
  return `${HEX[word >>> 24]}${HEX[(word >>> 16) & 255]}${HEX[(word >>> 8) & 255]}${HEX[word & 255]}`;
}

export class Rng {
  readonly seed: string;
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: string | number) {
    this.seed = String(seed);
    let hash = 2166136261;
    for (let i = 0; i < this.seed.length; i++) hash = Math.imul(hash ^ this.seed.charCodeAt(i), 16777619);
    const splitmix = (): number => {
      hash = (hash + 0x9e3779b9) | 0;
      let word = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return word ^ (word >>> 15);
    };
    this.#a = splitmix();
    this.#b = splitmix();
    this.#c = splitmix();
    this.#d = 1;
    for (let i = 0; i < 12; i++) this.u32();
  }

  /** A separate generator for a named part: what one part draws never affects another part. */
  fork(label: string | number): Rng {
    return new Rng(`${this.seed}/${label}`);
  }

  u32(): number {
    const word = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + word) | 0;
    return word >>> 0;
  }

  float(): number {
    return this.u32() / 4294967296;
  }

  /** 0 … limit-1. */
  int(limit: number): number {
    return Math.floor(this.float() * limit);
  }

  /** low … high, both included. */
  between(low: number, high: number): number {
    return low + this.int(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.float() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(list.length)];
    if (item === undefined) throw new RangeError('pick from an empty list');
    return item;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const copy = [...list];
    const mixed: T[] = [];
    while (copy.length > 0) mixed.push(...copy.splice(this.int(copy.length), 1));
    return mixed;
  }

  /** Standard normal, by the sum of twelve uniforms (no platform-dependent maths). */
  normal(): number {
    let sum = 0;
    for (let i = 0; i < 6; i++) {
      const word = this.u32();
      sum += (word & 0xffff) + (word >>> 16);
    }
    return sum / 65536 - 6;
  }

  /** A log-normal size with the given median and 90th percentile, capped. */
  size(p50: number, p90: number, max: number): number {
    const spread = Math.log(p90 / p50) / Z90;
    return Math.max(1, Math.min(max, Math.round(p50 * Math.exp(this.normal() * spread))));
  }

  hex(length: number): string {
    let text = '';
    while (text.length < length) text += hex8(this.u32());
    return text.slice(0, length);
  }

  /** `length` characters of an alphabet of at most 64. */
  #letters(alphabet: string, length: number): string {
    let text = '';
    while (text.length < length) {
      let word = this.u32();
      for (let i = 0; i < 5 && text.length < length; i++) {
        text += alphabet[(word & 63) % alphabet.length];
        word >>>= 6;
      }
    }
    return text;
  }

  base62(length: number): string {
    return this.#letters(BASE62, length);
  }

  lower36(length: number): string {
    return this.#letters(LOWER36, length);
  }

  base64(length: number): string {
    return this.#letters(`${BASE62}+/`, length);
  }

  uuid(): string {
    const first = hex8(this.u32());
    const second = hex8(this.u32());
    const third = hex8(this.u32());
    const fourth = hex8(this.u32());
    const variant = '89ab'[Number.parseInt(third[0] ?? '0', 16) & 3];
    return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
  }

  /** A time-ordered uuid (version 7). */
  uuid7(ms: number): string {
    const stamp = Math.floor(ms).toString(16).padStart(12, '0');
    const low = hex8(this.u32());
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${low.slice(0, 3)}-8${low.slice(3, 6)}-${this.hex(12)}`;
  }
}

/** A fixed choice with weights. */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #sums: readonly number[];
  readonly #total: number;

  constructor(entries: readonly (readonly [T, number])[]) {
    const used = entries.filter(([, weight]) => weight > 0);
    let total = 0;
    this.#items = used.map(([item]) => item);
    this.#sums = used.map(([, weight]) => {
      total += weight;
      return total;
    });
    this.#total = total;
  }

  pick(rng: Rng): T {
    const at = rng.float() * this.#total;
    const index = this.#sums.findIndex((sum) => at < sum);
    const item = this.#items[index];
    if (item === undefined) throw new RangeError('pick from an empty choice');
    return item;
  }
}
