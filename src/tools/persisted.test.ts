// Tests the notice for outputs too large to show.

import { expect, test } from 'vitest';
import { readPersisted } from './persisted.ts';

test('path, size and preview', () => {
  const text =
    '<persisted-output>\nOutput too large (1.5MB). Full output saved to: /home/u/a b/tool-results/x.txt\n\nPreview (first 2KB):\none\ntwo </persisted-output> three\n...\n</persisted-output>';
  expect(readPersisted(text)).toEqual({
    path: '/home/u/a b/tool-results/x.txt',
    bytes: 1_572_864,
    preview: 'one\ntwo </persisted-output> three',
  });
});

test('without a size, without a preview, without an end', () => {
  expect(readPersisted('<persisted-output>\nOutput too large. Full output saved to: /x.txt')).toEqual({
    path: '/x.txt',
    bytes: null,
    preview: '',
  });
});

test('other texts are none', () => {
  expect(readPersisted('see <persisted-output>')).toBeUndefined();
  expect(readPersisted('<persisted-output>\nSomething else')).toBeUndefined();
});
