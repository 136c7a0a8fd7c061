// Tests that pairing raw records gives the calls that reading a file with the same lines gives, in any order.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../src/model/session.ts';
import { type PairedCall, pairCalls } from '../../src/parse/parse.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { essence, readOne } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';

function claudeLines(): string[] {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', 'Bash', { command: 'make pears' }, 'msg_1');
  log.call('toolu_b', 'Read', { file_path: '/home/dev/b' }, 'msg_1');
  log.result('toolu_b', '     1→pear', {});
  log.result('toolu_a', 'Exit code 2\nno', { isError: true, structured: 'Error: Exit code 2\nno' });
  log.call('toolu_c', 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' }, 'msg_2');
  log.result('toolu_c', "The user doesn't want to proceed with this tool use. STOP.", { isError: true });
  log.call('toolu_d', 'Bash', { command: 'serve', run_in_background: true }, 'msg_3');
  log.result('toolu_d', 'Command running in background with ID: b1.', {});
  log.call('toolu_e', 'Grep', { pattern: 'p' }, 'msg_4');
  return log.text().trimEnd().split('\n');
}

function at(second: number): string {
  return `2026-03-01T09:00:${String(second).padStart(2, '0')}.000Z`;
}

function codexItem(second: number, payload: object): string {
  return JSON.stringify({ timestamp: at(second), type: 'response_item', payload });
}

function codexLines(): string[] {
  const meta = { id: '019c0000-0000-7000-8000-000000000001', timestamp: at(0), cwd: '/home/dev', originator: 'codex' };
  return [
    JSON.stringify({ timestamp: at(0), type: 'session_meta', payload: meta }),
    codexItem(1, { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
    codexItem(2, {
      type: 'function_call_output',
      call_id: 'c1',
      output: '{"output":"a.txt\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
    }),
    codexItem(3, { type: 'function_call', name: 'shell', arguments: '{"command":["make"]}', call_id: 'c2' }),
    codexItem(4, {
      type: 'function_call_output',
      call_id: 'c2',
      output: '{"output":"no rule","metadata":{"exit_code":2,"duration_seconds":0.1}}',
    }),
  ];
}

function parsed(lines: readonly string[]): unknown[] {
  return lines.map((line) => JSON.parse(line));
}

function essenceOf(paired: readonly PairedCall[], like: Session): unknown {
  return essence([{ ...like, calls: paired.map(({ call }) => call) }]);
}

/** Codex tells that calls ran together by their order alone. */
function ungrouped(session: Session): Session {
  return { ...session, calls: session.calls.map((call) => ({ ...call, parallelGroup: null })) };
}

describe.each([
  ['Claude Code', `${SID}.jsonl`, claudeLines()],
  ['Codex', 'rollout-2026-03-01T09-00-00-019c0000-0000-7000-8000-000000000001.jsonl', codexLines()],
])('the calls of %s', (_agent, file, lines) => {
  it('are those of the file', async () => {
    const session = await readOne({ [file]: `${lines.join('\n')}\n` });
    const paired = pairCalls(parsed(lines));
    expect(paired.length).toBeGreaterThan(1);
    expect(essenceOf(paired, session)).toEqual(essence([session]));
    for (const { call, tool, status, failure, summary, facts } of paired) {
      expect({ tool, status, failure, summary, facts }).toEqual({
        tool: call.toolId,
        status: call.status,
        failure: call.failure,
        summary: call.summary,
        facts: call.facts,
      });
    }
  });

  it('are the same in any order, apart from which of them ran together', async () => {
    const session = ungrouped(await readOne({ [file]: `${lines.join('\n')}\n` }));
    const shuffled = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
    fc.assert(
      fc.property(shuffled, (order) => {
        const paired = pairCalls(parsed(order)).map(({ call }) => call);
        expect(essence([ungrouped({ ...session, calls: paired })])).toEqual(essence([session]));
      }),
      { numRuns: 100 },
    );
  });
});

it('keeps agents apart, and takes what is no record for nothing', () => {
  const mixed = [...parsed(claudeLines()), null, 'text', 7, ...parsed(codexLines())];
  expect(new Set(pairCalls(mixed).map(({ agent }) => agent))).toEqual(new Set(['claude-code', 'codex']));
  expect(pairCalls([])).toEqual([]);
});

it('takes a call without a result for running while more may come', () => {
  const records = parsed(claudeLines());
  const statusOf = (live: boolean) => pairCalls(records, { live }).find(({ callId }) => callId === 'toolu_e')?.status;
  expect([statusOf(true), statusOf(false)]).toEqual(['running', 'lost']);
});
