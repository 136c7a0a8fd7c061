// Checks which successes hide a failure, and which outputs only speak of failures.

import { expect, test } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { maskedFailure } from './masked-failure.ts';

const FAILED_TESTS = 'bed is dug\n--- FAIL: TestBed (0.01s)\nFAIL\tgarden/bed\t0.3s\n';

test.each([
  ['tests through tail', 'go test ./... 2>&1 | tail -20', FAILED_TESTS, 'tests-failed'],
  ['tests through grep', 'npm test | grep -A3 fail', ' Test Files  1 failed (3)\n', 'tests-failed'],
  ['tests before an echo', 'pytest -q; echo done', '1 failed, 3 passed in 0.4s\ndone\n', 'tests-failed'],
  ['tests with true behind them', 'cargo test || true', 'test result: FAILED. 1 passed; 1 failed\n', 'tests-failed'],
  ['a task', 'mise run lint | tail -5', 'bed.go:3:1: too dry (water)\n1 issues:\n', 'checks-failed'],
  ['types', 'npx tsc --noEmit | head', "bed.ts(6,3): error TS2307: Cannot find module 'hose'.\n", 'checks-failed'],
  [
    'tests of which some were not built',
    'go test ./... | tail',
    'ok  \tgarden/shed\t0.1s\nFAIL\tgarden/bed [build failed]\n',
    'checks-failed',
  ],
  [
    'a loop',
    'for f in a b; do go build ./$f; echo built; done',
    'bed.go:3:1: undefined: hose\nbuilt\n',
    'checks-failed',
  ],
  ['an exception at the end', 'python3 dig.py 2>&1 | tail -3', '  File "dig.py"\nKeyError: 3\n', 'program-raised'],
  [
    'a subcommand that wants more',
    'garden bed --help; garden hose show 7 2>&1 || true',
    'usage: garden bed [-h]\nusage: garden hose show [-h] --id ID\ngarden hose show: error: the following arguments are required: --id\n',
    'wrong-usage',
  ],
  [
    'a package manager that raised',
    'pip install ./hose -q 2>&1 | tail -3',
    "    raise BackendUnavailable(\npip._vendor.hooks._impl.BackendUnavailable: Cannot import 'hose.build'\n",
    'install-failed',
  ],
  [
    'a pattern that a search cannot read',
    'grep hose beds.md | grep -v "a||b" | head',
    'grep: empty (sub)expression\n',
    'wrong-usage',
  ],
  [
    'a script that is given what it does not have',
    'python3 tools/dig.py --far 3 2>&1 | tail -2',
    'usage: dig.py\ndig.py: error: unrecognized arguments: --far 3\n',
    'wrong-usage',
  ],
  [
    'a folder without its file',
    'docker compose build beds 2>&1 | tail -5',
    'no configuration file provided: not found\n',
    'file-missing',
  ],
  [
    'a look that cannot read its words',
    'find beds -type d 2 | head -20',
    "find: paths must precede expression: `2'\n",
    'wrong-usage',
  ],
  [
    'a statement in a script',
    'mysql -e "CREATE" 2>&1; php seed.php',
    "ERROR at line 1: Unknown command '\\t'.\n",
    'query-failed',
  ],
  [
    'an interpreter that is not there',
    'python -m compileall -q beds || true',
    'zsh:1: command not found: python\n',
    'command-not-found',
  ],
  ['a program that is not there', 'timeout 9 dig | head', 'zsh:1: command not found: dig\n', 'command-not-found'],
  [
    'an exit code that was asked for',
    'git push; echo "exit: $?"',
    'error: failed to push some refs\nexit: 1\n',
    'git-refused',
  ],
  [
    'a statement of PowerShell before the last one',
    "Stop-Process -Id 7; 'done'",
    'done\nStop-Process : Cannot stop process "dig (7)": Access is denied\nAt line:1 char:1\n+ Stop-Process -Id 7\n+ ~~~~~~~~\n    + CategoryInfo          : CloseError: (dig:Process) [Stop-Process], ProcessCommandException\n    + FullyQualifiedErrorId : CouldNotStopProcess,StopProcessCommand\n',
    'permission-denied',
  ],
  [
    'a compiler that is not the one',
    'npx tsc --noEmit | head',
    '\nThis is not the tsc command you are looking for\n',
    'command-not-found',
  ],
  ['a merge', 'git merge beds | tail', 'CONFLICT (content): Merge conflict in bed.md\n', 'git-refused'],
  [
    'a package manager',
    'npm install | tail -5',
    'npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\n',
    'install-failed',
  ],
  [
    'gems',
    'bundle install | tail -1',
    'An error occurred while installing hose (1.0), and Bundler cannot continue.\n',
    'install-failed',
  ],
  [
    'what an install builds',
    'uv sync 2>&1 | tail -2',
    '  × Failed to build `hose==1.0`\n  ╰─▶ no water\n',
    'install-failed',
  ],
  ['a solver', 'poetry install | tail -1', '  Because a needs b (^9), version solving failed.\n', 'install-failed'],
  ['an install', 'pip install hose | tail -2', 'ERROR: No matching distribution found for hose\n', 'install-failed'],
  [
    'a deployment',
    'kubectl apply -f beds 2>&1 | tail -3',
    'The connection to the server shed:8080 was refused\n',
    'no-connection',
  ],
  ['a runner in a runner', 'npx playwright test | tail', '  1 failed\n    beds.spec.ts:3:1\n', 'tests-failed'],
  ['a script of a framework', 'python manage.py test | tail -1', 'FAILED (errors=1)\n', 'tests-failed'],
  ['a build', 'dotnet build | tail -3', 'Build FAILED.\n    2 Error(s)\n', 'checks-failed'],
  [
    'an exception above its frames',
    'node dig.js 2>&1 | tail -9',
    'TypeError: no hose\n    at a (dig.js:1:1)\n    at b (dig.js:2:1)\n    at c (dig.js:3:1)\n\nNode.js v20.1.0\n',
    'program-raised',
  ],
  ['a count of errors', 'dotnet build -q 2>&1 | tail -3', '    1 Error(s)\n\nTime Elapsed 00:00:01\n', 'checks-failed'],
  ['tests that did not start', 'npm test | tail -4', ' Test Files  no tests\n     Errors  1 error\n', 'tests-failed'],
  [
    'the note below a refusal',
    'pip install hose | tail -1',
    'note: You can do it anyway by passing --break-system-packages.\n',
    'install-failed',
  ],
  [
    'a folder that is not there',
    'cd beds && sed -n 1,9p bed.md; echo ---; grep -rn dry . | head',
    '(eval):cd:1: no such file or directory: beds\n---\n',
    'file-missing',
  ],
  [
    'a folder that is not there, and a search that never was',
    'cd beds && grep -n dry bed.md',
    '/home/g/.claude/shell-snapshots/snapshot-bash-1.sh: line 40: cd: beds: No such file or directory\n',
    'file-missing',
  ],
  [
    'a server that did not stay',
    'node serve.js > log 2>&1 &\nsleep 2; head -3 log',
    '[1]+  Exit 1                  node serve.js > log 2>&1\nserve.js stopped\n',
    'program-failed',
  ],
  [
    'looks that all failed',
    'ls beds | head && echo "..." && ls beds | wc -l',
    '...\n       0\nls: beds: No such file or directory\nls: beds: No such file or directory\n',
    'file-missing',
  ],
  [
    'a look in place of another',
    'ls beds 2>/dev/null || ls sheds | head -20',
    "ls: cannot access 'sheds': No such file or directory\n",
    'file-missing',
  ],
  [
    'an exception of another kind',
    'python manage.py dig 2>&1 | tail -2',
    'garden.DryError: connection to server at "bed" failed: Connection refused\n\tIs it there?\n',
    'no-connection',
  ],
  [
    'a server whose port is taken',
    'node serve.js & sleep 2; curl -s shed:3000',
    'Error: listen EADDRINUSE: address already in use :::3000\n\nNode.js v20.1.0\n{"ok":true}\n',
    'address-in-use',
  ],
  ['an error at first', 'dig beds 2>&1 | head -5', 'Error: no spade in this shed.\n\nGet one.\n', 'command-failed'],
  [
    'an error at last',
    'dig beds --deep 2>&1 | tail -3',
    'Digging\nbed API: API error: too dry (status 409)\n',
    'http-refused',
  ],
  [
    'an error of a runner',
    'dig run --all 2>&1 | head -9',
    "Error: can't load config: too old\nStopped.\n",
    'command-failed',
  ],
  [
    'an error between two lines of the command line',
    'dig beds 2>&1 | head -9; echo "--- shed ---"; dig shed | head -9; echo done; ls',
    'Error: no spade in this shed.\n--- shed ---\nshed is dug\ndone\nbed.md\n',
    'command-failed',
  ],
  [
    'the first of several commands',
    'sed -n 1,9p beds.md; ls -1; git status -s',
    "sed: can't read beds.md: No such file or directory\nshed.md\n M shed.md\n",
    'file-missing',
  ],
  [
    'a search in places of which one is not there',
    'rg dry beds sheds | head',
    'rg: beds: No such file or directory (os error 2)\nsheds/1.md:dry\n',
    'file-missing',
  ],
  [
    'a word behind a name that no rule knows',
    'go build -o spade ./... | head; ls',
    'go: cannot write multiple packages to non-directory spade\nbed.go\n',
    'checks-failed',
  ],
  [
    'an option',
    "git log --format=%s | grep -oP '#x' | sort",
    'grep: invalid option -- P\nusage: grep\n',
    'wrong-usage',
  ],
  [
    'a pattern that names no file',
    'grep -rn dry beds/*.md | head; grep -n wet shed.md',
    '(eval):1: no matches found: beds/*.md\n3:wet\n',
    'file-missing',
  ],
  ['what the shell takes for a path', 'echo === beds; ls', '(eval):1: == not found\nbed.md\n', 'shell-syntax'],
  ['a program that may not be started', './dig | head -3', 'zsh:1: permission denied: ./dig\n', 'permission-denied'],
  [
    'git, and a look at what came of it',
    'git rebase main || git status',
    'CONFLICT (content): Merge conflict in bed.md\ninteractive rebase in progress\n',
    'git-refused',
  ],
  [
    'git, cut to its last line',
    'git rebase main | tail -1',
    'Could not apply 8d07169... # water beds\n',
    'git-refused',
  ],
  [
    'a revision that is to be shown',
    'git show v9:bed.md | head -3; git log -1 --format=%s',
    "fatal: invalid object name 'v9'.\nwater beds\n",
    'revision-missing',
  ],
  [
    'beside another that has an alternative',
    'which hose || true; cat beds.md | head -3; ls',
    'cat: beds.md: No such file or directory\nshed.md\n',
    'file-missing',
  ],
  [
    'a loop that is left',
    'for i in 1 2; do bats beds || exit; done; ls',
    'zsh:1: command not found: bats\n',
    'command-not-found',
  ],
  ['tests, cut to the end of one', 'npx vitest run | tail -2', ' ❯ dig.js:6:16\n⎯⎯⎯⎯⎯⎯[1/1]⎯\n', 'tests-failed'],
  ['tests with a cross', 'npx vitest run | grep -E "✓|×"', '× waters the bed 10ms\n✓ digs 1ms\n', 'tests-failed'],
  [
    'tests without memory',
    'npx playwright test | tail -4',
    'FATAL ERROR: JavaScript heap out of memory\n----- Native stack trace -----\n\n 1: 00007FF73D691427\n',
    'out-of-memory',
  ],
  [
    'how a tool is used',
    'docker logs bed 2>&1 | tail -3',
    "docker: 'docker logs' requires 1 argument\n",
    'wrong-usage',
  ],
  ['an option at first', 'dig --deep 2>&1 | head -30', 'unknown flag: --deep\n', 'wrong-usage'],
  [
    'a device',
    'dig bed | tee /dev/stderr | grep -c .',
    'tee: /dev/stderr: Operation not permitted\n1\n',
    'permission-denied',
  ],
  [
    'a word that the shell made',
    'D=x*; dig $D/bed; ls',
    'bash: line 7: x1/bed: No such file or directory\nbed\n',
    'file-missing',
  ],
  ['one who may not', 'sudo dig 2>&1; ls', 'sudo: a password is required\nbed.md\n', 'not-authorised'],
  ['a statement', 'sqlite3 beds.db "select x"; ls', 'Error: in prepare, no such table: x\nbed.md\n', 'query-failed'],
  [
    'someone who is not signed in',
    'gh pr list | head -5',
    'To get started, please run:  gh auth login\n',
    'not-authorised',
  ],
  [
    'a script that is not there',
    'npm run dig:fix | tail -2',
    'npm error Missing script: "dig:fix"\nnpm error\n',
    'wrong-usage',
  ],
  [
    'a target that is not there',
    'make nope | tail -3',
    "make: *** No rule to make target 'nope'.  Stop.\n",
    'wrong-usage',
  ],
  [
    'no repository',
    'git log -5; ls',
    'fatal: not a git repository (or any of the parent directories): .git\nbed\n',
    'git-refused',
  ],
  [
    'an expression',
    'sed -i "s/a/b" bed.md; ls',
    "sed: -e expression #1, char 5: unterminated `s' command\nbed\n",
    'wrong-usage',
  ],
  ['a folder in place of a file', 'cat beds | head -3', 'cat: beds: Is a directory\n', 'is-folder'],
  [
    'a panic above its frames',
    'go run . | tail -6',
    'panic: no bed [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/g/main.go:5 +0x1d\nexit status 2\n',
    'program-raised',
  ],
  [
    'a class of its own',
    'python dig.py | tail -2',
    '    raise TooDry(\ngarden.beds.TooDry: water is required\n',
    'program-raised',
  ],
  ['a file that is not there', 'cat beds.md | head -5', 'cat: beds.md: No such file or directory\n', 'file-missing'],
])('%s', (_, command, output, code) => {
  expect(maskedFailure(command, output, '')?.code).toBe(code);
});

