// Tests that a failing part of an interpretation is noted, and affects nothing else.

import { describe, expect, it } from 'vitest';
import { problem } from '../model/problem.ts';
import { type Interpretable, interpret, interpretLightly } from './interpret.ts';

/** An object whose member throws when read. */
function breaking(key: string): object {
  return Object.defineProperty({}, key, {
    enumerable: true,
    get: () => {
      throw new Error('broken');
    },
  });
}

function broken(what: string) {
  return problem('tool-definition-failed', `The tool's ${what} could not be worked out: broken`, { params: { what } });
}

function call(input: unknown, structured: unknown): Interpretable {
  const verdict = { status: 'ok', rule: 'test', failure: null } as const;
  return { agent: 'claude-code', tool: 'Bash', input, outcome: { verdict, content: 'hello', structured } };
}

const WHOLE = call({ command: 'echo hello' }, { stdout: 'hello', stderr: '' });

it('says what it can of a call whose input breaks its tool', () => {
  const spoiled = call(breaking('command'), { stdout: 'hello', stderr: '' });
  const light = {
    ...interpretLightly(WHOLE),
    summary: '',
    facts: { bytes: 5 },
    target: null,
    problems: [broken('input')],
  };
  expect(interpretLightly(spoiled)).toEqual(light);
  expect(interpret(spoiled)).toMatchObject({ input: null, result: { kind: 'output', stdout: 'hello' }, light });
});

it('says what it can of a call whose result breaks its tool', () => {
  const spoiled = call({ command: 'echo hello' }, breaking('stdout'));
  const light = {
    ...interpretLightly(WHOLE),
    result: { kind: 'raw', via: 'raw' },
    facts: { command: 'echo hello', programs: 'echo' },
    problems: [broken('result')],
  };
  expect(interpretLightly(spoiled)).toEqual(light);
});

it('notes every part that breaks, in the order in which they are asked', () => {
  const { problems } = interpretLightly(call(breaking('command'), breaking('stdout')));
  expect(problems).toEqual([broken('input'), broken('result')]);
});

describe('a tool of another agent', () => {
  const read = (input: unknown): string =>
    interpretLightly({ agent: 'codex', tool: 'Read', input, outcome: null }).toolId;

  it('is known by its exact name, where the input is that tool’s', () => {
    expect(read({ file_path: '/src/pears.ts' })).toBe('read');
    expect(read({ pears: 3 })).toBe('generic');
  });

  it('does not come before the agent’s own', () => {
    const input = { cmd: 'ls' };
    expect(interpretLightly({ agent: 'codex', tool: 'exec_command', input, outcome: null }).toolId).toBe('shell');
  });
});
