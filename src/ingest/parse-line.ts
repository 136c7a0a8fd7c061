// Owns the way from a line's bytes to its records: UTF-8, JSON, and all the ways a line can be broken.

import { isUtf8 } from 'node:buffer';
import { isObject, type JsonObject, parseJson } from '../base/json.ts';
import type { ByteLine } from '../base/lines.ts';
import type { LineRef } from '../model/source.ts';

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

function blank(reason: string): ParsedLine {
  return { records: [], trouble: { kind: 'ignored', code: reason, message: '' }, findings: NONE };
}

function broken(records: readonly ParsedRecord[], code: string, message: string): ParsedLine {
  return { records, trouble: { kind: 'problem', code, message }, findings: NONE };
}

/** End of the JSON object that starts at `from`, or -1 when it does not end. */
function objectEnd(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === 92) i++;
      else if (unit === 34) quoted = false;
    } else if (unit === 34) quoted = true;
    else if (unit === 123 || unit === 91) depth++;
    else if ((unit === 125 || unit === 93) && --depth === 0) return i + 1;
  }
  return -1;
}

/** Several objects on one line, or whole objects before a broken rest. */
function salvage(text: string, line: ByteLine, source: number): { records: ParsedRecord[]; whole: boolean } {
  const records: ParsedRecord[] = [];
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('{', at);
    if (start === -1) return { records, whole: text.slice(at).trim() === '' };
    const between = text.slice(at, start).trim();
    const end = objectEnd(text, start);
    if (end === -1 || (between !== '' && between !== ',')) return { records, whole: false };
    const parsed = parseJson(text.slice(start, end));
    if (!parsed.ok || !isObject(parsed.value)) return { records, whole: false };
    const offset = line.offset + Buffer.byteLength(text.slice(0, start));
    const length = Buffer.byteLength(text.slice(start, end));
    records.push({ record: parsed.value, ref: { source, line: line.line, offset, length } });
    at = end;
  }
  return { records, whole: true };
}

const POSITION = /position (\d+)/;

function invalidJson(text: string, message: string, line: ByteLine, source: number): ParsedLine {
  const { records, whole } = salvage(text, line, source);
  if (whole && records.length > 1) return { records, trouble: null, findings: ['several-objects-on-one-line'] };
  const position = POSITION.exec(message)?.[1];
  const byte = line.offset + Buffer.byteLength(position === undefined ? text : text.slice(0, Number(position)));
  return broken(records, 'invalid-json', `Not JSON, at byte ${byte}: ${message.slice(0, 200)}`);
}

export function parseLine(line: ByteLine, source: number): ParsedLine {
  const { bytes } = line;
  if (bytes.length === 0) return blank('blank line');
  let text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const findings: string[] = [];
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  if (text.charCodeAt(0) === 0 || text.charCodeAt(text.length - 1) === 0) {
    const trimmed = text.replace(/^\0+|\0+$/g, '');
    if (trimmed.trim() === '') return broken([], 'nul-bytes', `Only NUL bytes, at byte ${line.offset}.`);
    findings.push('nul-padding');
    text = trimmed;
  }
  const parsed = parseJson(text);
  if (!parsed.ok) {
    if (text.trim() === '') return blank('blank line');
    if (!line.terminated) return blank('half-written last line');
    return invalidJson(text, parsed.message, line, source);
  }
  if (!isObject(parsed.value))
    return broken([], 'not-an-object', `A line that is JSON but no object, at byte ${line.offset}.`);
  const ref: LineRef = { source, line: line.line, offset: line.offset, length: line.length };
  const records = [{ record: parsed.value, ref }];
  // Bytes that are no UTF-8 arrive as U+FFFD; the record is read, and the line is reported.
  if (text.includes('\ufffd') && !isUtf8(bytes)) {
    return broken(records, 'invalid-utf8', `Bytes that are not UTF-8, in the line at byte ${line.offset}.`);
  }
  return { records, trouble: null, findings };
}
