// Tests that what is remembered of threads is worked out again whenever something was learned that changes it.

import { expect, it } from 'vitest';
import type { CallRequested, SubagentLinked } from '../model/observation.ts';
import { SessionFold } from './reduce.ts';

function at(line: number): { ref: SubagentLinked['ref']; at: null } {
  return { ref: { source: 0, line, offset: line * 10, length: 9 }, at: null };
}

function request(line: number, callId: string, thread = 'main', promptHash?: number): CallRequested {
  const common = { tool: 'Task', input: {}, record: null, group: null, model: null, pointer: '' };
  return {
    kind: 'call-requested',
    ...at(line),
    ...common,
    thread,
    callId,
    ...(promptHash === undefined ? {} : { promptHash }),
  };
}

function link(line: number, agentId: string, more: Partial<SubagentLinked>): SubagentLinked {
  const nothing = {
    callId: null,
    runId: null,
    parentAgentId: null,
    agentType: null,
    description: null,
    promptHash: null,
  };
  return { kind: 'subagent-linked', ...at(line), thread: agentId, agentId, ...nothing, ...more };
}

function starters(fold: SessionFold): Record<string, string | null> {
  return Object.fromEntries(fold.threads.known().list.map(({ id, parentCall }) => [id, parentCall]));
}

it('ties a thread when the request of the call it names comes after it', () => {
  const fold = new SessionFold();
  fold.apply(link(2, 'scout', { callId: 'c1' }));
  expect(starters(fold)).toEqual({ main: null, scout: null });
  expect(fold.threads.moved()).toEqual([]);
  fold.apply(request(1, 'c1'));
  expect(starters(fold)).toEqual({ main: null, scout: 'c1' });
  expect(fold.threads.moved()).toEqual([{ thread: 'scout', starters: ['c1'] }]);
  expect(fold.threads.moved()).toEqual([]);
});

it('moves threads that share a prompt when an earlier call with it turns up', () => {
  const fold = new SessionFold();
  fold.apply(request(5, 'later', 'main', 7));
  fold.apply(link(6, 'scout', { promptHash: 7 }));
  expect(starters(fold)).toEqual({ main: null, scout: 'later' });
  fold.threads.moved();
  fold.apply(request(1, 'earlier', 'main', 7));
  expect(starters(fold)).toEqual({ main: null, scout: 'earlier' });
  expect(fold.threads.moved()).toEqual([{ thread: 'scout', starters: ['later', 'earlier'] }]);
});

it('goes by what it knew after a restart', () => {
  const fold = new SessionFold();
  fold.apply(request(1, 'c1'));
  fold.apply(link(2, 'scout', { callId: 'c1' }));
  fold.takeChanged();
  const again = new SessionFold(undefined, structuredClone(fold.save()));
  expect(starters(again)).toEqual({ main: null, scout: 'c1' });
  expect(again.threads.moved()).toEqual([]);
});

it('remembers while nothing changes it', () => {
  const fold = new SessionFold();
  fold.apply(request(1, 'c1'));
  fold.apply(link(2, 'scout', { callId: 'c1' }));
  const known = fold.threads.known();
  fold.apply(request(3, 'c2'));
  expect(fold.threads.known()).toBe(known);
});

it('lists threads as they were started, in whatever order they were seen', () => {
  const seen = [
    request(1, 'c1'),
    request(3, 'c2'),
    link(20, 'scout', { callId: 'c2', agentType: 'late' }),
    link(10, 'scout', { callId: null, agentType: 'early' }),
    link(12, 'guard', { callId: 'c1' }),
    link(14, 'b-helper', { callId: 'c1' }),
    link(15, 'stray', {}),
  ];
  for (const order of [seen, seen.toReversed()]) {
    const fold = new SessionFold();
    for (const observation of order) fold.apply(observation);
    expect(fold.threads.known().list.map(({ id }) => id)).toEqual(['main', 'b-helper', 'guard', 'scout', 'stray']);
    expect(fold.threads.known().startedBy.get('c1')).toBe('guard');
    expect(fold.threads.known().byId.get('scout')?.agentType).toBe('early');
  }
});
