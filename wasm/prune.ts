// The scan of log lines in WebAssembly (AssemblyScript): every line of a block is checked to be one JSON object, and
// copied without the members that reading does not look at. A line that is not such an object, or that could mean
// something else than its bytes say (a key spelled with escapes), is left to the parser: the scan never decides alone.

import { escapeWide, growthOf } from './escape-wide';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  CR,
  DEPTH_MAX,
  OPEN_BRACE,
  OPEN_BRACKET,
  pastComma,
  pastSpace,
  QUOTE,
  skipColon,
  skipKey,
  skipString,
  skipValue,
} from './skip-json';

const LF: u8 = 10;

/** Strings of no more bytes than this are not worth shortening to their first character. */
const START_MIN: usize = 8;
/** Strings of no more bytes than this are not worth cutting; what is cut keeps about this many. */
const CUT_MIN: usize = 512;
const HEAD: usize = 256;

/** What to do with a member, besides looking into it; see prune-rules.ts, which writes the tables. */
const DROP: u32 = 1;
const SAME: u32 = 2;
const FALSE: u32 = 3;
const START: u32 = 4;
const CUT: u32 = 5;
const ENTER: u32 = 6;

/**
 * A table: 64 places of its entries by hash. An entry: next, length, what to do, what that takes (a table, the value
 * before, the object where the member stayed), then the key.
 */
const SLOTS: u32 = 64;
const ENTRY_LENGTH: usize = 4;
const ENTRY_ACTION: usize = 8;
const ENTRY_TABLE: usize = 12;
const ENTRY_KEY: usize = 16;

/** The value that a member had before: in which round, its length, its bytes. Longer ones are not remembered. */
const BEFORE_LENGTH: usize = 4;
const BEFORE_BYTES: usize = 8;
const BEFORE_MAX: usize = 240;

/**
 * A row per line: its start, its end without the line end, the start of the copy, and four times the end of the copy,
 * plus one when the copy is plain ASCII, plus two when a text in it was cut; 0 when the parser has to read the line.
 */
const ROW: usize = 16;

let out: usize = 0;
/** What has not been copied yet begins here. */
let kept: usize = 0;
let hasCut: bool = false;
/** Not 0 when the copy has a byte that is not ASCII. */
let wide: i32 = 0;
/** Values of earlier rounds are forgotten. */
let round: u32 = 1;

/** Sixteen bytes at a time, which may write past the copy's end: what comes next is written over that. */
function copyUpTo(end: usize): void {
  let from = kept;
  let to = out;
  out += end - from;
  for (; from + 16 <= end; from += 16, to += 16) {
    const bytes = v128.load(from);
    v128.store(to, bytes);
    wide |= i8x16.bitmask(bytes);
  }
  if (from >= end) return;
  const bytes = v128.load(from);
  v128.store(to, bytes);
  wide |= i8x16.bitmask(bytes) & ((1 << (<i32>(end - from))) - 1);
}

function isSame(one: usize, other: usize, length: usize): bool {
  let i: usize = 0;
  for (; i + 16 <= length; i += 16)
    if (i8x16.bitmask(i8x16.ne(v128.load(one + i), v128.load(other + i))) !== 0) return false;
  const differing = i8x16.bitmask(i8x16.ne(v128.load(one + i), v128.load(other + i)));
  return (differing & ((1 << (<i32>(length - i))) - 1)) === 0;
}

/** Whether a member has the value that it had before; if not, this one is remembered. */
function isAgain(before: usize, from: usize, length: usize): bool {
  const isKnown = load<u32>(before) === round && load<u32>(before, BEFORE_LENGTH) === <u32>length;
  if (isKnown && isSame(before + BEFORE_BYTES, from, length)) return true;
  store<u32>(before, length > BEFORE_MAX ? 0 : round);
  store<u32>(before, <u32>length, BEFORE_LENGTH);
  if (length <= BEFORE_MAX) memory.copy(before + BEFORE_BYTES, from, length);
  return false;
}

