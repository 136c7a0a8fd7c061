// A process that follows logs as `serve` does. One JSON line per change: calls and lines in the index, memory in bytes.
// Ends when its input does.

import { openFollower } from '../../dist/library/index-watcher.js';

const [folder, place] = process.argv.slice(2);
const follower = await openFollower({ folder, places: [place], lookMs: 50, takeOverMs: 100 });

async function say(what) {
  const { calls } = await follower.questions.health.totals();
  const { total, wrong } = await follower.questions.health.ledgerTotals();
  const problems = [...total.problems.values()].reduce((sum, lines) => sum + lines, 0);
  const told = { what, calls, lines: total.lines, problems, wrong: wrong.length, rss: process.memoryUsage.rss() };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

follower.onChange(() => say('change'));
await follower.ready;
await say('ready');
process.stdin.resume();
process.stdin.on('end', async () => {
  await say('end');
  await follower.close();
});
