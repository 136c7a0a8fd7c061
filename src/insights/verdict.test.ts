// Tests the verdict on made-up sessions whose right answers are known: endings, changes, checks, failures, what a person did.

import { expect, it } from 'vitest';
import { call, OPTIONS, refAt, said, sessionView } from '../../test/support/session-view.ts';
import { isTestPath } from './changes.ts';
import { checkRuns } from './checks.ts';
import type { SessionView } from './session-view.ts';
import { type Verdict, verdictOf } from './verdict.ts';

function verdict(view: Partial<SessionView>): Verdict {
  const whole = sessionView(view);
  return verdictOf(whole, checkRuns(whole), OPTIONS);
}

const failure = { code: 'tests-failed', blame: 'code', message: '2 failed' } as const;
const prompt = said('prompt', 0, 'Please fix the parser');

it('says how it ended, and by which record', () => {
  const ended = (view: Partial<SessionView>): string => {
    const { ending, rule } = verdict(view).ended;
    return `${ending}: ${rule}`;
  };
  const answer = said('answer', 20, 'It is fixed.');
  expect(ended({ messages: [prompt, answer], lastWords: 'It is fixed.' })).toBe('done: last-record-is-answer');
  expect(ended({ messages: [prompt, answer] })).toBe('done: last-record-is-answer');
  expect(ended({ messages: [prompt, answer], lastWords: 'Done.\n\nShall I go on with the **docs?**' })).toBe(
    'asked: last-answer-ends-with-question',
  );
  expect(ended({ messages: [prompt, said('interrupt', 9)] })).toBe('interrupted: last-record-is-interrupt');
  expect(ended({ messages: [prompt, said('api-error', 9)] })).toBe('failed: last-record-is-service-error');
  expect(ended({ messages: [prompt, said('api-error', 9), answer] })).toBe('done: last-record-is-answer');
  const open = { status: 'lost', endedAt: null } as const;
  const body = { bodies: { ...call('x', 5, 6).bodies, content: null } };
  expect(ended({ messages: [prompt], calls: [call('ask-user-question', 5, 6, { ...open, ...body })] })).toBe(
    'asked: question-without-answer',
  );
  expect(ended({ messages: [prompt], calls: [call('shell', 5, 6, { ...open, ...body })] })).toBe(
    'unknown: last-call-has-no-result',
  );
  expect(ended({ messages: [prompt], calls: [call('shell', 5, 6)] })).toBe('unknown: no-word-after-last-result');
  expect(ended({ messages: [prompt], calls: [call('edit', 5, 6, { status: 'rejected' })] })).toBe(
    'interrupted: last-call-was-refused',
  );
  expect(ended({ messages: [prompt], calls: [call('shell', 5, 6)], live: true })).toBe('running: log-may-still-grow');
  expect(ended({ messages: [prompt, answer], live: true })).toBe('done: last-record-is-answer');
  const leaving = [prompt, answer, said('notice', 30, '/exit')];
  expect(ended({ messages: leaving })).toBe('done: last-record-is-answer');
  expect(ended({})).toBe('unknown: nothing-was-said');
});

it('quotes the answer it ended with, without marks', () => {
  const answer = said('answer', 9, 'All **three** tests pass, see [the log](https://ci.example/1).');
  expect(verdict({ messages: [prompt, answer] }).ended.quote).toBe('All three tests pass, see the log.');
});

it('quotes the question it ended with', () => {
  const lastWords = 'All tests pass. Two files are left. Should I delete `old.ts` as well?';
  expect(verdict({ messages: [prompt, said('answer', 9)], lastWords }).ended.quote).toBe(
    'Should I delete old.ts as well?',
  );
});

