// Guesses a one-line summary of an unknown input.

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

/** Numbers that identify one of many: a pull request, an issue. */
const NUMBERS = ['number', 'pr_number', 'pull_number', 'pullNumber', 'issue_number', 'issueNumber'];

/** Longer texts are content, not a subject. */
const SHORT_MAX = 200;

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isShort(value: unknown): value is string {
  return isSaid(value) && value.length <= SHORT_MAX && !value.trim().includes('\n');
}

/** Well-known keys first, then the others in order. */
function valuesOf(input: JsonObject): readonly unknown[] {
  return [...TELLING.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined)), ...Object.values(input)];
}

/** The best string of an input: a short one under a well-known key, else any short one, else the first. */
export function guessSummary(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return '';
  const values = valuesOf(input);
  const told = values.find(isShort) ?? values.find(isSaid) ?? '';
  const number = NUMBERS.map((key) => (Object.hasOwn(input, key) ? input[key] : undefined)).find(Number.isSafeInteger);
  return number === undefined ? told : `${told} #${number}`.trim();
}
