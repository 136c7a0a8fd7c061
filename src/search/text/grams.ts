// Grams: what they are, which bit of a filter each one sets, and setting the bits of many bytes at once.

/**
 * A filter holds the *grams* of a block's text: every three bytes in a row, every four ASCII letters in a row, and every
 * seam: two letters, one byte that is no letter, two letters. Three bytes find any substring; but the trigrams of most
 * words also stand in a block without the word, scattered over others. Four letters tell words apart five times better,
 * and only one gram in four is letters alone. Seams tell which words stand side by side, in phrases and in paths. Where the
 * scanner fills a filter by itself, it also holds a quarter of all eight letters in a row: names made of several words have their
 * fours in many blocks that hold other names made of the same words.
 *
 * A filter is 2^n words of 32 bits. The number of a gram's bit is the top bits of its hash, so that neighbouring bits joined by
 * OR are the filter of half the size.
 */
export const MAX_WORD_BITS = 14;

// Not exported, like everything the loop below uses: V8 knows the value of a module's own constants, but looks up
// exported and imported ones each time, which costs a fifth of the speed.

/** Odd, from the golden ratio, times 256: the product drops the top byte of a word by itself. */
const TRIGRAM_FACTOR = (0x9e3779b1 << 8) | 0;
/** Odd, and unlike the other. Of six sets that were tried, these let the fewest blocks through. */
const FOUR_LETTERS_FACTOR = 0x2c1b3c6d | 0;
const EIGHT_LETTERS_FACTOR = 0x165667b1 | 0;
const SEAM_FACTOR = 0x297a2d39 | 0;
const SEAM_MIDDLE_FACTOR = 0x27d4eb2f | 0;

/** The hash of three bytes, the first one lowest. */
export function hashTrigram(bytes: number): number {
  return Math.imul(bytes, TRIGRAM_FACTOR);
}

/** The hash of four letters, the first one lowest. */
export function hashFourLetters(letters: number): number {
  return Math.imul(letters, FOUR_LETTERS_FACTOR);
}

/** The hash of eight letters, as two times four. */
export function hashEightLetters(first: number, second: number): number {
  return Math.imul(first ^ Math.imul(second, EIGHT_LETTERS_FACTOR), FOUR_LETTERS_FACTOR);
}

/**
 * Only a quarter of all eights is in filters: long names have several of them, and bits are dear. Which ones, their letters
 * say, so that it is known of sixteen places at once.
 */
export function isHeldEight(first: number, second: number): boolean {
  return ((first + (first >>> 24) + (second >>> 16)) & 3) === 0;
}

/** The hash of two letters, a byte between, and two letters: the letters as four in a row, the first one lowest. */
export function hashSeam(letters: number, middle: number): number {
  return seam(letters, middle);
}

/** The number of a hash's bit in a filter of 2^n words. */
export function bitOf(hash: number, wordBits: number): number {
  return hash >>> (32 - 5 - wordBits);
}

/** The top bit of each of four bytes that is an ASCII letter, in either case. */
function lettersIn(four: number): number {
  const small = (four | 0x20202020) & 0x7f7f7f7f;
  return (small + 0x1f1f1f1f) & ~(small + 0x05050505) & ~four & 0x80808080;
}

export function isLetter(folded: number): boolean {
  return folded >= 0x61 && folded <= 0x7a;
}

export function isFourLetters(four: number): boolean {
  return lettersIn(four) === (0x80808080 | 0);
}

function hold(words: Int32Array, bitShift: number, hash: number): void {
  const bit = hash >>> bitShift;
  words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << bit);
}

function seam(letters: number, middle: number): number {
  return Math.imul(letters, SEAM_FACTOR) ^ Math.imul(middle, SEAM_MIDDLE_FACTOR);
}

/** Those that end with a byte of `four`: `seams` has the top bit of each such byte. */
function holdSeams(words: Int32Array, shift: number, seams: number, previous: number, four: number): void {
  if ((seams & 0x80) !== 0) {
    const around = (previous & 0xffff) | ((previous >>> 24) << 16) | (four << 24);
    hold(words, shift, seam(around, (previous >>> 16) & 0xff));
  }
  if ((seams & 0x8000) !== 0) hold(words, shift, seam(((previous >>> 8) & 0xffff) | (four << 16), previous >>> 24));
  if ((seams & 0x800000) !== 0) hold(words, shift, seam((previous >>> 16) | ((four >>> 8) << 16), four & 0xff));
  if (seams < 0) {
    const around = (previous >>> 24) | ((four & 0xff) << 8) | (four & 0xffff0000);
    hold(words, shift, seam(around, (four >>> 8) & 0xff));
  }
}

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const SLASH = 0x2f;

/** Nearly all escapes: a line end, a tab, a quote. The others can spell letters. */
function isShort(next: number | undefined): boolean {
  return next !== BACKSLASH && next !== LETTER_U && next !== SLASH;
}