it('tells what changed, and which checks ran after the last change', () => {
  const { changed, checks } = verdict({
    messages: [prompt],
    calls: [
      call('shell', 1, 2, { facts: { command: 'npm run lint' } }),
      call('shell', 2, 3, { facts: { command: 'npm test' }, status: 'error', failure }),
      call('edit', 4, 5, { facts: { path: '/p/src/parse.ts', linesAdded: 3, linesRemoved: 1 } }),
      call('write', 5, 6, { facts: { path: '/p/test/parse.test.ts', linesAdded: 10 } }),
      call('edit', 6, 7, { facts: { path: '/p/never.ts', linesAdded: 99 }, status: 'rejected' }),
      call('edit', 7, 7, { facts: { path: '/p/perhaps.ts', linesAdded: 99 }, status: 'unknown' }),
      call('shell', 8, 9, { facts: { command: 'cd p && npm test 2>&1' } }),
      call('shell', 9, 10, { facts: { command: 'git add -A && git commit -m "Fix"' } }),
    ],
  });
  expect(changed).toMatchObject({
    linesAdded: 13,
    linesRemoved: 1,
    tests: 1,
    unsure: 1,
    commands: 3,
    lastAt: 3,
    isAtLeast: false,
  });
  expect(changed.files.map(({ path, calls, isTest }) => [path, calls, isTest])).toEqual([
    ['/p/src/parse.ts', 1, false],
    ['/p/test/parse.test.ts', 1, true],
  ]);
  expect(changed.commits).toHaveLength(1);
  expect(checks.map(({ kind, result, isAfterLastEdit }) => [kind, result, isAfterLastEdit])).toEqual([
    ['tests', 'passed', true],
    ['lint', 'passed', false],
  ]);
});

it('tells which changed files a command removed, unless they were changed again', () => {
  const { changed } = verdict({
    fields: { cwd: '/p' },
    calls: [
      call('write', 1, 2, { facts: { path: '/p/probe.ts', linesAdded: 1 } }),
      call('write', 2, 3, { facts: { path: '/p/again.ts', linesAdded: 1 } }),
      call('write', 3, 4, { facts: { path: '/p/kept.ts', linesAdded: 1 } }),
      call('shell', 4, 5, { facts: { command: 'rm probe.ts /p/again.ts && npm test' } }),
      call('shell', 5, 6, { facts: { command: 'rm kept.ts' }, status: 'error', failure }),
      call('write', 6, 7, { facts: { path: '/p/again.ts', linesAdded: 1 } }),
    ],
  });
  expect(changed.files.map(({ path, removedBy }) => [path, removedBy?.tool])).toEqual([
    ['/p/probe.ts', 'Bash'],
    ['/p/again.ts', undefined],
    ['/p/kept.ts', undefined],
  ]);
});

it('never takes a hidden failure for a pass', () => {
  const masked = { ...failure, ref: refAt(3) };
  const { checks, hidden, failures, failureCount } = verdict({
    messages: [prompt],
    calls: [call('shell', 8, 9, { facts: { command: 'npm test | tail' }, masked })],
  });
  expect([failures, failureCount]).toEqual([[], 0]);
  expect(checks.map(({ result }) => result)).toEqual(['hidden-failure']);
  expect(hidden.map(({ code, message }) => [code, message])).toEqual([['tests-failed', '2 failed']]);
});

it('does not list a hidden failure that a later call made good, and the same one once', () => {
  const run = { facts: { command: 'npm test | tail' }, target: 'npm test' };
  const other = { facts: { command: 'npm run lint | tail' }, target: 'npm run lint' };
  const masked = { ...failure, ref: refAt(3) };
  const lint = call('shell', 3, 4, { ...other, masked });
  const { hidden } = verdict({
    calls: [
      call('shell', 1, 2, { ...run, masked }),
      call('shell', 2, 3, { ...other, masked }),
      lint,
      call('shell', 4, 5, run),
    ],
  });
  expect(hidden.map(({ at }) => at)).toEqual([lint.endedAt]);
});

it('lists failures that stayed, each once, and loops', () => {
  const bad = { status: 'error', failure, facts: { command: 'npm test' }, target: 'npm test' } as const;
  const gone = { code: 'not-found', blame: 'agent', message: 'no such file' } as const;
  const { failures, failureCount, loops } = verdict({
    calls: [
      call('read', 0, 1, { status: 'error', failure: gone, target: '/a' }),
      call('read', 1, 2, { target: '/a' }),
      call('shell', 2, 3, bad),
      call('shell', 3, 4, bad),
      call('shell', 4, 5, bad),
      call('read', 5, 6, { status: 'error', failure: gone, target: '/b' }),
      call('grep', 6, 7, { status: 'error', failure: { code: 'none', blame: 'expected', message: '' } }),
    ],
  });
  expect([failureCount, failures.map(({ code }) => code)]).toEqual([2, ['tests-failed', 'not-found']]);
  expect(loops.map(({ tries, code }) => [tries, code])).toEqual([[3, 'tests-failed']]);
});

