// Tests that a filter finds the same calls in the index as it does in memory, however much of it SQL decides.

import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { compileFilter } from '../../src/model/filter/compile-filter.ts';
import type { Filter } from '../../src/model/filter/filter.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { sessionFacts } from '../../src/model/filter/session-facts.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { columnFilter } from '../../src/store/sqlite/queries/column-filter.ts';
import { ColumnScan } from '../../src/store/sqlite/queries/column-scan.ts';
import { filterCondition } from '../../src/store/sqlite/queries/filter-condition.ts';
import { FindCalls } from '../../src/store/sqlite/queries/find-calls.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

const EXACT = [
  '',
  'tool:Bash',
  'tool:bash,Read',
  'tool:shell',
  'tool:files',
  'toolid:shell',
  '-tool:Bash',
  'status:error',
  'status:error -blame:expected',
  'blame:agent,environment',
  'code:exit-code',
  'is:failed',
  'is:masked',
  '-is:masked tool:Bash',
  'masked:tests-failed',
  'is:expected',
  '-is:expected',
  'is:subagent',
  'is:unfinished',
  'is:background',
  '-is:background tool:Bash',
  'agent:codex',
  'agent:claude',
  'duration:>2s',
  'duration:100ms..3s',
  '-duration:>2s',
  'exit:!=0',
  'exit:1',
  'added:>5',
  'turn:1',
  'since:2026-06',
  'before:2026-05-01 tool:Bash',
  'on:2026-03',
  '(tool:Bash OR tool:Read) is:ok',
  'call:toolu',
  'session:0',
];

const PARTLY = [
  'tool:B*',
  'toolid:sh*,read -tool:files',
  'file:src/**',
  'tool:Edit file:**/*.ts',
  'command:git',
  'program:git',
  'model:e',
  'has:diff',
  'is:parallel status:ok',
  'is:copied',
  'error',
  '"the"',
  '/e{2}/i status:ok',
  '-command:git tool:Bash',
  'tool:Bash OR command:git',
  '-(tool:Bash command:git)',
  'title:a',
  'project:orchard',
];

function filterOf(text: string): Filter {
  const parsed = parseFilter(text, { now: Date.UTC(2026, 9, 1), offsetMinutesAt: () => 0 });
  if (!parsed.ok) throw new Error(`${text}: ${parsed.errors[0]?.message}`);
  return parsed.filter;
}

describe('calls that fit a filter', () => {
  const folder = newFolder();
  const logs = newFolder();
  const sessions: Session[] = [];

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 5e6, seed: 'filters' });
    await indexOnce(folder, [logs]);
    for await (const session of readSessions(await discover([logs]), { now: LONG_AFTER })) sessions.push(session);
  });

  const familyOf = (toolId: string): string | undefined => TOOL_FAMILIES.get(toolId);

  function inMemory(filter: Filter): string[] {
    return sessions.flatMap((session) => {
      const facts = sessionFacts(session, { familyOf });
      return session.calls
        .filter((call) => compileFilter(filter).matches(call, facts))
        .map((call) => `${call.session} ${call.callId} ${call.occurrence}`);
    });
  }

  function inIndex(filter: Filter): string[] {
    const { database } = openIndex(folder);
    const found = [...new FindCalls(database, { filter, places: [logs], families: TOOL_FAMILIES }).newestFirst()];
    database.close();
    const times = found.map(({ call }) => call.requestedAt ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    return found.map(({ call }) => `${call.session} ${call.callId} ${call.occurrence}`);
  }

  it.each([...EXACT, ...PARTLY])('%s', (text) => {
    const filter = filterOf(text);
    expect(inIndex(filter).sort()).toEqual(inMemory(filter).sort());
  });

  it('decides the same over all calls and session by session', () => {
    const { database } = openIndex(folder);
    const keys = database.query('SELECT pk FROM sessions', (row) => Number(row['pk'])).all();
    for (const text of [...EXACT, ...PARTLY]) {
      const question = { filter: filterOf(text), places: [logs], families: TOOL_FAMILIES };
      const one = keys.flatMap((session) => [...new FindCalls(database, question, { session }).keys()]);
      expect([text, one.sort()]).toEqual([text, [...new FindCalls(database, question).keys()].sort()]);
    }
    database.close();
  });

  it('leaves nothing to decide where briefs can', () => {
    const { database } = openIndex(folder);
    const undecided = [...EXACT, ...PARTLY].filter(
      (text) => !columnFilter(filterOf(text), TOOL_FAMILIES, new ColumnScan(database)).isExact,
    );
    database.close();
    expect(undecided).toEqual([
      'turn:1',
      'call:toolu',
      'command:git',
      'program:git',
      'is:parallel status:ok',
      'is:copied',
      'error',
      '"the"',
      '/e{2}/i status:ok',
      '-command:git tool:Bash',
      'tool:Bash OR command:git',
      '-(tool:Bash command:git)',
    ]);
  });

  it('leaves nothing to decide where SQL can', () => {
    expect(EXACT.filter((text) => !filterCondition(filterOf(text), TOOL_FAMILIES).isExact)).toEqual([]);
    expect(PARTLY.filter((text) => filterCondition(filterOf(text), TOOL_FAMILIES).isExact)).toEqual([]);
  });

  it('finds nothing where nothing was found before', () => {
    const { database } = openIndex(folder);
    const elsewhere = new FindCalls(database, {
      filter: { type: 'all' },
      places: [`${logs}-other`],
      families: TOOL_FAMILIES,
    });
    expect([...elsewhere.newestFirst()]).toEqual([]);
    database.close();
  });
});
