// Tests that the entries of a session are the same however they are cut into chunks, and match the rows.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Compaction, Message } from '../../../model/session.ts';
import { comparePointers } from '../../../model/source.ts';
import { allEntries, callCount, callEntries, saidEntries } from '../../sql/session-entries.ts';
import { messageCount } from '../../sql/session-messages.ts';
import { MessageTable } from '../index/message-table.ts';
import { openIndex } from '../open-index.ts';
import { SQLITE_DIALECT, sqliteEngine } from './engine.ts';
import { ENTRY_CALLS } from './entry-calls.ts';

const { database } = openIndex(mkdtempSync(join(tmpdir(), 'toolscope-entries-')));
const messages = new MessageTable(database);
const engine = sqliteEngine(database);
const newSession = database.command(
  `INSERT INTO sessions (agent, id, live, detail) SELECT 'a', count(*), 0, '' FROM sessions`,
);
const newSource = database.command(
  `INSERT INTO sources (session_pk, num, path, thread, device, inode, size, modified_at, offset, line, head, tail)
   SELECT ?, ?, count(*), 'main', '', '', 0, 0, 0, 0, '', '' FROM sources`,
);
const newCall = database.command(
  `INSERT INTO calls (session_pk, call_id, occurrence, thread, turn, source, offset, pointer, tool, tool_id, status,
     summary, detail, requested_at, ms, copy_of, flags, hooks)
   VALUES (?, ?, 1, 'main', 1, ?, ?, ?, 'Bash', 'shell', 'ok', 'ls', ?, 10, ?, ?, ?, ?)`,
);

interface Place {
  readonly kind: 'call' | 'answer' | 'compaction';
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
}

function message({ source, offset, pointer }: Place): Message {
  const ref = { source, line: 1, offset, length: 9 };
  return { what: 'answer', thread: 'main', at: 5, preview: 'yes', size: 3, model: null, callId: null, ref, pointer };
}

function compaction({ source, offset }: Place): Compaction {
  const ref = { source, line: 1, offset, length: 9 };
  return { thread: 'main', at: 5, trigger: 'auto', preTokens: 9, postTokens: null, ref };
}

function nameOf({ kind, source, offset, pointer }: Place): string {
  return `${kind} ${source} ${offset} ${pointer}`;
}

type Columns = Record<string, readonly unknown[]>;

async function columnsOf(lines: AsyncIterable<string>): Promise<Columns[]> {
  const columns: Columns[] = [];
  for await (const line of lines) columns.push(JSON.parse(line));
  return columns;
}

function refOf(pk: number) {
  return { pk, week: 0 };
}

function namesIn({ kind, source, offset, pointer }: Columns): string[] {
  return (kind ?? []).map((what, i) => `${what} ${source?.[i]} ${offset?.[i]} ${pointer?.[i]}`);
}

const KINDS = ['compaction', 'answer', 'call'] as const;

function inOrder(a: Place, b: Place): number {
  if (a.source !== b.source) return a.source - b.source;
  if (a.offset !== b.offset) return a.offset - b.offset;
  if (a.pointer !== b.pointer) return comparePointers(a.pointer, b.pointer);
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

/** Kept in the order in which they are given: the calls of a line need not be written in their order. */
function sessionWith(places: readonly Place[]): { readonly key: number; readonly compactions: Compaction[] } {
  const key = newSession.run().lastId;
  for (const num of [0, 1]) newSource.run(key, num);
  for (const { kind, source, offset, pointer } of places) {
    if (kind !== 'call') continue;
    newCall.run(key, `c${source} ${offset} ${pointer}`, source, offset, pointer, '{}', null, null, null, null);
  }
  messages.insertAll(key, places.filter(({ kind }) => kind === 'answer').map(message));
  return { key, compactions: places.filter(({ kind }) => kind === 'compaction').map(compaction) };
}

/** Runs of one kind: how much of a chunk was said differs from one to the next. Lines of one place have several entries. */
const anyPlaces = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS, 'call' as const, 'answer' as const),
      length: fc.nat(60),
      perLine: fc.integer({ min: 1, max: 4 }),
      isFirst: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((runs) => {
    const places = new Map<string, Place>();
    for (const [run, { kind, length, perLine, isFirst }] of runs.entries()) {
      for (let i = 0; i < length; i++) {
        const offset = 1000 * (run >> 1) + Math.floor(i / perLine);
        // Later ones of a line first.
        const pointer = kind === 'compaction' ? '' : `/${perLine - (i % perLine)}`;
        const place: Place = { kind, source: isFirst ? 0 : 1, offset, pointer };
        places.set(nameOf(place), place);
      }
    }
    return [...places.values()];
  });

