// Parses a line's bytes into records: UTF-8, JSON, and all the ways a line can be broken.

import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseJson } from '../../base/json.ts';
import type { ByteLine } from '../../base/lines.ts';
import { formatBytes } from '../../base/units.ts';
import type { LineRef } from '../../model/source.ts';

export interface ParsedRecord {
  readonly record: JsonObject;
  readonly ref: LineRef;
}

export interface ParsedLine {
  /** Usually one; two when a line was written into another; none when nothing could be read. */
  readonly records: readonly ParsedRecord[];
  /** Why the line counts as blank, or as a problem; null when all of it was read. */
  readonly trouble: { readonly kind: 'ignored' | 'problem'; readonly code: string; readonly message: string } | null;
  readonly findings: readonly string[];
}

const NONE: readonly string[] = [];

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

const BYTE_ORDER_MARK = 0xfeff;

/** A text without a byte order mark and without NUL characters at its ends. Linear, whatever the text. */
export function trimPadding(text: string): string {
  let start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  while (start < text.length && text.charCodeAt(start) === 0) start++;
  let end = text.length;
  while (end > start && text.charCodeAt(end - 1) === 0) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

function blank(reason: string): ParsedLine {
  return { records: [], trouble: { kind: 'ignored', code: reason, message: '' }, findings: NONE };
}

function broken(records: readonly ParsedRecord[], code: string, message: string): ParsedLine {
  return { records, trouble: { kind: 'problem', code, message }, findings: NONE };
}

/** End of the JSON value that starts at `from`, or -1 when it does not end. Bytes, so that places in the file are exact. */
function objectEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i + 1;
  }
  return -1;
}

/** Whether it contains an object that does not end: such a line is broken, whatever the parser would say about it. */
export function isUnclosed(bytes: Uint8Array): boolean {
  const start = bytes.indexOf(OPEN_BRACE);
  return start !== -1 && objectEnd(bytes, start) === -1;
}

/** Several objects on one line, or whole objects before a broken rest. */
function salvage(line: ByteLine, source: number): { records: ParsedRecord[]; whole: boolean } {
  const { bytes } = line;
  const records: ParsedRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    const start = bytes.indexOf(OPEN_BRACE, at);
    const between = trimPadding(decode(bytes.subarray(at, start === -1 ? bytes.length : start))).trim();
    if (start === -1) return { records, whole: between === '' };
    const end = objectEnd(bytes, start);
    if (end === -1 || (between !== '' && between !== ',')) return { records, whole: false };
    // The whole line, which the parser has rejected: parsing it again is what costs most.
    if (start === 0 && end === bytes.length) return { records, whole: false };
    const parsed = parseJson(decode(bytes.subarray(start, end)));
    if (!parsed.ok || !isObject(parsed.value)) return { records, whole: false };
    const ref: LineRef = { source, line: line.line, offset: line.offset + start, length: end - start };
    records.push({ record: parsed.value, ref });
    at = end;
  }
  return { records, whole: true };
}

const POSITION = /position (\d+)/;

/** Where the parser stopped, as a byte of the file. Not every parser message says it. */
function brokenAt(text: string, message: string, lead: string, line: ByteLine): number {
  const position = POSITION.exec(message)?.[1];
  if (position !== undefined) return line.offset + Buffer.byteLength(lead + text.slice(0, Number(position)));
  return message.includes('end of JSON') ? line.offset + line.length : line.offset;
}

const COMMA = 44;
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** The first byte that is neither blank nor padding; -1 when there is none. */
function firstByte(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > 32 || (byte !== 0 && byte !== 32 && byte !== 9 && byte !== 13)) return byte;
  }
  return -1;
}

/** Whether a value other than an object may begin with this byte. */
function beginsValue(bytes: Uint8Array, first: number): boolean {
  if (first === QUOTE || first === OPEN_BRACKET || first === 45 || (first >= 48 && first <= 57)) return true;
  return bytes.length < 16 && LITERALS.has(trimPadding(decode(bytes)).trim());
}

/**
 * A line that does not begin like an object. It is not parsed: a parser error costs far more than this check, and files that are
 * not logs have millions of such lines.
 */
function noObject(line: ByteLine, first: number): ParsedLine {
  if (!line.terminated) return blank('half-written last line');
  return beginsValue(line.bytes, first)
    ? broken([], 'not-an-object', `A line that is no JSON object, at byte ${line.offset}.`)
    : broken([], 'invalid-json', `Not JSON, at byte ${line.offset}: it does not begin as an object does.`);
}

/** A record of a real log is nested a few dozen times. The parser takes some seventy bytes per level. */
const DEPTH_MAX = 200_000;

/** Checked only if the depth could matter. */
function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= DEPTH_MAX) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) quoted = false;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > DEPTH_MAX) return true;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
  }
  return false;
}

function tooLong({ offset, length }: ByteLine): ParsedLine {
  return broken(
    [],
    'line-too-long',
    `A line of ${formatBytes(length)}, at byte ${offset}, is longer than lines may be.`,
  );
}

export function parseLine(line: ByteLine, source: number): ParsedLine {
  const { bytes } = line;
  if (line.isTooLong) return tooLong(line);
  if (bytes.length === 0) return blank('blank line');
  const first = firstByte(bytes);
  if (first !== -1 && first !== OPEN_BRACE && first !== COMMA) return noObject(line, first);
  if (isTooDeep(bytes)) {
    return broken([], 'nested-too-deeply', `A line whose values are nested too deeply, at byte ${line.offset}.`);
  }
  const whole = decode(bytes);
  const text = trimPadding(whole);
  const isPadded = whole.charCodeAt(0) === 0 || whole.charCodeAt(whole.length - 1) === 0;
  if (isPadded && text.trim() === '') return broken([], 'nul-bytes', `Only NUL bytes, at byte ${line.offset}.`);
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (text.trim() === '') return blank('blank line');
    if (!line.terminated) return blank('half-written last line');
    const { records, whole: all } = salvage(line, source);
    if (all && records.length > 1) return { records, trouble: null, findings: ['several-objects-on-one-line'] };
    const byte = brokenAt(text, parsed.message, whole.slice(0, whole.indexOf(text)), line);
    return broken(records, 'invalid-json', `Not JSON, at byte ${byte}: ${parsed.message.slice(0, 200)}`);
  }
  if (!isObject(parsed.value))
    return broken([], 'not-an-object', `A line that is no JSON object, at byte ${line.offset}.`);
  const ref: LineRef = { source, line: line.line, offset: line.offset, length: line.length };
  const records = [{ record: parsed.value, ref }];
  // Invalid UTF-8 arrives as U+FFFD; the record is read, and the line is reported.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    return broken(records, 'invalid-utf8', `Bytes that are not UTF-8, in the line at byte ${line.offset}.`);
  }
  return { records, trouble: null, findings: isPadded ? ['nul-padding'] : NONE };
}
