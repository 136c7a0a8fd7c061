// Tests evidence that holds for any program in any language: PowerShell's records, errno names, HTTP and gRPC statuses, classes of exceptions, shells.

import { expect, test } from 'vitest';
import { maskedFailure } from './masked-failure.ts';
import { whyFailed } from './why-failed.ts';

function failureOf(command: string, stdout: string, exitCode: number | null = 1) {
  return whyFailed({ command, exitCode, stdout, stderr: '' });
}

/** As Windows PowerShell shows it: words that are broken at the width of the screen, the place, the category. */
function record(words: string, category: string, id: string): string {
  return `${words}\nBeim Beet:1 Zeichen:1\n+ dig\n+ ~~~\n    + CategoryInfo          : ${category}\n    + FullyQualifiedErrorId : ${id}\n \n`;
}

test.each([
  ['ObjectNotFound: (dig:String) [], CommandNotFoundException', 'CommandNotFoundException', 'command-not-found'],
  ['ObjectNotFound: (C:\\bed:String) [Get-Item], ItemNotFoundException', 'PathNotFound,X', 'file-missing'],
  ['Sicherheitsfehler: (:) [], PSSecurityException', 'UnauthorizedAccess', 'permission-denied'],
  ['InvalidArgument: (:) [Dig], ParameterBindingException', 'NamedParameterNotFound,Dig', 'wrong-usage'],
  ['InvalidOperation: (:) [], RuntimeException', 'InvokeMethodOnNull', 'script-failed'],
  ['ResourceUnavailable: (:) [], ApplicationFailedException', 'NativeCommandFailed', 'not-executable'],
  ['ResourceExists: (C:\\bed:String) [New-Item], IOException', 'DirectoryExist,X', 'file-exists'],
  ['ConnectionError: (:) [Dig], DigException', 'Dry,Dig', 'no-connection'],
  ['AuthenticationError: (:) [Dig], DigException', 'Who,Dig', 'not-authorised'],
  ['ResourceBusy: (:) [Dig], DigException', 'Busy,Dig', 'resource-busy'],
  ['NotInstalled: (:) [Dig], DigException', 'Lacks,Dig', 'module-missing'],
  ['QuotaExceeded: (:) [Dig], DigException', 'Full,Dig', 'disk-full'],
  [
    'ObjectNotFound: (dig:String) [Get-Command], CommandNotFoundException',
    'CommandNotFoundException,Microsoft.PowerShell.Commands.GetCommandCommand',
    'no-match',
  ],
  ['NotSpecified: (:) [Dig], DigException', 'Dry,Dig', 'exit-code'],
])('PowerShell, whatever its language: %s, %s', (category, id, code) => {
  expect(failureOf('dig', record('dig : Kein Spaten da.', category, id)).code).toBe(code);
});

test('the words of a record are put together again, and its category is no message', () => {
  const said = record(
    "Get-Item : Kein Beet 'C:\\mein \nBeet' zu fin\nden.",
    'ObjectNotFound: (:) [Get-Item], ItemNotFoundExcep \n   tion',
    'PathNotFound,X',
  );
  expect(failureOf('Get-Item bed', said)).toEqual({
    code: 'file-missing',
    blame: 'agent',
    message: "exit code 1: Get-Item : Kein Beet 'C:\\mein Beet' zu finden.",
  });
});

test('in a record of the parser the words stand below the place', () => {
  const said =
    'Beim Beet:2 Zeichen:9\n+ dig | | hose\n+       ~\nEin leeres Element.\n    + CategoryInfo          : ParserError: (:) [], ParentContainsErrorRecordException\n    + FullyQualifiedErrorId : EmptyPipeElement\n';
  expect(failureOf('dig | | hose', said)).toEqual({
    code: 'shell-syntax',
    blame: 'agent',
    message: 'exit code 1: Ein leeres Element.',
  });
});

test('what a program wrote to stderr keeps its own words', () => {
  const said = record(
    "git : fatal: ambiguous argument 'bed'",
    'NotSpecified: (fatal:String) [], RemoteException',
    'NativeCommandError',
  );
  expect(failureOf('git log bed', said, 128)).toMatchObject({ code: 'revision-missing', blame: 'agent' });
});

