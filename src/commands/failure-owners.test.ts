// Tests whose failure it is: crashes of the project's programs, scripts of the command's own, suites and searches that could not run.

import { expect, test } from 'vitest';
import { kindOfWords } from './command-kind.ts';
import { maskedFailure } from './masked-failure.ts';
import { whyFailed } from './why-failed.ts';

function toldOf(command: string, stdout: string, exitCode: number | null = 1): string {
  const { code, blame, message } = whyFailed({ command, exitCode, stdout, stderr: '' });
  return `${code} ${blame} ${message.replace(/^exit code \d+(?:: )?/, '')}`.trimEnd();
}

test.each([
  [
    'cat beds.txt | ./build/digger - 2>&1',
    '2 beds\n*** hose overflow ***: terminated\nbash: line 1:  71 Done          cat beds.txt\n      72 Aborted       (core dumped) | ./build/digger -',
    134,
    'crashed code *** hose overflow ***: terminated',
  ],
  [
    'cd garden && bin/digger > out.txt',
    'bash: line 1: 72 Aborted   bin/digger > out.txt',
    134,
    'crashed code bash: line 1: 72 Aborted   bin/digger > out.txt',
  ],
  ['./target/debug/digger', 'digging\nSegmentation fault (core dumped)', null, 'crashed code digging'],
  ['./target/debug/digger', 'zsh: segmentation fault  ./target/debug/digger', 139, 'crashed code'],
  ['digger', 'bed 3\nSegmentation fault (core dumped)', 139, 'crashed environment bed 3'],
])('a crash: %s', (command, said, exitCode, told) => {
  expect(toldOf(command, said, exitCode)).toMatch(new RegExp(`^${told.replace(/[*.+?|()[\]\\]/g, '\\$&')}`));
});

test.each([
  [
    'printf "hose on\\n" > /tmp/water.sh && bash /tmp/water.sh',
    '/tmp/water.sh: line 1: hose: command not found',
    127,
    'script-failed agent /tmp/water.sh: line 1: hose: command not found',
  ],
  [
    "cat > water.sh <<'E'\nif then\nE\nsh water.sh",
    'water.sh: 1: Syntax error: "then" unexpected',
    2,
    'script-failed agent water.sh: 1: Syntax error: "then" unexpected',
  ],
  [
    'echo wet > log.txt; bash water.sh',
    'water.sh: line 1: hose: command not found',
    127,
    'command-not-found environment water.sh: line 1: hose: command not found',
  ],
  [
    "osascript -e 'tell hose' -e 'end'",
    '3:9: syntax error: Expected a hose. (-2741)',
    1,
    'script-failed agent 3:9: syntax error: Expected a hose. (-2741)',
  ],
  [
    "perl -e 'print ('",
    'syntax error at -e line 1, at EOF',
    255,
    'script-failed agent syntax error at -e line 1, at EOF',
  ],
  [
    'bash -c "if then"',
    "bash: -c: line 1: syntax error near unexpected token `then'",
    2,
    "shell-syntax agent bash: -c: line 1: syntax error near unexpected token `then'",
  ],
])('a script of the command: %s', (command, said, exitCode, told) => {
  expect(toldOf(command, said, exitCode)).toBe(told);
});

test.each([
  ['git show --wet --dry', "fatal: options '--wet' and '--dry' cannot be used together", 'wrong-usage agent'],
  ['dig --wet --dry', "error: the argument '--wet' cannot be used with '--dry'", 'wrong-usage agent'],
  ['dig --wet --dry', 'dig: error: argument --dry: not allowed with argument --wet', 'wrong-usage agent'],
  ['dig --wet --dry', 'Error: flags --wet and --dry are mutually exclusive', 'wrong-usage agent'],
  ['dig', 'the hose conflicts with the spade', 'exit-code unknown'],
  ['git push', 'remote: error: no pears on a Sunday\nremote:\nremote: Come on Monday', 'git-refused environment'],
  ['git commit -m dug', 'Author identity unknown\n\n*** Please tell me who you are.\n', 'not-configured environment'],
  [
    'dig',
    'exec_command failed: CreateProcess { message: "Rejected(\\"Failed to create unified exec process: timed out connecting the shed\\")" }',
    'sandbox-failed environment',
  ],
])('%s: %s', (command, said, told) => {
  expect(toldOf(command, said)).toContain(told);
});

