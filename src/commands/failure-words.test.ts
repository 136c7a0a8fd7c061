// Words by which programs of many kinds say what went wrong: made-up outputs, and what each comes to.

import { expect, test } from 'vitest';
import { maskedFailure } from './masked-failure.ts';
import { whyFailed } from './why-failed.ts';

function failureOf(command: string, stdout: string, exitCode = 1) {
  return whyFailed({ command, exitCode, stdout, stderr: '' });
}

test.each([
  // In the language of the machine
  ['mkdir bed', 'mkdir: 无法创建目录 “bed”: 权限不够', 'permission-denied environment'],
  ['cat bed.md', 'cat: bed.md: Datei oder Verzeichnis nicht gefunden', 'file-missing agent'],
  ['ls bed', 'ls: impossible d’accéder à bed: Aucun fichier ou dossier de ce nom', 'file-missing agent'],
  ['hose on', 'bash: hose : commande introuvable', 'command-not-found environment'],
  ['hose on', "'hose' no se reconoce como un comando interno o externo,", 'command-not-found environment'],
  // PowerShell
  [
    'ls -F',
    "Get-ChildItem : Parameter cannot be processed because the parameter name 'F' is ambiguous.",
    'wrong-usage agent',
  ],
  [
    '$a.b()',
    'InvalidOperation: \nLine |\n   1 |  $a.b()\n     |  ~~~~~~\n     | There is nothing here to call.',
    'script-failed agent',
  ],
  [
    'Write-Host "a',
    'ParserError: \nLine |\n   1 |  Write-Host "a\n     |             ~~\n     | The string has no end.',
    'shell-syntax agent',
  ],
  [
    'if (Test-Path $a) { ls $a }',
    'Test-Path : Access is denied\nAt line:1 char:5\n+ if (Test-Path $a) {\n+     ~~~\n    + CategoryInfo          : PermissionDenied: (C:\\a:String) [Test-Path], UnauthorizedAc\n   cessException\n    + FullyQualifiedErrorId : Denied',
    'permission-denied environment',
  ],
  ['Set-Location x\nrg --files', 'Set-Location : Access is denied\nAt line:1 char:1', 'permission-denied environment'],
  [
    'python -m pytest',
    "Program 'python.exe' failed to run: The file cannot be accessed by the system",
    'not-executable environment',
  ],
  [
    'yarn lint',
    "Usage Error: Couldn't find the node_modules state file - running an install might help",
    'module-missing environment',
  ],
  // Shells
  ['if [[ a b ]]; then x; fi', "bash: eval: line 3: syntax error near `b'", 'shell-syntax agent'],
  ['[[ a b ]]', 'bash: line 1: conditional binary operator expected', 'shell-syntax agent'],
  ['rg "a', 'zsh:1: unmatched "', 'shell-syntax agent'],
  ['ls | xargs -I{} dig {}', 'xargs: command line cannot be assembled, too long', 'wrong-usage agent'],
  // What was to be JSON
  ['curl -s garden.example | python3 -m json.tool', 'Expecting value: line 1 column 1 (char 0)', 'wrong-usage agent'],
  // What is not installed
  [
    'cargo build',
    'error: linker `cc` not found\n  |\n  = note: no\n\nerror: could not compile `bed`',
    'module-missing environment',
  ],
  [
    'dotnet ef migrations add Bed',
    "Your startup project 'Bed' doesn't reference Garden.Design. This package is required for the tools.",
    'module-missing environment',
  ],
  [
    'mvn compile',
    '[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal garden: Fatal error compiling: invalid target release: 31',
    'version-mismatch environment',
  ],
  [
    'pip install hose',
    'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.',
    'install-failed environment',
  ],
  // Hosts
  [
    'npm i hose',
    'npm error request to https://hoses.example failed, reason: unable to get local issuer certificate',
    'no-connection environment',
  ],
  [
    'garden sync',
    'thread \'main\' panicked at a.rs:1:1:\nno client: Io(Os { code: 60, kind: TimedOut, message: "late" })',
    'no-connection environment',
  ],
  [
    'garden sync',
    'Error: watering failed. This can happen when the rate limit is reached.',
    'http-too-many-requests environment',
  ],
  [
    'python - <<E\nopen()\nE',
    'Traceback (most recent call last):\n  File "<stdin>", line 1\nurllib.error.URLError: <urlopen error [Errno 111] Connection refused>',
    'no-connection environment',
  ],
  ['ping beds.invalid', 'ping: cannot resolve beds.invalid: Unknown host', 'no-connection environment'],
  ['garden sync', 'Error: HTTP error 525 with body: <html>', 'http-refused environment'],
  // git
  ['git remote set-url shed x', "error: No such remote 'shed'", 'revision-missing agent'],
  ['git log', "fatal: your current branch 'beds' does not have any commits yet", 'git-refused environment'],
  ['git diff beds.md shed.md', "error: Could not access 'beds.md'", 'file-missing agent'],
  ['bun run beds.ts', 'error: Module not found "beds.ts"', 'file-missing agent'],
  // The sandbox
  [
    'ls',
    "thread 'main' panicked at linux-sandbox/src/a.rs:1:1:\nerror running landlock: Sandbox(LandlockRestrict)",
    'sandbox-failed environment',
  ],
  ['curl -sI garden.example', 'HTTP/1.1 403 Forbidden\nX-Proxy-Error: blocked-by-allowlist', 'sandbox-denied policy'],
  [
    'cat key',
    'cat: key: no\nThe sandbox also reported this violation:\ndeny file-read-data /key',
    'sandbox-denied policy',
  ],
  // Builders and checkers
  [
    'docker build .',
    '#9 4.20 > Task :compileJava FAILED\n#9 4.21 /app/Bed.java:3: error: cannot find symbol\nERROR: failed to solve: exit code: 1',
    'checks-failed code',
  ],
  [
    'python manage.py check',
    "SystemCheckError: System check identified some issues:\n\nERRORS:\nbeds.Bed: (fields.E003) 'bed' is wrong.",
    'checks-failed code',
  ],
  ['rg -n dry beds', 'rg: beds: Не удается найти указанный файл. (os error 2)', 'file-missing agent'],
  ['alembic current', "FAILED: No config file 'alembic.ini' found", 'file-missing agent'],
  ['/usr/bin/hose x', 'Program aborted', 'exit-code unknown'],
  // A program that a person has installed is no program of the project
  ['~/tools/bin/hose on', 'nothing came', 'exit-code unknown'],
  ['garden resume', '✗ Cannot go on - no state file found at .garden.json', 'file-missing agent'],
])('%s says %s', (command, output, expected) => {
  const { code, blame } = failureOf(command, output);
  expect(`${code} ${blame}`).toBe(expected);
});

