// The text behind the percent signs of addresses, with the way back: `?next=…%3Faccess_token%3D…`, `%22password%22%3A%22…`.

import { Runs, type Unescaped } from './unescape.ts';

const ENCODED = /%[0-9A-Fa-f]{2}/g;
/** Where an address ends, and what stands between two of them. */
const OUTSIDE = /[\s"`<>\\]/;

/** Of words that hold an encoded byte, one a line; a plus sign stands for a space. Undefined where there is none. */
export function percentDecoded(text: string): Unescaped | undefined {
  if (!text.includes('%')) return undefined;
  const runs = new Runs();
  const shown: string[] = [];
  let length = 0;
  const give = (part: string, from: number, size: number): void => {
    if (part === '') return;
    runs.add(length, from, size);
    shown.push(part);
    length += part.length;
  };
  ENCODED.lastIndex = 0;
  let match = ENCODED.exec(text);
  while (match !== null) {
    let at = match.index;
    const limit = ENCODED.lastIndex;
    while (at > 0 && !OUTSIDE.test(text[at - 1] ?? '')) at--;
    let end = limit;
    while (end < text.length && !OUTSIDE.test(text[end] ?? '')) end++;
    for (; match !== null && match.index < end; match = ENCODED.exec(text)) {
      give(text.slice(at, match.index).replaceAll('+', ' '), at, 0);
      give(String.fromCharCode(Number.parseInt(match[0].slice(1), 16)), match.index, match[0].length);
      at = match.index + match[0].length;
    }
    give(text.slice(at, end).replaceAll('+', ' '), at, 0);
    give('\n', end - 1, 1);
  }
  if (length === 0) return undefined;
  return {
    text: shown.join(''),
    rangeOf: (start, end) => ({ start: runs.placeOf(start)[0], end: runs.placeOf(end - 1)[1] }),
  };
}
