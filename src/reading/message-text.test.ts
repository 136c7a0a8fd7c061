// Tests the whole text of a message: from the log, and its beginning if the log does not have it.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message } from '../model/session.ts';
import { BodyReader } from '../sources/body-reader.ts';
import { messageText } from './message-text.ts';

/** The text of a message whose value in the log is `value`. */
function read(value: unknown, said: { preview: string; size: number }, pointer = '/said'): unknown {
  const line = JSON.stringify({ said: value });
  const path = join(mkdtempSync(join(tmpdir(), 'toolscope-text-')), 'a.jsonl');
  writeFileSync(path, `${line}\n`);
  const reader = new BodyReader([path]);
  const ref = { source: 0, line: 1, offset: 0, length: Buffer.byteLength(line) };
  const message: Message = {
    what: 'answer',
    thread: 'main',
    at: null,
    model: null,
    callId: null,
    ref,
    pointer,
    ...said,
  };
  try {
    return messageText(reader, message);
  } finally {
    reader.close();
  }
}

describe('messageText', () => {
  it('keeps the lines that the kept beginning has folded', () => {
    expect(read('a\nb', { preview: 'a b', size: 3 })).toEqual({ text: 'a\nb', isWhole: true });
  });

  it.each([
    ['line by line', 'one\ntwo', 7],
    ['as paragraphs', 'one\n\ntwo', 8],
    ['without anything between', 'onetwo', 6],
  ])('puts blocks together %s, as the format did', (_, text, size) => {
    const blocks = [{ text: 'one' }, { type: 'picture' }, { text: 'two' }];
    expect(read(blocks, { preview: 'one two', size })).toEqual({ text, isWhole: true });
  });

  it('says nothing where nothing was said, whatever the log holds', () => {
    expect(read('c2VhbGVk', { preview: '', size: 0 })).toEqual({ text: '', isWhole: true });
  });

  it('prefers what the format made of a value with tags', () => {
    expect(read('<name>/clear</name>', { preview: '/clear', size: 6 })).toEqual({ text: '/clear', isWhole: true });
  });

  it('has only the beginning when the log has changed', () => {
    expect(read('other', { preview: 'long…', size: 400 })).toEqual({ text: 'long…', isWhole: false });
    expect(read('other', { preview: 'long…', size: 400 }, '/gone')).toEqual({ text: 'long…', isWhole: false });
  });
});
