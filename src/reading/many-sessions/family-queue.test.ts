// Tests the work queue: threads stay with an agent, take others when it has no more near, and leave nothing behind.

import { expect, it } from 'vitest';
import { formats } from '../../formats/registry.ts';
import type { SessionFiles } from '../read-session.ts';
import { FamilyQueue } from './family-queue.ts';

function family(agent: string, bytes: number): SessionFiles[] {
  const [format] = formats;
  if (format === undefined) throw new Error('no format');
  const identity = { session: 's', thread: 'main', lineage: null, startedAt: null };
  const log = { path: '/s.jsonl', bytes, modifiedAt: 0, format, identity };
  return [{ agent, session: 's', format, logs: [log], sides: [], startedAt: null, lineage: null }];
}

/** What threads get that ask in turns, as `thread:family`. */
function dealt(queue: FamilyQueue, threads: number): string[] {
  const taken: string[] = [];
  while (!queue.isEmpty) {
    const thread = taken.length % threads;
    taken.push(`${thread}:${queue.takeFor(thread)}`);
  }
  return taken;
}

it('gives each thread the families of one agent', () => {
  const families = ['a', 'a', 'b', 'b', 'a', 'b'].map((agent) => family(agent, agent === 'a' ? 20 : 10));
  expect(dealt(new FamilyQueue(families, 100), 2)).toEqual(['0:0', '1:2', '0:1', '1:3', '0:4', '1:5']);
});

it('gives other work to a thread whose agent has none near', () => {
  const families = [family('a', 20), family('a', 20), family('a', 20), family('b', 10)];
  expect(dealt(new FamilyQueue(families, 30), 2)).toEqual(['0:0', '1:1', '0:2', '1:3']);
});

it('keeps to the order where nothing may be passed by', () => {
  const families = [family('a', 20), family('b', 10), family('a', 20), family('b', 10)];
  expect(dealt(new FamilyQueue(families, 0), 1)).toEqual(['0:0', '0:1', '0:2', '0:3']);
});

it('deals one agent out in order', () => {
  const families = Array.from({ length: 5 }, () => family('a', 10));
  expect(dealt(new FamilyQueue(families, 100), 3)).toEqual(['0:0', '1:1', '2:2', '0:3', '1:4']);
});

it('has nothing to give when all is taken', () => {
  const queue = new FamilyQueue([family('a', 1), family('b', 1)], 10);
  expect([queue.takeFirst(), queue.takeFirst(), queue.takeFirst(), queue.takeFor(0)]).toEqual([
    0,
    1,
    undefined,
    undefined,
  ]);
  expect(new FamilyQueue([], 10).takeFor(1)).toBeUndefined();
});

it('keeps back what is too large, and gives it to who takes the first', () => {
  const queue = new FamilyQueue([family('a', 90), family('a', 20), family('a', 90), family('b', 20)], 100);
  expect([queue.takeFor(0, 50), queue.takeFor(0, 50), queue.bytesLeft]).toEqual([1, undefined, 200]);
  expect([queue.takeFirst(), queue.takeFor(0, 50), queue.takeFor(1, 50), queue.takeFor(1)]).toEqual([
    0,
    undefined,
    3,
    2,
  ]);
});
