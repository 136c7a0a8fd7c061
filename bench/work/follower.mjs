// A process that follows logs as `serve` does. One JSON line per change: calls and lines in the index, memory in bytes.
// Ends when its input does.

import { openFollower } from '../../dist/library/index-watcher.js';
import { indexTotals } from '../../dist/store/sqlite/queries/index-totals.js';
import { ledgerTotals } from '../../dist/store/sqlite/queries/ledger-totals.js';

const [folder, place] = process.argv.slice(2);
const follower = await openFollower({ folder, places: [place], lookMs: 50, takeOverMs: 100 });

function say(what) {
  const { calls } = indexTotals(follower.database);
  const { total, wrong } = ledgerTotals(follower.database);
  const problems = [...total.problems.values()].reduce((sum, lines) => sum + lines, 0);
  const told = { what, calls, lines: total.lines, problems, wrong: wrong.length, rss: process.memoryUsage.rss() };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

follower.onChange(() => say('change'));
await follower.ready;
say('ready');
process.stdin.resume();
process.stdin.on('end', async () => {
  say('end');
  await follower.close();
});
