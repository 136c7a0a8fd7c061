// Tests what every comparison depends on: a careful reader finds in the files what the generator calls the truth.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { ERRAND_AGENTS, zeroStatuses } from '../../bench/generate/truth.ts';
import { streamSessions } from '../../src/index.ts';

const dir = mkdtempSync(join(tmpdir(), 'toolscope-truth-'));
const others = mkdtempSync(join(tmpdir(), 'toolscope-truth-'));
afterAll(() => {
  for (const folder of [dir, others]) rmSync(folder, { recursive: true, force: true });
});

test.each(ERRAND_AGENTS)('every call of a made-up library of %s is found', async (agent) => {
  const folder = join(others, agent);
  const { totals } = generateLibrary({ dir: folder, bytes: 1e6, seed: 'truth', agents: [agent] });
  const found: Record<string, number> = zeroStatuses();
  const agents = new Set<string>();
  for await (const session of streamSessions(folder, { messages: false })) {
    agents.add(session.agent);
    for (const { status } of session.calls) found[status] = (found[status] ?? 0) + 1;
  }
  expect([...agents]).toEqual([agent]);
  expect(found).toEqual(totals.statuses);
  expect(totals.statuses[agent === 'cursor' ? 'unknown' : 'error']).toBeGreaterThan(0);
});

test('every call of a made-up library is found, and none besides, with the status it has', async () => {
  const { totals } = generateLibrary({ dir, bytes: 12e6, seed: 'truth' });
  const found: Record<string, number> = zeroStatuses();
  for await (const session of streamSessions(dir, { messages: false })) {
    for (const { status } of session.calls) found[status] = (found[status] ?? 0) + 1;
  }
  const { statuses, nested, nestedErrors } = totals;
  // Work inside other calls is a call, too; the truth counts it apart.
  expect(found).toEqual({
    ...statuses,
    ok: statuses.ok + nested - nestedErrors,
    error: statuses.error + nestedErrors,
  });
});
