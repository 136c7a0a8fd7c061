import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { codex } from './format.ts';
import {
  CALL_ITEMS,
  END_EVENTS,
  END_ITEMS,
  IGNORED_RECORDS,
  OBSERVED_RECORDS,
  OUTPUT_ITEMS,
  TWIN_EVENTS,
} from './records.ts';
import { readAll, refOf, seen } from './samples/lines.ts';

const id = fc.constantFrom('c1', 'c2', 'c3', 'exec-1', 'exec-2', 'ws_1');
const turn = fc.constantFrom('019e0000-0000-7000-8000-00000000000b', '019f0000-1000-7000-8000-00000000000a', 'turn-1');
const text = fc.constantFrom(
  '',
  'plain',
  'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nx',
  'Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n',
  'Wall time: 1.0 seconds\nProcess exited with code 0\nOutput:\n',
  'Script running with cell ID 3\nWall time 1.0 seconds\nOutput:\n',
  'Script completed\nWall time 1.0 seconds\nOutput:\n',
  '{"agent_id":"019f0000-2222-7000-8000-000000000002"}',
  'aborted by user after 1s',
);
const tool = fc.constantFrom('exec', 'wait', 'exec_command', 'write_stdin', 'spawn_agent', 'shell', 'mcp__a__b');

/** Fields Codex uses, each with a likely value or any value at all. */
const fields = fc.record(
  {
    id: fc.oneof(id, fc.jsonValue()),
    call_id: fc.oneof(id, fc.jsonValue()),
    turn_id: fc.oneof(turn, fc.jsonValue()),
    name: fc.oneof(tool, fc.jsonValue()),
    namespace: fc.oneof(fc.constantFrom('collaboration', 'mcp__s'), fc.jsonValue()),
    arguments: fc.oneof(fc.constantFrom('{"session_id":7}', '{"cell_id":"3"}', '{'), fc.jsonValue()),
    input: fc.jsonValue(),
    output: fc.oneof(text, fc.array(fc.record({ type: fc.constant('input_text'), text })), fc.jsonValue()),
    role: fc.oneof(fc.constantFrom('user', 'assistant', 'developer'), fc.jsonValue()),
    content: fc.oneof(fc.array(fc.record({ type: fc.constant('input_text'), text })), fc.jsonValue()),
    status: fc.oneof(fc.constantFrom('completed', 'failed', 'declined', 'in_progress'), fc.jsonValue()),
    exit_code: fc.jsonValue(),
    duration: fc.oneof(fc.record({ secs: fc.nat(), nanos: fc.nat() }), fc.jsonValue()),
    result: fc.oneof(fc.record({ Ok: fc.jsonValue() }), fc.record({ Err: fc.jsonValue() }), fc.jsonValue()),
    info: fc.jsonValue(),
    usage: fc.jsonValue(),
    message: fc.jsonValue(),
    action: fc.jsonValue(),
    source: fc.jsonValue(),
    forked_from_id: fc.jsonValue(),
    agent_thread_id: fc.jsonValue(),
    num_turns: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

const typed = (types: Iterable<string>) =>
  fc.tuple(fc.constantFrom(...types), fields).map(([type, rest]): JsonObject => ({ ...rest, type }));
const ordinal = fc.option(fc.nat({ max: 20 }), { nil: undefined });
const wrap = (type: string, payload: fc.Arbitrary<unknown>) =>
  fc.record({
    timestamp: fc.constantFrom('2026-07-01T10:00:00.000Z', 'nonsense'),
    ordinal,
    type: fc.constant(type),
    payload,
  });

const record: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 6,
    arbitrary: wrap(
      'response_item',
      typed([...CALL_ITEMS, ...OUTPUT_ITEMS, 'message', 'agent_message', 'reasoning', 'compaction', 'odd']),
    ),
  },
  {
    weight: 5,
    arbitrary: wrap(
      'event_msg',
      typed([
        ...END_EVENTS,
        ...TWIN_EVENTS,
        ...['task_started', 'task_complete', 'turn_aborted', 'token_count', 'context_compacted', 'thread_rolled_back'],
        ...['sub_agent_activity', 'dynamic_tool_call_request', 'guardian_assessment', 'thread_settings_applied', 'odd'],
      ]),
    ),
  },
  {
    weight: 3,
    arbitrary: wrap(
      'event_msg',
      fc
        .tuple(typed([...END_ITEMS, 'SubAgentActivity', 'Plan', 'odd']), fields)
        .map(([item, rest]) => ({ ...rest, type: 'item_completed', item })),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...OBSERVED_RECORDS, ...IGNORED_RECORDS.keys(), 'odd')
      .chain((type) => wrap(type, fields)),
  },
  { weight: 1, arbitrary: fc.constantFrom(...OBSERVED_RECORDS, 'odd').chain((type) => wrap(type, fc.jsonValue())) },
  { weight: 1, arbitrary: typed([...CALL_ITEMS, ...OUTPUT_ITEMS, 'odd']) },
  { weight: 1, arbitrary: fields },
  { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) },
);

it('reads any record as observed, ignored or a problem, and never throws', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 30 }), (records) => {
      for (const one of records) {
        const sure = codex.recognise(one);
        expect(sure >= 0 && sure <= 1).toBe(true);
      }
      codex.identify('/x.jsonl', records);
      for (const reading of readAll(records)) expect(['observed', 'ignored', 'problem']).toContain(reading.kind);
    }),
    { numRuns: 150 },
  );
});

it('goes on from its saved state as if it had never stopped', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 30 }), fc.nat({ max: 29 }), (records, cut) => {
      expect(readAll(records, cut % records.length)).toEqual(readAll(records));
    }),
    { numRuns: 150 },
  );
});

it('finds every body again by the pointer it gave', () => {
  fc.assert(
    fc.property(record, (one) => {
      for (const told of seen([one])) {
        if (told.kind === 'call-requested') expect(codex.inputAt(one, told.pointer)).toEqual(told.input);
        if (told.kind === 'result-supplemented') expect(codex.structuredAt(one, told.pointer)).toEqual(told.value);
        if (told.kind === 'call-resulted') expect(codex.contentAt(one, told.pointers.content)).toEqual(told.content);
      }
    }),
    { numRuns: 1000 },
  );
});

it('takes any state for a beginning', () => {
  fc.assert(
    fc.property(fc.jsonValue(), record, (state, one) => {
      const reader = codex.open({ path: '/x', source: 0, session: 's', thread: 'main' }, state);
      expect(reader.read(one, refOf(0)).kind).toBeTypeOf('string');
    }),
  );
});
