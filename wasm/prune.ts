// Owns the scan of log lines in WebAssembly (AssemblyScript): every line of a block is checked to be one JSON object, and
// copied without the members that reading does not look at. A line that is not such an object, or that could mean
// something else than its bytes say (a key spelled with escapes), is left to the parser: the scan never decides alone.

const LF: u8 = 10;
const CR: u8 = 13;
const SPACE: u8 = 32;
const TAB: u8 = 9;
const QUOTE: u8 = 34;
const PLUS: u8 = 43;
const COMMA: u8 = 44;
const MINUS: u8 = 45;
const DOT: u8 = 46;
const ZERO: u8 = 48;
const NINE: u8 = 57;
const COLON: u8 = 58;
const OPEN_BRACKET: u8 = 91;
const BACKSLASH: u8 = 92;
const CLOSE_BRACKET: u8 = 93;
const OPEN_BRACE: u8 = 123;
const CLOSE_BRACE: u8 = 125;

/** Deeper lines are left to the parser. */
const DEPTH_MAX: i32 = 100;
/** Strings of no more bytes than this are not worth emptying. */
const BLANK_MIN: usize = 32;
/** Strings of no more bytes than this are not worth cutting; what is cut keeps about this many. */
const CUT_MIN: usize = 512;
const HEAD: usize = 256;

/** What to do with a member, besides looking into it; see prune-rules.ts, which writes the tables. */
const DROP: u32 = 1;
const EMPTY: u32 = 2;
const CUT: u32 = 4;

/** A table: 64 places of its entries by hash. An entry: next, length, what to do, table for the value, then the key. */
const SLOTS: u32 = 64;
const ENTRY_LENGTH: usize = 4;
const ENTRY_ACTION: usize = 8;
const ENTRY_TABLE: usize = 12;
const ENTRY_KEY: usize = 16;

/**
 * A row per line: its start, its end without the line end, the start of the copy, and four times the end of the copy,
 * plus one when the copy is plain ASCII, plus two when a text in it was cut; 0 when the parser has to read the line.
 */
const ROW: usize = 16;

let at: usize = 0;
let out: usize = 0;
/** What has not been copied yet begins here. */
let kept: usize = 0;
let hasEscape: bool = false;
let hasCut: bool = false;

function skipSpace(): void {
  let byte = load<u8>(at);
  while (byte === SPACE || byte === TAB || byte === CR) byte = load<u8>(++at);
}

function isHex(byte: u8): bool {
  if (byte >= ZERO && byte <= NINE) return true;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102;
}

/** Bytes of the escape at `place`, or 0 when it is none. */
function escapeLength(place: usize): usize {
  switch (load<u8>(place + 1)) {
    case 34:
    case 47:
    case 92:
    case 98:
    case 102:
    case 110:
    case 114:
    case 116:
      return 2;
    case 117:
      for (let i: usize = 2; i < 6; i++) if (!isHex(load<u8>(place + i))) return 0;
      return 6;
    default:
      return 0;
  }
}

/** Past the string that begins here. A line end is a control character, so no string reaches over it. */
function skipString(): bool {
  const quotes = i8x16.splat(QUOTE);
  const slashes = i8x16.splat(BACKSLASH);
  const spaces = i8x16.splat(SPACE);
  hasEscape = false;
  let place = at + 1;
  while (true) {
    const bytes = v128.load(place);
    const ends = v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, slashes));
    let hits = i8x16.bitmask(v128.or(ends, i8x16.lt_u(bytes, spaces)));
    let past: usize = 16;
    while (hits !== 0) {
      const i = <usize>ctz(hits);
      const byte = load<u8>(place + i);
      if (byte === QUOTE) {
        at = place + i + 1;
        return true;
      }
      if (byte !== BACKSLASH) return false;
      hasEscape = true;
      const length = escapeLength(place + i);
      if (length === 0) return false;
      // The escape's own bytes do not count; what they reach of the next sixteen is passed over.
      const next = i + length;
      if (next < 16) {
        hits &= -1 << (<i32>next);
      } else {
        past = next;
        hits = 0;
      }
    }
    place += past;
  }
}

function skipColon(): bool {
  skipSpace();
  if (load<u8>(at) !== COLON) return false;
  at++;
  skipSpace();
  return true;
}

