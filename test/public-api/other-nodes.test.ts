// A smoke test of the built program, its database driver and its library under other versions of Node.js in common use.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeSamples } from '../../src/server/demo/sample-sessions.ts';
import { folderWith } from '../support/claude-log.ts';
import { buildProgram, PROGRAM, run } from '../support/program.ts';

const { OTHER_NODES, otherNode }: { OTHER_NODES: readonly string[]; otherNode: (major: string) => string } =
  await import(new URL('../../scripts/other-nodes.mjs', import.meta.url).href);

const LIBRARY = pathToFileURL(resolve(import.meta.dirname, '../../dist/index.js')).href;
/** Where these versions keep compiled code for the next start. */
const COMPILED = resolve(import.meta.dirname, '../../dist/compiled');
const WAIT_MS = 300_000;

let logs: string;
const homes: string[] = [];

beforeAll(async () => {
  await buildProgram();
  rmSync(COMPILED, { recursive: true, force: true });
  logs = folderWith({ 'projects/-lamps/samples.jsonl': claudeSamples(Date.UTC(2026, 0, 5)) });
}, WAIT_MS);

afterAll(() => {
  for (const folder of [logs, ...homes]) rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
}

/** What it answers from an index of its own, and what the library reads. */
async function answers(node: string): Promise<readonly Answer[]> {
  const home = mkdtempSync(join(tmpdir(), 'toolscope-node-'));
  homes.push(home);
  const env = { TOOLSCOPE_HOME: home, TZ: 'UTC' };
  const told: Answer[] = [];
  for (const args of [
    ['index', '--root', logs],
    ['calls', '--root', logs, '--json', '-n', '1000'],
    ['search', 'tools', '--root', logs, '--json'],
    ['sql', 'select tool_id, count(*) as calls from calls group by 1 order by 1', '--root', logs, '--json'],
  ]) {
    const { status, stdout } = await run(node, [PROGRAM, ...args], { env });
    // How fast it was is not compared.
    told.push({ status, stdout: args[0] === 'index' ? '' : stdout });
  }
  const script = `const { readSession } = await import(${JSON.stringify(LIBRARY)});
    const { calls } = await readSession(${JSON.stringify(join(logs, 'projects/-lamps/samples.jsonl'))});
    console.log(JSON.stringify(calls.map(({ toolId, status }) => [toolId, status])));`;
  const { status, stdout } = await run(node, ['--input-type=module', '-e', script], { env });
  return [...told, { status, stdout }];
}

describe.each(OTHER_NODES)('Node.js %s', (major) => {
  it.runIf(existsSync(otherNode(major)))(
    'answers as the version that runs these tests',
    async () => {
      const [here, there] = [await answers(process.execPath), await answers(otherNode(major))];
      expect(here.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0]);
      expect(here[1]?.stdout.split('\n').length).toBeGreaterThan(20);
      expect(there).toEqual(here);
      expect(existsSync(COMPILED)).toBe(true);
    },
    WAIT_MS,
  );
});
