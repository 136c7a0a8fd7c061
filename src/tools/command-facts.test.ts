// Tests what is kept of commands: everything, except the heredocs in long ones.

import { describe, expect, it } from 'vitest';
import { commandFacts, withoutDocuments } from './command-facts.ts';

describe('commandFacts', () => {
  it('keeps a command whole, on one line', () => {
    const command = `npm run build &&\n${'echo step && '.repeat(60)}docker push`;
    expect(commandFacts([command])).toEqual({
      command: command.replace('\n', ' '),
      programs: 'npm\necho\ndocker',
    });
  });

  it('keeps every command of several', () => {
    expect(commandFacts(['ls -l', 'git\nstatus', 'pwd'])).toEqual({
      command: 'ls -l',
      commands: 'git status\npwd',
      programs: 'ls\ngit\nstatus\npwd',
    });
  });

  it('leaves the documents of a long command out, and keeps what follows them', () => {
    const command = `cat > a.txt <<'END'\n${'words '.repeat(300)}\nEND\ndocker build .`;
    expect(commandFacts([command])).toEqual({
      command: "cat > a.txt <<'END' END docker build .",
      programs: 'cat\ndocker',
    });
  });

  it('is empty without a command', () => {
    expect(commandFacts([])).toEqual({});
  });
});

describe('withoutDocuments', () => {
  it.each([
    ['cat <<A <<"B"\none\nA\ntwo\nB\nls', 'cat <<A <<"B"\nB\nls'],
    ['echo $((1 << n))\nls', 'echo $((1 << n))\nls'],
    ['cat <<<word\nword\nls', 'cat <<<word\nword\nls'],
    ['cat <<END\nnever closed', 'cat <<END\nnever closed'],
  ])('%j', (command, expected) => {
    expect(withoutDocuments(command)).toBe(expected);
  });
});
