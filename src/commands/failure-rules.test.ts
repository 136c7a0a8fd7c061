// One made-up output for every failure rule, so that a rule that can no longer be reached is noticed.

import { expect, test } from 'vitest';
import { COMMAND_FAILURES } from './command-failures.ts';
import type { CommandRun } from './command-run.ts';
import { whyFailed } from './why-failed.ts';

type Case = readonly [code: string, blame: string, command: string, output: string, run?: Partial<CommandRun>];

const CASES: readonly Case[] = [
  ['timed-out', 'environment', 'dig', 'bed 1', { timedOut: true }],
  ['no-match', 'expected', 'grep dry beds.md', ''],
  ['time-limit', 'expected', 'timeout 5 dig', '', { exitCode: 124 }],
  ['killed', 'expected', 'pkill -f garden', '', { exitCode: 143 }],
  ['command-not-found', 'environment', 'dig', 'bash: dig: command not found', { exitCode: 127 }],
  ['command-not-found', 'agent', 'Get-Item x', 'bash: line 1: Get-Item: command not found', { exitCode: 127 }],
  ['not-executable', 'environment', './dig', 'bash: ./dig: Permission denied', { exitCode: 126 }],
  ['stopped-by-signal', 'user', 'dig', '', { exitCode: 130 }],
  ['killed', 'environment', 'dig', '', { exitCode: 137 }],
  ['crashed', 'environment', 'dig', '', { exitCode: 139 }],
  ['reader-left', 'expected', 'dig | head', '', { exitCode: 141 }],
  ['file-missing', 'agent', 'ruff check bed.py', 'bed.py:1:1: E902 No such file or directory\nFound 1 error.'],
  ['tests-failed', 'code', 'pytest', '1 failed, 2 passed in 0.4s'],
  ['checks-failed', 'code', 'tsc', 'bed.ts(1,2): error TS2304: Cannot find name'],
  ['sandbox-denied', 'policy', 'dig', '<sandbox_violations>\ndig(7) deny(1) file-write-create /bed'],
  ['sandbox-failed', 'environment', 'dig', 'bwrap: setting up uid map: Permission denied'],
  ['process-gone', 'expected', 'kill 12', 'kill: (12) - No such process'],
  ['shell-syntax', 'agent', 'if', "bash: -c: line 1: syntax error near unexpected token `fi'"],
  ['module-missing', 'environment', 'python dig.py', "ModuleNotFoundError: No module named 'hose'"],
  ['address-in-use', 'environment', 'water', 'Error: listen EADDRINUSE: address already in use :::3000'],
  ['disk-full', 'environment', 'dig', 'write: No space left on device'],
  ['out-of-memory', 'environment', 'dig', 'FATAL ERROR: JavaScript heap out of memory'],
  ['crashed', 'environment', 'dig', 'Segmentation fault (core dumped)'],
  ['resource-busy', 'environment', 'dig', 'database is locked'],
  ['command-not-found', 'environment', 'make dig', 'sh: 1: hose: not found'],
  ['script-failed', 'agent', 'python -c "x"', "NameError: name 'x' is not defined"],
  ['file-missing', 'agent', 'cat bed.md', 'cat: bed.md: No such file or directory'],
  ['file-missing', 'agent', 'ls *.md', 'zsh: no matches found: *.md'],
  ['is-folder', 'agent', 'cat beds', 'cat: beds: Is a directory'],
  ['not-a-folder', 'agent', 'ls bed.md/x', 'ls: bed.md/x: Not a directory'],
  ['file-exists', 'agent', 'mkdir beds', 'mkdir: beds: File exists'],
  ['revision-missing', 'agent', 'git add bed.md', "fatal: pathspec 'bed.md' did not match any files"],
  [
    'no-upstream',
    'expected',
    'git rev-parse @{u}',
    "fatal: no upstream configured for branch 'beds'",
    { exitCode: 128 },
  ],
  ['install-failed', 'environment', 'pip install hose', 'ERROR: No matching distribution found for hose'],
  ['version-mismatch', 'environment', 'npm i', 'npm error code EBADENGINE'],
  ['http-not-found', 'agent', 'gh api beds', 'gh: Not Found (HTTP 404)'],
  ['http-too-many-requests', 'environment', 'gh api beds', 'gh: API rate limit exceeded (HTTP 429)'],
  ['http-bad-request', 'agent', 'gh api beds', 'gh: Validation Failed (HTTP 422)'],
  ['http-refused', 'environment', 'gh api beds', 'gh: Not allowed now (HTTP 409)'],
  ['not-authorised', 'environment', 'sudo dig', 'sudo: a terminal is required to read the password'],
  ['no-connection', 'environment', 'wget x', 'wget: Could not resolve host: garden.example'],
  ['permission-denied', 'environment', 'dig', 'dig: /bed: Permission denied'],
  ['query-failed', 'agent', 'sqlite3 garden.db "select x"', 'Error: no such table: beds'],
  ['wrong-usage', 'agent', 'dig --deep', "error: unexpected argument '--deep' found"],
  ['nothing-to-commit', 'expected', 'git commit -m dig', 'nothing to commit, working tree clean'],
  ['git-refused', 'environment', 'git push', ' ! [rejected]        main -> main (fetch first)'],
  ['git-refused', 'agent', 'git status', 'fatal: not a git repository (or any of the parent directories): .git'],
  ['program-raised', 'code', './garden', "thread 'main' panicked at src/bed.rs:3:9:\nno water"],
  ['no-tests', 'agent', 'pytest', 'no tests ran in 0.01s'],
  ['not-configured', 'environment', 'dig', 'Error: environment variable GARDEN_URL is not set'],
  ['tests-failed', 'code', 'npm test', 'no water'],
  ['checks-failed', 'code', 'npm run lint', 'no water'],
  ['program-failed', 'code', 'node garden.js', 'no water'],
  ['no-connection', 'environment', 'curl -s garden.example', '', { exitCode: 7 }],
  ['exit-code', 'unknown', 'garden', 'no water'],
  ['command-failed', 'unknown', 'garden', 'no water', { exitCode: null }],
];