test('colours and carriage returns are looked past, and not told', () => {
  const raised =
    'Traceback (most recent call last):\r\n  File "dig.py", line 1\r\n\x1b[1;35mKeyError\x1b[0m: \x1b[35m3\x1b[0m\r\n';
  expect(failureOf('python dig.py', raised)).toEqual({
    code: 'program-raised',
    blame: 'code',
    message: 'exit code 1: KeyError: 3',
  });
  expect(failureOf('dig', '\x1b[31mcat: bed.md: No such file or directory\x1b[0m').code).toBe('file-missing');
});

test('an exit code in brackets does not make a line empty', () => {
  const said = '1. bed.md\n   Kind: dry\n\n❌ The garden is not clean! (exit code: 1)';
  expect(failureOf('garden guard', said).message).toBe('exit code 1: ❌ The garden is not clean! (exit code: 1)');
});

test('PowerShell is told by its words, not by its headline or the place', () => {
  const said =
    'ParserError: \nLine |\n   5 |  Write-Output "$bed:$row"\n     |                ~~~~~\n     | Variable reference is not valid.\n';
  expect(failureOf('foreach ($b in $c) { d }', said)).toMatchObject({
    code: 'shell-syntax',
    message: 'exit code 1: Variable reference is not valid.',
  });
});

test('advice on how to try again is not what went wrong', () => {
  const said =
    'Cannot find bed ref. Have you run garden link?\nTry rerunning the command with --debug to see the error.';
  expect(failureOf('garden push', said).message).toBe('exit code 1: Cannot find bed ref. Have you run garden link?');
});

