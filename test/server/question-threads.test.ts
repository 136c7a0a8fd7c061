// Tests questions on threads: who leaves is not answered, others who asked the same are, and a busy question ends too.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { contract } from '../../src/api/contract.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { laneOf } from '../../src/server/question-lanes.ts';
import type { RouteName } from '../../src/server/router.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { callStats } from '../../src/store/sqlite/queries/call-stats.ts';
import { indexOnce, newFolder } from '../index/support.ts';
import { buildProgram } from '../support/program.ts';

const folder = newFolder();
const logs = newFolder();

beforeAll(async () => {
  generateLibrary({ dir: logs, bytes: 1e6, seed: 'threads of questions' });
  await indexOnce(folder, [logs]);
  await buildProgram();
}, 120_000);

it('answers those who stay, and stops for those who leave', async () => {
  const script = join(import.meta.dirname, 'question-process.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, logs]);
  expect(JSON.parse(stdout)).toEqual({
    first: 'tools timeline',
    shared: 'tools timeline',
    left: 'tools timeline',
    given: '503 Nobody waits for this answer.',
    late: '503 Nobody waits for this answer.',
    again: 'tools timeline',
  });
}, 60_000);

it('answers on its own thread only what looks at one thing', () => {
  const names = Object.keys(contract).filter((name): name is RouteName => Object.hasOwn(contract, name));
  const here = names.filter((name) => laneOf(name) === undefined);
  expect(here).toEqual([
    'status',
    'session',
    'markSession',
    'entries',
    'sessionPatch',
    'sessionShare',
    'bundleUpload',
    'sessionTrace',
    'message',
    'record',
    'logLine',
    'callRaw',
    'callBody',
    'settings',
    'changeSettings',
    'rap',
    'rapViews',
    'rapAct',
    'events',
  ]);
});

it('leaves a question in the middle when it is told to', () => {
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
    if (steps === 50) throw new Error('enough');
  };
  expect(() => callStats(database, question, 'tool')).toThrow('enough');
  expect(steps).toBe(50);
  expect(whole).toBeGreaterThan(100);
  database.onStep = undefined;
  database.close();
});
