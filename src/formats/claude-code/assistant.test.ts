// Tests assistant records: words, requests with what the model really sent, results of the API's own tools, usage.

import { describe, expect, it } from 'vitest';
import { hashText } from '../../base/hash.ts';
import type { JsonObject } from '../../base/json.ts';
import { observeAssistant, ToldUsage } from './assistant.ts';

const seen = { ref: { source: 0, line: 3, offset: 0, length: 1 }, at: 5, thread: 'main' };

function told(content: unknown, fields: JsonObject = {}, message: JsonObject = {}): unknown {
  return observeAssistant(
    { uuid: 'u', ...fields, message: { id: 'msg_1', model: 'model-one', content, ...message } },
    seen,
  );
}

function spoken(what: string, text: string, pointer: string, model: string | null = 'model-one'): object {
  return { kind: 'message-spoken', ...seen, what, text, pointer, model, callId: null };
}

const request = {
  kind: 'call-requested',
  ...seen,
  callId: 'toolu_1',
  tool: 'Bash',
  input: { command: 'ls' },
  record: 'u',
  group: 'msg_1',
  model: 'model-one',
  pointer: '/message/content/0/input',
};

describe('words', () => {
  it.each<[string, unknown, object]>([
    ['a string', 'pears', spoken('answer', 'pears', '/message/content')],
    ['a bare string in the list', ['pears'], spoken('answer', 'pears', '/message/content/0')],
    ['a text', [{ type: 'text', text: 'pears' }], spoken('answer', 'pears', '/message/content/0/text')],
    [
      'thinking',
      [{ type: 'thinking', thinking: 'hm', signature: 's' }],
      spoken('thinking', 'hm', '/message/content/0/thinking'),
    ],
    ['hidden thinking', [{ type: 'redacted_thinking', data: 'd' }], spoken('thinking', '', '/message/content/0/data')],
    [
      'a change of model',
      [{ type: 'fallback' }],
      spoken('notice', 'The model was changed by the server.', '/message/content/0'),
    ],
    [
      'a block nobody knows',
      [{ type: 'hologram' }],
      { kind: 'unrecognised', ...seen, what: 'assistant block hologram' },
    ],
    ['no block at all', [7], { kind: 'unrecognised', ...seen, what: 'assistant block' }],
  ])('%s', (_, content, expected) => {
    expect(told(content)).toEqual([expected]);
  });

  it('of the harness are not the model’s', () => {
    const content = [{ type: 'text', text: 'No response requested.' }];
    const said = { pointer: '/message/content/0/text', text: 'No response requested.' };
    expect(told(content, {}, { model: '<synthetic>', usage: { output_tokens: 9 } })).toEqual([
      spoken('notice', said.text, said.pointer, null),
    ]);
    expect(told(content, { isApiErrorMessage: true }, { model: '<synthetic>' })).toEqual([
      spoken('api-error', said.text, said.pointer, null),
    ]);
  });

  it('without content are none', () => {
    expect(told(undefined)).toEqual([]);
    expect(observeAssistant({ message: 7 }, seen)).toEqual([]);
  });
});

describe('requests', () => {
  it.each(['tool_use', 'server_tool_use'])('%s', (type) => {
    expect(told([{ type, id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }])).toEqual([request]);
  });

  it('of the API’s own connector carry the server’s name', () => {
    const block = { type: 'mcp_tool_use', id: 'toolu_1', name: 'open', server_name: 'shed', input: {} };
    expect(told([block])).toEqual([{ ...request, tool: 'mcp__shed__open', input: {} }]);
    expect(told([{ ...block, server_name: '' }])).toEqual([{ ...request, tool: 'open', input: {} }]);
  });

  it('of agents carry the hash of their prompt', () => {
    const input = { prompt: ' find pears\n' };
    expect(told([{ type: 'tool_use', id: 'toolu_1', name: 'Agent', input }])).toEqual([
      { ...request, tool: 'Agent', input, promptHash: hashText('find pears') },
    ]);
  });

  it('say where the log keeps what the model really sent', () => {
    const wireToolInputs = { toolu_1: { command: 'cd /x && ls' }, 'odd~/id': {} };
    expect(
      told([{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }], { wireToolInputs }),
    ).toEqual([{ ...request, wirePointer: '/wireToolInputs/toolu_1' }]);
    expect(
      told([{ type: 'tool_use', id: 'odd~/id', name: 'Bash', input: { command: 'ls' } }], { wireToolInputs }),
    ).toEqual([{ ...request, callId: 'odd~/id', wirePointer: '/wireToolInputs/odd~0~1id' }]);
    expect(
      told([{ type: 'tool_use', id: 'toString', name: 'Bash', input: { command: 'ls' } }], { wireToolInputs }),
    ).toEqual([{ ...request, callId: 'toString' }]);
  });

  it('without an id are calls of their own, named by their place', () => {
    const block = { type: 'tool_use', name: 'Bash', input: { command: 'ls' } };
    expect(told([block, block])).toEqual([
      { ...request, callId: 'no-id:u:0' },
      { ...request, callId: 'no-id:u:1', pointer: '/message/content/1/input' },
    ]);
    expect(told([block], { uuid: undefined })).toEqual([{ ...request, callId: 'no-id:line-3:0', record: null }]);
  });

  it('without a name or an input are requests all the same', () => {
    expect(told([{ type: 'tool_use', id: 'toolu_1' }])).toEqual([{ ...request, tool: '', input: undefined }]);
  });
});