const NAMED = CASES.map(([code, blame, command, output, run]) => ({ code, blame, command, output, run }));

test.each(NAMED)('$code, $blame: $command says $output', ({ code, blame, command, output, run }) => {
  const failure = whyFailed({ command, exitCode: 1, stdout: output, stderr: '', ...run });
  expect([failure.code, failure.blame]).toEqual([code, blame]);
});

test('every listed failure is reached, and no other', () => {
  const listed = new Set(COMMAND_FAILURES.map(({ code, blame }) => `${code} ${blame}`));
  expect(new Set(CASES.map(([code, blame]) => `${code} ${blame}`))).toEqual(listed);
});

test.each([
  ['npm run dig', 'FATAL ERROR: Error::ThrowAsJavaScriptException napi_throw\n 1: 00007FF6', 'program-raised'],
  ['dig --far', 'server returned an error response: error code -32000: too dry', 'http-bad-request'],
  [
    'dig --json',
    '{"message":"{\\"type\\":\\"error\\",\\"status\\":400,\\"why\\":\\"unsupported\\"}"}',
    'http-bad-request',
  ],
  ['git commit -m dig', 'On branch main\n\nChanges not staged for commit:\n\tmodified: bed.md', 'nothing-to-commit'],
  ['systemctl start dig', 'Failed to start dig.service: Unit dig.service not found.', 'wrong-usage'],
  ['docker compose up dig', 'no such service: dig', 'wrong-usage'],
  ['bun run dig', 'error: Script not found "dig"', 'wrong-usage'],
  ['docker run --rm -v "$PWD":/bed image:1 sh -c dig', 'The directory /bed already exists. Go on? [Yn]', 'file-exists'],
  ['docker run --rm -v "$PWD":/bed node:20 npm test', 'no water', 'tests-failed'],
  ['bash dig.sh', "dig.sh: line 3: syntax error near unexpected token `fi'", 'program-failed'],
  ['dig plan', '│ Error: Failed to read the beds\n│ \n│ Given file beds.txt does not exist.\n', 'file-missing'],
  ['garden app get bed', '╭─ Error ──────╮\n│ No such option: --deep │\n╰──────────────╯', 'wrong-usage'],
  ['garden ls', 'The bed (shed) could not be found', 'file-missing'],
  [
    'npx tsx dig.ts',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/g/dig.ts' imported from /g/\n    at a",
    'file-missing',
  ],
  ['make run', './dig\nno water\nmake: *** [Makefile:3: run] Error 3', 'program-failed'],
  ['python -m beds.dig --all', 'ERROR: row 3 has no bed', 'program-failed'],
  ['python -m json.tool bed.json', 'no water', 'exit-code'],
  ['php artisan dig', 'bed 3 already exists', 'program-failed'],
  ['poetry add --grp dev hose', 'The option "--grp" does not exist', 'wrong-usage'],
  [
    './gradlew dig',
    '* What went wrong:\nPlugin requires Java 17 to run. You are currently using Java 11.',
    'version-mismatch',
  ],
  ['git push', "husky - pre-push script failed (code 1)\nerror: failed to push some refs to 'shed'", 'checks-failed'],
  ['python dig.py', '    raise TooDry(\ngarden.beds.TooDry: no water', 'program-raised'],
  ['pnpm exec dig', ' ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command "dig" not found', 'command-not-found'],
  ['npx vitest run', ' × waters the bed 13ms\n   → expected 1 to be 2', 'tests-failed'],
])('%s says %s: %s', (command, stdout, code) => {
  expect(whyFailed({ command, exitCode: 1, stdout, stderr: '' }).code).toBe(code);
});

