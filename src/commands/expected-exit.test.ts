// Checks which exit codes count as answers, over plain, chained, piped, wrapped, nested and hostile command lines.

import { expect, test } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { parseCommandLine } from './command-line.ts';
import { expectedExit } from './expected-exit.ts';
import { lookupAnswer } from './lookups.ts';
import { endedItself, hasTimeLimit } from './own-end.ts';
import { decidingPrograms } from './programs.ts';

test.each([
  ['grep needle file.txt', 1],
  ['/usr/bin/grep -r "a && b" src', 1],
  ['cd lib && grep -n needle *.ts', 1],
  ['cd lib\nrg needle', 1],
  ['cat file | sort | grep needle', 1],
  ['LC_ALL=C FOO="x y" grep needle file', 1],
  ['env LC_ALL=C grep needle file', 1],
  ['sudo -u nobody grep needle /etc/hosts', 1],
  ['timeout 10 rg needle', 1],
  ['timeout -k 5 10s rg needle', 1],
  ['! grep needle file', 1],
  ['(cd lib && rg needle)', 1],
  ['( rg needle )', 1],
  ['{ rg needle; }', 1],
  ['bash -lc "cd lib && grep needle file"', 1],
  ["sh -c 'rg needle'", 1],
  ['diff a b', 1],
  ['diff a b > out.txt 2>&1', 1],
  ['git diff --exit-code', 1],
  ['git --no-pager -C lib grep needle', 1],
  ['git -c color.ui=never diff --quiet', 1],
  ['git merge-base --is-ancestor a b', 1],
  ['git rev-parse --verify --quiet topic', 1],
  ['git config --get user.name', 1],
  ['test -f file', 1],
  ['[ -d lib ]', 1],
  ['[[ -n $x && -n $y ]]', 1],
  ['command -v tool', 1],
  ['which tool', 1],
  ['pgrep -f server', 1],
  ['make; grep error log', 1],
  ['make || grep error log', 1],
  ['echo "looking" && grep needle file', 1],
  ['find . -name "*.ts" | xargs grep needle', 123],
  ['kill -0 123', 1],
  ['rtk rg needle', 1],
  ['git config user.email', 1],
  ['ssh -p 22 garden "cd beds && grep needle file"', 1],
  ['ssh garden grep needle file', 1],
  ['docker exec -it -w /beds bed grep needle file', 1],
  ['docker compose -f bed.yml exec -T bed sh -c "grep needle file"', 1],
  ['kubectl -n beds exec bed-7 -c web -- grep needle file', 1],
  ['wsl -d Debian grep needle file', 1],
  ['rg needle src | Select-Object -First 20', 1],
  ['C:/tools/rg.exe needle', 1],
  ['for f in a b; do make $f; done; [ -f out ] && echo out', 1],
  ['python3 -c "import hose" 2>/dev/null', 1],
  ['sleep 1; pkill -f server', 1],
  ['npm audit', 1],
  ['gh pr checks 9', 8],
  ['gh pr checks 9', 1],
  ['systemctl status garden', 3],
  ['systemctl --user status garden', 4],
  ['dig | head && echo "some line" && ls beds 2>/dev/null', 2],
  ['jq -e .ok result.json', 1],
  ['grep needle file # && make', 1],
  ['grep needle <<EOF\nmake && false\nEOF', 1],
  ["cat <<'END' | grep needle\nsome ) text\nEND", 1],
  ['grep needle \\\n  file', 1],
  ['grep a file &&\n  grep b file', 1],
  ['set -o pipefail; grep a file | grep b', 1],
])('answers: %s', (command, code) => {
  expect(expectedExit(command, code, 'some line\n')).toBe(true);
});

test.each([
  ['grep needle missing', 2],
  ['npm test', 1],
  ['npm test && grep needle out', 1],
  ['grep needle file && npm test', 1],
  ['grep needle file; npm test', 1],
  ['grep needle file || npm test', 1],
  ['grep needle file | npm test', 1],
  ['echo grep', 1],
  ['if grep -q a b; then make; fi', 1],
  ['bash script.sh grep', 1],
  ['make | Select-Object -First 20', 1],
  ['ssh garden make', 1],
  ['git config user.email bed@garden.example', 1],
  ['docker run bed grep needle file', 1],
  ['docker exec bed', 1],
  ['python3 -c "import hose"', 1],
  ['bash -c "make"', 1],
  ['git push', 1],
  ['gh pr checks 9', 2],
  ['npm audit', 2],
  ['git diff', 128],
  ['set -e\nmake\ngrep a b', 1],
  ['set -o pipefail && make | grep error', 1],
  ['grep needle file &', 1],
  ['xargs make', 123],
  ['', 1],
  ['   ', 1],
  ['$(grep a b)', 1],
  ['grep a b', 0],
  ['grep a b', -1],
])('does not answer: %s', (command, code) => {
  expect(expectedExit(command, code, 'some line\n')).toBe(false);
});

