// Tests which removals a command line is sure to say.

import { describe, expect, it } from 'vitest';
import { isRemoved, removedFiles } from './removed-files.ts';

const removed = (command: string): readonly string[] => removedFiles(command, '/p');

describe('what is removed for sure', () => {
  it.each([
    ['rm a.ts', ['/p/a.ts']],
    ['rm -f /p/a.ts "b c.ts" 2>/dev/null && npm test | tail -3', ['/p/a.ts', '/p/b c.ts']],
    ['rm -rf build/; npm run build', ['/p/build']],
    ['cd /q && rm a.ts', ['/q/a.ts']],
    ['npm test && rm a.ts', ['/p/a.ts']],
    ['cat > x <<EOF\nrm b.ts\nEOF\nrm a.ts', ['/p/a.ts']],
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
  ])('%s', (command) => expect(removed(command)).toEqual([]));

  it('where the folder is unknown', () => expect(removedFiles('rm a.ts', null)).toEqual([]));
});

it('takes a folder for what is in it', () => {
  expect(['/p/b', '/p/b/c', '/p/bc'].map((path) => isRemoved(path, ['/p/b']))).toEqual([true, true, false]);
});
