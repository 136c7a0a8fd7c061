// Redacts a value whose shape others rely on: texts are masked, names of members stay. A key that a text leaves open, as
// where a log was cut, is masked up to its end, and that may lie members later.

import { AppError } from '../base/app-error.ts';
import type { Redactor } from './redactor.ts';

const PART = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Names of ours, and ordinary ones of others. Nothing that gives access is as short. */
const PLAIN_NAME = /^[A-Za-z_][A-Za-z_-]{0,23}$/;

/** The strings and numbers of a JSON text, one after the other. */
class Parts {
  readonly #text: string;
  readonly #keepsNumbers: boolean;

  constructor(text: string, keepsNumbers: boolean) {
    this.#text = text;
    this.#keepsNumbers = keepsNumbers;
    PART.lastIndex = 0;
  }

  string(): string {
    return String(this.#next());
  }

  number(given: number): number {
    const number = Number(this.#next());
    return this.#keepsNumbers ? given : number;
  }

  #next(): unknown {
    const [literal] = PART.exec(this.#text) ?? [];
    if (literal === undefined) throw refusal();
    return JSON.parse(literal);
  }
}

function refusal(): AppError {
  return new AppError('refused', 'The answer cannot be redacted for certain, so it is not given.');
}

/** The value with its strings and numbers replaced, in the order in which they are written. */
function rebuilt(value: unknown, parts: Parts): unknown {
  if (typeof value === 'string') return parts.string();
  if (typeof value === 'number') return parts.number(value);
  if (Array.isArray(value)) return value.map((item: unknown) => rebuilt(item, parts));
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = Object.entries(value).map(([name, member]) => {
    const masked = parts.string();
    return [PLAIN_NAME.test(name) ? name : masked, rebuilt(member, parts)];
  });
  return Object.fromEntries(members);
}

export interface RecordOptions {
  /** Numbers are left alone: all of them are ours. */
  readonly keepsNumbers?: boolean;
}

/** Throws where it cannot be redacted for certain. */
export function redactRecord(
  value: unknown,
  redactor: Redactor,
  { keepsNumbers = false }: RecordOptions = {},
): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  const line = redactor.redactJsonLine(Buffer.from(text));
  if (!('bytes' in line)) throw refusal();
  // Masks are as long as what they cover, and cover no quotes: both texts have the same parts in the same order.
  return rebuilt(JSON.parse(text), new Parts(Buffer.from(line.bytes).toString(), keepsNumbers));
}