function skipDigits(): bool {
  const from = at;
  let byte = load<u8>(at);
  while (byte >= ZERO && byte <= NINE) byte = load<u8>(++at);
  return at > from;
}

function skipNumber(): bool {
  if (load<u8>(at) === MINUS) at++;
  if (load<u8>(at) === ZERO) at++;
  else if (!skipDigits()) return false;
  if (load<u8>(at) === DOT) {
    at++;
    if (!skipDigits()) return false;
  }
  if ((load<u8>(at) | 32) === 101) {
    at++;
    const sign = load<u8>(at);
    if (sign === PLUS || sign === MINUS) at++;
    if (!skipDigits()) return false;
  }
  return true;
}

/** `true`, `null` as the number that their four bytes are. */
function skipWord(word: u32, length: usize): bool {
  if (load<u32>(at + length - 4) !== word) return false;
  at += length;
  return true;
}

/** Past a value of any kind; `at` stands on its first byte. */
function skipValue(depth: i32): bool {
  const byte = load<u8>(at);
  if (byte === QUOTE) return skipString();
  if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return skipNested(depth);
  if (byte === 116) return skipWord(0x65757274, 4);
  if (byte === 110) return skipWord(0x6c6c756e, 4);
  if (byte === 102) return skipWord(0x65736c61, 5);
  return skipNumber();
}

function skipNested(depth: i32): bool {
  if (depth > DEPTH_MAX) return false;
  const isObject = load<u8>(at) === OPEN_BRACE;
  const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  at++;
  skipSpace();
  if (load<u8>(at) === close) {
    at++;
    return true;
  }
  while (true) {
    if (isObject) {
      if (load<u8>(at) !== QUOTE || !skipString()) return false;
      if (!skipColon()) return false;
    }
    if (!skipValue(depth + 1)) return false;
    skipSpace();
    const byte = load<u8>(at++);
    if (byte === close) return true;
    if (byte !== COMMA) return false;
    skipSpace();
  }
}

function copyUpTo(end: usize): void {
  const length = end - kept;
  memory.copy(out, kept, length);
  out += length;
}

/** The table's entry for a key, or 0. */
function entryOf(table: usize, key: usize, length: usize): usize {
  if (length === 0) return 0;
  const hash = (<u32>length * 31 + <u32>load<u8>(key) * 7 + <u32>load<u8>(key + length - 1)) & (SLOTS - 1);
  let entry = <usize>load<u32>(table + hash * 4);
  while (entry !== 0) {
    if (load<u32>(entry, ENTRY_LENGTH) === <u32>length && memory.compare(entry + ENTRY_KEY, key, length) === 0)
      return entry;
    entry = load<u32>(entry);
  }
  return 0;
}

function pruneValue(table: usize, depth: i32): bool {
  const byte = load<u8>(at);
  if (byte === OPEN_BRACE) return pruneObject(table, depth);
  return byte === OPEN_BRACKET ? pruneList(table, depth) : skipValue(depth);
}

/** Lists are passed through: the table is for their members. */
function pruneList(table: usize, depth: i32): bool {
  if (depth > DEPTH_MAX) return false;
  at++;
  skipSpace();
  if (load<u8>(at) === CLOSE_BRACKET) {
    at++;
    return true;
  }
  while (true) {
    if (!pruneValue(table, depth + 1)) return false;
    skipSpace();
    const byte = load<u8>(at++);
    if (byte === CLOSE_BRACKET) return true;
    if (byte !== COMMA) return false;
    skipSpace();
  }
}

function emptyString(): bool {
  const start = at;
  if (!skipString()) return false;
  if (at - start <= BLANK_MIN) return true;
  copyUpTo(start + 1);
  kept = at - 1;
  return true;
}

/** Where about `HEAD` bytes of a longer string end: not inside an escape, not inside a character. */
function headEnd(from: usize): usize {
  let place = from;
  while (place < from + HEAD) place += load<u8>(place) === BACKSLASH ? escapeLength(place) : 1;
  while ((load<u8>(place) & 0xc0) === 0x80) place++;
  return place;
}