test('a process that is not there is an answer', () => {
  expect(failureOf('ps -p 77 -o pid && sleep 1 && ps -p 77', '  PID').code).toBe('no-match');
});

test('a check that was not run is a failure, whatever is told instead; a version that was asked for is not', () => {
  const said = 'bash: mypy: command not found\nno types';
  expect(maskedFailure('mypy src 2>&1 || echo "no types"', said, '')?.code).toBe('command-not-found');
  expect(maskedFailure('mypy --version 2>&1 || echo "no types"', said, '')).toBeNull();
});

test('findings of flutter are findings', () => {
  const said =
    'Analyzing 2 items...\n\n  error • No such bed • lib/bed.dart:4:7 • undefined_bed\n\n1 issue found. (ran in 2s)';
  expect(maskedFailure('flutter analyze lib 2>&1 | tail -30', said, '')?.code).toBe('checks-failed');
});

test.each([
  // Builtins of zsh name themselves behind the shell
  ['source bed/hose.zsh', '(eval):source:1: no such file or directory: bed/hose.zsh', 'file-missing agent'],
  ['type bed\\notes.txt', '/usr/bin/bash: line 1: type: bed\\notes.txt: not found', 'wrong-usage agent'],
  ['type hose', '/usr/bin/bash: line 1: type: hose: not found', 'no-match expected'],
  ['mysql -e "select \\`bed\\`"', "ERROR at line 1: Unknown command '\\,'.", 'query-failed agent'],
  ['garden water', '❌ Watering failed: Error: no hose\n    at water (bed.js:1:2)', 'program-raised code'],
  // The grammar of the line that complains
  ['garden water', 'ERROR: (garden.water) Reauthentication failed, no prompt here', 'not-authorised environment'],
  ['garden water', 'Error: the hose driver is not installed', 'module-missing environment'],
  ['garden water', 'Error: the pump is not running', 'no-connection environment'],
  ['garden water', 'Error: another process holds the hose', 'resource-busy environment'],
  ['garden water', 'Error: no bed specified', 'wrong-usage agent'],
  ['garden water', 'Error: the hose is green', 'exit-code unknown'],
  ['git diff -- bed/(a)/b', "The term 'a' is not recognized as a name of a cmdlet", 'command-not-found environment'],
  ['rg -n hose bed', 'rg : Имя "rg" не распознано как имя командлета, функции', 'command-not-found environment'],
  ['hose on', 'hose : スクリプト (about_Execution_Policies)', 'permission-denied environment'],
  ['./hose on', 'no: Post "https://bed/1": http: not TLS\nUsage:\n  hose on', 'no-connection environment'],
  ['curl -H "" bed', 'curl: option : blank argument where content is expected', 'wrong-usage agent'],
  ['./bed/validate.sh', '  ✓ bed 1\n\n  Checks: 24 passed, 1 failed', 'checks-failed code'],
  // A script of the agent that gives up in its own words
  ['if [ -z "$BED" ]; then echo "ERROR: the bed is dry"; exit 1; fi', 'ERROR: the bed is dry', 'script-failed agent'],
])('%s: %s', (command, said, told) => {
  const { code, blame } = failureOf(command, said);
  expect(`${code} ${blame}`).toBe(told);
});

test('npm is told by what it says first, not by its fields, its advice and how it is used', () => {
  const said =
    'npm error code EUSAGE\nnpm error\nnpm error The `npm ci` command needs a lock file\nnpm error\nnpm error Usage:\nnpm error npm ci';
  expect(failureOf('npm ci', said).message).toBe('exit code 1: npm error The `npm ci` command needs a lock file');
});

test('lines that are filled to the width of a terminal are read like others', () => {
  const said = `> Build error occurred${' '.repeat(60)}\n[Error: Page "/bed" has no water]${' '.repeat(40)}\n`;
  expect(failureOf('bun run build', said).message).toBe('exit code 1: [Error: Page "/bed" has no water]');
});

test('PowerShell that was told to keep quiet about what is not there was asked', () => {
  expect(failureOf('Get-ChildItem bed -Recurse -ErrorAction SilentlyContinue | Select-Object Name', '').code).toBe(
    'no-match',
  );
  expect(failureOf('Get-ChildItem bed -Recurse', '').code).toBe('exit-code');
});
