// Tests searching one log: what counts as text, what a hit says, in which order, and when a search ends.

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { searchOneLog } from '../../../test/support/search-one-log.ts';
import { LineCutter } from '../../base/lines.ts';
import { parseLine } from '../../sources/json-lines/parse-line.ts';
import { type LogBytes, logBytes, memoryBytes } from './log-bytes.ts';
import { parseScopedQuery } from './scoped-query.ts';
import type { SearchReport } from './search-budget.ts';
import type { SearchOptions } from './search-library.ts';
import { searchedAs } from './searched-as.ts';
import type { TextHit } from './source-scan.ts';
import { decodeTextIndex, type TextIndex } from './text-index.ts';
import { TextIndexBuilder } from './text-index-builder.ts';

function indexOf(log: Uint8Array): TextIndex {
  const builder = new TextIndexBuilder();
  new LineCutter().push(log, (line) => builder.add(line, searchedAs(parseLine(line, 0))));
  const { sealed, open } = builder.flush();
  const decoded = decodeTextIndex(Buffer.concat([sealed, open]));
  if (!decoded.ok) throw new Error(decoded.fault);
  return decoded.index;
}

function logOf(...lines: readonly (string | object)[]): Buffer {
  return Buffer.from(lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

interface Found {
  readonly hits: TextHit[];
  readonly report: SearchReport | undefined;
}

async function search(
  log: Buffer | LogBytes,
  text: string,
  options: Partial<SearchOptions> & { index?: TextIndex | null } = {},
): Promise<Found> {
  const bytes = Buffer.isBuffer(log) ? memoryBytes(log) : log;
  const index = options.index !== undefined ? options.index : Buffer.isBuffer(log) ? indexOf(log) : null;
  const hits: TextHit[] = [];
  let report: SearchReport | undefined;
  const query = options.query ?? parseScopedQuery(text, 0).text;
  for await (const hit of searchOneLog({ log: bytes, index }, { ...options, query, onEnd: (end) => (report = end) }))
    hits.push(hit);
  return { hits, report };
}

async function linesOf(log: Buffer, text: string, options: Partial<SearchOptions> = {}): Promise<number[]> {
  const { hits } = await search(log, text, options);
  const brute = await search(log, text, { ...options, index: null });
  expect(brute.hits).toEqual(hits);
  return hits.map(({ line }) => line);
}

const folder = mkdtempSync(join(tmpdir(), 'toolscope-text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a hit', () => {
  it('says where it is, what it looks like, and when it was', async () => {
    const log = logOf(
      { type: 'user' },
      { at: 5, message: { content: [{ text: 'Fix the BUILD of src/lib/x.ts, please' }] } },
    );
    const { hits } = await search(log, '"build of" src/lib', { timeOf: (record) => Number(record['at']) });
    expect(hits).toEqual([
      {
        line: 2,
        offset: 16,
        length: 81,
        pointer: '/message/content/0/text',
        inner: null,
        matchStart: 8,
        snippet: {
          text: 'Fix the BUILD of src/lib/x.ts, please',
          highlights: [
            [8, 16],
            [17, 24],
          ],
        },
        unparsed: false,
        at: 5,
      },
    ]);
  });

  it('shows the string in which most of the terms are', async () => {
    const log = logOf({ a: 'one', b: 'one and two', c: 'two' });
    expect((await search(log, 'one two')).hits.map(({ pointer }) => pointer)).toEqual(['/b']);
    expect((await search(logOf({ a: 'one', b: 'two' }), 'one two')).hits.map(({ pointer }) => pointer)).toEqual(['/a']);
  });

  it('looks into JSON that is written in a string, as people read it', async () => {
    const log = logOf({ payload: { arguments: JSON.stringify({ command: ['bash', '-lc', 'echo "hi"\nnpm test'] }) } });
    const { hits } = await search(log, '"echo \\"hi\\"" npm*');
    expect(hits.map(({ pointer, inner, matchStart }) => ({ pointer, inner, matchStart }))).toEqual([
      { pointer: '/payload/arguments', inner: '/command/2', matchStart: 0 },
    ]);
  });

  it('escapes keys in pointers', async () => {
    const { hits } = await search(logOf({ 'a/b': { 'c~d': ['', 'needle'] } }), 'needle');
    expect(hits[0]?.pointer).toBe('/a~1b/c~0d/1');
  });
});

describe('the place of a hit', () => {
  const pear = (message: object): object => ({ cwd: '/pear', uuid: 'pear-1', message });
  it.each([
    [
      'what was said before the folder and ids',
      pear({ id: 'pear-2', content: 'one pear' }),
      'pear',
      '/message/content',
    ],
    [
      'an input',
      pear({ content: [{ tool_use_id: 'pear', input: { path: 'pear.ts' } }] }),
      'pear',
      '/message/content/0/input/path',
    ],
    ['the folder where nothing else says it', pear({ content: 'plums' }), 'pear', '/cwd'],
    [
      'the text with most of the words, a label too',
      { slug: 'ripe pear', message: { content: 'a pear' } },
      'ripe pear',
      '/slug',
    ],
    [
      'what JSON in a string says',
      { payload: { call_id: 'pear', arguments: '{"id":"pear"}' } },
      'pear',
      '/payload/arguments',
    ],
  ])('is %s', async (_what, record, text, pointer) => {
    const { hits } = await search(logOf(record), text);
    expect(hits.map((hit) => hit.pointer)).toEqual([pointer]);
  });
});

describe('what is searched', () => {
  it('is words inside words, phrases, prefixes, in any ASCII case', async () => {
    const log = logOf({ t: 'handleRequestError foo_bar' }, { t: 'the request  error' }, { t: 'REQUEST' });
    expect(await linesOf(log, 'request')).toEqual([3, 2, 1]);
    expect(await linesOf(log, 'o_b')).toEqual([1]);
    expect(await linesOf(log, '"request  error"')).toEqual([2]);
    expect(await linesOf(log, '"request error"')).toEqual([]);
    expect(await linesOf(log, 'request*')).toEqual([3, 2]);
    expect(await linesOf(log, 'bar*')).toEqual([]);
    expect(await linesOf(log, '/request\\w/i')).toEqual([1]);
    expect(await linesOf(log, '/request\\w/')).toEqual([]);
  });

  it('folds ASCII letters only', async () => {
    const log = logOf({ t: 'ÄRGER Über' });
    expect(await linesOf(log, 'Ärger')).toEqual([1]);
    expect(await linesOf(log, 'ärger')).toEqual([]);
    expect(await linesOf(log, 'ÜBER')).toEqual([1]);
  });

  it('is not keys, numbers, or what lies between strings', async () => {
    const log = logOf({
      parentUuid: 'x',
      n: 12345,
      list: ['a', 'b'],
      'long key that is a phrase of more than sixty-four letters in all': 1,
    });
    for (const text of ['parentUuid', '12345', '"a\\",\\"b"', 'true', 'phrase'])
      expect(await linesOf(log, text)).toEqual([]);
    expect(await linesOf(logOf({ parentUuid: 'x' }, { t: 'what is parentUuid?' }), 'parentUuid')).toEqual([2]);
  });

  it('is not data', async () => {
    const long = 'iVBORw0KGgoAAAANSUhEUg'.repeat(30);
    const log = logOf(
      { source: { data: 'QUJDneedleREVG'.repeat(6), media_type: 'needle' } },
      { t: `before ${long} needle` },
      { signature: 'short needle' },
    );
    expect(await linesOf(log, 'needle')).toEqual([3, 2, 1]);
    expect((await search(log, 'needle')).hits.map(({ pointer }) => pointer)).toEqual([
      '/signature',
      '/t',
      '/source/media_type',
    ]);
    expect(await linesOf(log, 'GgoAAAANSU')).toEqual([]);
    expect(await linesOf(log, 'QUJD')).toEqual([]);
  });

  it('is the text, however it is spelled', async () => {
    const log = logOf(
      '{"t":"caf\\u00e9 a\\/b \\u0066oo"}',
      '{ "t" : "café a/b foo" }',
      '{"t":"line\\nbreak\\ttab \\ud83d\\ude00"}',
    );
    expect(await linesOf(log, '"café a/b foo"')).toEqual([2, 1]);
    expect(await linesOf(log, '😀')).toEqual([3]);
    expect(await linesOf(log, '', { query: { terms: [{ kind: 'substring', text: 'line\nbreak\ttab' }] } })).toEqual([
      3,
    ]);
    expect(await linesOf(log, 'nbreak')).toEqual([]);
    expect(await linesOf(log, 'break*')).toEqual([3]);
  });

  it('is the line itself when it is not JSON', async () => {
    const log = Buffer.concat([
      logOf('{"type":"user","mess'),
      Buffer.from([0x66, 0x6f, 0x6f, 0xff, 0x62, 0x61, 0x72, 10]),
      logOf({ t: 'ok' }),
    ]);
    const { hits } = await search(log, 'type":"us', { query: { terms: [{ kind: 'substring', text: 'type":"us' }] } });
    expect(
      hits.map(({ line, pointer, unparsed, snippet }) => ({ line, pointer, unparsed, text: snippet.text })),
    ).toEqual([{ line: 1, pointer: null, unparsed: true, text: '{"type":"user","mess' }]);
    expect(await linesOf(log, 'foo')).toEqual([2]);
    expect(await linesOf(log, 'foobar')).toEqual([]);
  });

  it('goes on through U+2028, \\r\\n and blank lines', async () => {
    const log = Buffer.from('{"t":"one\u2028two"}\r\n\r\n   \r\n{"t":"two"}\r\n');
    expect(await linesOf(log, 'two')).toEqual([4, 1]);
    expect(
      (await search(log, 'two')).hits.map(({ offset, length }) => log.toString('utf8', offset, offset + length)),
    ).toEqual(['{"t":"two"}', '{"t":"one\u2028two"}']);
  });

  it('is several records on one line, each for itself', async () => {
    const log = logOf('{"a":"one"}{"a":"two three"}');
    expect((await search(log, 'two three')).hits.map(({ offset, pointer }) => [offset, pointer])).toEqual([[11, '/a']]);
    expect(await linesOf(log, 'one two')).toEqual([]);
  });
});

describe('a search', () => {
  const many = logOf(...Array.from({ length: 2000 }, (_, i) => ({ t: `entry ${i} ${'filler words '.repeat(20)}` })));

  it('goes newest first, and stops at its limit', async () => {
    const { hits, report } = await search(many, 'entry', { limit: 3 });
    expect(hits.map(({ line }) => line)).toEqual([2000, 1999, 1998]);
    expect(report).toMatchObject({ end: 'limit', hits: 3 });
    expect(report?.linesDecoded).toBe(3);
  });

  it('reads only blocks that may match', async () => {
    const { hits, report } = await search(many, '"entry 7 "');
    expect(hits.map(({ line }) => line)).toEqual([8]);
    expect(report).toMatchObject({ end: 'complete', linesDecoded: 1 });
    const absent = await search(many, 'xylophone');
    expect(absent.report).toMatchObject({ end: 'complete', hits: 0, bytesRead: 0, linesDecoded: 0 });
  });

  it('finds what was written behind its index, and a last line without an end', async () => {
    const index = indexOf(many);
    const grown = Buffer.concat([many, logOf({ t: 'xylophone' }), Buffer.from('{"t":"half xylo')]);
    expect((await search(grown, 'xylo', { index })).hits.map(({ line, unparsed }) => [line, unparsed])).toEqual([
      [2002, true],
      [2001, false],
    ]);
  });

  it('limits what a query of one or two letters may read', async () => {
    const { hits, report } = await search(many, 'zq', { scanLimitBytes: 200_000 });
    expect(hits).toEqual([]);
    expect(report).toMatchObject({ end: 'scan-limit' });
    expect(report?.bytesRead).toBeLessThan(400_000);
    expect((await search(many, '7', { limit: 2 })).hits.map(({ line }) => line)).toEqual([1998, 1988]);
  });

  it('stops a regular expression that runs away', async () => {
    const log = logOf({ t: 'newer' }, { t: `${'a'.repeat(60)}b` });
    const { hits, report } = await search(log, '/(a+)+$/');
    expect(hits).toEqual([]);
    expect(report?.end).toBe('runaway');
  });

  it('gives up after its time', async () => {
    const { report } = await search(Buffer.concat(Array(20).fill(many)), '/e(n)t(r)y\\s(?:x|y)+/', {
      timeLimitMs: 0,
      index: null,
    });
    expect(report).toMatchObject({ end: 'time-limit', hits: 0 });
  });

  it('lets others have their turn, and stops when it is told to', async () => {
    const controller = new AbortController();
    const signal = controller.signal;
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const hits = searchOneLog(
      { log: memoryBytes(many), index: null },
      { query: parseScopedQuery('entry', 0).text, limit: 0, signal },
    );
    let count = 0;
    const run = async (): Promise<void> => {
      for await (const hit of hits) if (hit.line > 0 && ++count === 500) controller.abort();
    };
    await expect(run()).rejects.toThrow('aborted');
    clearInterval(timer);
    expect(count).toBe(500);
    expect(turns).toBeGreaterThan(0);
  });

  it('tells how it ended even when nobody reads on', async () => {
    let report: SearchReport | undefined;
    const hits = searchOneLog(
      { log: memoryBytes(many), index: null },
      { query: parseScopedQuery('entry', 0).text, onEnd: (end) => (report = end) },
    );
    for await (const hit of hits) if (hit.line === 1999) break;
    expect(report).toMatchObject({ end: 'closed', hits: 2 });
  });
});

describe('a log on disk', () => {
  it('is read by position, and may be gone or shorter by now', async () => {
    const path = join(folder, 'log.jsonl');
    const log = logOf({ t: 'first needle' }, { t: 'second needle' });
    writeFileSync(path, log);
    const index = indexOf(log);
    expect((await search(logBytes(path), 'needle', { index })).hits.map(({ line }) => line)).toEqual([2, 1]);
    truncateSync(path, 10);
    expect((await search(logBytes(path), 'needle', { index })).hits).toEqual([]);
    rmSync(path);
    expect(await search(logBytes(path), 'needle', { index })).toMatchObject({ hits: [], report: { unreadable: 1 } });
  });
});
