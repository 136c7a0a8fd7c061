// Tests how sessions are dealt out to threads: to how many, each once, in their order, long ones early enough, in bundles that shrink
// towards the end, and to each thread those of one agent.

import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../formats/claude-code/format.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { Bundles, indexThreadsFor } from './bundles.ts';

const MB = 1024 * 1024;

function session(name: string, bytes: number, agent = claudeCode.agent): SessionFiles {
  const identity = { session: name, thread: 'main', startedAt: null, lineage: null };
  const log = { path: `/${name}.jsonl`, bytes, modifiedAt: 0, format: claudeCode, identity };
  return {
    agent,
    session: name,
    format: claudeCode,
    logs: [log],
    sides: [],
    startedAt: null,
    lineage: null,
  };
}

/** What threads get that ask in turns. */
function dealt(sessions: readonly SessionFiles[], threads: number): string[][] {
  const bundles = new Bundles(sessions, threads);
  const all: string[][] = [];
  for (;;) {
    const bundle = bundles.next(all.length % threads);
    if (bundle.length === 0) return all;
    all.push(bundle.map((files) => files.session));
  }
}

describe('sessions for threads', () => {
  it('come each once, in their order', () => {
    const sessions = Array.from({ length: 300 }, (_, i) => session(String(i), (i % 7) * 100_000));
    expect(dealt(sessions, 3).flat()).toEqual(sessions.map((files) => files.session));
  });

  it('come alone and first when they are as long as all that a thread has left', () => {
    const sessions = [session('a', MB), session('long', 20 * MB), session('b', MB), session('longer', 30 * MB)];
    expect(dealt(sessions, 2).slice(0, 2)).toEqual([['longer'], ['long']]);
  });

  it('come in their order when they are long, but for one that would be the last alone', () => {
    const sizes = [10, 20, 10, 30, 20, 10, 40, 10, 10];
    const sessions = sizes.map((size, i) => session(`${i}: ${size}`, size * MB));
    expect(dealt(sessions, 2).flat()).toEqual([
      '0: 10',
      '1: 20',
      '2: 10',
      '3: 30',
      // 90 MB are left.
      '4: 20',
      '6: 40',
      '5: 10',
      '7: 10',
      '8: 10',
    ]);
  });

  it('come in bundles that are small at first, then large, and small again towards the end', () => {
    const sizes = dealt(
      Array.from({ length: 200 }, (_, i) => session(String(i), MB)),
      2,
    ).map((bundle) => bundle.length);
    expect(sizes.slice(0, 8)).toEqual([1, 1, 2, 3, 4, 6, 8, 8]);
    const largest = sizes.indexOf(8);
    expect(sizes.slice(largest)).toEqual(sizes.slice(largest).toSorted((a, b) => b - a));
    expect(sizes.at(-1)).toBe(1);
  });

  it('keep a thread to one agent, while there are any of it', () => {
    const sessions = ['a', 'b', 'a', 'b', 'a', 'a'].map((agent, i) => session(agent + i, (8 + i) * MB, agent));
    expect(dealt(sessions, 2)).toEqual([['a0'], ['b1'], ['a2'], ['b3'], ['a5'], ['a4']]);
  });

  it('come to an end when there are none, or only empty ones', () => {
    expect([dealt([], 2), dealt([session('a', 0), session('b', 0)], 2)]).toEqual([[], [['a'], ['b']]]);
  });
});

it('threads start for enough to do: one for a session that is most of it, as many as there are cores for many, also small ones', () => {
  const many = Array.from({ length: 100 }, (_, i) => session(String(i), MB));
  const small = Array.from({ length: 3000 }, (_, i) => session(String(i), 1000));
  const counts = [[], many.slice(0, 40), [session('long', 500 * MB), session('a', 9 * MB)], many, small].map(
    (sessions) => indexThreadsFor(sessions),
  );
  expect(counts).toEqual([0, 0, 1, Math.min(availableParallelism(), 4), Math.min(availableParallelism(), 4)]);
});
