// Tests which removals a command line is sure to say.

import { describe, expect, it } from 'vitest';
import { foldSpace } from '../base/text.ts';
import { programsOf } from '../commands/program-names.ts';
import { isRemoved, removedFiles } from './removed-files.ts';

/** As the index keeps commands: on one line. */
const removed = (command: string): readonly string[] =>
  removedFiles({ command: foldSpace(command), programs: programsOf([command]).join('\n') }, '/p').map(
    ({ path, isDeep }) => (isDeep ? `${path}/` : path),
  );

describe('what is removed for sure', () => {
  it.each([
    ['rm a.ts', ['/p/a.ts']],
    ['rm -f /p/a.ts "b c.ts" 2>/dev/null && npm test | tail -3', ['/p/a.ts', '/p/b c.ts']],
    ['rm -rf build/; npm run check', ['/p/build/']],
    ['cd /q && rm a.ts', ['/q/a.ts']],
    ['npm test && rm a.ts', ['/p/a.ts']],
    ['rm a.ts b.ts\nnpx vitest run src/c.test.ts', ['/p/a.ts', '/p/b.ts']],
    ['rm a.ts\n./check.sh src', ['/p/a.ts']],
    ['rm -r a b\ncd src\nls', ['/p/a/', '/p/b/']],
    ['rm a.ts\nDRY=1 npm test', ['/p/a.ts']],
    ['node a.ts; rm a.ts', ['/p/a.ts']],
    ['rm a.ts # not b.ts', ['/p/a.ts']],
  ])('%s', (command, files) => expect(removed(command)).toEqual(files));
});

describe('what may not have been removed', () => {
  it.each([
    'echo rm a.ts',
    'git rm --cached a.ts',
    'rm "$FILE" *.tmp ~/a.ts',
    'npm test || rm a.ts',
    'test -f a.ts && rm a.ts; echo done',
    'if grep -q x a.ts; then rm a.ts; fi',
    'for f in a b; do rm $f; done; rm a.ts',
    'cd "$(mktemp -d)" && rm a.ts',
    'rm a.ts &',
    'cat > x <<EOF\nset -e; rm b.ts\nEOF\nls',
    'test -f a.ts && rm a.ts\necho done',
    'npm test\ncd src; rm a.ts',
    'cd src || exit 1; rm a.ts',
    'cd src | cat; rm a.ts',
    'if test -f b.ts; then exit 0; fi; rm /p/a.ts',
    // Written again
    'rm a.ts && mv b.ts a.ts',
    'rm a.ts\ncp b.ts a.ts',
    'rm a.ts; npm run make > a.ts',
    'rm -rf src && git checkout src/a.ts',
  ])('%s', (command) => expect(removed(command)).toEqual([]));

  it('where the folder is unknown', () => expect(removedFiles({ command: 'rm a.ts' }, null)).toEqual([]));
});

it('takes a folder for what is in it, where that was to go with it', () => {
  const paths = ['/p/b', '/p/b/c', '/p/bc'];
  expect(paths.map((path) => isRemoved(path, [{ path: '/p/b', isDeep: true }]))).toEqual([true, true, false]);
  expect(paths.map((path) => isRemoved(path, [{ path: '/p/b', isDeep: false }]))).toEqual([true, false, false]);
});
