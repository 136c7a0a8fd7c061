// Parses raw bytes as JSON: only UTF-8, only JSON.

import { isUtf8 } from 'node:buffer';
import { parseExactly } from '../../base/json.ts';
import { Malformed } from './parse-callback.ts';

export interface ParsedBody {
  readonly text: string;
  readonly value: unknown;
}

/** Far more than any message needs; deeper values cannot be serialised without a stack overflow. */
const MAX_DEPTH = 128;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Counts brackets in the bytes, outside of strings, before anything is parsed. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = bytes.indexOf(QUOTE, i + 1);
      // A quote after an odd number of backslashes belongs to the string.
      while (i !== -1 && isEscaped(bytes, i)) i = bytes.indexOf(QUOTE, i + 1);
      if (i === -1) return false;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let backslashes = 0;
  while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw new Malformed('empty-body', 'The body is empty.');
  if (!isUtf8(bytes)) throw new Malformed('not-utf8', 'The body is not UTF-8.');
  if (isTooDeep(bytes)) throw new Malformed('too-deep', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const parsed = parseExactly(text);
  if (!parsed.ok) throw new Malformed('not-json', 'The body is not JSON.');
  return { text, value: parsed.value };
}
