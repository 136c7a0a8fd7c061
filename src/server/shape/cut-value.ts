// Makes values small enough to send: long texts and base64 are cut, and every cut is reported.

import type { Cut } from '../../api/wire/call.ts';
import { looksPacked } from './packed-bytes.ts';

/** Texts up to this long are sent whole. */
const LONGEST = 200_000;

/** Enough of base64 to see what it is. */
const PACKED_SHOWN = 32;

const DEEPEST = 100;

/**
 * Views need a value's shape: texts up to this length and the keys of objects are kept even when the budget is used up.
 * Up to this many characters more, so that no value is sent without end.
 */
const WORD = 80;
const OVERDRAFT = 50_000;

function stepOf(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Approximate length of the value as JSON. Not recursive: a log can nest deeper than any stack. */
function lengthOf(value: unknown): number {
  let length = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') length += next.length + 3;
    else if (typeof next !== 'object' || next === null) length += String(next).length + 1;
    else {
      length += 2;
      for (const [key, item] of Object.entries(next)) {
        if (!Array.isArray(next)) length += key.length + 3;
        open.push(item);
      }
    }
  }
  return length;
}

/** Cuts one value: counts what was kept, and notes what was left out. */
export class ValueCutter {
  readonly cuts: Cut[] = [];
  readonly #body: Cut['body'];
  #left: number;

  /** `budget`: about how many characters in all. */
  constructor(body: Cut['body'], budget: number) {
    this.#body = body;
    this.#left = budget;
  }

  cut(value: unknown): unknown {
    return this.#walk(value, '', 0);
  }

  #note(pointer: string, characters: number): void {
    this.cuts.push({ body: this.#body, pointer, characters });
  }

  #walk(value: unknown, pointer: string, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, pointer);
    if (typeof value !== 'object' || value === null) {
      this.#left -= 8;
      return value;
    }
    const isList = Array.isArray(value);
    if (depth >= DEEPEST || this.#left <= (isList ? 0 : -OVERDRAFT)) {
      this.#note(pointer, lengthOf(value));
      return isList ? [] : {};
    }
    return isList ? this.#list(value, pointer, depth) : this.#object(value, pointer, depth);
  }

  #text(text: string, pointer: string): string {
    const most = looksPacked(text) ? PACKED_SHOWN : Math.min(LONGEST, Math.max(0, this.#left));
    if (text.length <= most || (text.length <= WORD && this.#left > -OVERDRAFT)) {
      this.#left -= text.length;
      return text;
    }
    const last = text.charCodeAt(most - 1);
    const shown = text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
    this.#left -= shown.length;
    this.#note(pointer, text.length);
    return shown;
  }

  #list(list: readonly unknown[], pointer: string, depth: number): unknown[] {
    const kept: unknown[] = [];
    for (const [i, item] of list.entries()) {
      if (this.#left <= 0) {
        this.#note(pointer, lengthOf(list));
        break;
      }
      kept.push(this.#walk(item, `${pointer}/${i}`, depth + 1));
    }
    return kept;
  }

  #object(object: object, pointer: string, depth: number): Record<string, unknown> {
    const kept: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(object)) {
      if (this.#left <= -OVERDRAFT) {
        this.#note(pointer, lengthOf(object));
        break;
      }
      this.#left -= key.length;
      const value = this.#walk(item, `${pointer}/${stepOf(key)}`, depth + 1);
      // A key such as __proto__ is a key like any other.
      Object.defineProperty(kept, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return kept;
  }
}
