// Fills a text filter in WebAssembly (AssemblyScript): the grams of a line's strings, sixteen places at a time. It sets the
// bits that src/search/text/portable-filter-builder.ts sets, less those that one adds around breaks, and those of eight letters in
// a row. Lines that spell letters as escapes, and lines that are no JSON, are left to it.

const SPACE: u8 = 32;
const QUOTE: u8 = 34;
const SLASH: u8 = 47;
const ZERO: u8 = 48;
const NINE: u8 = 57;
const COLON: u8 = 58;
const BACKSLASH: u8 = 92;
const LETTER_U: u8 = 117;
const BRACE: u8 = 123;
const LINE_FEED: u8 = 10;
const CARRIAGE_RETURN: u8 = 13;

/** See src/search/text/grams.ts, which asks for the same bits. */
const TRIGRAM_FACTOR: i32 = 0x9e3779b1 << 8;
const FOUR_LETTERS_FACTOR: u32 = 0x2c1b3c6d;
const EIGHT_LETTERS_FACTOR: u32 = 0x165667b1;
const EIGHTS_LEFT_OUT: u8 = 3;
const SEAM_FACTOR: u32 = 0x297a2d39;
const SEAM_MIDDLE_FACTOR: u32 = 0x27d4eb2f;

/** See src/search/text/byte-classes.ts. */
const OPAQUE_RUN: usize = 520;
const LONGEST_KEY: usize = 64;

/** So much text is gathered before its grams are made. Some sixty bytes more are written. */
const GATHERED_MAX: usize = 65536;
/** Behind the text: for each sixteen places of it three masks, then where strings of this text are that may come again. */
const FOURS_START: usize = GATHERED_MAX + 1024;
const SEAMS_START: usize = GATHERED_MAX / 8 + 128;
const EIGHTS_START: usize = 2 * SEAMS_START;
const STRINGS_START: usize = FOURS_START + 3 * SEAMS_START;
const STRINGS: u64 = 1024;

/**
 * One byte per bit of the filter: setting it needs no look at what is there. It lies where src/search/text/gram-memory.ts has
 * room for it: at a place that is known here, a store needs no sum.
 */
const MAP: usize = 65536;
/** Leaves of a hash the number of its bit. */
let bitShift: i32 = 0;
/** The text of many runs, folded, a zero behind each. */
let gathered: usize = 0;
let out: usize = 0;
let lineEnd: usize = 0;
/** No run of base64 that is long enough to be skipped starts before this place. */
let textUntil: usize = 0;
let isSpelled: bool = false;
/** The gathered text was used up since this was last set to false. */
let flushed: bool = false;

/** A bit for each of sixteen bytes that is no letter of base64. */
function notOpaque(at: usize): i32 {
  const bytes = v128.load(at);
  const letters = lettersIn(v128.or(bytes, i8x16.splat(32)));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(SLASH)), i8x16.splat(11));
  const plus = v128.or(i8x16.eq(bytes, i8x16.splat(43)), i8x16.eq(bytes, i8x16.splat(45)));
  const others = v128.or(i8x16.eq(bytes, i8x16.splat(61)), i8x16.eq(bytes, i8x16.splat(95)));
  return i8x16.bitmask(v128.or(v128.or(letters, digits), v128.or(plus, others))) ^ 0xffff;
}

/** Behind the long run of base64 that starts here, or `from` when there is none. */
function skipOpaque(from: usize): usize {
  const end = from + OPAQUE_RUN;
  if (end > lineEnd) {
    textUntil = lineEnd;
    return from;
  }
  // From its far end backwards: in text the first sixteen bytes say no, and tell how far there can be none.
  for (let at = end - 16; ; at -= 16) {
    const breaks = notOpaque(max(at, from));
    if (breaks !== 0) {
      textUntil = max(at, from) + 32 - <usize>clz(breaks);
      return from;
    }
    if (at <= from) break;
  }
  let at = end;
  let breaks = notOpaque(at);
  while (breaks === 0) {
    at += 16;
    breaks = notOpaque(at);
  }
  at = min(at + <usize>ctz(breaks), lineEnd);
  textUntil = at + 1;
  return at;
}