/** The table's entry for a key, or 0. */
function entryOf(table: usize, key: usize, length: usize): usize {
  if (length === 0) return 0;
  const hash = (<u32>length * 31 + <u32>load<u8>(key) * 7 + <u32>load<u8>(key + length - 1)) & (SLOTS - 1);
  let entry = <usize>load<u32>(table + hash * 4);
  while (entry !== 0) {
    if (load<u32>(entry, ENTRY_LENGTH) === <u32>length && isSame(entry + ENTRY_KEY, key, length)) return entry;
    entry = load<u32>(entry);
  }
  return 0;
}

function pruneValue(from: usize, action: u32, table: usize, depth: i32): usize {
  const byte = load<u8>(from);
  if (byte === OPEN_BRACKET) return pruneList(from, action, table, depth);
  if (byte === OPEN_BRACE && action === ENTER) return pruneObject(from, table, depth);
  return byte === QUOTE && action === START ? startString(from) : skipValue(from, depth);
}

/** Lists are passed through: the rule is for their members. */
function pruneList(from: usize, action: u32, table: usize, depth: i32): usize {
  if (depth > DEPTH_MAX) return 0;
  let place = pastSpace(from + 1);
  if (load<u8>(place) === CLOSE_BRACKET) return place + 1;
  while (place !== 0) {
    place = pruneValue(place, action, table, depth + 1);
    if (place === 0) return 0;
    place = pastSpace(place);
    if (load<u8>(place) === CLOSE_BRACKET) return place + 1;
    place = pastComma(place);
  }
  return 0;
}

/** Where at least `most` bytes of a longer string end: not inside an escape, not inside a character. */
function headEnd(from: usize, most: usize): usize {
  let place = from;
  while (place < from + most) {
    if (load<u8>(place) === BACKSLASH) place += load<u8>(place + 1) === 117 ? 6 : 2;
    else place++;
  }
  while ((load<u8>(place) & 0xc0) === 0x80) place++;
  return place;
}

function startString(from: usize): usize {
  const end = skipString(from);
  if (end <= from + START_MIN) return end;
  copyUpTo(headEnd(from + 1, 1));
  kept = end - 1;
  return end;
}

function cutString(from: usize): usize {
  const end = skipString(from);
  if (end <= from + CUT_MIN) return end;
  copyUpTo(headEnd(from + 1, HEAD));
  kept = end - 1;
  hasCut = true;
  return end;
}

/** Without a rule there is nothing to enter. */
function actionOf(entry: usize): u32 {
  return entry === 0 ? ENTER : load<u32>(entry, ENTRY_ACTION);
}

/** Past a member's value; `entry` is the rule for it, or 0. */
function pruneMember(from: usize, entry: usize, depth: i32): usize {
  const action = actionOf(entry);
  if (entry === 0 || action <= FALSE) return skipValue(from, depth);
  if (action === CUT) return load<u8>(from) === QUOTE ? cutString(from) : skipValue(from, depth);
  return pruneValue(from, action, load<u32>(entry, ENTRY_TABLE), depth);
}

/** Whether this value, which was skipped, is `false`, and nothing else before it under the same key: the last one counts. */
function isPlainFalse(entry: usize, open: usize, from: usize): bool {
  if (load<u32>(entry, ENTRY_TABLE) === <u32>open) return false;
  if (load<u8>(from) === 102) return true;
  store<u32>(entry, <u32>open, ENTRY_TABLE);
  return false;
}

/** Whether the rule is to leave out this value, which was skipped. */
function isUnread(entry: usize, open: usize, from: usize, end: usize): bool {
  const action = load<u32>(entry, ENTRY_ACTION);
  if (action === SAME) return isAgain(load<u32>(entry, ENTRY_TABLE), from, end - from);
  return action === DROP || isPlainFalse(entry, open, from);
}

/** Copies up to the last member that stays, and goes on with the copy at `next`. */
function leaveOut(open: usize, lastEnd: usize, next: usize, isLast: bool): void {
  copyUpTo(lastEnd === 0 ? open : lastEnd);
  if (lastEnd !== 0 && !isLast) store<u8>(out++, COMMA);
  kept = next;
}

