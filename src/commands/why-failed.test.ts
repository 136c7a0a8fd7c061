// Checks which words of an output name a failure, whose problem it is, and which line is told.

import { expect, test } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { clip } from '../base/text.ts';
import { whyFailed } from './why-failed.ts';

function failureOf(command: string, output: string) {
  const failure = whyFailed({ command, exitCode: 1, stdout: output, stderr: '' });
  return { ...failure, message: clip(failure.message, 240) };
}

test.each([
  ['pytest', '=== 1 failed, 2 passed in 0.4s ===', 'tests-failed', '=== 1 failed, 2 passed in 0.4s ==='],
  ['npm test', '> garden@1 test\n Test Files  1 failed (3)\n', 'tests-failed', 'Test Files 1 failed (3)'],
  ['npx jest', 'Tests: 2 failed, 8 passed, 10 total', 'tests-failed', 'Tests: 2 failed, 8 passed, 10 total'],
  [
    'npm test',
    ' FAIL  test/bed.test.ts > is dug\nAssertionError: no',
    'tests-failed',
    'FAIL test/bed.test.ts > is dug: AssertionError: no',
  ],
  ['ctest', '50% tests passed, 1 tests failed out of 2', 'tests-failed', '50% tests passed, 1 tests failed out of 2'],
  ['mix test', '3 tests, 1 failure', 'tests-failed', '3 tests, 1 failure'],
  ['flake8', 'bed.py:3:80: E501 line too long', 'checks-failed', 'bed.py:3:80: E501 line too long'],
  ['javac Bed.java', "Bed.java:3: error: ';' expected", 'checks-failed', "Bed.java:3: error: ';' expected"],
  ['npx mocha', '  3 passing (1s)\n  2 failing\n', 'tests-failed', '2 failing'],
  ['cargo test', 'test result: FAILED. 1 passed; 1 failed', 'tests-failed', 'test result: FAILED. 1 passed; 1 failed'],
  [
    'cargo nextest run',
    'Summary [ 0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped',
    'tests-failed',
    'Summary [ 0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped',
  ],
  ['npx ava', '  ✘ digs\n  ─\n\n  1 test failed', 'tests-failed', '1 test failed'],
  ['flutter test', '00:01 +2 -1: Some tests failed.', 'tests-failed', '00:01 +2 -1: Some tests failed.'],
  [
    'dotnet build',
    'Bed.cs(3,1): error CS1002: ; expected [/garden/bed.csproj]',
    'checks-failed',
    'Bed.cs(3,1): error CS1002: ; expected [/garden/bed.csproj]',
  ],
  ['./gradlew build', 'FAILURE: Build failed\nBUILD FAILED in 3s', 'checks-failed', 'BUILD FAILED in 3s'],
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
  ['ls *.seed', 'zsh:1: no matches found: *.seed', 'file-missing', 'zsh:1: no matches found: *.seed'],
  ['make', 'make: *** [all] Error 1', 'checks-failed', 'make: *** [all] Error 1'],
  ['ls; echo ===BEDS===; ls', 'bed\n(eval):1: ==BEDS=== not found', 'shell-syntax', '(eval):1: ==BEDS=== not found'],
  ['sed -n "3\n9p" bed', 'sed: 1: "3\n9p\n": command expected', 'wrong-usage', 'sed: 1: "3 9p ": command expected'],
  [
    "sed 's/a' bed",
    "sed: -e expression #1, char 3: unterminated `s' command",
    'wrong-usage',
    "sed: -e expression #1, char 3: unterminated `s' command",
  ],
  [
    "awk '{print' bed",
    'awk: cmd. line:1: {print\nawk: syntax error at source line 1',
    'wrong-usage',
    'awk: syntax error at source line 1',
  ],
  ['npm run dig', 'npm error Missing script: "dig"', 'wrong-usage', 'npm error Missing script: "dig"'],
  [
    'make dig',
    "make: *** No rule to make target 'dig'.  Stop.",
    'wrong-usage',
    "make: *** No rule to make target 'dig'. Stop.",
  ],
  [
    'ruff check bed.py',
    'bed.py:1:1: E902 No such file or directory (os error 2)\nFound 1 error.',
    'file-missing',
    'bed.py:1:1: E902 No such file or directory (os error 2)',
  ],
  [
    'node dig.js',
    "node:internal:1\nError: Cannot find module '/garden/dig.js'\n    at x\n  requireStack: []",
    'file-missing',
    "Error: Cannot find module '/garden/dig.js'",
  ],
  [
    'node dig.js',
    "Error: Cannot find module 'spade'\nRequire stack:\n- /garden/dig.js",
    'module-missing',
    "Error: Cannot find module 'spade'",
  ],
  [
    "python3 -c 'import spade'",
    "Traceback (most recent call last):\nModuleNotFoundError: No module named 'spade'",
    'module-missing',
    "ModuleNotFoundError: No module named 'spade'",
  ],
  [
    'python3 -m spade',
    '/usr/bin/python3: No module named spade',
    'module-missing',
    '/usr/bin/python3: No module named spade',
  ],
  [
    'npm start',
    'Error: listen EADDRINUSE: address already in use :::3000',
    'address-in-use',
    'Error: listen EADDRINUSE: address already in use :::3000',
  ],
  [
    'pytest -m bed',
    '=== test session starts ===\ncollected 9 items\n\n=== 9 deselected in 0.1s ===',
    'no-tests',
    '=== 9 deselected in 0.1s ===',
  ],
  ['npx jest bed', 'No tests found, exiting with code 1', 'no-tests', 'No tests found, exiting with code 1'],
  [
    'curl -f https://garden.example',
    'curl: (7) Failed to connect to garden.example port 443',
    'no-connection',
    'curl: (7) Failed to connect to garden.example port 443',
  ],
  [
    'curl -f https://garden.example',
    'curl: (22) The requested URL returned error: 404',
    'http-not-found',
    'curl: (22) The requested URL returned error: 404',
  ],
  [
    'git push',
    "To garden.example:bed.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'garden.example:bed.git'",
    'git-refused',
    '! [rejected] main -> main (fetch first)',
  ],
  [
    'git merge bed',
    'Auto-merging bed.txt\nCONFLICT (content): Merge conflict in bed.txt\nAutomatic merge failed',
    'git-refused',
    'CONFLICT (content): Merge conflict in bed.txt',
  ],
  [
    'wc -l bed; git -C shed status',
    '3 bed\nfatal: not a git repository (or any of the parent directories): .git',
    'git-refused',
    'fatal: not a git repository (or any of the parent directories): .git',
  ],
  [
    'git add -A && git commit -m dig',
    'On branch main\nnothing to commit, working tree clean\n',
    'nothing-to-commit',
    'nothing to commit, working tree clean',
  ],
  [
    'make',
    '/bin/sh: 1: spade: not found\nmake: *** [Makefile:2: dig] Error 127',
    'command-not-found',
    '/bin/sh: 1: spade: not found',
  ],
  ['pnpm exec dig', 'ERR_PNPM  Command "dig" not found', 'command-not-found', 'ERR_PNPM Command "dig" not found'],
  [
    'cp bed /shed/bed',
    'cp: /shed/bed: Operation not permitted\n<sandbox_violations>\ncp(7) deny(1) file-write-create /shed/bed\n</sandbox_violations>',
    'sandbox-denied',
    'cp(7) deny(1) file-write-create /shed/bed',
  ],
  [
    'cp bed /shed/bed',
    'cp: bed: No such file or directory\n<sandbox_violations>\ncp(7) deny(1) mach-lookup garden.clock\n</sandbox_violations>',
    'file-missing',
    'cp: bed: No such file or directory',
  ],
  ['./water', 'deny file-write-create /shed/bed', 'program-failed', 'deny file-write-create /shed/bed'],
  // What was found says more than how much.
  [
    'golangci-lint run',
    'beds/soil.go:3:1: too dry (moist)\n\twater()\n1 issues:\n* moist: 1',
    'checks-failed',
    'beds/soil.go:3:1: too dry (moist)',
  ],
  [
    'pyright',
    '/garden/soil.py\n  /garden/soil.py:3:1 - error: too dry\n1 error, 0 warnings, 0 informations',
    'checks-failed',
    '/garden/soil.py:3:1 - error: too dry',
  ],
  [
    'ruff check',
    'DRY101 [*] Water it\n --> soil.py:3:1\n  |\n\nFound 1 error.',
    'checks-failed',
    'DRY101 [*] Water it',
  ],
  ['next build', '> Build error occurred\n[TypeError: no hose]\n', 'checks-failed', '[TypeError: no hose]'],
  ['black --check .', 'would reformat soil.py', 'checks-failed', 'would reformat soil.py'],
  ['eslint .', 'soil.js\n  3:1  error  too dry\n\n✖ 1 problem', 'checks-failed', '3:1 error too dry'],
  // Programs say "Error" themselves; with the way it took, it was raised.
  ['water', 'bed 1\nError: no hose\n', 'exit-code', 'Error: no hose'],
  ['node water.js', 'Error: no hose\n    at water (/garden/water.js:3:1)', 'program-raised', 'Error: no hose'],
  ['php water.php', 'Exception: no hose', 'program-raised', 'Exception: no hose'],
  // Something else failed after it.
  [
    'git commit -m dig; ./water',
    'nothing to commit, working tree clean\nno water',
    'program-failed',
    'nothing to commit, working tree clean',
  ],
])('%s says %j: %s', (command, output, code, line) => {
  const failure = failureOf(command, output);
  expect([failure?.code, failure?.message]).toEqual([code, `exit code 1: ${line}`]);
});