test('a search that met an error is no answer, whatever it found', () => {
  const said = 'beds/a.ts: error TS2307: dry';
  expect(toldOf('cd garden && grep -r dry beds sheds 2>/dev/null', said, 2)).toBe('exit-code unknown');
  expect(toldOf('grep -r dry beds sheds', `${said}\ngrep: sheds: No such file or directory`, 2)).toBe(
    'file-missing agent grep: sheds: No such file or directory',
  );
  expect(toldOf('grep --wet x', "grep: option `--wet' is ambiguous\nusage: grep [-abc]\n", 2)).toBe(
    "wrong-usage agent grep: option `--wet' is ambiguous",
  );
  expect(toldOf('grep -r dry sheds', 'grep: sheds: No such file or directory', 2)).toContain('file-missing agent');
  expect(toldOf('grep -r dry beds 2>/dev/null', '', 1)).toBe('no-match expected');
});

test('a search in a block of PowerShell that found nothing', () => {
  const command = 'if (Get-Command rg) { rg -n dry beds } else { Get-ChildItem beds | Select-String dry }';
  expect(toldOf(command, '')).toBe('no-match expected');
  expect(toldOf(command, 'rg: no hose')).not.toContain('no-match');
  expect(toldOf('if (Test-Path beds) { dig beds }', '')).toBe('exit-code unknown');
});

test('suites that the operating system kept from starting have not failed', () => {
  const suite = (error: string) =>
    ` FAIL  beds.spec.ts [ beds.spec.ts ]\n${error}\n\n Test Files  1 failed (1)\n      Tests  no tests\n`;
  expect(toldOf('npm test', suite("Error: EPERM: operation not permitted, mkdir '/shed'"))).toBe(
    "permission-denied environment Error: EPERM: operation not permitted, mkdir '/shed'",
  );
  expect(toldOf('npm test', suite('Error: ENOSPC: no space left on device, write'))).toContain('disk-full environment');
  expect(toldOf('npm test', suite('Error: EPERM: no\nTypeError: dry'))).toContain('tests-failed code');
  expect(toldOf('npm test', suite('Error: EPERM: no').replace('no tests', '3 passed'))).toContain('tests-failed code');
});

test('of several complaints in a row the first is told', () => {
  const missing = (...beds: string[]) => beds.map((bed) => `cat: ${bed}: No such file or directory`).join('\n');
  expect(toldOf('cat a b c', missing('a', 'b', 'c'))).toContain('cat: a: ');
  expect(toldOf('cat a; dig; cat b', `${missing('a')}\ndug\n${missing('b')}`)).toContain('cat: b: ');
  expect(
    toldOf(
      'pip install hose',
      'ERROR: Could not find a version that satisfies hose\nERROR: No matching distribution found for hose',
    ),
  ).toContain('No matching');
});

test('a line of Foundry that failed is told, whatever was checked before', () => {
  expect(toldOf('forge fmt && forge test', '[FAIL: too dry: 1 != 2] test_Waters() (gas: 7)')).toBe(
    'tests-failed code [FAIL: too dry: 1 != 2] test_Waters() (gas: 7)',
  );
});

test.each([
  ['zig build test', 'tests'],
  ['zig build', 'checks'],
  ['R CMD check garden', 'checks'],
  ['Rscript -e devtools::test()', 'tests'],
  ['npx playwright test', 'tests'],
  ['npx playwright install', null],
  ['npx cypress run', 'tests'],
  ['nox', 'tests'],
  ['uv run --directory garden pytest -v', 'tests'],
  ['pnpm --filter garden test', 'tests'],
  ['php artisan test', 'tests'],
  ['forge test', 'tests'],
  ['wrangler deploy', null],
])('kind of %s', (command, kind) => {
  expect(kindOfWords(command.split(' '))).toBe(kind);
});

