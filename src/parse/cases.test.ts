// Made-up results of programs and tools as agents run them, and what each comes to. One family a file in cases/.
//
// A case begins with "=== <exit code> <code> <blame>"; a status other than error stands before the code, "masks" for a
// failure that a success hides. Then the command after "$ " (or agent, tool and input), words of the message after "~ ",
// and the output. "codex<exit code>" is a command of Codex; "fail" a failed call of a tool.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CallToParse, interpretCall } from './interpret-call.ts';

const FOLDER = path.join(import.meta.dirname, 'cases');
const BEGINS = /^=== (?=(?:\d+|fail|ok|codex\d*) )/m;

interface Case {
  readonly title: string;
  readonly call: CallToParse;
  readonly wants: string;
  readonly says: string | null;
}

function callOf(exit: string, request: string, output: string): CallToParse {
  const command = /^\$ (.*)$/.exec(request)?.[1];
  if (command !== undefined && exit.startsWith('codex')) {
    const head = `Chunk ID: a1b2c3\nWall time: 0.5120 seconds\nProcess exited with code ${exit.slice('codex'.length)}`;
    const content = `${head}\nOriginal token count: 12\nOutput:\n${output}`;
    return { agent: 'codex', name: 'exec_command', input: JSON.stringify({ cmd: command }), content };
  }
  if (command !== undefined) {
    const content = exit === '0' ? output : ['Exit code ', exit, output === '' ? '' : '\n', output].join('');
    return { name: 'Bash', input: { command }, content, isError: exit !== '0' };
  }
  const [, agent, name = '', input = ''] = /^(claude|codex) (\S+) (.*)$/.exec(request) ?? [];
  return agent === 'codex'
    ? { agent, name, input, content: output }
    : { name, input: JSON.parse(input), content: output, isError: exit === 'fail' };
}

function casesIn(text: string): Case[] {
  return text
    .split(BEGINS)
    .slice(1)
    .map((block) => {
      const [head = '', request = '', ...rest] = block.replace(/\n$/, '').split('\n');
      const [exit = '', ...wants] = head.split(' ');
      const says = rest[0]?.startsWith('~ ') === true ? rest[0].slice(2) : null;
      const output = (says === null ? rest : rest.slice(1)).join('\n');
      return { title: request, call: callOf(exit, request, output), wants: wants.join(' '), says };
    });
}

for (const file of readdirSync(FOLDER)) {
  describe(file, () => {
    test.each(casesIn(readFileSync(path.join(FOLDER, file), 'utf8')))('$title → $wants', ({ call, wants, says }) => {
      const { status, failure, masked } = interpretCall(call);
      const why = failure ?? masked;
      const word = masked !== null ? ['masks'] : status === 'error' ? [] : [status];
      expect([...word, ...(why === null ? [] : [why.code, why.blame])].join(' ')).toBe(wants);
      if (says !== null) expect(why?.message.replace(/\s+/g, ' ')).toContain(says);
    });
  });
}