function pruneObject(from: usize, table: usize, depth: i32): usize {
  if (depth > DEPTH_MAX) return 0;
  const open = from + 1;
  /** End of the last member that stays; 0 while there is none. */
  let lastEnd: usize = 0;
  let hasDropped = false;
  let place = pastSpace(open);
  if (load<u8>(place) === CLOSE_BRACE) return place + 1;
  while (place !== 0) {
    const key = place;
    const keyEnd = skipKey(key);
    const value = skipColon(keyEnd);
    if (value === 0) return 0;
    const entry = entryOf(table, key + 1, keyEnd - key - 2);
    const mayGo = actionOf(entry) <= FALSE;
    // What is copied inside of the member comes after what is before it.
    if (hasDropped && !mayGo) {
      leaveOut(open, lastEnd, key, false);
      hasDropped = false;
    }
    place = pruneMember(value, entry, depth + 1);
    if (place === 0) return 0;
    if (mayGo && isUnread(entry, open, value, place)) {
      hasDropped = true;
    } else {
      if (hasDropped) leaveOut(open, lastEnd, key, false);
      hasDropped = false;
      lastEnd = place;
    }
    place = pastSpace(place);
    if (load<u8>(place) === CLOSE_BRACE) {
      if (hasDropped) leaveOut(open, lastEnd, place, true);
      return place + 1;
    }
    place = pastComma(place);
  }
  return 0;
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
 * Makes the copy that ends at `out` plain ASCII, unless that takes more than a quarter more room: texts in other scripts
 * stay as they are.
 */
function toAscii(copy: usize): void {
  const growth = growthOf(copy, out);
  if (growth * 4 > out - copy) return;
  escapeWide(copy, out, growth);
  out += growth;
  wide = 0;
}

/** The row of a line whose copy, if there is one, ends at `out`. */
function writeRow(row: usize, start: usize, stop: usize, copy: usize, isWhole: bool): void {
  store<u32>(row, <u32>start);
  store<u32>(row, <u32>stop, 4);
  store<u32>(row, <u32>copy, 8);
  store<u32>(row, isWhole ? ((<u32>out) << 2) | (hasCut ? 2 : 0) | (wide === 0 ? 1 : 0) : 0, 12);
}

/** Forgets the values that members had before: whoever reads on has not seen them. */
export function forget(): void {
  round++;
}

/**
 * Scans the whole lines of `length` bytes at `input`, at most `most`; a line end must stand behind them. Copies go to
 * `output`, one after another with a comma behind each, and never need more than a quarter more room than the lines.
 * `isSound` when all of the input is valid UTF-8. Returns the number of rows written.
 */
export function prune(
  input: usize,
  length: usize,
  output: usize,
  rows: usize,
  most: u32,
  table: usize,
  isSound: bool,
): u32 {
  const end = input + length;
  let start = input;
  let row = rows;
  let count: u32 = 0;
  out = output;
  while (start < end && count < most) {
    kept = start;
    hasCut = false;
    wide = 0;
    const copy = out;
    let feed = load<u8>(start) === OPEN_BRACE ? pruneObject(start, table, 0) : 0;
    if (feed !== 0) feed = pastSpace(feed);
    const isWhole = feed !== 0 && load<u8>(feed) === LF;
    if (!isWhole) feed = lineEnd(start, end);
    // No one may hear of what stands on a line that is no record, or not whole yet.
    if (!isWhole || feed >= end) forget();
    if (feed >= end) break;
    const stop = feed > start && load<u8>(feed - 1) === CR ? feed - 1 : feed;
    if (isWhole) copyUpTo(stop);
    else out = copy;
    if (isWhole && isSound && wide !== 0) toAscii(copy);
    writeRow(row, start, stop, copy, isWhole);
    // Instead of the line end.
    if (isWhole) store<u8>(out++, COMMA);
    row += ROW;
    count++;
    start = feed + 1;
  }
  return count;
}
