// Tests that the server uses a configuration: the index thread, and the query threads.

import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { newFolder } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { buildProgram, PROGRAM } from '../support/program.ts';

let child: ChildProcess | undefined;

beforeAll(buildProgram, 300_000);
afterEach(() => void child?.kill('SIGKILL'));

/** The address, once everything is indexed. */
function served(env: Readonly<Record<string, string>>): Promise<string> {
  const started = spawn(process.execPath, [PROGRAM, 'serve', '--no-open', '--port', '0', '--open-to-local-users'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let told = '';
  return new Promise((done, fail) => {
    const hear = (bytes: Buffer): void => {
      told += bytes.toString('utf8');
      const address = /http:\/\/[\d.:]+/.exec(told)?.[0];
      if (address !== undefined && told.includes('following the logs')) done(address);
    };
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    started.on('exit', () => fail(new Error(`ended: ${told}`)));
  });
}

it('gives the parts of a view with their values', async () => {
  const session = '11111111-2222-4333-8444-555555555555';
  const log = new ClaudeLog(session);
  log.prompt('go');
  log.call('toolu_1', 'mcp__clocks__wind', { clock: 'tower' });
  log.result('toolu_1', '{"turns":12}', { isError: false });
  const view = [{ part: 'fields', fields: { Turns: 'result.turns' } }];
  const tool = { id: 'wind', title: 'Wind a clock', names: ['mcp__clocks__wind'], summary: 'wind {input.clock}', view };
  const folder = folderWith({
    [`logs/p/${session}.jsonl`]: log.text(),
    'settings/toolscope/toolscope.config.json': JSON.stringify({ tools: [tool] }),
  });
  const address = await served({
    TOOLSCOPE_HOME: await storeIn(newFolder()),
    TOOLSCOPE_ROOTS: `${folder}/logs`,
    TOOLSCOPE_CONFIG: '',
    XDG_CONFIG_HOME: `${folder}/settings`,
  });
  const answer = await fetch(`${address}/api/v1/calls/claude-code/${session}/toolu_1/1`);
  expect(await answer.json()).toMatchObject({
    toolId: 'wind',
    toolTitle: 'Wind a clock',
    summary: 'wind tower',
    bodies: { result: { kind: 'own', value: { turns: 12 }, parts: [{ part: 'fields', fields: [['Turns', 12]] }] } },
  });
}, 120_000);
