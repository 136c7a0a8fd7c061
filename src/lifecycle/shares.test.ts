// Tests that what is known of a reused call id is shared out: every hook, permission and supplement to one occurrence.

import { expect, it } from 'vitest';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import { type CallFacts, emptyFacts, type PermissionFact, type RequestFact, type ResultFact } from './facts.ts';
import { pair } from './pair.ts';
import { sharesOf } from './shares.ts';

function ref(line: number): LineRef {
  return { source: 0, line, offset: line * 10, length: 9 };
}

function request(line: number): RequestFact {
  return {
    ref: ref(line),
    at: line,
    thread: 'main',
    callId: 'call_0',
    tool: 'Bash',
    record: `record-${line}`,
    group: null,
    model: null,
    pointer: '/message/content/0/input',
    fingerprint: line,
  };
}

function result(line: number, requestRecord: string | null = null): ResultFact {
  return {
    ref: ref(line),
    at: line,
    thread: 'main',
    callId: 'call_0',
    verdict: { status: 'ok', rule: 'no-error-flag', failure: null },
    record: `record-${line}`,
    requestRecord,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: '/message/content/0/content', structured: null },
  };
}

function hook(line: number): HookRun {
  return {
    event: 'PreToolUse',
    name: 'PreToolUse:Bash',
    command: null,
    outcome: 'ok',
    exitCode: 0,
    durationMs: 3,
    decision: null,
    message: null,
    at: line,
    ref: ref(line),
  };
}

function permission(line: number): PermissionFact {
  const no = { decision: 'denied', by: 'rule', message: null } as const;
  return { ref: ref(line), at: line, thread: 'main', callId: 'call_0', ...no };
}

function lines(facts: CallFacts): CallFacts[] {
  return [...sharesOf(facts, pair(facts).pairs)];
}

it('a call that is alone under its id keeps all of its facts', () => {
  const facts = { ...emptyFacts('call_0'), requests: [request(2)], hooks: [hook(1), hook(3)] };
  expect(lines(facts)).toEqual([facts]);
});

it('what stands between two requests belongs to the first, what stands before all of them too', () => {
  const facts = {
    ...emptyFacts('call_0'),
    requests: [request(2), request(6), request(10)],
    results: [result(4), result(8)],
    hooks: [hook(11), hook(1), hook(3), hook(7), hook(5)],
    supplements: [
      { ref: ref(9), pointer: '/attachment/data' },
      { ref: ref(4), pointer: '/attachment/data' },
    ],
  };
  expect(
    lines(facts).map(({ hooks, supplements }) => [hooks, supplements].map((list) => list.map((one) => one.ref.line))),
  ).toEqual([
    [[1, 3, 5], [4]],
    [[7], [9]],
    [[11], []],
  ]);
});

it('what a result says goes with that result, wherever it stands', () => {
  const facts = {
    ...emptyFacts('call_0'),
    requests: [request(1), request(2)],
    results: [result(3), result(4, 'record-1')],
    permissions: [permission(4)],
    hooks: [hook(4)],
  };
  expect(lines(facts).map(({ hooks, permissions }) => [hooks.length, permissions.length])).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

it('an occurrence begins where its end first implied it, also when its own request stands later', () => {
  const implied: RequestFact = { ...request(4), at: 6, implied: true };
  const facts = {
    ...emptyFacts('call_0'),
    requests: [request(1), implied, request(6)],
    hooks: [hook(3), hook(5)],
  };
  expect(lines(facts).map(({ hooks }) => hooks.map((one) => one.ref.line))).toEqual([[3], [5]]);
});
