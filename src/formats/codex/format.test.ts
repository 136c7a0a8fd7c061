import { expect, it } from 'vitest';
import { codex } from './format.ts';
import { call, completed, custom, event, item, line, meta, output, readAll, THREAD } from './samples/lines.ts';

it.each([
  [meta(), 1],
  [event({ type: 'anything' }), 1],
  [line('world_state', null), 1],
  [line('brand_new', {}), 0.5],
  [{ record_type: 'state' }, 1],
  [{ id: 'x', timestamp: 't', instructions: null, git: {} }, 1],
  [{ type: 'function_call', call_id: 'c', name: 'shell' }, 1],
  [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] }, 1],
  [{ role: 'user', content: [{ type: 'input_text', text: 'a' }] }, 0.8],
  [{ type: 'thread.started', thread_id: 'x' }, 1],
  [{ type: 'turn.started' }, 0.7],
  [{ type: 'user', uuid: 'u', sessionId: 's', message: { role: 'user', content: 'a' } }, 0],
  [{ type: 'assistant', message: { content: [] } }, 0],
  [{ type: 'message', role: 'user', content: 'a' }, 0],
  [{ type: 'reasoning', summary: [] }, 0],
  [{ type: 'summary', summary: 's', leafUuid: 'l' }, 0],
  [{}, 0],
])('is as sure of %j as %d', (record, sure) => {
  expect(codex.recognise(record)).toBe(sure);
});

const PATH = `/x/rollout-2026-07-01T10-00-00-${THREAD}.jsonl`;

it('names a session after its own first meta, then after the file', () => {
  const startedAt = Date.parse('2026-07-01T10:00:00.000Z');
  expect(codex.identify('/x/full.jsonl', [meta({ id: 'own' }), meta({ id: 'parent' })])).toEqual({
    session: 'own',
    thread: 'main',
    startedAt,
    lineage: null,
  });
  expect(codex.identify(PATH, [event({ type: 'x' })])).toMatchObject({ session: THREAD });
  expect(codex.identify('/x/y.jsonl', [{ id: 'bare', instructions: null, git: {} }])).toMatchObject({
    session: 'bare',
    startedAt: null,
  });
  expect(codex.identify('/x/y.jsonl', [event({ type: 'x' })])).toBeUndefined();
});

it('finds every body again by its pointer', () => {
  const records = [
    custom('c1', 'exec', 'js'),
    item({
      type: 'custom_tool_call_output',
      call_id: 'c1',
      output: [
        { type: 'input_text', text: 'a' },
        { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
      ],
    }),
    call('c2', 'shell', { command: ['ls'] }),
    output('c2', 'text'),
    call('c3', 'shell', {}),
    output('c3', { content: 'old', success: true }),
    item({ type: 'tool_search_call', call_id: 'c4', arguments: { query: 'q' } }),
    item({ type: 'tool_search_output', call_id: 'c4', tools: [{ name: 'a' }] }),
    item({ type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } }),
    item({ type: 'image_generation_call', id: 'ig_1', revised_prompt: 'a cat', result: 'AAAA' }),
    item({ type: 'function_call_result', call_id: 'c5', result: 'seed' }),
    completed({ type: 'CommandExecution', id: 'exec-1', status: 'completed', exitCode: 0, aggregatedOutput: 'hi' }),
    completed({ type: 'McpToolCall', id: 'exec-2', server: 's', tool: 't', error: { message: 'down' } }),
    completed({ type: 'ImageGeneration', id: 'exec-3', status: 'completed', result: 'AAAA' }),
    completed({ type: 'ImageView', id: 'exec-4', path: 'file:///a.png' }),
    event({
      type: 'mcp_tool_call_end',
      call_id: 'exec-5',
      result: { Ok: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] } },
    }),
  ];
  let bodies = 0;
  for (const [i, reading] of readAll(records).entries()) {
    const record = records[i] ?? {};
    for (const one of reading.kind === 'observed' ? reading.observations : []) {
      if (one.kind === 'call-requested') expect(codex.inputAt(record, one.pointer)).toEqual(one.input);
      if (one.kind === 'result-supplemented') expect(codex.structuredAt(record, one.pointer)).toEqual(one.value);
      if (one.kind !== 'call-resulted') continue;
      expect(codex.contentAt(record, one.pointers.content)).toEqual(one.content);
      if (one.pointers.structured !== null)
        expect(codex.structuredAt(record, one.pointers.structured)).toEqual(one.structured);
      bodies++;
    }
  }
  expect(bodies).toBe(12);
});

it('has no side files', () => {
  expect(codex.readSide({ path: PATH, source: 0, session: THREAD, thread: 'main' }, 'x', {})).toEqual([]);
});
