// Tests what the program loads before it does anything: help and a version must not wait for parsers and databases.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, PROGRAM, run } from '../support/program.ts';

beforeAll(buildProgram, 120_000);

const ROOT = resolve(import.meta.dirname, '../..');

function dataUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Loaded before the program: writes the address of every module into the file that LOADS names. */
const WATCHER = dataUrl(`
  import { register } from 'node:module';
  register(${JSON.stringify(
    dataUrl(`
      import { appendFileSync } from 'node:fs';
      export async function load(url, context, next) {
        appendFileSync(process.env.LOADS, url + '\\n');
        return next(url, context);
      }`),
  )});`);

/** Files of the program and of packages that a command line loads, as paths below the repository. */
async function filesLoadedBy(
  args: readonly string[],
  main = join(ROOT, 'dist/cli/main.js'),
  env: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const loads = join(mkdtempSync(join(tmpdir(), 'toolscope-loads-')), 'loads');
  const { status, stderr } = await run(process.execPath, ['--import', WATCHER, main, ...args], {
    env: { ...env, LOADS: loads },
  });
  expect([status, stderr]).toEqual([0, '']);
  const urls = readFileSync(loads, 'utf8').trim().split('\n');
  return urls
    .filter((url) => url.startsWith('file:'))
    .map((url) => relative(ROOT, fileURLToPath(url)))
    .sort();
}

/** Parts of the bundled program, by their names. */
function partsIn(files: readonly string[]): string[] {
  return files.map((file) => file.replace(/^dist\/program\/|(?:-[\w-]{8})?\.js$/g, ''));
}

const DOOR = [
  'dist/base/app-error.js',
  'dist/base/suggest.js',
  'dist/base/terminal.js',
  'dist/cli/commands.js',
  'dist/cli/compile-cache.js',
  'dist/cli/dispatch.js',
  'dist/cli/errors.js',
  'dist/cli/help.js',
  'dist/cli/main.js',
  'dist/cli/output.js',
  'dist/cli/prose.js',
  'dist/cli/read-invocation.js',
  'dist/cli/table.js',
  'dist/cli/version.js',
];

describe('what is loaded', () => {
  it('for the version and the list of commands is the door alone', async () => {
    expect(await filesLoadedBy(['--version'])).toEqual(DOOR);
    expect(await filesLoadedBy(['--help'])).toEqual(DOOR);
  });

  it('for a small command is that command', async () => {
    const loaded = await filesLoadedBy(['schema']);
    expect(loaded.filter((file) => !DOOR.includes(file))).toEqual([
      'dist/base/json.js',
      'dist/cli/commands/schema.js',
      'dist/cli/package-places.js',
    ]);
  });

  it('is few files for any command, as the program ships', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscope-loads-'));
    writeFileSync(join(folder, 'log.jsonl'), '{"type":"user","sessionId":"s","uuid":"u","message":{"content":"x"}}\n');
    const loaded = await filesLoadedBy(['inspect', folder, '--json'], PROGRAM);
    expect(loaded).toContain('dist/program/toolscope.js');
    expect(loaded.length).toBeLessThan(40);
    expect((await filesLoadedBy(['--version'], PROGRAM)).length).toBeLessThan(10);
  });

  it('for the library is what reads, and nothing of the index', async () => {
    const loaded = await filesLoadedBy([], join(ROOT, 'dist/program/index.js'));
    expect(partsIn(loaded)).toEqual([
      'base',
      'formats',
      'hook',
      'index',
      'lists',
      'outlines',
      'reading',
      'store',
      'threads',
      'tools',
    ]);
  }, 30_000);

  it('for a list of what is known already is nothing that reads logs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscope-loads-'));
    const log = { type: 'user', sessionId: 's', uuid: 'u', message: { content: 'x' } };
    writeFileSync(join(folder, 's.jsonl'), `${JSON.stringify(log)}\n`);
    const env = { TOOLSCOPE_HOME: mkdtempSync(join(tmpdir(), 'toolscope-loads-')) };
    await filesLoadedBy(['index', '--root', folder], PROGRAM, env);
    const parts = partsIn(await filesLoadedBy(['ls', '--root', folder], PROGRAM, env));
    expect(parts).toContain('lists');
    expect(parts.filter((part) => part === 'tools' || part === 'reading')).toEqual([]);
  }, 30_000);

  it('for completion and for the help of any command holds no package, no parser and no database', async () => {
    const isHeavy =
      /^(?:node_modules|dist\/(?:tools|formats|lifecycle|sources|reading|library|search|archive|net-diff|hooks|server|rap))\/|^dist\/sqlite\/(?:driver|database)\./;
    const heavy = (files: string[]): string[] => files.filter((file) => isHeavy.test(file));
    expect(heavy(await filesLoadedBy(['completion', 'bash']))).toEqual([]);
    expect(heavy(await filesLoadedBy(['calls', '--help']))).toEqual([]);
  });
});