// Made-up names around what the tools themselves say: whose problem it is, and the line that tells.
test.each([
  // What a build says last tells least.
  [
    './gradlew test',
    "> Task :test FAILED\nBedTest > digs() FAILED\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests.\nBUILD FAILED in 3s",
    'tests-failed',
    'BedTest > digs() FAILED',
  ],
  [
    './gradlew dig',
    "* What went wrong:\nTask 'dig' not found in root project 'garden'.\nBUILD FAILED in 1s",
    'wrong-usage',
    "Task 'dig' not found in root project 'garden'.",
  ],
  [
    './gradlew lint',
    "* What went wrong:\nExecution failed for task ':bed:lint'.\n> Lint found errors.\nBUILD FAILED in 1s",
    'checks-failed',
    '> Lint found errors.',
  ],
  [
    'docker build .',
    'ERROR: failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory',
    'file-missing',
    'ERROR: failed to solve: failed to read dockerfile: open Dockerfile: no such file or directory',
  ],
  [
    'docker build .',
    '0.5 npm error code ECONNRESET\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete',
    'no-connection',
    '0.5 npm error code ECONNRESET',
  ],
  [
    'npx turbo run lint',
    'garden: dry\nFailed:    garden#lint\n ERROR  run failed: command  exited (1)',
    'checks-failed',
    'Failed: garden#lint',
  ],
  // Connections and rights are no wrong statements, and no missing files.
  [
    'psql -c "select 1"',
    'psql: error: connection to server on socket "/tmp/s.5432" failed: No such file or directory',
    'no-connection',
    'psql: error: connection to server on socket "/tmp/s.5432" failed: No such file or directory',
  ],
  [
    'mysql -e "select 1"',
    "ERROR 1045 (28000): Access denied for user 'bed'@'shed'",
    'not-authorised',
    "ERROR 1045 (28000): Access denied for user 'bed'@'shed'",
  ],
  [
    'git push',
    'git@garden.example: Permission denied (publickey).\nfatal: Could not read from remote repository.',
    'not-authorised',
    'git@garden.example: Permission denied (publickey).',
  ],
  [
    'kubectl apply -f beds',
    'The connection to the server shed:8080 was refused - did you specify the right host or port?',
    'no-connection',
    'The connection to the server shed:8080 was refused - did you specify the right host or port?',
  ],
  [
    'npx wrangler deploy',
    "✘ [ERROR] In a non-interactive environment, it's necessary to set a GARDEN_TOKEN environment variable",
    'not-authorised',
    "✘ [ERROR] In a non-interactive environment, it's necessary to set a GARDEN_TOKEN environment variable",
  ],
  // Installs
  [
    'uv sync',
    '  × No solution found when resolving dependencies:',
    'install-failed',
    '× No solution found when resolving dependencies:',
  ],
  [
    'cargo build',
    'error: no matching package named `hose` found',
    'install-failed',
    'error: no matching package named `hose` found',
  ],
  [
    'npm i',
    'npm warn EBADENGINE Unsupported engine {\nnpm error code ENOTFOUND\n',
    'no-connection',
    'npm error code ENOTFOUND',
  ],
  [
    'npx playwright test',
    "Error: browserType.launch: Executable doesn't exist at /cache/chrome\n  3 failed\n",
    'module-missing',
    "Error: browserType.launch: Executable doesn't exist at /cache/chrome",
  ],
  // Not what the command took them for
  [
    'terraform validate',
    '│ Error: Missing required argument\n│ \n│   on bed.tf line 1:',
    'checks-failed',
    '│ Error: Missing required argument',
  ],
  [
    'mix dig',
    '** (Mix) The task "dig" could not be found.',
    'wrong-usage',
    '** (Mix) The task "dig" could not be found.',
  ],
  [
    'javac Bed.java',
    'error: file not found: Bed.java\nUsage: javac <options>',
    'file-missing',
    'error: file not found: Bed.java',
  ],
  ['jq ".["', 'jq: error: syntax error, unexpected end', 'wrong-usage', 'jq: error: syntax error, unexpected end'],
  [
    'tar xzf bed.tgz',
    'tar (child): bed.tgz: Cannot open: No such file or directory\ntar: Error is not recoverable: exiting now',
    'file-missing',
    'tar (child): bed.tgz: Cannot open: No such file or directory',
  ],
  [
    'cd beds && npm test',
    "At line:1 char:9\nThe token '&&' is not a valid statement separator in this version.",
    'shell-syntax',
    "The token '&&' is not a valid statement separator in this version.",
  ],
  // A deployment is no check.
  ['make deploy', 'the hose is missing\nmake: *** [deploy] Error 1', 'exit-code', 'the hose is missing'],
  ['poetry run python manage.py test', 'no water', 'tests-failed', 'no water'],
  ['npx next build', 'no water', 'checks-failed', 'no water'],
])('%s says %j: the tool means %s', (command, output, code, line) => {
  const failure = failureOf(command, output);
  expect([failure?.code, failure?.message]).toEqual([code, `exit code 1: ${line}`]);
});

