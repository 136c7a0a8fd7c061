// Tests splitting report and trailer: both spellings of usage, one text or two blocks, quotes and hostile reports.

import { expect, test } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { readLaunched, readReport, readTeammate } from './trailer.ts';

const DONE = {
  kind: 'completed',
  status: 'completed',
  agentType: null,
  model: null,
  models: [],
  usage: null,
  toolsUsed: [],
  stats: null,
};
const NONE = { agentId: null, worktree: null, tokens: null, toolCalls: null, durationMs: null };

function blocks(...texts: readonly string[]) {
  return texts.map((text) => ({ type: 'text' as const, text }));
}

test('two blocks: the report, and the trailer with worktree and usage', () => {
  const trailer =
    "agentId: a52 (use SendMessage with to: 'a52' to continue this agent)\nworktreePath: /work/a b\nworktreeBranch: wt-a52\n<usage>total_tokens: 12\ntool_uses: 3\nduration_ms: 400</usage>";
  expect(readReport('', blocks('Done.', trailer))).toEqual({
    ...DONE,
    report: 'Done.',
    agentId: 'a52',
    worktree: { path: '/work/a b', branch: 'wt-a52' },
    tokens: 12,
    toolCalls: 3,
    durationMs: 400,
  });
});

test('the newer names, as lines and as tags', () => {
  const lines = 'agentId: a1 (x)\n<usage>subagent_tokens: 9\ntool_uses: 0\nduration_ms: 1</usage>';
  const tags =
    'agentId: a1 (x)\n<usage><subagent_tokens>9</subagent_tokens><tool_uses>0</tool_uses><duration_ms>1</duration_ms></usage>';
  for (const trailer of [lines, tags]) {
    expect(readReport('', blocks('R', trailer))).toMatchObject({
      agentId: 'a1',
      tokens: 9,
      toolCalls: 0,
      durationMs: 1,
    });
  }
});

test('one text: the trailer is told from a report that quotes one', () => {
  expect(readReport('## Found\n\nagentId: agent-abc123', [])).toEqual({
    ...DONE,
    ...NONE,
    report: '## Found',
    agentId: 'agent-abc123',
  });
  const quoting = 'It said\nagentId: a9\nand went on.';
  expect(readReport(quoting, [])).toEqual({ ...DONE, ...NONE, report: quoting });
});

test('several reports and no trailer', () => {
  expect(readReport('', blocks('One', 'Two'))).toEqual({ ...DONE, ...NONE, report: 'One\n\nTwo' });
  expect(readReport('', [])).toEqual({ ...DONE, ...NONE, report: '' });
});

test('hostile reports cost linear time', () => {
  mustEnd(() => readReport('\nagentId: x'.repeat(400_000), []));
  mustEnd(() => readReport(`${'<usage>'.repeat(600_000)}`, []));
  mustEnd(() => readReport(`x${'\n'.repeat(4_000_000)}agentId: a`, []));
});

test('placeholders', () => {
  expect(
    readLaunched('Async agent launched successfully.\nagentId: af9 (internal)\noutput_file: /tmp/t/af9.output\nMore'),
  ).toEqual({
    kind: 'launched',
    agentId: 'af9',
    name: null,
    model: null,
    outputPath: '/tmp/t/af9.output',
  });
  expect(readLaunched('I launched: Async agent launched successfully')).toBeUndefined();
  expect(readTeammate('Spawned successfully.\nagent_id: rose@beds\nname: rose\nteam_name: beds')).toEqual({
    kind: 'teammate',
    agentId: 'rose@beds',
    name: 'rose',
    team: 'beds',
    agentType: null,
    model: null,
    color: null,
  });
});
