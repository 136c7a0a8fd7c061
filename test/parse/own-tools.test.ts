// Tests user-defined tools and formats: as data, validated, and known everywhere once they are in use.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../src/base/app-error.ts';
import { defineFormat, defineTool, interpretCall, pairCalls, parserOf, useConfig } from '../../src/parse/parse.ts';

const documented = /```json\n([\s\S]*?)```/.exec(
  readFileSync(resolve(import.meta.dirname, '../../docs/configuration.md'), 'utf8'),
)?.[1];
const { tools } = JSON.parse(documented ?? '{}');
const parse = parserOf([defineTool(tools[0])]);
const asked = { name: 'mcp__clocks__wind', input: { clock: 'tower' } };
const answer = {
  state: 'wound',
  turns: 12,
  hands: [{ name: 'long', position: 3 }],
  journal: { a: 1 },
  patch: '--- a\n+++ a\n@@ -1 +1 @@\n-slow\n+fast',
  file: '/clock.toml',
  picture: 'iVBORw0KGgo=',
};

describe('a tool as data', () => {
  it('has a summary, facts, and the parts of its view', () => {
    const call = parse({ ...asked, structured: answer });
    expect(call).toMatchObject({
      tool: 'wind-clock',
      status: 'ok',
      summary: 'wind tower → 12 turns',
      via: 'structured',
    });
    expect(call.facts).toEqual({ matches: 12, note: 'wound' });
    expect(call.result).toMatchObject({
      kind: 'own',
      value: answer,
      parts: [
        {
          part: 'fields',
          fields: [
            ['State', 'wound'],
            ['Turns', 12],
          ],
        },
        { part: 'table', title: 'Hands', columns: ['Hand', 'At'], rows: [['long', 3]] },
        { part: 'code', title: 'Journal', text: '{"a":1}', language: 'json' },
        { part: 'diff', path: '/clock.toml', hunks: [{ oldStart: 1, newStart: 1, lines: ['-slow', '+fast'] }] },
        { part: 'image', mediaType: 'image/png', pointer: '/picture' },
      ],
    });
  });

  it.each([
    ['the JSON of a text', { content: '{"turns":3}' }],
    ['blocks of an MCP server', { structured: [{ type: 'text', text: '{"turns":3}' }] }],
    ['what stands beside such blocks', { structured: { content: [], structuredContent: { turns: 3 } } }],
  ])('reads %s', (_what, given) => {
    expect(parse({ ...asked, ...given }).summary).toBe('wind tower → 3 turns');
  });

  it('draws no part whose place is empty', () => {
    const { result } = parse({ ...asked, content: 'Wound.' });
    expect(result).toEqual({ kind: 'own', value: 'Wound.', parts: [{ part: 'fields', title: '', fields: [] }] });
  });

  it('knows its failures, and names by their beginning', () => {
    const call = parse({ name: 'mcp__clocks__wind_twice', input: {}, content: 'Error: stuck fast', isError: true });
    expect(call).toMatchObject({
      tool: 'wind-clock',
      status: 'error',
      failure: { code: 'clock-stuck', blame: 'environment' },
    });
    expect(parse({ name: 'mcp__clocks__stop', input: {} }).tool).toBe('generic');
  });

  it('is not misled by keys that every object has', () => {
    const tool = defineTool({
      id: 'odd',
      names: ['odd'],
      summary: '{input.constructor}{input.__proto__.x}{result.length}',
    });
    expect(parserOf([tool])({ name: 'odd', input: {}, content: 'abc' }).summary).toBe('');
  });
});

describe('a configuration', () => {
  it.each([
    [7, 'the whole'],
    [{ tool: [] }, 'tool'],
    [{ tools: {} }, 'tools'],
    [{ tools: [{ id: 'a' }] }, 'tools.0.names'],
    [{ tools: [{ id: 'shell', names: ['x'] }] }, 'tools.0.id'],
    [{ tools: [{ id: 'A b', names: ['x'] }] }, 'tools.0.id'],
    [{ tools: [{ id: 'a', names: ['x'], failures: [{ code: 'c', pattern: '(' }] }] }, 'tools.0.failures.0.pattern'],
    [{ tools: [{ id: 'a', names: ['x'], view: [{ part: 'script' }] }] }, 'tools.0.view.0.part'],
    [{ formats: [{ recognise: (): boolean => true }] }, 'formats.0.agent'],
    [{ formats: [{ agent: 'x', recognise: (): boolean => true }] }, 'formats.0.read'],
  ])('%j is refused, with the place of the fault', (config, place) => {
    let told: unknown;
    try {
      useConfig(config, 'x.json');
    } catch (error) {
      told = error;
    }
    expect(told).toBeInstanceOf(AppError);
    expect(told).toMatchObject({ code: 'bad-config', message: expect.stringContaining(`x.json: ${place}: `) });
  });

  it('makes its tools and formats known to everything', () => {
    expect(interpretCall({ ...asked, structured: answer }).tool).toBe('mcp');
    const clockwork = defineFormat({
      agent: 'clockwork',
      recognise: (record) => record['by'] === 'clockwork',
      session: () => 'r1',
      read: ({ ask, said, id, bad }) => {
        if (ask === 'throw') throw new Error('no');
        if (typeof ask === 'string') return [{ kind: 'request', id: String(id), name: ask, input: { clock: 'hall' } }];
        return [{ kind: 'result', id: String(id), content: String(said), isError: bad === true }];
      },
    });
    useConfig({ tools, formats: [clockwork] });
    expect(interpretCall({ ...asked, structured: answer }).tool).toBe('wind-clock');
    expect(interpretCall({ name: 'mcp__other__x', input: {} }).tool).toBe('mcp');
    const line = { by: 'clockwork', id: 1 };
    const paired = pairCalls([
      { ...line, said: 'Error: stuck', bad: true },
      { ...line, ask: 'throw' },
      { ...line, ask: 'mcp__clocks__wind' },
    ]);
    expect(paired).toMatchObject([
      {
        agent: 'clockwork',
        tool: 'wind-clock',
        status: 'error',
        failure: { code: 'clock-stuck' },
        input: { clock: 'hall' },
      },
    ]);
  });
});
