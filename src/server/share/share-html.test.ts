// Tests that a shared file contains no control sequences, and keeps all of its markup.

import { expect, it } from 'vitest';
import { harmless } from './share-html.ts';

it('removes control characters, but no markup after an unfinished sequence', () => {
  const pieces = ['<p title="a\x1b]0;b">c</p><p>d\x07</p>', '<p>\x1b[31me\x9b\u202e</p>\n'];
  expect([...harmless(pieces)]).toEqual(['<p title="a]0;b">c</p><p>d</p>', '<p>[31me</p>\n']);
});
