// Where the strings and numbers of a JSON text stand: the only places that may be masked.

import type { Range } from './rule.ts';

export interface JsonPart extends Range {
  readonly type: 'string' | 'number';
}

/** The end of a string's content: its closing quote, or the end of the text. */
function closingQuote(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slash = quote - 1;
    while (slash >= from && text[slash] === '\\') slash--;
    if ((quote - slash) % 2 === 1) return quote;
  }
  return text.length;
}

/** Contents of strings, without their quotes, and whole numbers. Also of a part of JSON that begins outside a string. */
export function* jsonParts(text: string): Generator<JsonPart> {
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote === -1 ? text.length : quote);
    for (const { index, 0: number } of between.matchAll(/-?\d[\d.eE+-]*/g)) {
      yield { type: 'number', start: at + index, end: at + index + number.length };
    }
    if (quote === -1) return;
    const end = closingQuote(text, quote + 1);
    yield { type: 'string', start: quote + 1, end };
    at = end + 1;
  }
}
