// Redacts a value whose shape others rely on: texts are masked, names of members stay. A key that a text leaves open, as
// where a log was cut, is masked up to its end, and that may lie members later.

import { AppError } from '../base/app-error.ts';
import type { Redactor } from './redactor.ts';

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Names of ours, and ordinary ones of others. Nothing that gives access is as short. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z_-]{0,23}$/;

/** The strings of a JSON text, one after the other. */
class Strings {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    STRING.lastIndex = 0;
  }

  next(): string {
    const [literal] = STRING.exec(this.#text) ?? [];
    if (literal === undefined) throw refusal();
    const value: unknown = JSON.parse(literal);
    return String(value);
  }
}

function refusal(): AppError {
  return new AppError('refused', 'The answer cannot be redacted for certain, so it is not given.');
}

/** The value with its strings replaced, in the order in which they are written. */
function rebuilt(value: unknown, strings: Strings): unknown {
  if (typeof value === 'string') return strings.next();
  if (Array.isArray(value)) return value.map((item: unknown) => rebuilt(item, strings));
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value).map(([name, member]) => {
    const masked = strings.next();
    return [PLAIN_NAME.test(name) ? name : masked, rebuilt(member, strings)];
  });
  return Object.fromEntries(members);
}

/** Throws where it cannot be redacted for certain. Numbers are left alone. */
export function redactRecord(value: unknown, redactor: Redactor): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  const line = redactor.redactJsonLine(Buffer.from(text));
  if (!('bytes' in line)) throw refusal();
  // Masks are as long as what they cover, and cover no quotes: both texts have the same strings in the same order.
  return rebuilt(JSON.parse(text), new Strings(Buffer.from(line.bytes).toString()));
}
