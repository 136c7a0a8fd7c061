// Tests threads: which call started each, by which evidence first, how deep it is, and that cycles end.

import { describe, expect, it } from 'vitest';
import type { LinkFact } from './facts.ts';
import { type Starter, threadsOf } from './threads.ts';

interface Calls {
  readonly calls?: readonly Starter[];
  readonly agents?: Record<string, Starter>;
  readonly runs?: Record<string, Starter>;
  readonly prompts?: Record<number, readonly Starter[]>;
}

let offset = 0;
function link(agentId: string, fields: Partial<LinkFact> = {}): LinkFact {
  offset += 1;
  return {
    ref: { source: 0, line: offset, offset, length: 1 },
    at: null,
    thread: agentId,
    agentId,
    callId: null,
    runId: null,
    parentAgentId: null,
    agentType: null,
    description: null,
    promptHash: null,
    ...fields,
  };
}

function call(callId: string, thread = 'main'): Starter {
  return { callId, thread };
}

function threads(
  ids: readonly string[],
  links: readonly LinkFact[],
  { calls = [], agents = {}, runs = {}, prompts = {} }: Calls,
): Record<string, unknown> {
  const found = threadsOf(new Set(['main', ...ids]), links, {
    byCall: (callId) => calls.find((known) => known.callId === callId),
    byAgent: new Map(Object.entries(agents)),
    byRun: new Map(Object.entries(runs)),
    byPrompt: new Map(Object.entries(prompts).map(([hash, starters]) => [Number(hash), starters])),
  });
  return Object.fromEntries(
    [...found.values()].map(({ id, parentCall, parentThread, depth }) => [id, [parentCall, parentThread, depth]]),
  );
}

const MAIN = { main: [null, null, 0] };

describe('who started a thread', () => {
  it('nobody started the main one', () => {
    expect(threads([], [link('main', { callId: 'c1' })], { calls: [call('c1')] })).toEqual(MAIN);
  });

  it('one that nothing ties hangs on the main thread', () => {
    expect(threads(['a'], [], {})).toEqual({ ...MAIN, a: [null, 'main', 1] });
  });

  it('by the call its own data names', () => {
    expect(threads(['a'], [link('a', { callId: 'c1' })], { calls: [call('c1')], agents: { a: call('c2') } })).toEqual({
      ...MAIN,
      a: ['c1', 'main', 1],
    });
  });

  it('by the call whose result names it', () => {
    const evidence = { agents: { a: call('c2') }, runs: { w: call('c3') } };
    expect(threads(['a'], [link('a', { callId: 'gone', runId: 'w' })], evidence)).toEqual({
      ...MAIN,
      a: ['c2', 'main', 1],
    });
  });

  it('by the call that started its run', () => {
    expect(
      threads(['a', 'b'], [link('a', { runId: 'w', promptHash: 7 }), link('b', { runId: 'w' })], {
        runs: { w: call('c3') },
        prompts: { 7: [call('c4')] },
      }),
    ).toEqual({
      ...MAIN,
      a: ['c3', 'main', 1],
      b: ['c3', 'main', 1],
    });
  });

  it('by its first prompt, each of several equal calls taking one thread in order', () => {
    const links = [link('a', { promptHash: 7 }), link('b', { promptHash: 7 }), link('c', { promptHash: 7 })];
    expect(threads(['a', 'b', 'c'], links, { prompts: { 7: [call('c1'), call('c2')] } })).toEqual({
      ...MAIN,
      a: ['c1', 'main', 1],
      b: ['c2', 'main', 1],
      c: [null, 'main', 1],
    });
  });

  it('by its prompt, but not from a call that has its thread already', () => {
    const evidence = { agents: { a: call('c1') }, prompts: { 7: [call('c1'), call('c2')] } };
    expect(threads(['a', 'b'], [link('b', { promptHash: 7 }), link('a', { promptHash: 7 })], evidence)).toEqual({
      ...MAIN,
      a: ['c1', 'main', 1],
      b: ['c2', 'main', 1],
    });
  });

  it('never by a call of its own', () => {
    expect(
      threads(['a'], [link('a', { callId: 'c1' })], {
        calls: [call('c1', 'a')],
        agents: { a: call('c1', 'a') },
        runs: {},
        prompts: {},
      }),
    ).toEqual({
      ...MAIN,
      a: [null, 'main', 1],
    });
  });

  it('the first link by place in the file counts', () => {
    const late = link('a', { callId: 'c2' });
    const early = { ...link('a', { callId: 'c1' }), ref: { source: 0, line: 0, offset: 0, length: 1 } };
    expect(threads(['a'], [late, early], { calls: [call('c1'), call('c2')] })).toEqual({
      ...MAIN,
      a: ['c1', 'main', 1],
    });
  });
});

describe('depth', () => {
  it('grows with every agent in between', () => {
    const links = [link('a', { callId: 'c1' }), link('b', { callId: 'c2' }), link('c', { callId: 'c3' })];
    const calls = [call('c1'), call('c2', 'a'), call('c3', 'b')];
    expect(threads(['a', 'b', 'c'], links, { calls })).toEqual({
      ...MAIN,
      a: ['c1', 'main', 1],
      b: ['c2', 'a', 2],
      c: ['c3', 'b', 3],
    });
  });

  it('follows a parent that is only named', () => {
    const links = [link('a', { parentAgentId: 'p' }), link('b', { parentAgentId: 'b' })];
    expect(threads(['a', 'b', 'p'], links, {})).toEqual({
      ...MAIN,
      p: [null, 'main', 1],
      a: [null, 'p', 2],
      b: [null, 'main', 1],
    });
  });

  it('ends where agents claim to be each other’s parents', () => {
    const links = [link('a', { callId: 'cb' }), link('b', { callId: 'ca' })];
    expect(threads(['a', 'b'], links, { calls: [call('ca', 'a'), call('cb', 'b')] })).toEqual({
      ...MAIN,
      a: ['cb', 'b', 2],
      b: ['ca', 'a', 2],
    });
  });
});

describe('what is known about a thread', () => {
  it('is gathered from all its links, the first word on each counting', () => {
    const links = [link('a', { agentType: 'Explore' }), link('a', { agentType: 'other', description: 'find pears' })];
    const tables = { byCall: () => undefined, byAgent: new Map(), byRun: new Map(), byPrompt: new Map() };
    expect(threadsOf(new Set(['a']), links, tables).get('a')).toEqual({
      id: 'a',
      agentType: 'Explore',
      description: 'find pears',
      parentCall: null,
      parentThread: 'main',
      depth: 1,
    });
  });
});
