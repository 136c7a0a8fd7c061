// `npm run bench:peers`: Toolscope and its alternatives, on the same made-up library, in the same run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSize } from '../generate/command-line.ts';
import { peersBlocks, updatePages } from '../outcome/performance-page.ts';
import { machine, PEERS, type PeerResults, writeJson } from '../outcome/results.ts';
import { leftOut, peers } from './list.ts';
import { OfflineStage } from './offline.ts';
import { leftOutText, peersTable } from './peers-table.ts';
import { install, makeHome } from './prepare-stage.ts';
import { runPeers } from './run-peers.ts';

const USAGE = `Compares Toolscope with other programs for the same logs, on a made-up library whose truth is known.

  --bytes SIZE   how large the library is (default 200MB)
  --rounds N     how often everybody has a turn (default 3)
  --keep         show the results in docs/performance.md
`;

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '200MB' },
    rounds: { type: 'string', default: '3' },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-peers-'));
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('SIGINT', () => {
    leave();
    process.exit(130);
  });
  try {
    const stage = new OfflineStage(folder);
    say('making the library');
    const truth = makeHome(stage, parseSize(values.bytes));
    say('installing the others from the npm registry');
    await install(stage, peers);
    if (!stage.isCutOff) say('the network cannot be taken away on this system; programs are sent to a dead proxy');
    const rows = await runPeers(peers, stage, { rounds: Number(values.rounds), say });
    const results: PeerResults = {
      format: 1,
      machine: machine(),
      node: process.versions.node,
      bytes: truth.totals.bytes,
      table: peersTable(rows, truth),
      leftOut: leftOutText(leftOut),
    };
    console.log(`${results.machine}; Node ${results.node}\n\n${results.table}\n\nNot compared:\n${results.leftOut}`);
    if (values.keep) {
      writeJson(PEERS, results);
      updatePages(peersBlocks(results));
    }
  } finally {
    leave();
  }
}

if (values.help) console.log(USAGE);
else await main();