test.each([
  [
    'uv run pytest beds -v 2>&1 | tail -30',
    'Built garden\nerror: Failed to spawn: `pytest`\n  Caused by: No such file or directory (os error 2)',
    'command-not-found',
  ],
  [
    'cd beds; uv run python -m pytest -v | tail -30; git status',
    '/beds/python3: No module named pytest\nclean',
    'module-missing',
  ],
  ['grep -rn pytest notes | head -3', 'notes/a: No module named pytest\nnotes/b: dig', null],
  ['curl -s -o bed.zip -w "%{http_code}" https://shed.example; echo', '404\n', null],
])('hidden: %s', (command, said, code) => {
  expect(maskedFailure(command, said, '')?.code ?? null).toBe(code);
});

test.each([
  [
    'docker ps',
    'permission denied while trying to connect to the daemon at unix:///run/shed.sock: Get "http://%2Frun%2Fshed.sock/beds": dial unix /run/shed.sock: connect: operation not permitted',
    'permission-denied environment permission denied while trying to connect',
  ],
  [
    "python3 - <<'PY'\nimport hose\nPY",
    'Traceback (most recent call last):\n  File "<stdin>", line 1, in <module>\nrequests.exceptions.ProxyError: HTTPSConnectionPool(host=\'beds.example\')',
    'no-connection environment requests.exceptions.ProxyError',
  ],
  [
    "@'\nimport beds …",
    'Traceback (most recent call last):\n  File "<stdin>", line 3, in <module>\nKeyError: 3',
    'script-failed agent KeyError: 3',
  ],
  [
    "@'\nbeds[3]\n'@ | python -",
    'Traceback (most recent call last):\n  File "beds.py", line 3, in dig\nKeyError: 3',
    'script-failed agent KeyError: 3',
  ],
  [
    'pytest -q',
    "____ ERROR collecting test_bed.py ____\nE   ModuleNotFoundError: No module named 'garden.hose'\n1 error in 0.1s",
    "tests-failed code ModuleNotFoundError: No module named 'garden.hose'",
  ],
  [
    'dig bed --deep',
    'dig bed [name]\n\nDigs a bed.\n\nOptions:\n  --wide  as wide as it gets',
    'wrong-usage agent dig bed [name]',
  ],
  [
    'git commit -m beds',
    'Auf Branch main\n\tgeändert: bed.md\n\nkeine Änderungen zum Commit vorgemerkt (benutzen Sie "git add")',
    'nothing-to-commit expected keine Änderungen zum Commit vorgemerkt',
  ],
  ['npm run build', '▲ Digger 3\n- beds: 2\n⨯ a bed should be wrapped at "/beds"', 'checks-failed code ⨯ a bed should'],
  [
    'forge test',
    '[FAIL: bed is dry]\n\t[Sequence]\nSuite result: FAILED. 0 passed; 1 failed; 0 skipped',
    'tests-failed code [FAIL: bed is dry]',
  ],
  [
    'python3 dig.py',
    "FileNotFoundError: [Errno 2] No usable temporary directory found in ['/tmp']",
    'permission-denied environment FileNotFoundError',
  ],
  ['py -m pytest', 'No installed Python found!', 'command-not-found environment No installed Python'],
  [
    'git push',
    "remote: Permission to beds/shed.git denied to digger.\nfatal: unable to access 'https://beds.example/': The requested URL returned error: 403",
    'not-authorised environment remote: Permission to beds/shed.git denied',
  ],
  [
    'ssh shed << EOF\npip install hose\nEOF',
    'Pseudo-terminal will not be allocated because stdin is not a terminal.\nERROR: No matching distribution found for hose',
    'install-failed environment ERROR: No matching',
  ],
])('a cause: %s', (command, said, told) => {
  expect(toldOf(command, said).startsWith(told), toldOf(command, said)).toBe(true);
});

test('a test run that found nothing, by its exit code', () => {
  expect(toldOf('pytest -k beds', 'a warning of a plugin', 5)).toMatch(/^no-tests agent/);
});

test('white space that git diff --check finds', () => {
  expect(toldOf('git diff --check HEAD~1', 'beds.md:27: trailing whitespace.', 2)).toMatch(/^checks-failed code beds/);
});

