// Tests parsing one call: samples become what they expect, by their words alone, and types narrow by tool and kind.

import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type EditResult,
  edit,
  interpretCall,
  isTool,
  type ParsedCall,
  parserOf,
  type ShellResult,
  shell,
  type ToolId,
} from '../../src/parse/parse.ts';
import { allSamples, type ToolSample } from '../structure/tool-samples.ts';

function parseSample({ agent, tool: name, input, outcome }: ToolSample): ParsedCall {
  if (outcome === null) return interpretCall({ agent, name, input });
  const { content, structured, status } = outcome;
  const isError = status !== 'ok' && status !== 'background';
  return interpretCall({ agent, name, input, content, structured, isError });
}

/** What a sample says and one call alone cannot: what other records made of it, and blocks that a format has read. */
function isToldByItself({ outcome }: ToolSample, call: ParsedCall): boolean {
  if (outcome === null) return true;
  if ('rule' in outcome) return false;
  const isQuiet =
    call.failure !== null && outcome.status === 'ok' && call.via !== null && call.result?.kind !== 'failure';
  return typeof outcome.content === 'string' && (call.status === outcome.status || isQuiet);
}

const told = allSamples
  .map(({ name, sample }) => ({ name, sample, call: parseSample(sample) }))
  .filter(({ sample, call }) => isToldByItself(sample, call));

describe('samples', () => {
  it('are nearly all told by one call alone', () => {
    expect(told.length / allSamples.length).toBeGreaterThan(0.9);
  });

  it.each(told.map(({ name, sample, call }) => [name, sample, call] as const))('%s', (_name, sample, call) => {
    const { toolId, summary, facts, result, failure } = sample.expect;
    expect({
      toolId: call.tool,
      summary: call.summary,
      facts: call.facts,
      result: call.result === null ? null : { kind: call.result.kind, via: call.via },
    }).toMatchObject({ toolId, summary, facts, result });
    if (failure !== null) expect(call.failure?.code).toBe(failure);
  });
});

const bash = { agent: 'claude-code', name: 'Bash', input: { command: 'ls' } };

describe('one call', () => {
  it('is running without a result', () => {
    const { status, result, via, text, summary } = interpretCall(bash);
    expect({ status, result, via, text, summary }).toEqual({
      status: 'running',
      result: null,
      via: null,
      text: null,
      summary: 'ls',
    });
  });

  it('is read by the structured companion before the text', () => {
    const structured = { stdout: 'a\nb', stderr: '', interrupted: false, isImage: false };
    const call = interpretCall({ ...bash, content: 'other words', structured });
    expect([call.status, call.via]).toEqual(['ok', 'structured']);
    if (!isTool(call, 'shell') || call.result?.kind !== 'output') throw new Error('not narrowed');
    expect(call.result.stdout).toBe('a\nb');
  });

  it('of Codex has its arguments as a JSON text', () => {
    const call = interpretCall({
      agent: 'codex',
      name: 'shell',
      input: '{"command":["bash","-lc","make"]}',
      content: '{"output":"no rule","metadata":{"exit_code":2,"duration_seconds":0.2}}',
    });
    expect([call.tool, call.status, call.facts.exitCode]).toEqual(['shell', 'error', 2]);
  });

  it('that failed has its text without the tag, and whose problem it is', () => {
    const input = { file_path: '/x', old_string: 'a', new_string: 'b' };
    const words = 'File has not been read yet. Read it first before writing to it.';
    const call = interpretCall({
      name: 'Edit',
      input,
      content: `<tool_use_error>${words}</tool_use_error>`,
      isError: true,
    });
    expect({ status: call.status, text: call.text, kind: call.result?.kind, failure: call.failure }).toEqual({
      status: 'error',
      text: words,
      kind: 'failure',
      failure: { code: 'not-read-yet', blame: 'agent', message: words },
    });
  });

  it('of a tool without a definition is generic, whatever the agent', () => {
    const call = interpretCall({ agent: 'other', name: 'ring_bell', input: { bell: 'noon' }, content: 'Rung.' });
    expect([call.tool, call.status, call.text]).toEqual(['generic', 'ok', 'Rung.']);
  });

  it('knows no other tools than a parser is given', () => {
    const parse = parserOf([shell, edit]);
    expect(parse({ ...bash, content: 'a' }).tool).toBe('shell');
    expect(parse({ name: 'Read', input: { file_path: '/x' } }).tool).toBe('generic');
  });
});

describe('types', () => {
  it('narrow by tool, then by kind', () => {
    const call = interpretCall({ ...bash, content: 'a' });
    expectTypeOf(call.tool).toEqualTypeOf<ToolId>();
    if (isTool(call, 'edit')) {
      expectTypeOf(call.tool).toEqualTypeOf<'edit'>();
      expectTypeOf(call.result).exclude<{ kind: 'failure' | 'raw' } | null>().toEqualTypeOf<EditResult>();
      if (call.result?.kind === 'edited') expectTypeOf(call.result.userModified).toEqualTypeOf<boolean>();
    }
    if (call.tool === 'shell') {
      expectTypeOf(call.input?.command).toEqualTypeOf<string | undefined>();
      if (call.result?.kind === 'output')
        expectTypeOf(call.result).toEqualTypeOf<Extract<ShellResult, { kind: 'output' }>>();
    }
  });
});
