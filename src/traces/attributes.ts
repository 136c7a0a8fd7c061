// Attributes: names and plain values, each of bounded length and safe for any JSON reader.

export type AttributeValue = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** What a value may be before it is checked; null or undefined is left out. */
type Given = AttributeValue | null | undefined;

const LONGEST_VALUE = 2000;
const LONGEST_NAME = 200;
const MOST_VALUES = 100;

/** A lone surrogate, also where the text is cut, is replaced: some readers reject the whole file otherwise. */
function cut(text: string, longest: number): string {
  const short = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return short.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A name as trees and lanes show it. */
export function nameText(text: string): string {
  return cut(text, LONGEST_NAME);
}

function cleaned(value: Given): AttributeValue | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return cut(value, LONGEST_VALUE);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value;
  return value.length === 0 ? undefined : value.slice(0, MOST_VALUES).map((text) => cut(text, LONGEST_VALUE));
}

/** Without empty ones. */
export function attributes(given: Readonly<Record<string, Given>>): Attributes {
  const kept: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const clean = cleaned(value);
    if (clean !== undefined) kept[name] = clean;
  }
  return kept;
}