test.each([
  [
    'error: no bed at `a`\n  Caused by: failed to open `a/b`: Access is denied. (os error 5)',
    'error: no bed at `a`: failed to open `a/b`: Access is denied. (os error 5)',
  ],
  [
    'error: Request failed\n  Caused by: error sending request for url (x)\n  Caused by: tcp connect error\n  Caused by: no way (os error 10013)',
    'error: Request failed: no way (os error 10013)',
  ],
  [
    'error: failed to open `a`\n\nCaused by:\n  Operation not permitted (os error 1)\n',
    'error: failed to open `a`: Operation not permitted (os error 1)',
  ],
  [
    '2026-08-24T21:17:08.2Z  WARN bed: cannot write: Permission denied\ndig: Permission denied',
    'dig: Permission denied',
  ],
  [
    'sudo: a terminal is required to read the password\nsudo: a password is required',
    'sudo: a terminal is required to read the password',
  ],
])('%s is told as %s', (stdout, message) => {
  expect(whyFailed({ command: 'dig', exitCode: null, stdout, stderr: '' }).message).toBe(message);
});

test('a panic is told by its words, not by its place', () => {
  const said = "thread 'main' panicked at src/bed.rs:3:9:\nno water\nnote: run with `RUST_BACKTRACE=1`";
  expect(whyFailed({ command: 'garden', exitCode: 101, stdout: said, stderr: '' }).message).toBe(
    'exit code 101: no water',
  );
});

test('of several Python exceptions the last one is told', () => {
  const said = [
    ...['Traceback (most recent call last):', '  File "a.py", line 1, in dig', 'KeyError: 3', ''],
    ...['During handling of the above exception, another exception occurred:', ''],
    ...['Traceback (most recent call last):', '  File "b.py", line 2, in water', 'garden.Dry: no water'],
  ].join('\n');
  expect(whyFailed({ command: 'python a.py', exitCode: 1, stdout: said, stderr: '' }).message).toBe(
    'exit code 1: garden.Dry: no water',
  );
});

test('what stands last explains the failure, not what stands first', () => {
  const said = 'profile: line 3: conda: command not found\ncat: bed.md: No such file or directory';
  expect(whyFailed({ command: 'cat bed.md', exitCode: 1, stdout: said, stderr: '' }).code).toBe('file-missing');
});
