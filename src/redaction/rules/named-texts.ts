// Texts that somebody wants masked as they are: a customer's name, a code name, a host that no rule knows.

import { byteTextOf } from '../byte-text.ts';
import type { Rule } from '../rule.ts';

/** Shorter ones are parts of ordinary words. */
export const SHORTEST_TEXT = 3;

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** In any case of its letters, as far as they are ASCII. All are counted under one name: the report must not repeat them. */
export function textRules(texts: readonly string[]): Rule[] {
  const wanted = [...new Set(texts.map((text) => text.trim()).filter((text) => text.length >= SHORTEST_TEXT))];
  return wanted.map((text) => ({
    id: 'named-text',
    kind: 'personal',
    name: 'Text that you named',
    pattern: new RegExp(`()${escaped(byteTextOf(text))}`, 'gi'),
  }));
}
