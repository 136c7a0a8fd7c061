// Tests claims against what the log has, on made-up sessions: every kind and every mark, and above all what must not be held
// against a claim.

import { expect, it } from 'vitest';
import { call, OPTIONS, refAt, said, sessionView } from '../../test/support/session-view.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { checkRuns } from './checks.ts';
import { type Claim, claimsOf } from './claims.ts';
import type { SessionView } from './session-view.ts';

function claims(fields: Partial<SessionView>): Claim[] {
  const view = sessionView(fields);
  return claimsOf(view, checkRuns(view), OPTIONS);
}

const prompt = said('prompt', 0, 'Please mend the gate');
const TESTS_FAILED = { code: 'tests-failed', blame: 'code', message: '2 failed' } as const;
const CHECKS_FAILED = { code: 'checks-failed', blame: 'code', message: '2 errors' } as const;

function ran(command: string, from: number, fields: Partial<ToolCall> = {}): ToolCall {
  return call('shell', from, from + 1, { facts: { command }, summary: command, ...fields });
}

function edited(from: number, path = '/p/src/gate.ts', fields: Partial<ToolCall> = {}): ToolCall {
  return call('edit', from, from + 1, { facts: { path, linesAdded: 1 }, ...fields });
}

/** What the log has for an answer at second 90, and the command of the call behind it. */
function standing(text: string, calls: readonly ToolCall[], fields: Partial<SessionView> = {}): string[] {
  const { messages = [prompt], ...others } = fields;
  return claims({ messages: [...messages, said('answer', 90, text)], calls, ...others }).map(
    (claim) => `${claim.about} ${claim.standing}${claim.call === null ? '' : ` by ${claim.call.summary}`}`,
  );
}

const KINDS = [
  ['tests', 'All tests pass.', 'npm test', TESTS_FAILED],
  ['types', 'The type checker is happy.', 'npx tsc --noEmit', CHECKS_FAILED],
  ['lint', 'Lint is clean.', 'npm run lint', CHECKS_FAILED],
  ['build', 'The build succeeds.', 'npm run build', CHECKS_FAILED],
  ['checks', 'All checks pass.', 'npm run check', CHECKS_FAILED],
  ['deployment', 'The deployment succeeded.', 'npm run deploy', CHECKS_FAILED],
] as const;

for (const [about, text, command, failure] of KINDS) {
  it(`marks claims about ${about} by what the log has`, () => {
    const by = ` by ${command}`;
    expect(standing(text, [edited(1), ran(command, 5)])).toEqual([`${about} shown${by}`]);
    expect(standing(text, [edited(1), ran(`${command} | tail`, 5)])).toEqual([`${about} shown${by} | tail`]);
    expect(standing(text, [ran(command, 1), edited(5)])).toEqual([`${about} before-last-edit${by}`]);
    expect(standing(text, [edited(1), ran(command, 5, { status: 'error', failure })])).toEqual([
      `${about} failed${by}`,
    ]);
    const masked = { ...failure, ref: refAt(9) };
    expect(standing(text, [edited(1), ran(command, 5, { masked })])).toEqual([`${about} hidden-failure${by}`]);
    expect(standing(text, [edited(1), ran(command, 5, { status: 'running', endedAt: null })])).toEqual([
      `${about} unclear${by}`,
    ]);
    const isNamed = about !== 'checks' && about !== 'deployment';
    expect(standing(text, [edited(1)])).toEqual(isNamed ? [`${about} not-run`] : []);
  });
}

it('says when only a part was run', () => {
  const part = 'npx vitest run src/gate.test.ts';
  expect(standing('All tests pass.', [edited(1), ran(part, 5)])).toEqual([`tests partly by ${part}`]);
  expect(standing('The full suite passes.', [edited(1), ran('go test ./... -run TestGate', 5)])).toEqual([
    'tests partly by go test ./... -run TestGate',
  ]);
  // The whole ran too, it is said what was run, or more follows.
  expect(standing('All tests pass.', [ran('npm test', 3), ran(part, 5)])).toEqual([`tests shown by ${part}`]);
  expect(standing('All gate tests pass.', [ran(part, 5)])).toEqual([`tests shown by ${part}`]);
  expect(standing('All 7 tests pass.', [ran(part, 5)])).toEqual([`tests shown by ${part}`]);
  expect(standing('Tests pass.', [ran(part, 5)])).toEqual([`tests shown by ${part}`]);
  expect(standing('All tests pass.', [ran(part, 5), ran('npm test', 95)])).toEqual([`tests shown by ${part}`]);
});

it('takes the last run before the answer', () => {
  const failed = { status: 'error', failure: TESTS_FAILED } as const;
  expect(standing('All tests pass.', [ran('npm test', 1, failed), edited(3), ran('npm test', 5)])).toEqual([
    'tests shown by npm test',
  ]);
  expect(standing('All tests pass.', [ran('npm test', 1), ran('npm test', 95, failed)])).toEqual([
    'tests shown by npm test',
  ]);
  expect(standing('`npm run test:unit` passes.', [ran('npm run test:unit', 1), ran('npm test', 5, failed)])).toEqual([
    'tests shown by npm run test:unit',
  ]);
});