test.each([
  ['nothing hidden', 'go test ./...', FAILED_TESTS],
  ['a log that is read', 'cat test.log | tail', FAILED_TESTS],
  ['a search for the words', 'grep -rn "error TS2307" logs | head', "logs/1:error TS2307: Cannot find module 'x'\n"],
  ['a count', 'grep -c FAIL log | wc -l', '3\n'],
  ['tests that passed', 'npm test | tail', ' ✓ says error TS2307: when dry\n Tests  3 passed (3)\n'],
  ['a test that is named so', 'go test -v | tail', '--- PASS: TestFails (0.01s)\nok  \tgarden\n'],
  ['a probe', 'ls beds 2>/dev/null || echo none', 'none\n'],
  [
    'a probe that is told',
    'cat beds.md || echo "no such file"',
    'cat: beds.md: No such file or directory\nno such file\n',
  ],
  ['warnings alone', 'npx eslint . | tail', '✖ 3 problems (0 errors, 3 warnings)\n'],
  ['a search without a hit', 'grep dry beds.md; echo "exit: $?"', 'exit: 1\n'],
  ['a program of the project that is to fail', './garden dig --bad; echo "exit: $?"', 'error: unknown flag\nexit: 2\n'],
  ['a script that reads a log', 'python3 -c "print(open(\'test.log\').read())"; true', FAILED_TESTS],
  ['what was put right', 'ruff check --fix . | tail -1', 'Found 3 errors (3 fixed, 0 remaining).\n'],
  ['clearing away', 'docker rm bed; docker run -d bed', 'Error response from daemon: No such container: bed\n7f\n'],
  ['a lookup', 'kubectl get pod bed | head', 'Error from server (NotFound): pods "bed" not found\n'],
  ['nothing to give up', 'git merge --abort; git status -s', 'fatal: There is no merge to abort\n'],
  [
    'waiting for an answer',
    'for i in 1 2; do curl shed:3000 && break; sleep 1; done',
    'curl: (7) Failed to connect\nup\n1\n2\n3\n4\n',
  ],
  ['findings in what was read', 'python3 beds.py | head', '{"body":"reviewed and found 1 issue.\\n"}\n'],
  ['an error in the middle', 'dig beds | tail -2', 'error: no spade\nfound one\n'],
  ['a log of errors', 'docker compose logs web | head', 'error: no spade\n'],
  [
    'a server that was stopped',
    'node serve.js & sleep 2; kill %1',
    '[1]+  Exit 143                node serve.js\nfailed\n',
  ],
  ['a folder that is told', 'cd beds && ls || echo "no beds"', 'bash: cd: beds: No such file or directory\nno beds\n'],
  ['what is cleared away', 'rm beds.md; ls', 'rm: beds.md: No such file or directory\nshed.md\n'],
  ['folders on the way', 'find / -name bed | head; ls', 'find: /root: Permission denied\nbed.md\n'],
  [
    'a revision that is asked for',
    'git rev-parse v9; ls',
    "fatal: ambiguous argument 'v9': unknown revision\nbed.md\n",
  ],
  ['a module on its way', 'go get hose | tail -2; ls', 'go: downloading garden.example/errors v1.0.0\nbed.go\n'],
  ['one look in place of another', 'cat beds.md || cat shed.md', 'cat: beds.md: No such file or directory\nshed\n'],
  ['a script that writes what it found', 'python3 count.py | tail -1', 'Error: 3 beds are dry\n'],
  ['the last line of a log', 'docker exec garden tail log | tail -1', 'Error: no spade\n'],
  ['a job that has ended', 'kill %1; pkill -f bed; ls', 'bash: line 1: kill: %1: no such job\nfailed.md\n'],
  ['a shell in a log', 'tail -3 dig.log; ls', 'bash: line 3: hose: command not found\nbed.md\n'],
  ['a shell in a log of others', 'docker logs bed; ls', 'bash: line 3: hose: command not found\nbed.md\n'],
  ['a check that comes before what is run', 'rustc dig.rs -o dig && ./dig', 'Invalid bed: too dry\n'],
  [
    'a program that is asked for its version',
    'hose --version 2>&1; echo "EXIT:$?"',
    'bash: line 1: hose: command not found\nEXIT:127\n',
  ],
  [
    'a look that is shown its complaint',
    'ls -lh beds/ 2>&1 | head -20',
    "ls: cannot access 'beds/': No such file or directory\n",
  ],
  [
    'a look that is answered',
    'ls garden | grep pears; ls garden/beds 2>&1 || echo none',
    "ls: cannot access 'garden/beds': No such file or directory\nnone\n",
  ],
  ['nothing', 'npm test | tail', ''],
])('is not marked: %s', (_, command, output) => {
  expect(maskedFailure(command, output, '')).toBeNull();
});

