// Checks which words of an output name a failure, whose problem it is, and which line is told.

import { expect, test } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import { interpret } from '../interpret.ts';

function failureOf(command: string, output: string) {
  return interpret({
    agent: 'codex',
    tool: 'shell_command',
    input: { command },
    outcome: {
      verdict: { status: 'error', rule: 'test', failure: null },
      content: `Exit code: 1\nWall time: 1 seconds\nOutput:\n${output}`,
      structured: undefined,
    },
  }).light.failure;
}

test.each([
  ['pytest', '=== 1 failed, 2 passed in 0.4s ===', 'tests-failed', '=== 1 failed, 2 passed in 0.4s ==='],
  ['npm test', '> garden@1 test\n Test Files  1 failed (3)\n', 'tests-failed', 'Test Files 1 failed (3)'],
  ['npx jest', 'Tests: 2 failed, 8 passed, 10 total', 'tests-failed', 'Tests: 2 failed, 8 passed, 10 total'],
  [
    'npm test',
    ' FAIL  test/bed.test.ts > is dug\nAssertionError: no',
    'tests-failed',
    'FAIL test/bed.test.ts > is dug',
  ],
  ['ctest', '50% tests passed, 1 tests failed out of 2', 'tests-failed', '50% tests passed, 1 tests failed out of 2'],
  ['mix test', '3 tests, 1 failure', 'tests-failed', '3 tests, 1 failure'],
  ['flake8', 'bed.py:3:80: E501 line too long', 'checks-failed', 'bed.py:3:80: E501 line too long'],
  ['javac Bed.java', "Bed.java:3: error: ';' expected", 'checks-failed', "Bed.java:3: error: ';' expected"],
  ['npx mocha', '  3 passing (1s)\n  2 failing\n', 'tests-failed', '2 failing'],
  ['cargo test', 'test result: FAILED. 1 passed; 1 failed', 'tests-failed', 'test result: FAILED. 1 passed; 1 failed'],
  ['bats test', '1..2\nnot ok 2 waters the beds', 'tests-failed', 'not ok 2 waters the beds'],
  ['node --test', '# pass 3\n# fail 1', 'tests-failed', '# fail 1'],
  ['go test', 'cat: x: No such file or directory\n--- FAIL: TestA (0s)', 'tests-failed', '--- FAIL: TestA (0s)'],
  [
    'tsc',
    "a.ts(6,3): error TS2307: Cannot find module 'b'.",
    'checks-failed',
    "a.ts(6,3): error TS2307: Cannot find module 'b'.",
  ],
  [
    'gcc a.c',
    'a.c:1:2: fatal error: b.h: No such file or directory',
    'checks-failed',
    'a.c:1:2: fatal error: b.h: No such file or directory',
  ],
  [
    'node - <<JS\nx.y\nJS',
    'ReferenceError: x is not defined\n    at [stdin]:1:1',
    'script-failed',
    'ReferenceError: x is not defined',
  ],
  [
    'node app.js',
    'ReferenceError: x is not defined\n    at app.js:1:1',
    'program-raised',
    'ReferenceError: x is not defined',
  ],
  [
    'cd beds && ls',
    'bash: line 1: cd: beds: No such file or directory',
    'file-missing',
    'bash: line 1: cd: beds: No such file or directory',
  ],
  [
    'cd beds && ls',
    '(eval):cd:1: no such file or directory: beds',
    'file-missing',
    '(eval):cd:1: no such file or directory: beds',
  ],
  [
    'git checkout bed',
    "error: pathspec 'bed' did not match any file(s)",
    'revision-missing',
    "error: pathspec 'bed' did not match any file(s)",
  ],
  ['ls *.seed', 'zsh:1: no matches found: *.seed', 'shell-syntax', 'zsh:1: no matches found: *.seed'],
  ['make', 'make: *** [all] Error 1', 'exit-code', 'make: *** [all] Error 1'],
])('%s says %j: %s', (command, output, code, line) => {
  const failure = failureOf(command, output);
  expect([failure?.code, failure?.message]).toEqual([code, `exit code 1: ${line}`]);
});

test('the words count at the end of a long output as well', () => {
  expect(failureOf('pytest', `${'.'.repeat(50_000)}\n1 failed in 0.4s`)?.code).toBe('tests-failed');
});

test('words of other failures are no output', () => {
  const failure = interpret({
    agent: 'claude-code',
    tool: 'Bash',
    input: { command: 'ls' },
    outcome: {
      verdict: { status: 'error', rule: 'test', failure: { code: 'f', blame: 'tool', message: 'm' } },
      content: 'spawn ls: permission denied',
      structured: undefined,
    },
  }).light.failure;
  expect(failure?.code).not.toBe('permission-denied');
});

test('hostile outputs cost linear time', () => {
  for (const piece of [
    '=',
    '= ',
    '1 failed ',
    '\n',
    'a.',
    '/',
    'a/',
    'cd: ',
    "thread '",
    '[a] ',
    '\t',
    'fatal: ',
    ': ',
  ]) {
    mustEnd(() => failureOf('node -e', piece.repeat(200_000)));
  }
});
