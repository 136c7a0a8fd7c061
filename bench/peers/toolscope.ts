// Toolscope itself: every call straight from the files, a first index with text search, and a query of that index when
// nothing is new.

import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CLI, type MeterOptions, ROOT } from '../meter/meter-process.ts';
import type { Found, Peer, Stage } from './peer.ts';

const { version: VERSION }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const AGENTS = ['claude-code', 'codex'] as const;

function run(stage: Stage, args: readonly string[], options: Pick<MeterOptions, 'outputFile'> = {}) {
  return stage.run(process.execPath, [CLI, ...args], {
    ...options,
    env: { TOOLSCOPE_HOME: join(stage.home, '.toolscope'), TOOLSCOPE_NO_ARCHIVE: '1' },
  });
}

/** Calls as NDJSON. */
async function countCalls(path: string): Promise<Found> {
  let [calls, errors] = [0, 0];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const call: { status?: string } = JSON.parse(line);
    calls++;
    if (call.status === 'error') errors++;
  }
  return { calls, errors };
}

/** What the index contains, queried after the clock has stopped. */
async function askIndex(stage: Stage): Promise<Found> {
  const path = join(stage.output, 'indexed.ndjson');
  await run(stage, ['calls', '--json', '--limit', '0'], { outputFile: path });
  return countCalls(path);
}

function toolscope(does: string, work: Peer['run']): Peer {
  return { name: 'Toolscope', version: VERSION, does, agents: AGENTS, packages: {}, run: work };
}

export const toolscopeRows: readonly Peer[] = [
  toolscope('inspect --json: every call, with its life', async (stage) => {
    const path = join(stage.output, 'calls.ndjson');
    const places = [join(stage.home, '.claude'), join(stage.home, '.codex')];
    const metered = await run(stage, ['inspect', ...places, '--json'], { outputFile: path });
    return { metered, found: await countCalls(path) };
  }),
  toolscope('index: every call, and search in all texts', async (stage) => {
    const metered = await run(stage, ['index', '--json']);
    return { metered, found: await askIndex(stage) };
  }),
];
