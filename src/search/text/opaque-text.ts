// Tells data from text in decoded strings: base64 and its like is not searched.

import { OPAQUE_LETTER, OPAQUE_RUN } from './byte-classes.ts';
import type { TextSpan } from './term-matcher.ts';

/** Keys whose values are data when they look like it, even when they are short. */
const DATA_KEYS: ReadonlySet<string> = new Set(['data', 'base64', 'signature', 'encrypted_content']);
const LOOKS_LIKE_DATA = /^[A-Za-z0-9+/=_-]{64,}$/;

export function isData(key: string, text: string): boolean {
  return DATA_KEYS.has(key) && LOOKS_LIKE_DATA.test(text);
}

function isOpaque(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0x80 && OPAQUE_LETTER[unit] === 1;
}

/** The stretches of a text between its long runs of base64. Most texts have none, and are one stretch. */
export function stretchesOf(text: string): TextSpan[] {
  const stretches: TextSpan[] = [];
  let start = 0;
  let at = 0;
  while (at + OPAQUE_RUN <= text.length) {
    // From the far end: the first letter that is no base64 tells how far there can be no run.
    let far = at + OPAQUE_RUN - 1;
    while (far >= at && isOpaque(text, far)) far--;
    if (far >= at) {
      at = far + 1;
      continue;
    }
    let end = at + OPAQUE_RUN;
    while (end < text.length && isOpaque(text, end)) end++;
    if (at > start) stretches.push({ start, end: at });
    start = end;
    at = end;
  }
  if (start < text.length) stretches.push({ start, end: text.length });
  return stretches;
}