/** Sets the bits of four hashes. One that is not wanted sets the first bit of all: one too many, of thousands. */
function mark(hashes: v128, wanted: v128): void {
  const places = v128.and(i32x4.shr_u(hashes, bitShift), wanted);
  const first = i64x2.extract_lane(places, 0);
  const last = i64x2.extract_lane(places, 1);
  store<u8>(<usize>(<u32>first), 1, MAP);
  store<u8>(<usize>(first >>> 32), 1, MAP);
  store<u8>(<usize>(<u32>last), 1, MAP);
  store<u8>(<usize>(last >>> 32), 1, MAP);
}

/** The bit of one hash. */
function markOne(hash: u32, shift: i32): void {
  store<u8>(<usize>(hash >> shift), 1, MAP);
}

/** Of sixty-four places, those where four letters begin. */
function markFours(from: usize, places: u64, shift: i32): void {
  for (let left = places; left !== 0; left &= left - 1) {
    markOne(load<u32>(from + <usize>ctz(left)) * FOUR_LETTERS_FACTOR, shift);
  }
}

/** Of sixty-four places, those where eight letters begin that filters hold. */
function markEights(from: usize, places: u64, shift: i32): void {
  for (let left = places; left !== 0; left &= left - 1) {
    const at = from + <usize>ctz(left);
    markOne((load<u32>(at) ^ (load<u32>(at, 4) * EIGHT_LETTERS_FACTOR)) * FOUR_LETTERS_FACTOR, shift);
  }
}

/** Of sixty-four places, those where a seam begins: two letters, a byte that is none, two letters. */
function markSeams(from: usize, places: u64, shift: i32): void {
  for (let left = places; left !== 0; left &= left - 1) {
    const at = from + <usize>ctz(left);
    const letters = <u32>load<u16>(at) | ((<u32>load<u16>(at, 3)) << 16);
    markOne((letters * SEAM_FACTOR) ^ (<u32>load<u8>(at, 2) * SEAM_MIDDLE_FACTOR), shift);
  }
}

/** All ones for each four bytes of which the byte that comes last after the shift has its top bit. */
function lanes(bytes: v128, shift: i32): v128 {
  return i32x4.shr_s(i32x4.shl(bytes, shift), 31);
}

/** All ones for the bytes that are small letters. */
function lettersIn(bytes: v128): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(97)), i8x16.splat(26));
}

/**
 * The grams of the gathered text go into the filter. Each load holds the four bytes from every fourth place on; of the
 * masks, a byte speaks for the gram that starts at its place.
 */
function flush(): void {
  const shift = bitShift;
  let masks = gathered + FOURS_START;
  const zero = i8x16.splat(0);
  v128.store(out, zero);
  v128.store(out, zero, 16);
  for (let at = gathered; at < out; at += 16) {
    const a = v128.load(at);
    const b = v128.load(at, 1);
    const c = v128.load(at, 2);
    const d = v128.load(at, 3);
    const three = v128.not(v128.or(v128.or(i8x16.eq(a, zero), i8x16.eq(b, zero)), i8x16.eq(c, zero)));
    const pairs = v128.and(lettersIn(a), lettersIn(b));
    const middles = lettersIn(c);
    const four = v128.and(pairs, v128.and(middles, lettersIn(d)));
    const threeFactor = i32x4.splat(TRIGRAM_FACTOR);
    mark(i32x4.mul(a, threeFactor), lanes(three, 24));
    mark(i32x4.mul(b, threeFactor), lanes(three, 16));
    mark(i32x4.mul(c, threeFactor), lanes(three, 8));
    mark(i32x4.mul(d, threeFactor), lanes(three, 0));
    const nextPairs = v128.and(lettersIn(d), lettersIn(v128.load(at, 4)));
    const seams = v128.andnot(v128.and(v128.and(pairs, nextPairs), three), middles);
    const sums = i8x16.add(i8x16.add(a, d), v128.load(at, 6));
    store<u16>(masks, <u16>i8x16.bitmask(four));
    store<u16>(masks, <u16>i8x16.bitmask(seams), SEAMS_START);
    store<u16>(masks, <u16>i8x16.bitmask(i8x16.eq(v128.and(sums, i8x16.splat(EIGHTS_LEFT_OUT)), zero)), EIGHTS_START);
    masks += 2;
  }
  v128.store(masks, zero);
  v128.store(masks, zero, SEAMS_START);
  v128.store(masks, zero, EIGHTS_START);
  masks = gathered + FOURS_START;
  // Few places have these: sixty-four at once, because no processor guesses where such a loop ends.
  for (let at = gathered; at < out; at += 64) {
    const four = load<u64>(masks);
    const eight = four & ((four >> 4) | (load<u64>(masks, 8) << 60));
    markFours(at, four, shift);
    markEights(at, eight & load<u64>(masks, EIGHTS_START), shift);
    markSeams(at, load<u64>(masks, SEAMS_START), shift);
    masks += 8;
  }
  out = gathered;
  flushed = true;
  memory.fill(gathered + STRINGS_START, 0, 4 * <usize>STRINGS);
}

