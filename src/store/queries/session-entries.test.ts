// Tests that the entries of a session are the same however they are cut into chunks.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message } from '../../model/session.ts';
import { MessageTable } from '../index/message-table.ts';
import { openIndex } from '../index/open-index.ts';
import { SessionEntries } from './session-entries.ts';

const { database } = openIndex(mkdtempSync(join(tmpdir(), 'toolscope-entries-')));
const messages = new MessageTable(database);
const entries = new SessionEntries(database);
const newSession = database.command(
  `INSERT INTO sessions (agent, id, live, detail) SELECT 'a', count(*), 0, '' FROM sessions`,
);
const newCall = database.command(
  `INSERT INTO calls (session_pk, call_id, occurrence, thread, turn, source, offset, pointer, tool, tool_id, status, summary, detail)
   VALUES (?, ?, 1, 'main', 1, ?, ?, '/x', 'Bash', 'shell', 'ok', 'ls', '{}')`,
);

function message(source: number, offset: number): Message {
  const ref = { source, line: 1, offset, length: 9 };
  return {
    what: 'answer',
    thread: 'main',
    at: 5,
    preview: 'yes',
    size: 3,
    model: null,
    callId: null,
    ref,
    pointer: '/p',
  };
}

/** Places of all entries, chunk by chunk. */
function placesOf(session: number, size: number): string[][] {
  return [...entries.all(session, [], size)].map((chunk) => {
    const { kind, source, offset }: Record<string, readonly unknown[]> = JSON.parse(chunk);
    return (kind ?? []).map((what, i) => `${what} ${source?.[i]} ${offset?.[i]}`);
  });
}

it('gives all of them in order, whatever the size of a chunk', () => {
  // Runs of messages, then of calls, and so on: how much of a chunk was said differs from one to the next.
  const runs = fc.array(fc.nat(60), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(runs, fc.integer({ min: 1, max: 50 }), (lengths, size) => {
      const session = newSession.run().lastId;
      const said: Message[] = [];
      const wanted: string[] = [];
      for (const [run, length] of lengths.entries()) {
        for (let i = 0; i < length; i++) {
          const [source, offset] = [run < 3 ? 0 : 1, 1000 * run + i];
          if (run % 2 === 0) said.push(message(source, offset));
          else newCall.run(session, `c${offset}`, source, offset);
          wanted.push(`${run % 2 === 0 ? 'answer' : 'call'} ${source} ${offset}`);
        }
      }
      messages.insertAll(session, said);
      const chunks = placesOf(session, size);
      expect(chunks.flat()).toEqual(wanted);
      expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
      expect(entries.count(session, [])).toBe(wanted.length);
    }),
    // More was left over from one chunk than the next was given room for.
    { numRuns: 60, examples: [[[0, 10, 0, 10, 22, 0], 21]] },
  );
});
