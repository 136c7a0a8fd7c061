// Tests the package's public API as shipped: what the sources export is available under the package's name, with types.

import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import * as conformance from '../../src/parse/conformance.ts';
import * as parse from '../../src/parse/parse.ts';
import * as rap from '../../src/rap/public-api.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { buildProgram } from '../support/program.ts';

const ROOT = resolve(import.meta.dirname, '../..');

beforeAll(buildProgram, 120_000);

async function runModule(code: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT });
  return JSON.parse(stdout);
}

it('leads to all that the sources export', async () => {
  const print =
    "const doors = ['toolscope', 'toolscope/conformance', 'toolscope/parse', 'toolscope/rap'].map((door) => import(door));" +
    'console.log(JSON.stringify((await Promise.all(doors)).map(Object.keys)))';
  expect(await runModule(print)).toEqual([library, conformance, parse, rap].map((door) => Object.keys(door).sort()));
});

it('reads a log, and both doors throw the same kind of error', async () => {
  const log = new ClaudeLog();
  log.prompt('go');
  log.call('toolu_1', 'Bash', { command: 'ls' });
  log.result('toolu_1', 'x', { isError: false, structured: { stdout: 'x', stderr: '', interrupted: false } });
  const folder = folderWith({ 's.jsonl': log.text() });
  const code = `
    import { AppError, readSession } from 'toolscope';
    import * as rap from 'toolscope/rap';
    const { calls } = await readSession(${JSON.stringify(join(folder, 's.jsonl'))});
    console.log(JSON.stringify([calls.map(({ tool, status }) => tool + ' ' + status), rap.AppError === AppError]));`;
  expect(await runModule(code)).toEqual([['Bash ok'], true]);
});

it('ships the types it names', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const door of ['.', './conformance', './parse', './rap']) {
    expect(existsSync(join(ROOT, exports[door].types))).toBe(true);
    expect(existsSync(join(ROOT, exports[door].default))).toBe(true);
  }
});