function cutString(): bool {
  const start = at;
  if (!skipString()) return false;
  if (at - start <= CUT_MIN) return true;
  copyUpTo(headEnd(start + 1));
  kept = at - 1;
  hasCut = true;
  return true;
}

function pruneMember(entry: usize, depth: i32): bool {
  if (entry === 0) return skipValue(depth);
  const action = load<u32>(entry, ENTRY_ACTION);
  if (action === EMPTY) return load<u8>(at) === QUOTE ? emptyString() : skipValue(depth);
  if (action === CUT) return load<u8>(at) === QUOTE ? cutString() : skipValue(depth);
  return pruneValue(load<u32>(entry, ENTRY_TABLE), depth);
}

/** Copies up to the last member that stays, and goes on with the copy at `next`. */
function leaveOut(open: usize, lastEnd: usize, next: usize, isLast: bool): void {
  copyUpTo(lastEnd === 0 ? open : lastEnd);
  if (lastEnd !== 0 && !isLast) store<u8>(out++, COMMA);
  kept = next;
}

function pruneObject(table: usize, depth: i32): bool {
  if (depth > DEPTH_MAX) return false;
  at++;
  const open = at;
  /** End of the last member that stays; 0 while there is none. */
  let lastEnd: usize = 0;
  let hasDropped = false;
  skipSpace();
  if (load<u8>(at) === CLOSE_BRACE) {
    at++;
    return true;
  }
  while (true) {
    const key = at;
    // A key with escapes may mean one that the table has: the parser knows.
    if (load<u8>(at) !== QUOTE || !skipString() || hasEscape) return false;
    const entry = entryOf(table, key + 1, at - key - 2);
    if (!skipColon()) return false;
    if (entry !== 0 && load<u32>(entry, ENTRY_ACTION) === DROP) {
      if (!skipValue(depth + 1)) return false;
      hasDropped = true;
    } else {
      if (hasDropped) leaveOut(open, lastEnd, key, false);
      hasDropped = false;
      if (!pruneMember(entry, depth + 1)) return false;
      lastEnd = at;
    }
    skipSpace();
    const byte = load<u8>(at++);
    if (byte === CLOSE_BRACE) {
      if (hasDropped) leaveOut(open, lastEnd, at - 1, true);
      return true;
    }
    if (byte !== COMMA) return false;
    skipSpace();
  }
}

function isAscii(from: usize, to: usize): bool {
  let place = from;
  for (; place + 16 <= to; place += 16) if (i8x16.bitmask(v128.load(place)) !== 0) return false;
  for (; place < to; place++) if (load<u8>(place) >= 128) return false;
  return true;
}

function lineEnd(from: usize, end: usize): usize {
  const feeds = i8x16.splat(LF);
  let place = from;
  while (true) {
    const hits = i8x16.bitmask(i8x16.eq(v128.load(place), feeds));
    if (hits !== 0) return place + <usize>ctz(hits);
    place += 16;
    if (place >= end) return end;
  }
}

/**
 * Scans the whole lines of `length` bytes at `input`, at most `most`; a line end must stand behind them. Copies go to
 * `output`, one after another, and never need more room than the lines. Returns the number of rows written.
 */
export function prune(input: usize, length: usize, output: usize, rows: usize, most: u32, table: usize): u32 {
  const end = input + length;
  let start = input;
  let row = rows;
  let count: u32 = 0;
  out = output;
  while (start < end && count < most) {
    at = start;
    kept = start;
    hasCut = false;
    const copy = out;
    let isWhole = load<u8>(start) === OPEN_BRACE && pruneObject(table, 0);
    if (isWhole) {
      skipSpace();
      isWhole = load<u8>(at) === LF;
    }
    const feed = isWhole ? at : lineEnd(start, end);
    if (feed >= end) break;
    const stop = feed > start && load<u8>(feed - 1) === CR ? feed - 1 : feed;
    if (isWhole) copyUpTo(stop);
    else out = copy;
    store<u32>(row, <u32>start);
    store<u32>(row, <u32>stop, 4);
    store<u32>(row, <u32>copy, 8);
    store<u32>(row, isWhole ? ((<u32>out) << 2) | (hasCut ? 2 : 0) | (isAscii(copy, out) ? 1 : 0) : 0, 12);
    row += ROW;
    count++;
    start = feed + 1;
  }
  return count;
}
