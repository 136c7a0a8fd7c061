// Tests searching many logs as one: the order of hits, which logs are opened, and logs that cannot be read.

import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/app-error.ts';
import { type LogBytes, memoryBytes } from './log-bytes.ts';
import { parseScopedQuery } from './scoped-query.ts';
import type { SearchReport } from './search-budget.ts';
import { type LibrarySource, type SearchOptions, searchLibrary } from './search-library.ts';

/** A log whose lines have these times and say `needle`. */
function source(id: string, times: readonly number[], opened: string[] = []): LibrarySource<string> {
  const log = Buffer.from(times.map((at) => `${JSON.stringify({ at, t: `needle ${id}` })}\n`).join(''));
  return {
    id,
    newestAt: Math.max(...times),
    open: () => {
      opened.push(id);
      return { log: memoryBytes(log), index: null };
    },
  };
}

const timed = {
  query: parseScopedQuery('needle', 0).text,
  timeOf: (record: { readonly [key: string]: unknown }) => Number(record['at']),
};

async function found(
  sources: LibrarySource<string>[],
  options: Partial<SearchOptions> = {},
): Promise<{ hits: string[]; report: SearchReport | undefined }> {
  const hits: string[] = [];
  let report: SearchReport | undefined;
  for await (const { source, hit } of searchLibrary(sources, { ...timed, ...options, onEnd: (end) => (report = end) }))
    hits.push(`${source}${hit.at ?? ''}`);
  return { hits, report };
}

describe('searchLibrary', () => {
  it('merges the hits of all logs by time, newest first', async () => {
    const sources = [source('a', [1, 5, 9]), source('b', [2, 8]), source('c', [3, 4, 7])];
    expect((await found(sources)).hits).toEqual(['a9', 'b8', 'c7', 'a5', 'c4', 'c3', 'b2', 'a1']);
  });

  it('opens a log only when its turn may come', async () => {
    const opened: string[] = [];
    const sources = [source('a', [7, 8, 9], opened), source('b', [6, 7], opened), source('c', [1], opened)];
    expect((await found(sources, { limit: 2 })).hits).toEqual(['a9', 'a8']);
    expect(opened).toEqual(['a']);
    await found(sources, { limit: 4 });
    expect(opened).toEqual(['a', 'a', 'b']);
  });

  it('keeps the order when clocks in a log do not, or there are none', async () => {
    expect((await found([source('a', [9, 1, 5]), source('b', [4])])).hits).toEqual(['a5', 'b4', 'a1', 'a9']);
    const { hits } = await found([source('a', [1, 5]), source('b', [2])], { timeOf: () => null });
    expect(hits).toEqual(['a', 'a', 'b']);
  });

  it.each([true, false])('keeps few files open, and none in the end (files: %s)', async (isFile) => {
    const open = new Set<string>();
    let most = 0;
    const watched = (id: string): LibrarySource<string> => {
      const lines = Buffer.from(
        Array.from({ length: 9 }, (_, at) => `${JSON.stringify({ at, t: 'needle' })}\n`).join(''),
      );
      const { size, read } = memoryBytes(lines);
      const log: LogBytes = {
        isFile,
        size,
        read: (...where) => {
          open.add(id);
          most = Math.max(most, open.size);
          return read(...where);
        },
        release: () => open.delete(id),
      };
      return { id, newestAt: 9, open: () => ({ log, index: null }) };
    };
    const sources = Array.from({ length: 40 }, (_, i) => watched(`${i} `));
    expect((await found(sources, { limit: 0 })).hits).toHaveLength(360);
    expect(most).toBe(isFile ? 17 : 1);
    expect(open.size).toBe(0);
    await found(sources, { limit: 3 });
    expect(open.size).toBe(0);
  });

  it('passes over logs that cannot be read, and says so', async () => {
    const gone: LibrarySource<string> = {
      id: 'gone',
      newestAt: null,
      open: () => Promise.reject(new AppError('path-not-found', 'gone')),
    };
    const { hits, report } = await found([gone, source('a', [1])]);
    expect(hits).toEqual(['a1']);
    expect(report).toMatchObject({ end: 'complete', unreadable: 1, hits: 1 });
  });

  it('does not hide mistakes of its own', async () => {
    const wrong: LibrarySource<string> = {
      id: 'x',
      newestAt: 1,
      open: () => Promise.reject(new TypeError('a mistake')),
    };
    await expect(found([wrong])).rejects.toThrow('a mistake');
  });

  it('ends with a report, at the limit, at the end, and for no logs at all', async () => {
    expect((await found([], {})).report).toMatchObject({ end: 'complete', hits: 0 });
    expect((await found([source('a', [1, 2])], { limit: 1 })).report).toMatchObject({ end: 'limit', hits: 1 });
    expect((await found([source('a', [1, 2])], { limit: 0 })).report).toMatchObject({ end: 'complete', hits: 2 });
  });
});
