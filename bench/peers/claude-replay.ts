// claude-replay: playback pages, made of at most 20 logs each; then its own `extract` reports what is in them. Only making
// the pages is timed.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metered } from '../meter/meter-process.ts';
import { claudeLogs } from './log-list.ts';
import type { Found, Peer, Stage } from './peer.ts';

const LOGS_AT_ONCE = 20;

interface Turn {
  readonly blocks: readonly { readonly tool_call?: { readonly is_error?: boolean } | null }[];
}

function foundIn(extracted: string): Found {
  const turns = extracted
    .split('\n')
    .filter(Boolean)
    .map((line): Turn => JSON.parse(line));
  const calls = turns.flatMap(({ blocks }) => blocks.flatMap(({ tool_call }) => tool_call ?? []));
  return { calls: calls.length, errors: calls.filter(({ is_error }) => is_error === true).length };
}

function together(a: Metered, b: Metered): Metered {
  return {
    wallMs: a.wallMs + b.wallMs,
    cpuMs: (a.cpuMs ?? 0) + (b.cpuMs ?? 0),
    rssMb: Math.max(a.rssMb ?? 0, b.rssMb ?? 0),
    status: a.status === 0 ? b.status : a.status,
    stdout: '',
    stderr: a.status === 0 ? b.stderr : a.stderr,
  };
}

function program({ installed }: Stage): string {
  return join(installed, 'node_modules/.bin/claude-replay');
}

async function makePages(stage: Stage): Promise<Metered> {
  const logs = claudeLogs(stage.home);
  let all: Metered | undefined;
  for (let from = 0; from < logs.length; from += LOGS_AT_ONCE) {
    const page = join(stage.output, `${from}.html`);
    const metered = await stage.run(program(stage), [...logs.slice(from, from + LOGS_AT_ONCE), '-o', page]);
    all = all === undefined ? metered : together(all, metered);
    if (metered.status !== 0) break;
  }
  if (all === undefined) throw new Error('There are no logs.');
  return all;
}

export const claudeReplay: Peer = {
  name: 'claude-replay',
  version: '0.9.0',
  does: `pages to play back, ${LOGS_AT_ONCE} logs in each process`,
  agents: ['claude-code'],
  packages: { 'claude-replay': '0.9.0' },
  async run(stage) {
    const metered = await makePages(stage);
    let [calls, errors] = [0, 0];
    for (const page of readdirSync(stage.output)) {
      const extracted = join(stage.output, `${page}.jsonl`);
      await stage.run(program(stage), ['extract', join(stage.output, page), '-o', extracted]);
      const found = foundIn(readFileSync(extracted, 'utf8'));
      calls += found.calls ?? 0;
      errors += found.errors ?? 0;
    }
    return { metered, found: { calls, errors } };
  },
};