test.each([
  [
    'Get-ChildItem beds',
    '/usr/bin/bash: line 1: Get-ChildItem: command not found',
    127,
    'command-not-found agent /usr/bin/bash: line 1: Get-ChildItem: command not found',
  ],
  [
    'C:\\tools\\dig.exe run',
    'bash: line 1: C:toolsdig.exe: command not found',
    127,
    'command-not-found agent bash: line 1: C:toolsdig.exe: command not found',
  ],
  [
    'dig && Get-Item x',
    'zsh: command not found: Get-Item',
    1,
    'command-not-found agent zsh: command not found: Get-Item',
  ],
  [
    'dig-Bed x',
    'bash: line 1: dig-Bed: command not found',
    127,
    'command-not-found environment bash: line 1: dig-Bed: command not found',
  ],
  [
    'git push garden HEAD',
    "fatal: 'garden' does not appear to be a git repository\nfatal: Could not read from remote repository.",
    128,
    "revision-missing agent fatal: 'garden' does not appear to be a git repository",
  ],
  [
    'git fetch /srv/garden.git',
    "fatal: '/srv/garden.git' does not appear to be a git repository\nfatal: Could not read from remote repository.",
    128,
    "git-refused environment fatal: '/srv/garden.git' does not appear to be a git repository",
  ],
  [
    'npm test',
    '> garden@1.0.0 test\n> jest --coverage\n\nPASS src/bed.test.ts\nPASS src/hose.test.ts\nJest: "garden" coverage threshold for lines (80%) not met: 71%',
    1,
    'tests-failed code Jest: "garden" coverage threshold for lines (80%) not met: 71%',
  ],
  [
    'cmake --build out -q',
    'CMake Error: Unknown argument -q\nUsage: cmake --build <dir>',
    1,
    'wrong-usage agent CMake Error: Unknown argument -q',
  ],
  ['go test ./...', '=== RUN   TestBed\nbed_test.go:7: dry', 1, 'tests-failed code bed_test.go:7: dry'],
  [
    'ls beds',
    'execution error: Io(Custom { kind: Other, error: "windows sandbox: spawn setup refresh" })',
    -1,
    'sandbox-failed environment exit code -1: execution error: Io(Custom { kind: Other, error: "windows sandbox: spawn setup refresh" })',
  ],
])('whose words: %s', (command, said, exitCode, told) => {
  expect(toldOf(command, said, exitCode)).toBe(told);
});

test.each([
  // A shell runs what stands in brackets on purpose
  ['make -j$(hosecount)', 'zsh: command not found: hosecount', 127, 'command-not-found environment'],
  ['(hose on)', 'bash: hose: command not found', 127, 'command-not-found environment'],
  ['(hose)', 'bash: hose: command not found', 127, 'command-not-found environment'],
  // A word of another shell is the agent's where the agent wrote it, and else the project's
  [
    'npm run build',
    "'rm' is not recognized as an internal or external command,\noperable program or batch file.",
    1,
    'command-not-found environment',
  ],
  ['npm run tidy', 'sh: 1: copy: not found', 127, 'command-not-found environment'],
  ['copy a.txt b.txt', 'bash: copy: command not found', 127, 'command-not-found agent'],
  [
    'rm -rf beds',
    "'rm' is not recognized as an internal or external command,\noperable program or batch file.",
    1,
    'command-not-found agent',
  ],
  // A program that names its file says where it went wrong, and not that it was asked the wrong thing
  ['python tools/dig.py in.csv beds.csv', "Digging went wrong in 'beds.csv', row 3", 1, 'program-failed code'],
  ['./bin/dig --out a.md beds.md', "dig: broke while reading 'beds.md'", 1, 'program-failed code'],
  ['./bin/dig --depth deep', "dig: 'deep' is not a depth", 1, 'wrong-usage agent'],
  // pytest has one exit code for what it was asked for and for a conftest.py that raises
  [
    'pytest tests',
    "ImportError while loading conftest '/garden/tests/conftest.py'.\ntests/conftest.py:3: in <module>\n    x = 1 / 0\nE   ZeroDivisionError: division by zero",
    4,
    'tests-failed code',
  ],
  ['pytest tests --dry', 'unforeseen words', 4, 'wrong-usage agent'],
  // What a test run could not do is no test of its own
  ['npm run test:beds', 'FAILED to connect to the garden at 10.0.0.1', 1, 'no-connection environment'],
])('whose it is: %s', (command, said, exitCode, told) => {
  expect(toldOf(command, said, exitCode).startsWith(told)).toBe(true);
});
