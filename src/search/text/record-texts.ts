// The searchable texts of a record: its decoded strings, and the strings of JSON written inside a string.

import { isObject, parseJson } from '../../base/json.ts';
import { isData } from './opaque-text.ts';

/** The way to a value, from the inside out: pointers are written only for what is found. */
interface Step {
  readonly value: unknown;
  readonly key: string;
  readonly parent: Step | null;
}

export interface RecordText {
  readonly text: string;
  readonly step: Step;
  /** The string that holds the JSON in which the text was found, or null when it stands in the record itself. */
  readonly outer: Step | null;
}

export interface TextPlace {
  /** JSON pointer of the string in the record. */
  readonly pointer: string;
  /** JSON pointer inside that string, when the text was found in JSON it holds; else null. */
  readonly inner: string | null;
}

export function placeOf({ step, outer }: RecordText): TextPlace {
  return outer === null
    ? { pointer: pointerOf(step), inner: null }
    : { pointer: pointerOf(outer), inner: pointerOf(step) };
}

/** Keys of ids, as agents and their gateways spell them. */
const ID_KEY = /(?:^|_)(?:uu)?id$|[a-z](?:Id|ID|Uuid|UUID)$/;

/**
 * Whether a text only names something, or says under what circumstances the record was written: its folder, its branch, an id.
 * Those stand beside what was said and done, at the top of a record.
 */
export function isLabel({ step, outer }: RecordText): boolean {
  if (outer !== null) return false;
  return step.parent?.parent === null || ID_KEY.test(step.key);
}

function pointerOf(step: Step): string {
  const keys: string[] = [];
  for (let here: Step | null = step; here !== null && here.parent !== null; here = here.parent) keys.push(here.key);
  return keys
    .map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .reverse()
    .join('');
}

/** Every searchable string of a JSON value, in the order of the record. Own stack: nesting has no limit. */
function* stringsOf(value: unknown, outer: Step | null): Generator<RecordText> {
  const stack: Step[] = [{ value, key: '', parent: null }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { value: here } = step;
    if (typeof here === 'string') {
      if (here !== '' && !isData(step.key, here)) yield { text: here, step, outer };
    } else if (Array.isArray(here)) {
      for (let i = here.length - 1; i >= 0; i--) stack.push({ value: here[i], key: String(i), parent: step });
    } else if (isObject(here)) {
      for (const [key, item] of Object.entries(here).reverse()) stack.push({ value: item, key, parent: step });
    }
  }
}

/** A string that could be a JSON object or array as a whole. */
function looksLikeJson(text: string): boolean {
  const first = text.charCodeAt(0);
  return text.length > 2 && (first === 0x7b || first === 0x5b);
}

/**
 * Every searchable text of a record. Some tools' inputs are JSON in a string: what is in it is searched as people read
 * it, before the string as it is.
 */
export function* textsOf(record: unknown): Generator<RecordText> {
  for (const outside of stringsOf(record, null)) {
    const parsed = looksLikeJson(outside.text) ? parseJson(outside.text) : undefined;
    if (parsed?.ok === true) yield* stringsOf(parsed.value, outside.step);
    yield outside;
  }
}
