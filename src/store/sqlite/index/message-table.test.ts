// Tests that messages come back as they were put, in order, whatever came first and however often a file grew; and that an
// index of an older schema keeps its messages and hooks.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { integer } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import { comparePointers } from '../../../model/source.ts';
import { PAGE_MESSAGES, SPOKEN } from '../../rows/message-page.ts';
import {
  lastMessage,
  messageAt,
  messageCount,
  messagePages,
  messageSources,
  messageThreads,
} from '../../sql/session-messages.ts';
import { openIndex } from '../open-index.ts';
import { sqliteEngine } from '../queries/engine.ts';
import { MessageTable } from './message-table.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'toolscope-messages-'));
}

const { database } = openIndex(newFolder());
const table = new MessageTable(database);
const engine = sqliteEngine(database);

function newSession(): number {
  return database
    .command(`INSERT INTO sessions (agent, id, live, detail) SELECT 'a', count(*), 0, '' FROM sessions`)
    .run().lastId;
}

const message: fc.Arbitrary<Message> = fc.record({
  what: fc.constantFrom(...SPOKEN),
  thread: fc.constantFrom('main', 'main', 'main', 'a1'),
  at: fc.option(fc.integer({ min: 0 })),
  preview: fc.string({ unit: 'binary' }),
  size: fc.nat(),
  model: fc.option(fc.constantFrom('big', 'small')),
  callId: fc.option(fc.string()),
  ref: fc.record({ source: fc.nat(2), line: fc.nat(), offset: fc.nat(60), length: fc.nat() }),
  pointer: fc.constantFrom('', '/message/content/2', '/message/content/10'),
});

function keyOf({ ref, pointer }: Message): string {
  return `${ref.source} ${ref.offset} ${pointer}`;
}

/** The last of each place, in order. */
function expected(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((said) => [keyOf(said), said])).values()].sort(
    (a, b) => a.ref.source - b.ref.source || a.ref.offset - b.ref.offset || comparePointers(a.pointer, b.pointer),
  );
}

async function allOf(session: number): Promise<Message[]> {
  const all: Message[] = [];
  for (const source of await engine.take(messageSources(session))) {
    for await (const page of messagePages(engine, session, source)) all.push(...page);
  }
  return all;
}

function pageSizes(session: number): number[] {
  return database
    .query('SELECT messages FROM message_pages WHERE session_pk = ? ORDER BY source, last_offset, pk', (row) =>
      integer(row, 'messages'),
    )
    .all(session);
}

it('gives back what was put, in whatever portions it came', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(message, { maxLength: 150 }), { minLength: 1, maxLength: 5 }),
      async (portions) => {
        const [bits, whole] = [newSession(), newSession()];
        for (const portion of portions) table.putAll(bits, portion);
        const wanted = expected(portions.flat());
        table.insertAll(whole, wanted);
        expect(await allOf(bits)).toEqual(wanted);
        expect(pageSizes(bits)).toEqual(pageSizes(whole));
        for (const key of [bits, whole]) expect(await engine.take(messageCount(key))).toBe(wanted.length);
        for (const said of wanted) {
          const { ref, pointer } = said;
          expect(await engine.take(messageAt(bits, { source: ref.source, offset: ref.offset, pointer }))).toEqual(said);
        }
        expect(await engine.take(lastMessage(bits, 'main'))).toEqual(
          wanted.findLast(({ thread }) => thread === 'main'),
        );
        expect(new Set((await engine.take(messageThreads(bits))).map(String))).toEqual(
          new Set(wanted.map(({ thread, ref }) => String([thread, ref.source]))),
        );
      },
    ),
    { numRuns: 40 },
  );
});

it('leaves full pages alone when a file grows', async () => {
  const session = newSession();
  const [sample] = fc.sample(message, 1);
  const at = (offset: number): Message[] =>
    sample === undefined ? [] : [{ ...sample, ref: { ...sample.ref, source: 0, offset } }];
  const keys = () =>
    database
      .query('SELECT pk FROM message_pages WHERE session_pk = ? ORDER BY pk', (row) => integer(row, 'pk'))
      .all(session);
  table.insertAll(session, Array.from({ length: 2 * PAGE_MESSAGES }, (_, i) => at(10 * i)).flat());
  const before = keys();
  table.putAll(session, at(10_000));
  table.putAll(session, at(10_001));
  expect(keys().slice(0, 2)).toEqual(before);
  expect(pageSizes(session)).toEqual([PAGE_MESSAGES, PAGE_MESSAGES, 2]);
  expect(await engine.take(messageAt(session, { source: 0, offset: 11, pointer: '' }))).toBeUndefined();
});