test.each([
  ['EROFS: read-only, open bed', 'permission-denied'],
  ['EMFILE: watch bed', 'resource-busy'],
  ['EDQUOT: write bed', 'disk-full'],
  ['spawn ENOMEM', 'out-of-memory'],
  ['EISDIR: read', 'is-folder'],
  ['ENOTDIR: scandir bed', 'not-a-folder'],
  ['ENOTEMPTY: rmdir bed', 'file-exists'],
  ['rmdir: bed: Directory not empty', 'file-exists'],
  ['Error: ENOENT: no such file or directory, open bed', 'file-missing'],
  ['connect ENETUNREACH 10.0.0.1', 'no-connection'],
  ['ENAMETOOLONG: open bed', 'wrong-usage'],
  ['API Error: 402 the purse is empty', 'http-refused'],
  ['water: HTTP/2 503', 'http-refused'],
  ['request failed with status code 429', 'http-too-many-requests'],
  ['the shed responded with status: 403', 'not-authorised'],
  ['The remote server returned an error: (404) Not Found.', 'http-not-found'],
  ['status code: 422', 'http-bad-request'],
  ['rpc error: code = Unavailable desc = dry', 'no-connection'],
  ['rpc error: code = NotFound desc = bed', 'http-not-found'],
  ['7 PERMISSION_DENIED: no', 'not-authorised'],
  ['StatusCode.RESOURCE_EXHAUSTED', 'http-too-many-requests'],
  ['java.net.ConnectException: no', 'no-connection'],
  ['httpx.ConnectError: all attempts', 'no-connection'],
  ['java.lang.NoClassDefFoundError: garden/Hose', 'module-missing'],
  ['Error [ERR_PACKAGE_PATH_NOT_EXPORTED]: no hose\n    at dig (bed.js:1:2)', 'module-missing'],
  ['zsh:1: read-only variable: status', 'shell-syntax'],
  ['bash: line 3: $BED: ambiguous redirect', 'shell-syntax'],
  ['sh: 1: Bad substitution', 'shell-syntax'],
  ['bash: line 1: warning: here-document at line 1 delimited by end-of-file', 'exit-code'],
  ['(eval):1: dig: function definition file not found', 'command-not-found'],
  ['bash: line 4:  7710 Killed                  dig', 'exit-code'],
  ['OCI runtime exec failed: exec: "dig": executable file not found in $PATH', 'command-not-found'],
  ['error TS5109: Option must be set', 'wrong-usage'],
  ['fatal: The current branch beds has no upstream branch.', 'no-upstream'],
  ['Failed to create unified exec process: no runner', 'sandbox-failed'],
])('%s', (said, code) => {
  expect(failureOf('garden', said).code).toBe(code);
});

test('a host that is at fault is told before the script that asked it', () => {
  const said = 'Traceback (most recent call last):\n  File "<stdin>", line 2\nHTTPError: 503 Server Error: no water';
  expect(failureOf('python - <<E\ndig()\nE', said)).toMatchObject({ code: 'http-refused', blame: 'environment' });
});

test('an answer that PowerShell got is told by its status', () => {
  const answer = (words: string) =>
    record(words, 'InvalidOperation: (:) [Invoke-WebRequest], WebException', 'WebCmdletWebResponseException,X');
  expect(failureOf('iwr', answer('iwr : Der Server sagte (404) Nicht gefunden.')).code).not.toBe('no-connection');
  expect(failureOf('iwr', answer('iwr : returned an error: (404) Not Found.')).code).toBe('http-not-found');
  expect(failureOf('iwr', answer('iwr : Keine Verbindung.')).code).toBe('no-connection');
});

test('exit codes that more than one thing has', () => {
  expect(failureOf('dig', '', 124)).toMatchObject({ code: 'timed-out', blame: 'environment' });
  expect(failureOf('dig', 'dig: error while loading shared libraries: libhose.so: no', 127).code).toBe(
    'module-missing',
  );
  expect(failureOf('where.exe dig', 'INFO: Could not find files for the given pattern(s).')).toEqual({
    code: 'no-match',
    blame: 'expected',
    message: 'exit code 1: INFO: Could not find files for the given pattern(s).',
  });
});

test('a filter of PowerShell has no answers', () => {
  expect(failureOf("hose on | where { $_ -match 'dry' }", 'dry').code).toBe('exit-code');
});

test('the echo of a command is not what went wrong', () => {
  const said = '$ garden check\nChecking:\n[fail] No hose\n[ok] Spade\n';
  expect(failureOf('bun run beds:check', said).message).toBe('exit code 1: [fail] No hose');
});

test('a script that is run by its path is a program of the project', () => {
  expect(failureOf('bun beds/water.ts', 'Not watered').code).toBe('program-failed');
  expect(failureOf('bun beds/water.ts', 'error: Dry\n      at dig (beds/water.ts:1:2)').code).toBe('program-raised');
});

test.each([
  ['sudo dig bed 2>&1 | head -4', 'sudo: a terminal is required\nsudo: a password is required', 'not-authorised'],
  [
    'docker exec bed ps | head -5',
    'OCI runtime exec failed: exec: "ps": executable file not found',
    'command-not-found',
  ],
  ['npm test 2>&1 | tail -5', '{\n  "result": "failed",', 'tests-failed'],
  [
    'vite build | tail -20',
    'file: /bed/a.tsx:1:2\n\nExpected ")"\n1 | dig\n    at failureErrorWithLog',
    'checks-failed',
  ],
  [
    'npx create-bed app',
    'npm error sh: 1: dig: not found\nnpm error A complete log of this run can be found in: x\n\nAborting.',
    'install-failed',
  ],
  ['cat bed.md; ls sheds', 'cat: bed.md: No such file or directory\nshed 1', 'file-missing'],
  ['cat bed.md || true; ls', 'cat: bed.md: No such file or directory\nshed 1', null],
  ['cat log.txt; ls sheds', 'cat: bed.md: No such file or directory\nshed 1', null],
  ['cat notes.md | head -2', 'sudo: a password is required\nis what it said', null],
  ['cat report.json | head -5', '{\n  "result": "failed",', null],
])('hidden: %s', (command, said, code) => {
  expect(maskedFailure(command, said, '')?.code ?? null).toBe(code);
});