it('tells failures under an id that is used again apart', () => {
  const again = (occurrence: number, target: string) => ({ callId: 'call_1', occurrence, target });
  const { failures } = verdict({
    calls: [
      call('shell', 0, 1, { ...again(0, 'npm test'), status: 'error', failure }),
      call('shell', 1, 2, { ...again(1, 'npm run lint'), status: 'error', failure }),
      call('shell', 2, 3, { target: 'npm test' }),
    ],
  });
  expect(failures.map(({ callId, occurrence }) => [callId, occurrence])).toEqual([['call_1', 1]]);
});

it('counts what a person had to do', () => {
  const permission = { decision: 'allowed', by: 'user', at: null, ref: refAt(1) } as const;
  const { person } = verdict({
    messages: [prompt, said('prompt', 50), said('interrupt', 60), said('prompt', 3, 'x', { thread: 'a1' })],
    calls: [
      call('ask-user-question', 1, 2),
      call('shell', 2, 3, { permission }),
      call('shell', 3, 4, { status: 'rejected' }),
      call('edit', 4, 5, { facts: { userModified: true } }),
    ],
  });
  expect(person).toEqual({ prompts: 2, answers: 1, approvals: 1, refusals: 1, interrupts: 1, edits: 1 });
});

it('counts a command that has the agent do something as a prompt, and one that the program runs itself not', () => {
  const messages = [
    said('notice', 0, '/model'),
    said('command', 1, '/plant a pear tree'),
    said('command', 2, '/prune'),
  ];
  const { person, asked } = verdict({ messages });
  expect([person.prompts, asked.map(({ text }) => text)]).toEqual([2, ['/plant a pear tree', '/prune']]);
});

it('does not take the exit status of another command for that of the check', () => {
  const results = (command: string, toolId = 'shell'): string[] => {
    const calls = [call(toolId, 1, 2, { facts: { command } })];
    return verdict({ calls }).checks.map(({ kind, result }) => `${kind} ${result}`);
  };
  expect(results('npm test')).toEqual(['tests passed']);
  expect(results('npm test | tail')).toEqual(['tests unclear']);
  expect(results('npm run lint && npm test')).toEqual(['lint passed', 'tests passed']);
  expect(results('npm test', 'code-cell')).toEqual(['tests unclear']);
  expect(results('npm run deploy')).toEqual([]);
});

it('tells of several checks in one command the one that failed', () => {
  const failed = (code: string): string[] => {
    const fields = {
      status: 'error',
      failure: { ...failure, code },
      facts: { command: 'npm run lint && npm test' },
    } as const;
    return verdict({ calls: [call('shell', 1, 2, fields)] }).checks.map(({ kind, result }) => `${kind} ${result}`);
  };
  expect(failed('tests-failed')).toEqual(['tests failed']);
  expect(failed('checks-failed')).toEqual(['lint failed']);
  expect(failed('command-failed')).toEqual(['lint failed']);
});

it('finds loops under an id that is used again', () => {
  const again = { status: 'error', failure, facts: { command: 'npm test' }, target: 'npm test' } as const;
  const { loops } = verdict({
    calls: [
      call('shell', 0, 1, { ...again, callId: 'c', occurrence: 1, summary: 'first' }),
      call('shell', 1, 2, { ...again, callId: 'd', occurrence: 1 }),
      call('shell', 2, 3, { ...again, callId: 'c', occurrence: 2, summary: 'last' }),
    ],
  });
  expect(loops.map(({ first, last }) => [first.summary, last.summary])).toEqual([['first', 'last']]);
});

it('knows tests by their paths', () => {
  for (const path of [
    '/p/test/a.ts',
    'src/a.test.ts',
    'a_test.go',
    'test_a.py',
    'x/__tests__/b.js',
    'C:\\p\\spec\\a.rb',
  ]) {
    expect([path, isTestPath(path)]).toEqual([path, true]);
  }
  for (const path of ['src/contest.ts', '/p/latest/a.ts', 'attest.py', 'src/test-runner.ts', '']) {
    expect([path, isTestPath(path)]).toEqual([path, false]);
  }
});