test('what only passes on what it reads has decided nothing', () => {
  expect(expectedExit('ps -o pid -p 7 && tmux capture-pane -p | tail -10', 1, '    PID')).toBe(true);
  expect(expectedExit('ps -o pid -p 7 && dig | tail -10 bed.md', 1, '    PID')).toBe(false);
});

test('nothing was written, so the question before has answered', () => {
  expect(expectedExit('rg needle lib && sed -n 1,9p lib/a.py', 1, '')).toBe(true);
  expect(expectedExit('rg needle lib && sed -n 1,9p lib/a.py', 1, 'sed: no such thing')).toBe(false);
  expect(expectedExit('npm test && rg needle lib', 1, '')).toBe(false);
  expect(expectedExit('rg needle lib && make 2>/dev/null', 1, '')).toBe(false);
  expect(expectedExit('python3 -c "import json; d = json.load(open(1))" 2>/dev/null', 1, '')).toBe(false);
});

test('an echo in a chain tells how far it came', () => {
  const chain = 'ls lib && echo --- && grep -r needle lib && echo "(none)" && echo --- && make';
  expect(expectedExit(chain, 1, 'bed.ts\n---\n')).toBe(true);
  expect(expectedExit(chain, 1, 'bed.ts\n---\nbed.ts: needle\n(none)\n---\nno water')).toBe(false);
  expect(expectedExit('make && echo made && grep needle lib', 1, 'no water')).toBe(false);
  expect(expectedExit('make && echo made > log && grep needle lib', 1, 'made')).toBe(false);
});

test.each([
  ['for f in a b; do echo "== $f"; grep -n needle $f; done', true],
  ['for f in a b; do grep needle $f; echo done; done', false],
  ['for f in *; do grep needle $f; done', true],
  ['for f in a b; do if make $f; then break; fi; grep needle $f; done', true],
  ['for f in a b; do make $f; done', false],
  ['for f in a b; do make $f; grep needle log; done 2>/dev/null', true],
  ['if [ -d lib ]; then grep -r needle lib; else rg needle; fi', true],
  ['if [ -d lib ]; then grep -r needle lib; else make; fi', false],
  ['if [ -d lib ]; then for f in lib/*; do grep needle $f; done; fi', true],
  ['cd lib; while read f; do grep needle $f; done < files', true],
  ['for f in a; do grep needle $f; done | head', false],
  ['case $a in b) grep needle b;; esac', false],
])('a loop or a condition ends as its last command did: %s', (command, isAnswer) => {
  expect(expectedExit(command, 1, '== a\n')).toBe(isAnswer);
});

test('a pattern that names no file is an answer where a look was told to keep quiet', () => {
  const said = '(eval):1: no matches found: /home/dev/garden/beds*\n';
  expect(expectedExit('ls ~/garden/beds* 2>/dev/null', 1, said)).toBe(true);
  expect(expectedExit('ls shed 2>/dev/null; ls ~/garden/beds* 2>/dev/null', 1, `${said}\nshed\n`)).toBe(true);
  expect(expectedExit('ls ~/garden/beds*', 1, said)).toBe(false);
  expect(expectedExit('rm ~/garden/beds* 2>/dev/null', 1, said)).toBe(false);
});

test('a look that is told to keep quiet asks whether something is there', () => {
  expect(expectedExit('ls -d lib src 2>/dev/null', 2, 'lib\n')).toBe(true);
  expect(expectedExit('echo ---; head -5 main.go 2> /dev/null', 1, '---\n')).toBe(true);
  expect(expectedExit('rg needle lib missing 2>/dev/null', 2, 'lib/a: needle')).toBe(false);
  expect(expectedExit('rg needle missing 2>/dev/null', 2, '')).toBe(false);
  expect(expectedExit('git rev-parse --short HEAD 2>/dev/null', 128, '')).toBe(true);
  expect(expectedExit('git push 2>/dev/null', 128, '')).toBe(false);
  expect(expectedExit('make 2>/dev/null', 2, '')).toBe(false);
  expect(expectedExit('ls lib', 2, '')).toBe(false);
});

