// The checks on RAP events as observations.
import { describe, expect, test } from 'vitest';
import { type RapEvent, rapRecord } from '../../model/rap-event.ts';
import { observeThread, rap } from './format.ts';

let seq = 0;
function row(kind: string, body: unknown, fields: Partial<RapEvent> = {}): RapEvent {
  seq++;
  const call = { id: 'call_1', callId: null, operation: 'deploy' };
  return {
    seq,
    groupId: 'thread_1',
    ...call,
    kind,
    at: 1_700_000_000_000 + seq,
    body: JSON.stringify(body),
    ...fields,
  };
}

const OF_THREAD = { id: null, operation: null };

function seen({ seq: n, at, body }: RapEvent) {
  return { ref: { source: 0, line: n, offset: n, length: body.length }, at, thread: 'main' };
}

test('a thread from its opening to a result', () => {
  const opened = row('thread-opened', { title: 'Release', user_id: null, thread_ancestors: ['root'] }, OF_THREAD);
  const called = row('call-registered', { operation: 'deploy', arguments: { app: 'shop' }, delivery: 'queued' });
  const sent = row('call-accepted', { status: 200, attempts: 1 });
  const text = 'Deployed.';
  const done = row('tool_result', { type: 'tool_result', group_id: 'thread_1', id: 'call_1', text });
  expect(observeThread([opened, called, sent, done])).toEqual([
    {
      kind: 'session-described',
      ...seen(opened),
      fields: { originator: 'rap', title: 'Release', titleBy: 'user', parentSession: 'root' },
    },
    {
      kind: 'call-requested',
      ...seen(called),
      ...{ callId: 'call_1', tool: 'deploy', input: { app: 'shop' }, record: null, group: null, model: null },
      pointer: '/body/arguments',
    },
    {
      kind: 'call-resulted',
      ...seen(called),
      callId: 'call_1',
      verdict: { status: 'background', rule: 'rap:pending', failure: null, placeholder: true },
      content: '',
      structured: undefined,
      ...{ record: null, requestRecord: null, agentId: null, runId: null },
      background: { kind: 'remote', taskId: 'call_1' },
      pointers: { content: '/body/text', structured: null },
    },
    {
      kind: 'progress-made',
      ...seen(sent),
      ...{ callId: 'call_1', what: 'accepted by the tool server', elapsedMs: null, agentId: null },
    },
    {
      kind: 'call-resulted',
      ...seen(done),
      callId: 'call_1',
      verdict: { status: 'ok', rule: 'rap:result', failure: null },
      content: 'Deployed.',
      structured: undefined,
      ...{ record: null, requestRecord: null, background: null, agentId: null, runId: null },
      pointers: { content: '/body/text', structured: null },
    },
  ]);
});

describe('verdicts', () => {
  test.each([
    ['tool_result', { text: 'Error: no access. Ask for it.' }, 'error', 'tool-error', 'tool'],
    ['tool_result', { text: 'Errors were found: 0' }, 'ok', undefined, undefined],
    ['tool_result', { content: [{ type: 'text', text: 'Error: x' }] }, 'error', 'tool-error', 'tool'],
    ['tool_result', { text: 'watching', subscription: true }, 'ok', undefined, undefined],
    ['synthetic-result', { text: 'Error: late', reason: 'deadline' }, 'error', 'deadline', 'tool'],
    ['synthetic-result', { text: 'Error: 404', reason: 'refused' }, 'error', 'refused', 'tool'],
    ['synthetic-result', { text: 'Error: away', reason: 'unreachable' }, 'error', 'unreachable', 'environment'],
    ['synthetic-result', { text: 'Error: stop', reason: 'cancelled' }, 'interrupted', 'cancelled', 'user'],
    ['synthetic-result', { text: 'Cancelled it.', reason: 'built-in' }, 'ok', undefined, undefined],
  ])('%s %j is %s', (kind, body, status, code, blame) => {
    const [observation] = observeThread([row(kind, body)]);
    if (observation?.kind !== 'call-resulted') throw new Error('no result');
    const { verdict } = observation;
    expect([verdict.status, verdict.failure?.code, verdict.failure?.blame]).toEqual([status, code, blame]);
  });
});

test('content blocks keep their place', () => {
  const content = [
    { type: 'text', text: 'A' },
    { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    { type: 'later', x: 1 },
  ];
  const one = row('tool_result', { content });
  const [observation] = observeThread([one]);
  expect(observation).toMatchObject({
    content: [
      { type: 'text', text: 'A' },
      { type: 'image', mediaType: 'image/png', bytes: 3, pointer: '/body/content/1/data' },
      { type: 'other', kind: 'later', value: content[2] },
    ],
    pointers: { content: '/body/content' },
  });
  expect(rap.contentAt(rapRecord(one), '/body/content')).toEqual(
    observation?.kind === 'call-resulted' ? observation.content : undefined,
  );
});

test('a subscription ends with its final event or with a cancel', () => {
  const kinds = (rows: RapEvent[]) =>
    observeThread(rows).map((o) => (o.kind === 'background-ended' ? `${o.kind} ${o.status} ${o.via}` : o.kind));
  expect(kinds([row('subscription_event', { text: 'tick' })])).toEqual(['progress-made', 'message-spoken']);
  expect(kinds([row('subscription_event', { text: 'done', final: true })])).toEqual([
    'progress-made',
    'message-spoken',
    'background-ended completed notification',
  ]);
  expect(kinds([row('subscription-cancelled', {})])).toEqual(['background-ended killed kill']);
});

test('questions are told, and nothing is lost', () => {
  expect(observeThread([row('user_choice', { prompt: 'Deploy?', choices: ['a'] })])).toMatchObject([
    { kind: 'progress-made', what: 'choice asked for' },
    { kind: 'permission-decided', decision: 'asked', by: 'user', message: 'Deploy?' },
  ]);
  expect(observeThread([row('oauth', { auth_host: 'login.example' })])).toMatchObject([
    { what: 'sign-in asked for' },
    { message: 'login.example' },
  ]);
  expect(observeThread([row('something-new', {})])).toMatchObject([{ kind: 'unrecognised', what: 'something-new' }]);
});

test('reading accounts for every record', () => {
  const reader = rap.open({ path: '', source: 0, session: 's', thread: 'main' });
  const ref = { source: 0, line: 1, offset: 0, length: 1 };
  expect(reader.read(rapRecord(row('view_update', {})), ref)).toEqual({
    kind: 'ignored',
    reason: 'state: view',
    node: null,
  });
  expect(reader.read({ type: 'user' }, ref)).toMatchObject({ kind: 'problem', code: 'not-a-journal-record' });
});

test('a journal is recognised, and tells its session', () => {
  const record = rapRecord(row('thread-opened', {}, OF_THREAD));
  expect([rap.recognise(record), rap.recognise({ type: 'user' }), rap.recognise({ rap: 1 })]).toEqual([1, 0, 0]);
  expect(rap.identify('x.jsonl', [record])).toMatchObject({ session: 'thread_1', thread: 'main' });
  expect(rap.identify('x.jsonl', [{}])).toBeUndefined();
});