function hexValue(byte: u8): i32 {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO;
  const small = byte | 32;
  return small >= 97 && small <= 102 ? small - 87 : -1;
}

function hexUnit(place: usize): i32 {
  let unit = 0;
  for (let i: usize = 0; i < 4; i++) {
    const digit = hexValue(load<u8>(place + i));
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}

/** What a row of backslashes and the bytes behind it are. Returns where the next run starts. */
function afterEscape(from: usize): usize {
  const next = load<u8>(from, 1);
  if (next !== BACKSLASH && next !== LETTER_U && next !== SLASH) return from + 2;
  let after = from;
  while (load<u8>(after) === BACKSLASH) after++;
  const byte = load<u8>(after);
  const isEscape = ((after - from) & 1) === 1;
  if (byte === SLASH) isSpelled = true;
  if (byte !== LETTER_U) return isEscape ? after + 1 : after;
  const unit = hexUnit(after + 1);
  // Control characters and quotes break the run either way; anything else is a letter, or a backslash that begins another
  // escape.
  if (unit >= 32 && unit !== QUOTE && !(unit === BACKSLASH && !isEscape)) isSpelled = true;
  return isEscape ? after + 5 : after;
}

/** Gathers one string from behind its opening quote. Returns the byte behind the closing one. */
function gather(from: usize): usize {
  const full = gathered + GATHERED_MAX;
  const all = i8x16.splat(-1);
  let at = from;
  let to = out;
  /** Whether the byte before may make an escape of a byte. */
  let follows = all;
  while (true) {
    if (at >= textUntil) {
      const next = skipOpaque(at);
      if (next > at) store<u8>(to++, 0);
      at = next;
    }
    const bytes = v128.load(at);
    const slashes = i8x16.eq(bytes, i8x16.splat(BACKSLASH));
    const escaped = v128.and(i8x16.eq(v128.load(at - 1), i8x16.splat(BACKSLASH)), follows);
    const spelling = v128.or(i8x16.eq(bytes, i8x16.splat(LETTER_U)), i8x16.eq(bytes, i8x16.splat(SLASH)));
    const odd = v128.and(escaped, v128.or(slashes, spelling));
    const ends = v128.andnot(i8x16.eq(bytes, i8x16.splat(QUOTE)), escaped);
    const stops = i8x16.bitmask(v128.or(v128.or(odd, ends), i8x16.lt_u(bytes, i8x16.splat(SPACE))));
    const capitals = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(65)), i8x16.splat(26));
    const folded = v128.or(bytes, v128.and(capitals, i8x16.splat(32)));
    // Short escapes become zeros where they are.
    v128.store(to, v128.andnot(folded, v128.or(slashes, escaped)));
    follows = all;
    if (stops === 0) {
      const length = min<usize>(16, textUntil - at);
      at += length;
      to += length;
    } else {
      const length = <usize>ctz(stops);
      to += length;
      if (((i8x16.bitmask(odd) >> <i32>length) & 1) === 0) {
        store<u8>(to, 0);
        out = to + 1;
        return at + length + 1;
      }
      // The backslash before it is a zero already.
      at = min(afterEscape(at + length - 1), lineEnd);
      follows = i8x16.replace_lane(all, 0, 0);
    }
    if (to > full) {
      // The run may go on: grams reach back over its last bytes.
      const last = load<u64>(to - 8);
      out = to;
      flush();
      store<u64>(gathered, last);
      to = gathered + 8;
    }
  }
}

/**
 * Leaves out the string that was gathered last when the text has it already: a sixth of a log are strings that stand in it
 * twice or in every line. `from` is where it starts; behind it is a zero.
 */
