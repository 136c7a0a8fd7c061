// Tests that the calls inside a batch become calls of their own, each with its part of the result.

import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Observation } from '../../model/observation.ts';
import { claudeCode } from './format.ts';

const FILE = { path: '/logs/s.jsonl', source: 0, session: 's', thread: 'main' };
const INVOCATIONS = [
  { tool_name: 'Bash', input: { command: 'ls pears' } },
  { tool_name: 'View', input: { file_path: '/srv/pears.txt' } },
];

function request(): JsonObject {
  const input = { description: 'look at the pears', invocations: INVOCATIONS };
  const content = [{ type: 'tool_use', id: 'toolu_b', name: 'Batch', input }];
  return { type: 'assistant', uuid: 'u1', message: { id: 'm1', role: 'assistant', content } };
}

function result(fields: JsonObject, companion?: unknown): JsonObject {
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_b', ...fields }];
  const record = { type: 'user', uuid: 'u2', message: { role: 'user', content } };
  return companion === undefined ? record : { ...record, toolUseResult: companion };
}

/** Read with a stop in between, as after a restart. */
function observe(records: readonly JsonObject[]): Observation[] {
  let state: unknown;
  return records.flatMap((record, i) => {
    const reader = claudeCode.open(FILE, state);
    const reading = reader.read(record, { source: 0, line: i + 1, offset: i * 100, length: 99 });
    state = JSON.parse(JSON.stringify(reader.state()));
    return reading.kind === 'observed' ? reading.observations : [];
  });
}

function resultsOf(answer: JsonObject): unknown[] {
  return observe([request(), answer]).flatMap((one) =>
    one.kind === 'call-resulted' && one.callId !== 'toolu_b'
      ? [[one.callId, one.verdict.status, one.content, one.structured, one.pointers]]
      : [],
  );
}

it('asks for each of its calls', () => {
  const asked = observe([request()]).filter((one) => one.kind === 'call-requested');
  expect(
    asked.map(({ callId, tool, input, pointer, parentCall }) => [callId, tool, input, pointer, parentCall]),
  ).toEqual([
    ['toolu_b', 'Batch', expect.anything(), '/message/content/0/input', undefined],
    ...INVOCATIONS.map(({ tool_name, input }, i) => [
      `toolu_b:${i}`,
      tool_name,
      input,
      `/message/content/0/input/invocations/${i}/input`,
      'toolu_b',
    ]),
  ]);
  const pointer = '/message/content/0/input/invocations/1/input';
  expect(claudeCode.inputAt(request(), pointer)).toEqual(INVOCATIONS[1]?.input);
});

it('gives each its part of the structured result', () => {
  const listed = { stdout: 'a pear', stderr: '' };
  const answer = result({ content: 'both' }, [{ result: listed }, { is_error: true, result: 'File does not exist.' }]);
  expect(resultsOf(answer)).toEqual([
    ['toolu_b:0', 'ok', '', listed, { content: '/message/content/-', structured: '/toolUseResult/0/result' }],
    ['toolu_b:1', 'error', 'File does not exist.', undefined, { content: '/toolUseResult/1/result', structured: null }],
  ]);
});

it('gives each its part of the text', () => {
  const texts = ['a pear', '<tool_use_error>File does not exist.</tool_use_error>'];
  const answer = result({ content: texts.map((text) => ({ type: 'text', text })) });
  expect(resultsOf(answer)).toEqual([
    ['toolu_b:0', 'ok', 'a pear', undefined, { content: '/message/content/0/content/0/text', structured: null }],
    ['toolu_b:1', 'error', texts[1], undefined, { content: '/message/content/0/content/1/text', structured: null }],
  ]);
});

it('says of each what it says of all, where the result cannot be parted', () => {
  const nowhere = { content: '/message/content/-', structured: null };
  expect(resultsOf(result({ content: 'two answers in one' }))).toEqual([
    ['toolu_b:0', 'ok', '', undefined, nowhere],
    ['toolu_b:1', 'ok', '', undefined, nowhere],
  ]);
  const refused = result({ is_error: true, content: 'User rejected tool use' });
  const rest = ['', undefined, nowhere];
  expect(resultsOf(refused)).toEqual([
    ['toolu_b:0', 'rejected', ...rest],
    ['toolu_b:1', 'rejected', ...rest],
  ]);
});

it('has no more calls than a batch can hold', () => {
  const input = { invocations: Array.from({ length: 5000 }, () => INVOCATIONS[0]) };
  const content = [{ type: 'tool_use', id: 'toolu_b', name: 'BatchTool', input }];
  const huge = { type: 'assistant', message: { id: 'm1', content } };
  expect(observe([huge]).filter((one) => one.kind === 'call-requested')).toHaveLength(65);
});