it('holds nothing against a claim that something unseen could have shown', () => {
  const failed = ran('npm test', 5, { status: 'error', failure: TESTS_FAILED });
  const doubts: readonly (Partial<Omit<SessionView, 'calls'>> & { readonly calls?: readonly ToolCall[] })[] = [
    { calls: [call('agent', 30, 31)] },
    { calls: [call('mcp', 30, 31)] },
    { calls: [call('code-cell', 30, 31)] },
    { calls: [call('task-output', 30, 31)] },
    { calls: [ran('./tools/all.sh', 30)] },
    { calls: [ran('docker compose run app', 30)] },
    {
      calls: [
        ran('npm test', 30, {
          background: { kind: 'shell', taskId: 'b', endedVia: null, exitCode: null, pollCalls: [] },
          status: 'background',
        }),
      ],
    },
    { messages: [prompt, said('prompt', 30, 'I ran the tests, they pass')] },
    { messages: [prompt, said('shell', 30, 'npm test')] },
    { messages: [prompt, said('command', 30, '/verify')] },
    { messages: [prompt, said('notification', 30, 'done')] },
    {
      compactions: [{ thread: 'main', at: null, trigger: 'auto', preTokens: null, postTokens: null, ref: refAt(300) }],
    },
    {
      hooks: [
        {
          event: 'Stop',
          name: 'Stop',
          command: null,
          outcome: 'ok',
          exitCode: 0,
          durationMs: 5,
          decision: null,
          message: null,
          at: null,
          ref: refAt(300),
        },
      ],
    },
  ];
  for (const { calls = [], ...fields } of doubts) {
    for (const before of [[edited(1)], [edited(1), failed], [ran('npm test', 1), edited(5)]]) {
      const found = standing('All tests pass.', [...before, ...calls], fields);
      expect(found.filter((one) => !/ (?:shown|unclear) /.test(one))).toEqual([]);
    }
  }
});

it('does not call something older than an edit that cannot change it', () => {
  const calls = (path: string, fields: Partial<ToolCall> = {}) => [ran('npm test', 1), edited(5, path, fields)];
  for (const path of ['/p/README.md', '/tmp/probe.ts', '/private/tmp/x/scratchpad/a.go', '/p/notes.txt']) {
    expect(standing('All tests pass.', calls(path))).toEqual(['tests shown by npm test']);
  }
  const elsewhere = { fields: { cwd: '/p' } };
  expect(standing('All tests pass.', calls('/q/gate.ts'), elsewhere)).toEqual(['tests shown by npm test']);
  for (const path of ['/p/gate.ts', 'gate.ts']) {
    expect(standing('All tests pass.', calls(path), elsewhere)).toEqual(['tests before-last-edit by npm test']);
  }
  for (const status of ['rejected', 'error', 'denied'] as const) {
    expect(standing('All tests pass.', calls('/p/a.ts', { status }))).toEqual(['tests shown by npm test']);
  }
  expect(standing('All tests pass.', calls('/p/a.ts', { flags: ['rolled-back'] }))).toEqual([
    'tests shown by npm test',
  ]);
  expect(standing('All tests pass.', calls('/p/a.ts', { flags: ['off-branch'] }))).toEqual(['tests shown by npm test']);
});

it('does not call something failed that the answer explains, or that failed for another reason', () => {
  const failed = ran('npm test', 5, { status: 'error', failure: TESTS_FAILED });
  expect(standing('All tests pass. Two known failures are unrelated.', [failed])).toEqual([
    'tests unclear by npm test',
  ]);
  expect(standing('The gate tests pass.', [failed])).toEqual(['tests unclear by npm test']);
  const gone = { code: 'command-not-found', blame: 'environment', message: 'npm: not found' } as const;
  expect(standing('All tests pass.', [ran('npm test', 5, { status: 'error', failure: gone })])).toEqual([
    'tests unclear by npm test',
  ]);
  expect(standing('All tests pass.', [ran('npm test', 5, { status: 'rejected' })])).toEqual([]);
});

it('says "not run" only of a session that it sees from the beginning', () => {
  const answer = said('answer', 90, 'All tests pass.');
  const none = (fields: Partial<SessionView>): number => claims(fields).length;
  expect(none({ messages: [prompt, answer], calls: [edited(1)] })).toBe(1);
  expect(none({ messages: [answer], calls: [edited(1)] })).toBe(0);
  expect(none({ messages: [prompt, answer], calls: [] })).toBe(0);
  expect(none({ messages: [prompt, answer], calls: [edited(1, '/p/a.ts', { flags: ['replayed'] })] })).toBe(0);
  expect(none({ messages: [prompt, answer], calls: [edited(1)], fields: { forkedFrom: 'x' } })).toBe(0);
  expect(none({ messages: [prompt, answer], calls: [edited(1), ran('npm run build', 4)] })).toBe(0);
  const fork = said('prompt', 0, 'Do the tests pass?');
  expect(none({ messages: [fork, answer], calls: [edited(1)] })).toBe(0);
});

it('knows only answers of the main thread, each statement once', () => {
  const calls = [ran('npm test', 5)];
  expect(claims({ messages: [prompt, said('answer', 90, 'All tests pass.', { thread: 'a1' })], calls })).toEqual([]);
  expect(claims({ messages: [prompt, said('prompt', 90, 'All tests pass.')], calls })).toEqual([]);
  expect(standing('All tests pass.\n\n- Tests pass', calls)).toEqual(['tests shown by npm test']);
  expect(claims({})).toEqual([]);
  expect(claims({ messages: [prompt, said('answer', 9, 'All tests pass.')], textOf: () => null })).toEqual([]);
});
