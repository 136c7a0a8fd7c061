// Owns the way from raw bytes to a JSON value: UTF-8 or nothing, JSON or nothing.

import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../base/json.ts';
import { Malformed } from './parse-callback.ts';

export interface ParsedBody {
  readonly text: string;
  readonly value: unknown;
}

export function parseBody(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) throw new Malformed('empty-body', 'The body is empty.');
  if (!isUtf8(bytes)) throw new Malformed('not-utf8', 'The body is not UTF-8.');
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === 0xfeff ? decoded.slice(1) : decoded;
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Malformed('not-json', 'The body is not JSON.');
  return { text, value: parsed.value };
}