test.each([
  ['Unhandled exception. System.DryException: no water', 'program-raised'],
  ['FATAL ERROR: JavaScript heap out of memory\nAborted (core dumped)', 'out-of-memory'],
  ['Aborted (core dumped)', 'crashed'],
])('a program that ends itself by a signal: %j', (stderr, code) => {
  expect(whyFailed({ command: 'dotnet run', exitCode: 134, stdout: '', stderr }).code).toBe(code);
});

test('the words count at the end of a long output as well', () => {
  expect(failureOf('pytest', `${'.'.repeat(50_000)}\n1 failed in 0.4s`)?.code).toBe('tests-failed');
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
    'nothing to commit ',
    'nothing to commit, working tree clean\n',
    'sed: ',
    "Cannot find module '",
    'Error: \n',
    'Error\n',
    'sh: ',
    'deny file-',
    '<sandbox_violations>',
    'A1000 a\n',
    'Failed to compile\n',
    ': ',
    '* What went wrong:\n',
    '│ Error: a\n│ \n',
    'ERROR in a\n',
    'error: a\n',
    'Failed: a#',
    'A::',
    'a: Error: a\n',
    'a  ',
    '  \n',
    'type: ',
  ]) {
    mustEnd(() => failureOf('node -e', piece.repeat(200_000)));
  }
});