it('gives all of them in order, whatever the size of a chunk', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlaces, fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(1000)), async (places, size) => {
      const { key, compactions } = sessionWith(places);
      const chunks = (await columnsOf(allEntries(engine, ENTRY_CALLS, refOf(key), compactions, size))).map(namesIn);
      expect(chunks.flat()).toEqual(places.toSorted(inOrder).map(nameOf));
      expect(chunks.every(({ length }) => length > 0 && length <= size)).toBe(true);
      // Something can be drawn at once.
      expect(chunks[0]?.length ?? 0).toBeLessThanOrEqual(100);
      // A chunk ends where a page of calls does, or is full.
      const calls = places.filter(({ kind }) => kind === 'call').length;
      expect(chunks.length).toBeLessThanOrEqual(6 + Math.ceil(places.length / size) + Math.ceil(calls / size));
      const counted = await engine.take(callCount(SQLITE_DIALECT, refOf(key)));
      expect(counted + (await engine.take(messageCount(key))) + compactions.length).toBe(places.length);
    }),
    { numRuns: 60 },
  );
});

it('tells calls by their ids, and what was said after places, in order', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPlaces,
      fc.array(fc.nat(400), { maxLength: 20 }),
      fc.nat(3000),
      async (places, wanted, last) => {
        const { key, compactions } = sessionWith(places);
        const calls = places.filter(({ kind }) => kind === 'call');
        const some = calls.filter((_, i) => wanted.includes(i));
        const ids = some.map(({ source, offset, pointer }) => `c${source} ${offset} ${pointer}`);
        const told = (await columnsOf(callEntries(engine, ENTRY_CALLS, refOf(key), ids, 100))).map(namesIn);
        expect(told.flat()).toEqual(some.toSorted(inOrder).map(nameOf));
        const later = places.filter(({ kind, source, offset }) => kind !== 'call' && (source === 1 || offset > last));
        const said = (await columnsOf(saidEntries(engine, key, compactions, new Map([[0, last]])))).map(namesIn);
        expect(said.flat()).toEqual(later.toSorted(inOrder).map(nameOf));
      },
    ),
    { numRuns: 30 },
  );
});

it('says the same of a call whether something was said beside it or not', async () => {
  const allowed = { decision: 'allowed', by: 'user', at: 30 };
  const detail = JSON.stringify({ pg: 'm1', pc: 'c0', ag: 'child', bg: { id: 'x' }, pm: allowed });
  const hooks = JSON.stringify([
    [1, 'ok', 0, 7, null, null, 5, 0, 1, 0, 9],
    [1, 'ok', 0, null, null, null, 5, 0, 1, 0, 9],
    [1, 'ok', 0, 5.5, null, null, 5, 0, 1, 0, 9],
  ]);
  const asked = JSON.stringify({ pm: { ...allowed, decision: 'asked' } });
  const put = (key: number): void => {
    newCall.run(key, 'c1', 0, 100, '/x', detail, 12.5, 1, 'cleared off-branch', hooks);
    newCall.run(key, 'c2', 0, 200, '/x', asked, 12, null, null, null);
  };
  const [alone, mixed] = [newSession.run().lastId, newSession.run().lastId];
  put(alone);
  put(mixed);
  messages.insertAll(mixed, [message({ kind: 'answer', source: 0, offset: 150, pointer: '/p' })]);
  const [calls, ...more] = await columnsOf(allEntries(engine, ENTRY_CALLS, refOf(alone), [], 10));
  const [withSaid] = await columnsOf(allEntries(engine, ENTRY_CALLS, refOf(mixed), [], 10));
  expect(more).toEqual([]);
  expect(calls).toMatchObject({
    kind: ['call', 'call'],
    at: [10, 10],
    ms: [12.5, 12],
    waitMs: [20, null],
    hookMs: [12.5, null],
    group: ['m1', null],
    parentCall: ['c0', null],
    startedThread: ['child', null],
    background: [true, false],
    flags: [['copy', 'cleared', 'off-branch'], []],
  });
  const apart = Object.entries(withSaid ?? {}).map(([name, values]) => [name, [values[0], values[2]]]);
  expect({ ...Object.fromEntries(apart), key: calls?.['key'] }).toEqual(calls);
  expect(Object.fromEntries(Object.entries(withSaid ?? {}).map(([name, values]) => [name, values[1]]))).toEqual({
    kind: 'answer',
    source: 0,
    offset: 150,
    pointer: '/p',
    thread: 'main',
    at: 5,
    text: 'yes',
    size: 3,
    model: null,
    key: 0,
    callId: '',
    occurrence: 0,
    tool: '',
    toolId: '',
    status: '',
    code: null,
    blame: null,
    endedAt: null,
    ms: null,
    basis: null,
    bound: null,
    waitMs: null,
    hookMs: null,
    turn: 0,
    group: null,
    parentCall: null,
    startedThread: null,
    background: false,
    tokens: null,
    path: null,
    flags: [],
    masked: null,
  });
});