function dropKnown(from: usize): void {
  const length = out - from;
  if (length < 8) return;
  const ends = (load<u64>(from) * 0x9e3779b1) ^ (load<u64>(out - 8) * 0x85ebca6b) ^ <u64>length;
  const slot = (((ends ^ (ends >> 29)) * 0xc2b2ae35) >> 32) & (STRINGS - 1);
  const entry = gathered + STRINGS_START + ((<usize>slot) << 2);
  const known = <usize>load<u32>(entry);
  store<u32>(entry, <u32>from);
  if (known === 0 || known + length > from) return;
  // Both end with the zero behind them.
  let at: usize = 0;
  while (at < length && i8x16.all_true(i8x16.eq(v128.load(known + at), v128.load(from + at)))) at += 16;
  if (at < length) {
    const differ = i8x16.bitmask(i8x16.ne(v128.load(known + at), v128.load(from + at)));
    if (at + <usize>ctz(differ) < length) return;
  }
  store<u32>(entry, <u32>known);
  out = from;
}

/** The byte after the colon when the string that starts here is a short key, else 0. */
function skipKey(from: usize): usize {
  const stop = min(lineEnd, from + LONGEST_KEY);
  for (let at = from; at < stop; at += 16) {
    const bytes = v128.load(at);
    const quotes = i8x16.eq(bytes, i8x16.splat(QUOTE));
    const hits = i8x16.bitmask(v128.or(quotes, i8x16.eq(bytes, i8x16.splat(BACKSLASH))));
    if (hits === 0) continue;
    at += <usize>ctz(hits);
    if (at >= stop || load<u8>(at) === BACKSLASH) return 0;
    do at++;
    while (at < lineEnd && load<u8>(at) <= SPACE);
    return at < lineEnd && load<u8>(at) === COLON ? at + 1 : 0;
  }
  return 0;
}

/** Starts an empty filter of 2^`wordBits` words. There is room for two pages of text at `text`. */
export function begin(text: usize, wordBits: i32): void {
  bitShift = 27 - wordBits;
  gathered = text;
  out = text;
  memory.fill(text + STRINGS_START, 0, 4 * <usize>STRINGS);
  memory.fill(MAP, 0, 32 << wordBits);
}

/**
 * Adds the strings of a line that is JSON, without the keys. A line end must stand behind it. Returns false when letters
 * are spelled as escapes: then somebody else has to add the line, too.
 */
export function addRecord(line: usize, length: usize): bool {
  lineEnd = line + length;
  textUntil = 0;
  isSpelled = false;
  let at = line;
  let isValue = false;
  while (at < lineEnd) {
    const byte = load<u8>(at);
    if (byte !== QUOTE) {
      at++;
      // After a colon a string is a value for certain, and need not be looked at twice.
      if (byte > SPACE) isValue = byte === COLON;
      continue;
    }
    const afterKey: usize = isValue ? 0 : skipKey(at + 1);
    isValue = afterKey !== 0;
    if (isValue) {
      at = afterKey;
      continue;
    }
    const start = out;
    flushed = false;
    at = gather(at + 1);
    if (!flushed) dropKnown(start);
  }
  return !isSpelled;
}

/** The line end at or behind `from`; `end` when there is none before it. */
function lineFeedFrom(from: usize, end: usize): usize {
  for (let at = from; at < end; at += 16) {
    const feeds = i8x16.bitmask(i8x16.eq(v128.load(at), i8x16.splat(LINE_FEED)));
    if (feeds !== 0) return min(at + <usize>ctz(feeds), end);
  }
  return end;
}

/** Lines that the last `addRecords` added. */
let added: i32 = 0;

export function addedLines(): i32 {
  return added;
}

/**
 * Adds whole lines that are JSON and end, line ends not counted, before `limit`. Returns the start of the first one that it
 * did not add: because it is not whole yet, does not fit, begins otherwise, or spells letters as escapes.
 */
export function addRecords(from: usize, end: usize, limit: usize): usize {
  let at = from;
  added = 0;
  while (at < end && load<u8>(at) === BRACE) {
    const feed = lineFeedFrom(at, end);
    const stop = load<u8>(feed - 1) === CARRIAGE_RETURN ? feed - 1 : feed;
    if (feed === end || stop > limit || !addRecord(at, stop - at)) break;
    at = feed + 1;
    added++;
  }
  return at;
}

/** Writes the filter's 2^`wordBits` words to `words`. More may be added. */
export function pack(words: usize, wordBits: i32): void {
  flush();
  const zero = i8x16.splat(0);
  const end = MAP + ((<usize>32) << wordBits);
  let to = words;
  for (let at = MAP; at < end; at += 16) {
    store<u16>(to, <u16>i8x16.bitmask(i8x16.ne(v128.load(at), zero)));
    to += 2;
  }
}