describe('results of the API’s own tools', () => {
  const result = {
    kind: 'call-resulted',
    ...seen,
    callId: 'srvtoolu_1',
    record: 'u',
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '/message/content/0/content', structured: '/message/content/0/content' },
  };

  it.each([
    'web_search_tool_result',
    'web_fetch_tool_result',
    'code_execution_tool_result',
    'bash_code_execution_tool_result',
    'text_editor_code_execution_tool_result',
    'advisor_tool_result',
    'mcp_tool_result',
    'tool_search_tool_result',
  ])('%s stands in the assistant’s message', (type) => {
    const content = [{ type: 'web_search_result', url: 'https://example.org', title: 'Pears' }];
    expect(told([{ type, tool_use_id: 'srvtoolu_1', content }])).toEqual([
      {
        ...result,
        verdict: { status: 'ok', rule: 'server-result', failure: null },
        content: [{ type: 'link', uri: 'https://example.org', title: 'Pears' }],
        structured: content,
      },
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      'an error code',
      { content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' } },
      'max_uses_exceeded',
    ],
    ['a flag', { is_error: true, content: [{ type: 'text', text: 'shed is closed' }] }, 'shed is closed'],
    ['a type that ends in error', { content: { type: 'odd_error' } }, ''],
  ])('fail by %s', (_, fields, message) => {
    expect(told([{ type: 'mcp_tool_result', tool_use_id: 'srvtoolu_1', ...fields }])).toMatchObject([
      {
        verdict: {
          status: 'error',
          rule: 'server-error',
          failure: { code: 'server-tool-error', blame: 'tool', message },
        },
      },
    ]);
  });

  it('without an id are kept as unknown', () => {
    expect(told([{ type: 'web_search_tool_result', content: [] }])).toEqual([
      { kind: 'unrecognised', ...seen, what: 'web_search_tool_result without id' },
    ]);
  });
});

describe('the rest of a message', () => {
  const counted = {
    kind: 'usage-counted',
    ...seen,
    key: 'msg_1|req_1',
    model: 'model-one',
    usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, reasoning: 0 },
  };
  const usage = { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 };

  it('usage is keyed by message and request', () => {
    expect(told([], { requestId: 'req_1' }, { usage })).toEqual([counted]);
    expect(told([], {}, { usage })).toEqual([{ ...counted, key: 'msg_1|' }]);
    expect(told([], { requestId: 'req_1' }, { id: undefined, usage })).toEqual([{ ...counted, key: 'u|req_1' }]);
    expect(told([], { uuid: undefined }, { id: undefined, usage })).toEqual([{ ...counted, key: 'line 0:0|' }]);
    expect(told([], { requestId: 'req_1' }, { usage: { input_tokens: 'few' } })).toEqual([
      { ...counted, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 } },
    ]);
  });

  it('what a request cost is told where the log states it, and what the cache keeps for an hour', () => {
    const kept = { ephemeral_1h_input_tokens: 3, ephemeral_5m_input_tokens: 1 };
    expect(told([], { requestId: 'req_1', costUSD: 0.25 }, { usage: { ...usage, cache_creation: kept } })).toEqual([
      { ...counted, cacheWriteLong: 3, costUsd: 0.25 },
    ]);
    const odd = { ...usage, cache_creation: 'much' };
    expect(told([], { requestId: 'req_1', costUSD: 'free' }, { usage: odd })).toEqual([counted]);
  });

  it('usage is told once, and again where it has grown', () => {
    const known = new ToldUsage();
    const outputs = (id: string, request: string, output: number, content: readonly object[] = [{ type: 'text' }]) =>
      observeAssistant(
        { requestId: request, message: { id, content, usage: { output_tokens: output } } },
        seen,
        [],
        known,
      ).flatMap((observation) => (observation.kind === 'usage-counted' ? [observation.usage.output] : []));
    expect(outputs('m1', 'r1', 2)).toEqual([2]);
    expect(outputs('m1', 'r1', 2)).toEqual([]);
    expect(outputs('m1', 'r1', 1)).toEqual([]);
    expect(outputs('m1', 'r1', 5)).toEqual([5]);
    expect(outputs('m1', 'r2', 5)).toEqual([5]);
    expect(outputs('m2', 'r2', 1)).toEqual([1]);
    expect(outputs('m1', 'r2', 1)).toEqual([1]);
    expect(outputs('m1', 'r2', 1, [])).toEqual([1]);
  });

  it('records that it replaces', () => {
    expect(told([], { supersedesUuids: ['u1', 7, 'u2'] })).toEqual([
      { kind: 'records-superseded', ...seen, records: ['u1', 'u2'] },
    ]);
    expect(told([], { supersedesUuids: [] })).toEqual([]);
  });
});