test('hostile outputs and commands cost linear time', () => {
  for (const piece of ['exit ', 'exit: 1', 'rc=', '| tail ', 'make: *** ', 'fatal: ', ': not found', '$? ', 'echo '])
    mustEnd(() => maskedFailure(`npm test ${piece.repeat(2000)} | tail`, piece.repeat(200_000), piece.repeat(1000)));
});

test.each([
  ['docker logs garden 2>&1 | tail -20', 'Error: connect ECONNREFUSED 127.0.0.1:9\nnpm ERR! code ELIFECYCLE'],
  ['gh run view 7 --log-failed | tail -20', 'build\tdig\tnpm ERR! code ELIFECYCLE'],
])('what a tool shows of another run is not its own: %s', (command, stdout) => {
  expect(maskedFailure(command, stdout, '')).toBeNull();
});

test('tests that pass may print what a build misses', () => {
  const said = ' ✓ says CMAKE_C_COMPILER-NOTFOUND\n ✓ No tests were executed!\n      Tests  2 passed (2)\n';
  expect(maskedFailure('npm test 2>&1 | tail -5', said, '')).toBeNull();
});

test.each([
  ['npm test | tail -20', '> dig\nFAILED digging is written down\n  12 passing (3s)'],
  ['pytest -q tests | tail -3', 'FAIL over is handled\n5 passed in 0.2s'],
  ['npx playwright test | tail', '    Error: expect(locator).toBeVisible() failed\n  1 flaky\n  3 passed (9s)'],
])('tests that pass may list what failed on the way: %s', (command, stdout) => {
  expect(maskedFailure(command, stdout, '')).toBeNull();
});

test.each([
  ['timeout 5 npm test; echo dug', 'bash: timeout: command not found\ndug', 'command-not-found'],
  ['timeout 5 npm test; echo dug', 'zsh:1: command not found: timeout\ndug', 'command-not-found'],
  ['grep -rn "command not found" docs; sudo ls', 'docs/a.md:3: sudo: command not found\nbeds', undefined],
])('a program before others that is not there: %s, %s', (command, stdout, code) => {
  expect(maskedFailure(command, stdout, '')?.code).toBe(code);
});

test.each([
  ['wrangler tail | head -5', 'Error: no water'],
  ['netlify logs:function dig | cat', 'Error: no water'],
])('what an app said that a tool shows is not its own: %s', (command, stdout) => {
  expect(maskedFailure(command, stdout, '')).toBeNull();
});
