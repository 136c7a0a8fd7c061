// Tests the demo: its logs are read completely, show every tool and every status, and its live session advances.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.ts';
import { knownTools } from '../../src/library/catalogue.ts';
import { STATUSES } from '../../src/model/outcome.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { type Demo, startDemo } from '../../src/server/demo/start-demo.ts';
import { discover } from '../../src/sources/discover.ts';

let demo: Demo;
let sessions: Session[];

async function read(): Promise<Session[]> {
  const found: Session[] = [];
  for await (const session of readSessions(await discover([demo.logFolder]))) found.push(session);
  return found;
}

beforeAll(async () => {
  demo = startDemo({ plays: false });
  for (let i = 0; i < 4; i++) demo.step();
  sessions = await read();
}, 60_000);

afterAll(() => demo.close());

it('is read in full', () => {
  // RAP has a demo of its own; hooks have no sessions; of the older OpenCode nobody starts a session any more.
  const elsewhere = ['hooks', 'rap', 'opencode-go'];
  const agents = formats.map(({ agent }) => agent).filter((agent) => !elsewhere.includes(agent));
  expect([...new Set(sessions.map(({ agent }) => agent))].toSorted()).toEqual(agents.toSorted());
  expect(sessions).toHaveLength(agents.length + 2);
  for (const { sources, problems } of sessions) {
    expect(problems).toEqual([]);
    for (const { ledger } of sources) {
      expect([Object.fromEntries(ledger.problems), Object.fromEntries(ledger.unknown)]).toEqual([{}, {}]);
    }
  }
});

it('knows the tools of every agent, and how their calls came out', () => {
  const errands = sessions.filter(({ agent }) => agent !== 'claude-code' && agent !== 'codex');
  for (const { agent, calls } of errands) {
    expect([agent, calls.filter(({ toolId }) => toolId === 'generic').length]).toEqual([agent, 0]);
    expect([agent, calls.some(({ toolId, status }) => toolId === 'write' && status !== 'lost')]).toEqual([agent, true]);
  }
});

it('shows every tool', () => {
  const shown = new Set(sessions.flatMap(({ calls }) => calls.map(({ toolId }) => toolId)));
  const missing = knownTools()
    .map(({ id }) => id)
    .filter((id) => !shown.has(id));
  expect(missing).toEqual([]);
});

it('shows every status', () => {
  const shown = new Set(sessions.flatMap(({ calls }) => calls.map(({ status }) => status)));
  expect(STATUSES.filter((status) => !shown.has(status))).toEqual([]);
});

it('has a subagent, hooks, a compaction, a picture and a failure that a success hides', () => {
  const story = sessions.find(({ fields }) => fields.title === 'Visitors are counted twice');
  expect(story?.threads.map(({ parentCall }) => parentCall)).toEqual([null, 'toolu_agent']);
  expect(story?.calls.flatMap(({ hooks }) => hooks.map(({ outcome }) => outcome))).toEqual(
    expect.arrayContaining(['ok', 'blocked']),
  );
  expect(story?.compactions).toHaveLength(1);
  expect(story?.calls.some(({ facts }) => facts.images === 1)).toBe(true);
  expect(story?.calls.flatMap(({ masked }) => masked?.code ?? [])).toEqual(['checks-failed']);
  expect(story?.calls.find(({ callId }) => callId === 'toolu_server')?.background).toMatchObject({ endedVia: 'kill' });
});

it('goes on while somebody looks', async () => {
  const count = (all: readonly Session[]): number =>
    all.find(({ fields }) => fields.title?.includes('live'))?.calls.length ?? 0;
  const before = count(sessions);
  for (let i = 0; i < 8; i++) demo.step();
  expect(count(await read())).toBe(before + 3);
});

it('leaves nothing behind', () => {
  const other = startDemo({ plays: false });
  other.close();
  expect(existsSync(join(other.logFolder, '..'))).toBe(false);
});