export function isShortEscape(next: number | undefined): boolean {
  return isShort(next);
}

/** Sets the bits of grams. */
export class GramWriter {
  /** The last four bytes of the run, folded, the newest on top; 0 where it is shorter. */
  rolling = 0;
  #words = new Int32Array(0);
  #bitShift = 0;
  #view: DataView = new DataView(new ArrayBuffer(0));

  get words(): Int32Array {
    return this.#words;
  }

  /** Starts an empty filter of 2^n words. */
  reset(wordBits: number): void {
    if (this.#words.length === 1 << wordBits) this.#words.fill(0);
    else this.#words = new Int32Array(1 << wordBits);
    this.#bitShift = 32 - 5 - wordBits;
  }

  /** One more byte of a run that is not in a line as such. Returns the run's last four bytes. */
  push(rolling: number, folded: number): number {
    const next = (rolling >>> 8) | (folded << 24);
    // A trigram needs three bytes.
    if ((next & 0xff00) === 0 || (next & 0xff0000) === 0) return next;
    hold(this.#words, this.#bitShift, hashTrigram(next >>> 8));
    if (isFourLetters(next)) hold(this.#words, this.#bitShift, hashFourLetters(next));
    // The middle byte stands on top of the four before: without it they have to be letters.
    const letters = (rolling & 0xffff) | ((rolling >>> 24) << 16) | (folded << 24);
    const middle = (rolling >>> 16) & 0xff;
    if (isFourLetters(letters) && !isLetter(middle)) hold(this.#words, this.#bitShift, hashSeam(letters, middle));
    return next;
  }

  /**
   * The bytes of a line from `from`, four at a time, until `stop` or a break: a quote or a backslash. Up to three bytes
   * behind `stop` are read, which must be in the line. Short escapes are passed, unless the line is `raw`.
   *
   * Runs are short (some 30 bytes), so what costs is not the bytes but the branches a processor cannot guess. Therefore
   * grams that touch a break or lie just behind it go in as well: they set 5 % more bits than needed, and no one asks
   * for them.
   */
  writeGroups(line: Uint8Array, from: number, stop: number, raw: boolean): number {
    if (line.buffer !== this.#view.buffer) this.#view = new DataView(line.buffer);
    const words = this.#words;
    const shift = this.#bitShift;
    const view = this.#view;
    const base = line.byteOffset;
    let four = this.rolling;
    // Bytes that are letters, and those with which two letters end: four letters in a row are two and two.
    let letters = lettersIn(four);
    let pairs = letters & (letters << 8);
    let at = from;
    for (; at < stop; at += 4) {
      const previous = four;
      const lettersBefore = letters;
      const pairsBefore = pairs;
      four = view.getInt32(base + at, true);
      // The top bit of every byte that is a quote or a backslash; exact for the first of them, which is what counts.
      const quote = four ^ 0x22222222;
      const slash = four ^ 0x5c5c5c5c;
      const breaks = (((quote - 0x01010101) & ~quote) | ((slash - 0x01010101) & ~slash)) & 0x80808080;
      letters = lettersIn(four);
      four |= letters >>> 2;
      pairs = letters & ((letters << 8) | (lettersBefore >>> 24));
      const quartets = pairs & ((pairs << 16) | (pairsBefore >>> 16));

      const toSecond = (previous >>> 16) | (four << 16);
      const toThird = (previous >>> 24) | (four << 8);
      hold(words, shift, Math.imul(toSecond, TRIGRAM_FACTOR));
      hold(words, shift, Math.imul(toThird, TRIGRAM_FACTOR));
      hold(words, shift, Math.imul(four, TRIGRAM_FACTOR));
      hold(words, shift, Math.imul(four >>> 8, TRIGRAM_FACTOR));
      if (quartets !== 0) {
        if ((quartets & 0x80) !== 0)
          hold(words, shift, Math.imul((previous >>> 8) | (four << 24), FOUR_LETTERS_FACTOR));
        if ((quartets & 0x8000) !== 0) hold(words, shift, Math.imul(toSecond, FOUR_LETTERS_FACTOR));
        if ((quartets & 0x800000) !== 0) hold(words, shift, Math.imul(toThird, FOUR_LETTERS_FACTOR));
        if (quartets < 0) hold(words, shift, Math.imul(four, FOUR_LETTERS_FACTOR));
      }
      const seams =
        pairs & ~((letters << 16) | (lettersBefore >>> 16)) & ((pairs << 24) | (pairsBefore >>> 8)) & 0x80808080;
      if (seams !== 0) holdSeams(words, shift, seams, previous, four);
      if (breaks !== 0) {
        const first = at + ((31 - Math.clz32(breaks & -breaks)) >>> 3);
        if (raw || line[first] !== BACKSLASH || !isShort(line[first + 1])) return first;
        four = letters = pairs = 0;
        at = first - 2;
      }
    }
    this.rolling = four;
    return at;
  }
}
