// Tests looking up bodies: by reference only, from plain and compressed files, and safely when a file changed since.

import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/support/claude-log.ts';
import { zstd } from '../../test/support/zstd.ts';
import type { LineRef } from '../model/source.ts';
import { BodyReader } from './body-reader.ts';
import { openOnDisk } from './files/open-log.ts';

const FIRST = '{"a":{"b/c":["梨",7]}}';
const SECOND = '{"d":null}';
const TEXT = `${FIRST}\n${SECOND}\n`;
const PACKED = zstd(TEXT);

function ref(offset: number, length: number, source = 0): LineRef {
  return { source, line: 1, offset, length };
}

const first = ref(0, Buffer.byteLength(FIRST));
const second = ref(first.length + 1, SECOND.length);

function withFile<Value>(
  name: string,
  content: string | Uint8Array,
  use: (reader: BodyReader, path: string) => Value,
): Value {
  const path = join(folderWith({ [name]: content }), name);
  const reader = new BodyReader([path]);
  try {
    return use(reader, path);
  } finally {
    reader.close();
  }
}

describe.each([
  ['a plain file', 'x.jsonl', TEXT],
  ['a compressed file', 'x.jsonl.zst', PACKED],
])('%s', (_, name, content) => {
  it('gives text, record and value of a place', () => {
    withFile(name, content, (reader) => {
      expect(reader.text(second)).toBe(SECOND);
      expect(reader.text(first)).toBe(FIRST);
      expect(reader.record(first)).toEqual({ a: { 'b/c': ['梨', 7] } });
      expect(reader.value({ ...first, pointer: '/a/b~1c/0' })).toBe('梨');
      expect(reader.value({ ...first, pointer: '' })).toEqual({ a: { 'b/c': ['梨', 7] } });
      expect(reader.value({ ...second, pointer: '/d' })).toBeNull();
      expect(reader.value({ ...second, pointer: '/constructor' })).toBeUndefined();
    });
  });

  it('gives nothing beyond its end, and nothing from a place that is no record', () => {
    withFile(name, content, (reader) => {
      expect(reader.text(ref(second.offset, 500))).toBeUndefined();
      expect(reader.text(ref(9000, 5))).toBeUndefined();
      expect(reader.record(ref(1, 5))).toBeUndefined();
      expect(reader.value({ ...ref(1, 5), pointer: '/a' })).toBeUndefined();
    });
  });

  it('gives nothing once the file is gone', () => {
    withFile(name, content, (reader, path) => {
      rmSync(path);
      expect(reader.text(first)).toBeUndefined();
      expect(reader.record(first)).toBeUndefined();
    });
  });
});

describe('a file that changed', () => {
  it('cut short: what is left is found, the rest is not', () => {
    withFile('x.jsonl', TEXT, (reader, path) => {
      expect(reader.text(second)).toBe(SECOND);
      truncateSync(path, first.length + 1);
      expect([reader.text(first), reader.text(second)]).toEqual([FIRST, undefined]);
    });
  });

  it('overwritten: what is no record any more is nothing', () => {
    withFile('x.jsonl', TEXT, (reader, path) => {
      writeFileSync(path, 'x'.repeat(TEXT.length));
      expect(reader.record(first)).toBeUndefined();
    });
  });

  it('compressed and still growing, or not compressed at all', () => {
    withFile('x.jsonl.zst', zstd(TEXT, { isOpen: true }), (reader) => {
      expect([reader.text(first), reader.text(second)]).toEqual([FIRST, SECOND]);
    });
    withFile('x.jsonl.zst', TEXT, (reader) => expect(reader.text(first)).toBeUndefined());
  });
});

describe('the reader', () => {
  it('reads only the files it was given', () => {
    withFile('x.jsonl', TEXT, (reader) => {
      expect(reader.text(ref(0, 5, 1))).toBeUndefined();
      expect(reader.text(ref(0, 5, -1))).toBeUndefined();
    });
  });

  it('reads two lines once for all that stands on them, and again once it was closed', () => {
    const path = join(folderWith({ 'x.jsonl': TEXT }), 'x.jsonl');
    let reads = 0;
    const reader = new BodyReader([path], (file) => {
      const log = openOnDisk(file);
      return {
        size: log.size,
        close: () => log.close(),
        read: (room, at) => {
          reads++;
          return log.read(room, at);
        },
      };
    });
    const look = () => [reader.value({ ...first, pointer: '/a/b~1c/1' }), reader.value({ ...second, pointer: '/d' })];
    expect([look(), look(), look(), reads]).toEqual([[7, null], [7, null], [7, null], 2]);
    reader.close();
    expect([look(), reads]).toEqual([[7, null], 4]);
    reader.close();
  });

  it('trims padding as reading did', () => {
    const padded = `\ufeff${SECOND}\0\0`;
    withFile('x.jsonl', padded, (reader) =>
      expect(reader.record(ref(0, Buffer.byteLength(padded)))).toEqual({ d: null }),
    );
  });

  it('may be closed twice, and used again', () => {
    withFile('x.jsonl', TEXT, (reader) => {
      expect(reader.text(second)).toBe(SECOND);
      reader.close();
      reader.close();
      expect(reader.text(second)).toBe(SECOND);
    });
  });
});
