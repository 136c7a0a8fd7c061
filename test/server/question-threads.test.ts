// Tests questions on threads: clients that leave get no answer, others with the same question do, and a busy question stops too.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { contract } from '../../src/api/contract.ts';
import { laneOf } from '../../src/server/question-lanes.ts';
import type { RouteName } from '../../src/server/router.ts';
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
    given: '503 The client has disconnected.',
    late: '503 The client has disconnected.',
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