test('what `which` says of a name is its answer, whatever stands around it', () => {
  expect(expectedExit('node -v && which hose && hose --version', 1, 'v20\nhose not found\n')).toBe(true);
  expect(expectedExit('npm test && which hose', 1, 'which: no hose in (/bin:/usr/bin)\n')).toBe(true);
  expect(expectedExit('node -v && which hose && dig', 1, 'v20\nspade not found\n')).toBe(false);
  expect(lookupAnswer('which hose', 'hose not found\n')).toBe('hose not found');
});

test('a command that limits its own time', () => {
  for (const command of [
    'timeout 5 make',
    'cd lib && sudo timeout -k 1 5s make',
    'CI=1 gtimeout 5 make',
    '(timeout 5 make)',
    'time -p /opt/bin/timeout 5 make',
    'timeout 5 rg needle | head',
    'bash -c "timeout $LIMIT make"',
  ]) {
    expect([command, hasTimeLimit(command, 124)]).toEqual([command, true]);
  }
  expect(hasTimeLimit('timeout -s KILL 5 make', 137)).toBe(true);
  expect(hasTimeLimit('timeout 5 make', 1)).toBe(false);
  expect(hasTimeLimit('make timeout', 124)).toBe(false);
  expect(hasTimeLimit('timeout 5 make', null)).toBe(false);
});

test('the shell complained, so the code is no answer', () => {
  expect(expectedExit('cd nowhere && grep a b', 1, 'bash: line 1: cd: nowhere: No such file or directory')).toBe(false);
  expect(expectedExit('echo ===; grep a b', 1, '(eval):1: == not found')).toBe(false);
  expect(expectedExit('docker exec bed grep a b', 1, 'Error response from daemon: No such container: bed')).toBe(false);
  expect(expectedExit('cd lib && grep a b', 1, 'a\n')).toBe(true);
});

test('a command line is parted into lists, steps, pipelines and words', () => {
  expect(parseCommandLine('cd "my dir" && A=1 x | y 2>&1; z &')).toEqual([
    {
      background: false,
      steps: [
        { join: null, pipeline: [{ words: ['cd', 'my dir'], group: null }] },
        {
          join: '&&',
          pipeline: [
            { words: ['A=1', 'x'], group: null },
            { words: ['y', '2>&1'], group: null },
          ],
        },
      ],
    },
    { background: true, steps: [{ join: null, pipeline: [{ words: ['z'], group: null }] }] },
  ]);
});

test('hostile command lines cost linear time and never throw', () => {
  const lines = ['(', '((', "'", '"', '`', '$(', '<<EOF\n', '&&', '|', '\\', '{', ')', 'a<<-"x"\n\t', '#', '<<', '<<<'];
  for (const piece of lines) {
    mustEnd(() => expectedExit(piece.repeat(1_000_000), 1, 'x'.repeat(1_000_000)));
    mustEnd(() => hasTimeLimit(piece.repeat(50_000), 124));
  }
});

test.each([
  ['gh pr view 9', 'no pull requests found for branch "beds"'],
  ['bd show bed-9', 'Error: issue not found: bed-9'],
  ['docker inspect shed', 'Error: No such object: shed'],
  ['kubectl get pod shed', 'Error from server (NotFound): pods "shed" not found'],
])('a lookup that finds nothing answers: %s', (command, output) => {
  expect(expectedExit(command, 1, output)).toBe(true);
  expect(expectedExit(command, 1, 'no water')).toBe(false);
});

test('a command that ends others can end itself', () => {
  expect(endedItself('pkill -f garden; sleep 1', 143)).toBe(true);
  expect(endedItself('pkill -f garden', 1)).toBe(false);
  expect(endedItself('npm test', 143)).toBe(false);
});

test('programs that can have decided the exit', () => {
  const programs = (command: string) => decidingPrograms(command).map(([program]) => program);
  expect(programs('cd beds && TIDE=low sudo /usr/bin/curl -s garden.example')).toEqual(['cd', '/usr/bin/curl']);
  expect(programs('curl -s garden.example | head; dig')).toEqual(['dig']);
  expect(programs('(curl -s garden.example)')).toEqual(['curl']);
  expect(programs("bash -lc 'cd beds && dig'")).toEqual(['cd', 'dig']);
  expect(programs('curl '.repeat(50_000))).toEqual([]);
});
