// Tests that an agent with any kind of log needs only a format: read, indexed, followed, searched, archived, and every call
// opened down to its record.

import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { addFormats } from '../../src/formats/registry.ts';
import { type LibraryFollower, openFollower } from '../../src/library/index-watcher.ts';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { openCallWith } from '../../src/reading/open-call.ts';
import { LibrarySearch } from '../../src/search/library-search.ts';
import { BodyReader } from '../../src/sources/body-reader.ts';
import { discover } from '../../src/sources/discover.ts';
import { KeptLibrary } from '../archive/support.ts';
import { indexOnce, indexPicture, LONG_AFTER, newFolder, readPicture } from '../index/support.ts';
import { SessionCalls } from '../support/session-calls.ts';
import { databaseOf } from '../support/sqlite-database.ts';
import { BinderWriter, binder, scribe } from './made-up-agents.ts';

const START = Date.UTC(2026, 2, 1, 9);
const LIMIT_MS = 60_000;

const entries = {
  session: (at: number): JsonObject => ({ type: 'session', at }),
  prompt: (text: string, at: number): JsonObject => ({ type: 'prompt', text, at }),
  running: (id: string, at: number): JsonObject => ({ type: 'step', id, input: { command: `prune ${id}` }, at }),
  done: (id: string, at: number, ok = true): JsonObject => ({
    ...entries.running(id, at),
    output: ok ? `pruned ${id}` : `the ladder of ${id} broke`,
    ok,
  }),
};

/** Where an agent keeps a session, and how it changes it. */
interface Keeper {
  write(session: string, log: readonly JsonObject[]): void;
  /** A file of it, to see that it is not locked. */
  readonly place: string;
  close(): void;
}

/** Written next to it and moved over it, as careful programs do. */
function documentKeeper(place: string): Keeper {
  return {
    place,
    write: (session, log) => {
      const path = join(place, `${session}.scribe.json`);
      writeFileSync(`${path}.tmp`, JSON.stringify({ orchard: session, entries: log }, null, 2));
      renameSync(`${path}.tmp`, path);
    },
    close: () => {},
  };
}

function databaseKeeper(place: string): Keeper {
  const writer = new BinderWriter(join(place, 'binder.db'));
  const ids = new Map<string, number>();
  const written = new Map<number, string>();
  return {
    place,
    write: (session, log) => {
      for (const [i, body] of log.entries()) {
        const key = `${session} ${i}`;
        const id = ids.get(key) ?? ids.size + 1;
        ids.set(key, id);
        const text = JSON.stringify(body);
        if (written.get(id) !== text) writer.put(session, id, body);
        written.set(id, text);
      }
    },
    close: () => writer.close(),
  };
}

const KINDS = [
  { agent: 'scribe', keep: documentKeeper, where: 'entries[2]' },
  { agent: 'binder', keep: databaseKeeper, where: 'row 3 of step' },
] as const;

const closing: { close(): unknown }[] = [];

beforeAll(() => addFormats([scribe, binder]));
afterEach(async () => {
  for (const open of closing.splice(0).reverse()) await open.close();
});

function keeperOf(kind: (typeof KINDS)[number]): Keeper {
  const keeper = kind.keep(newFolder());
  closing.push(keeper);
  return keeper;
}

async function read(place: string): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([place]), { now: LONG_AFTER })) sessions.push(session);
  return sessions;
}

