// Owns the best one-line guess at what an unknown input is about.

import { isObject } from '../base/json.ts';

const TELLING = [
  'description',
  'title',
  'summary',
  'name',
  'query',
  'path',
  'file_path',
  'url',
  'command',
  'message',
  'prompt',
  'id',
];

/** The most telling string of an input: a well-known key first, then the first string there is. */
export function tellingText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return '';
  for (const key of TELLING) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  for (const value of Object.values(input)) if (typeof value === 'string' && value.trim() !== '') return value;
  return '';
}
