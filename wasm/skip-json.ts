// The way over JSON in WebAssembly (AssemblyScript): past a string, a value, a key, each checked to be well-formed.
// Functions that skip give the place behind, or 0 where this is no JSON. A line end is a control character, so that
// nothing reaches over it.

export const CR: u8 = 13;
const SPACE: u8 = 32;
const TAB: u8 = 9;
export const QUOTE: u8 = 34;
const PLUS: u8 = 43;
export const COMMA: u8 = 44;
const MINUS: u8 = 45;
const DOT: u8 = 46;
const ZERO: u8 = 48;
const NINE: u8 = 57;
const COLON: u8 = 58;
export const OPEN_BRACKET: u8 = 91;
export const BACKSLASH: u8 = 92;
export const CLOSE_BRACKET: u8 = 93;
export const OPEN_BRACE: u8 = 123;
export const CLOSE_BRACE: u8 = 125;

/** Deeper lines are left to the parser. */
export const DEPTH_MAX: i32 = 100;

/** What may stand behind a backslash, by the lower and the upper half of its byte: valid where both have a bit in common. */
const LOWER = i8x16(0, 0, 13, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1);
const UPPER = i8x16(0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0);

/** Every second bit of a mask. */
const EVEN: u64 = ((<u64>0x55555555) << 32) | 0x55555555;

let hasEscape: bool = false;

export function pastSpace(from: usize): usize {
  let place = from;
  let byte = load<u8>(place);
  if (byte > SPACE) return place;
  while (byte === SPACE || byte === TAB || byte === CR) byte = load<u8>(++place);
  return place;
}

function isHex(byte: u8): bool {
  if (byte >= ZERO && byte <= NINE) return true;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102;
}

/** `u` and four digits. */
function isUnicode(place: usize): bool {
  if (load<u8>(place) !== 117) return false;
  for (let i: usize = 1; i < 5; i++) if (!isHex(load<u8>(place + i))) return false;
  return true;
}

function backslashes(bytes: v128): v128 {
  return i8x16.eq(bytes, i8x16.splat(BACKSLASH));
}

/** Quotes and control characters. */
function stopping(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.lt_u(bytes, i8x16.splat(SPACE)));
}

/** What is no escape of one letter, behind a backslash. */
function unescapable(bytes: v128): v128 {
  const lower = i8x16.swizzle(LOWER, v128.and(bytes, i8x16.splat(15)));
  const upper = i8x16.swizzle(UPPER, v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15)));
  return i8x16.eq(v128.and(lower, upper), i8x16.splat(0));
}

/** A bit for each of the sixty-four bytes. */
function bits(first: v128, second: v128, third: v128, fourth: v128): u64 {
  const lower = <u32>i8x16.bitmask(first) | ((<u32>i8x16.bitmask(second)) << 16);
  const upper = <u32>i8x16.bitmask(third) | ((<u32>i8x16.bitmask(fourth)) << 16);
  return <u64>lower | ((<u64>upper) << 32);
}

export function skipString(from: usize): usize {
  const place = from + 1;
  const bytes = v128.load(place);
  const hits = i8x16.bitmask(v128.or(stopping(bytes), backslashes(bytes)));
  if (hits === 0) return skipLong(place + 16);
  const first = place + <usize>ctz(hits);
  const byte = load<u8>(first);
  if (byte === QUOTE) return first + 1;
  return byte === BACKSLASH ? skipLong(first) : 0;
}

/** The rest of a string. Escapes are told apart by masks, sixty-four bytes at a time: texts are full of them. */
function skipLong(from: usize): usize {
  let place = from;
  /** 1 when the last byte before escapes the first one here. */
  let carried: u64 = 0;
  while (true) {
    const a = v128.load(place);
    const b = v128.load(place, 16);
    const c = v128.load(place, 32);
    const d = v128.load(place, 48);
    const slashes = bits(backslashes(a), backslashes(b), backslashes(c), backslashes(d)) & ~carried;
    let stops = bits(stopping(a), stopping(b), stopping(c), stopping(d));
    if ((slashes | carried) !== 0) {
      // In a run of backslashes every second one is escaped. To add the runs that begin at odd places carries past their
      // ends, which tells those that end by escaping what follows.
      const next = (slashes << 1) | carried;
      const sum = (slashes & ~EVEN & ~next) + slashes;
      let escaped = (EVEN ^ (sum << 1)) & next;
      carried = sum < slashes ? 1 : 0;
      stops &= ~escaped;
      // What is behind the string's end is not its own.
      escaped &= stops ^ (stops - 1);
      if (escaped !== 0) hasEscape = true;
      let longer = escaped & bits(unescapable(a), unescapable(b), unescapable(c), unescapable(d));
      for (; longer !== 0; longer &= longer - 1) if (!isUnicode(place + <usize>ctz(longer))) return 0;
    }
    if (stops !== 0) {
      const end = place + <usize>ctz(stops);
      return load<u8>(end) === QUOTE ? end + 1 : 0;
    }
    place += 64;
  }
}

/** A key with escapes may mean another one than its bytes say: that is left to the parser. */
export function skipKey(from: usize): usize {
  if (load<u8>(from) !== QUOTE) return 0;
  hasEscape = false;
  const place = skipString(from);
  return hasEscape ? 0 : place;
}

/** Nothing stands at the place 0. */
export function skipColon(from: usize): usize {
  const place = pastSpace(from);
  return load<u8>(place) === COLON ? pastSpace(place + 1) : 0;
}

export function pastComma(from: usize): usize {
  return load<u8>(from) === COMMA ? pastSpace(from + 1) : 0;
}

function skipDigits(from: usize): usize {
  let place = from;
  let byte = load<u8>(place);
  while (byte >= ZERO && byte <= NINE) byte = load<u8>(++place);
  return place > from ? place : 0;
}

function skipNumber(from: usize): usize {
  let place = load<u8>(from) === MINUS ? from + 1 : from;
  place = load<u8>(place) === ZERO ? place + 1 : skipDigits(place);
  if (place !== 0 && load<u8>(place) === DOT) place = skipDigits(place + 1);
  if (place === 0 || (load<u8>(place) | 32) !== 101) return place;
  place++;
  const sign = load<u8>(place);
  return skipDigits(sign === PLUS || sign === MINUS ? place + 1 : place);
}

/** `true`, `null` as the number that their last four bytes are. */
function skipWord(from: usize, word: u32, length: usize): usize {
  return load<u32>(from + length - 4) === word ? from + length : 0;
}

/** Past a value of any kind that begins here. */
export function skipValue(from: usize, depth: i32): usize {
  const byte = load<u8>(from);
  if (byte === QUOTE) return skipString(from);
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipNested(from, depth);
  if (byte === 116) return skipWord(from, 0x65757274, 4);
  if (byte === 110) return skipWord(from, 0x6c6c756e, 4);
  if (byte === 102) return skipWord(from, 0x65736c61, 5);
  return skipNumber(from);
}

function skipNested(from: usize, depth: i32): usize {
  if (depth > DEPTH_MAX) return 0;
  const isObject = load<u8>(from) === OPEN_BRACE;
  const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let place = pastSpace(from + 1);
  if (load<u8>(place) === close) return place + 1;
  while (place !== 0) {
    if (isObject) {
      if (load<u8>(place) !== QUOTE) return 0;
      place = skipColon(skipString(place));
      if (place === 0) return 0;
    }
    place = skipValue(place, depth + 1);
    if (place === 0) return 0;
    place = pastSpace(place);
    if (load<u8>(place) === close) return place + 1;
    place = pastComma(place);
  }
  return 0;
}