function callsOf(follower: LibraryFollower, agent: string, id: string): string[] {
  return new SessionCalls(databaseOf(follower))
    .page(agent, id, 100)
    .calls.map(({ callId, status }) => `${callId} ${status}`);
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

describe.each(KINDS)('an agent like $agent', (kind) => {
  const whole = [
    entries.session(START),
    entries.prompt('Prune the pears', START + 1000),
    entries.done('a1', START + 2000),
    entries.prompt('Now the plums', START + 3000),
    entries.done('a2', START + 4000, false),
    { type: 'note', at: START + 5000 },
    { type: 'riddle', at: START + 6000 },
  ];

  it('is read with turns, a ledger that adds up, and every record where it stands', async () => {
    const keeper = keeperOf(kind);
    keeper.write('s1', whole);
    keeper.write('s2', whole.slice(0, 3));
    const [first, second] = (await read(keeper.place)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(first).toMatchObject({ agent: kind.agent, id: 's1', fields: { cwd: '/home/dev/orchard' } });
    expect(first?.calls.map(({ callId, status, turn }) => [callId, status, turn])).toEqual([
      ['a1', 'ok', 1],
      ['a2', 'error', 2],
    ]);
    const ledger = first?.sources[0]?.ledger;
    expect(ledger !== undefined && addsUp(ledger)).toBe(true);
    expect([ledger?.lines, ledger?.observed, [...(ledger?.ignored ?? [])], [...(ledger?.problems ?? [])]]).toEqual([
      7,
      5,
      [['a note to itself', 1]],
      [['unknown-record', 1]],
    ]);
    expect(second?.calls.map(({ callId }) => callId)).toEqual(['a1']);
    const call = first?.calls[0];
    const reader = new BodyReader(first?.sources.map(({ path }) => path) ?? []);
    closing.push(reader);
    expect(call && openCallWith(reader, call)).toMatchObject({ rawInput: { command: 'prune a1' }, text: 'pruned a1' });
    expect(call && reader.record(call.bodies.input)).toMatchObject({ output: 'pruned a1', '@where': kind.where });
    expect(call && reader.whereIs(call.bodies.input)).toBe(kind.where);
  });

  it('is indexed as it is read, and again after every change of it', async () => {
    const keeper = keeperOf(kind);
    const folder = newFolder();
    const steps: readonly (readonly JsonObject[])[] = [
      whole.slice(0, 2),
      [...whole.slice(0, 2), entries.running('a1', START + 2000)],
      // In place, and then with more after it.
      whole.slice(0, 3),
      whole,
    ];
    for (const [i, log] of steps.entries()) {
      keeper.write('s1', log);
      const report = await indexOnce(folder, [keeper.place]);
      expect(report.sessions.added + report.sessions.continued + report.sessions.rebuilt, `step ${i}`).toBe(1);
      expect(await indexPicture(folder), `step ${i}`).toEqual(await readPicture([keeper.place]));
    }
    expect((await indexOnce(folder, [keeper.place])).files).toBe(0);
  });

  it(
    'is followed while it writes, and found by its words',
    async () => {
      const keeper = keeperOf(kind);
      keeper.write('s1', whole.slice(0, 2));
      const folder = newFolder();
      const follower = await openFollower({ folder, places: [keeper.place], lookMs: 20, takeOverMs: 40 });
      closing.push(follower);
      await follower.ready;
      keeper.write('s1', [...whole.slice(0, 2), entries.running('a1', START + 2000)]);
      await until(() => callsOf(follower, kind.agent, 's1').length === 1);
      expect(callsOf(follower, kind.agent, 's1')[0]).toMatch(/^a1 (?:running|lost)$/);
      keeper.write('s1', whole);
      await until(() => callsOf(follower, kind.agent, 's1').join() === 'a1 ok,a2 error');
      const search = new LibrarySearch(follower.questions);
      const hits: string[] = [];
      for await (const { hit } of search.hits({ query: 'ladder', places: [keeper.place], now: 0 })) {
        hits.push(`${hit.session} ${hit.call?.call.callId}`);
      }
      expect(hits).toEqual(['s1 a2']);
    },
    LIMIT_MS,
  );

  it('is kept in the archive as it was read, and read from there when its log is gone', async () => {
    const library = new KeptLibrary();
    const keeper = kind.keep(library.place);
    keeper.write('s1', whole.slice(0, 3));
    await library.keep();
    keeper.write('s1', whole);
    await library.keep();
    const before = await indexPicture(library.folder);
    keeper.close();
    for (const name of readdirSync(library.place)) rmSync(join(library.place, name));
    await library.keep();
    expect(await indexPicture(library.folder)).toEqual(before);
    const index = await openLibraryIndex(library.folder, { rebuild: true, now: () => LONG_AFTER });
    closing.push(index);
    await index.indexer?.sweep([library.place]);
    expect(await indexPicture(library.folder)).toEqual(before);
    const [call] = before.calls;
    const [path = ''] = before.ledgers.map(([name]) => name);
    const reader = new BodyReader([path], index.open);
    closing.push(reader);
    expect(call && openCallWith(reader, call)?.text).toBe('pruned a1');
  });

  it('that writes nonsense is a file that cannot be read, and nothing else happens', async () => {
    const keeper = keeperOf(kind);
    keeper.write('s1', whole);
    writeFileSync(join(keeper.place, 'half.scribe.json'), '{"orchard": "s3", "entries": [');
    writeFileSync(join(keeper.place, 'other-binder.db'), 'no database at all');
    const { logs, unreadable } = await discover([keeper.place]);
    expect(logs.map(({ identity }) => identity.session)).toEqual(['s1']);
    expect(unreadable.map(({ path }) => path.slice(keeper.place.length + 1)).toSorted()).toEqual([
      'half.scribe.json',
      'other-binder.db',
    ]);
  });
});
