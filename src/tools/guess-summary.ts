// The best one-line guess at what an unknown input is about.

import { isObject, type JsonObject } from '../base/json.ts';

const TELLING = [
  'title',
  'summary',
  'subject',
  'description',
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

/** Numbers that name one of many: which pull request, which issue. */
const NUMBERS = ['number', 'pr_number', 'pull_number', 'pullNumber', 'issue_number', 'issueNumber'];

/** Longer texts are what was written, not what it is about. */
const SHORT_MAX = 200;

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isShort(value: unknown): value is string {
  return isSaid(value) && value.length <= SHORT_MAX && !value.trim().includes('\n');
}

/** Well-known keys first, then the others as they come. */
function valuesOf(input: JsonObject): readonly unknown[] {
  return [...TELLING.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined)), ...Object.values(input)];
}

/** The most telling string of an input: a short one under a well-known key, else any short one, else the first there is. */
export function guessSummary(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return '';
  const values = valuesOf(input);
  const told = values.find(isShort) ?? values.find(isSaid) ?? '';
  const number = NUMBERS.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined)).find(Number.isSafeInteger);
  return number === undefined ? told : `${told} #${number}`.trim();
}
