// Tests that a running SQLite question, which nothing else interrupts, stops when its client is gone.

import { expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { callStats } from '../../src/store/sqlite/queries/call-stats.ts';
import { indexOnce, newFolder } from '../index/support.ts';

it('leaves a question in the middle when it is told to', async () => {
  const [folder, logs] = [newFolder(), newFolder()];
  generateLibrary({ dir: logs, bytes: 6e6, seed: 'threads of questions' });
  await indexOnce(folder, [logs]);
  const { database } = openIndex(folder);
  const parsed = parseFilter('"no call says this"', { now: 0 });
  if (!parsed.ok) throw new Error('The filter cannot be read.');
  const question = { filter: parsed.filter, places: [logs], families: new Map() };
  let steps = 0;
  const counting = (): void => {
    steps++;
  };
  database.onStep = counting;
  expect(callStats(database, question, 'tool')).toEqual([]);
  const whole = steps;
  steps = 0;
  database.onStep = () => {
    counting();
    if (steps === 5) throw new Error('enough');
  };
  expect(() => callStats(database, question, 'tool')).toThrow('enough');
  expect(steps).toBe(5);
  expect(whole).toBeGreaterThan(10);
  database.onStep = undefined;
  database.close();
});
