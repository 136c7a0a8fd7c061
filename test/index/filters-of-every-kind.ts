// Filters of every kind: those that SQLite decides by itself, and those that are tested call by call.

import type { Filter } from '../../src/model/filter/filter.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';

export const EXACT = [
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

export const PARTLY = [
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

export function filterOf(text: string): Filter {
  const parsed = parseFilter(text, { now: Date.UTC(2026, 9, 1), offsetMinutesAt: () => 0 });
  if (!parsed.ok) throw new Error(`${text}: ${parsed.errors[0]?.message}`);
  return parsed.filter;
}
