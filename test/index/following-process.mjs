// A process that follows logs with the built program, with the index on a thread. Prints "ready", then one line per change: its
// number, and how many calls there are. Ends when its input does.

import { openFollower } from '../../dist/library/index-watcher.js';

const [folder, place] = process.argv.slice(2);
const follower = await openFollower({ folder, places: [place], lookMs: 20, takeOverMs: 40 });
const say = async (what) => {
  const { calls } = await follower.questions.health.totals();
  process.stdout.write(`${what} ${follower.state().phase} ${calls}\n`);
};
follower.onChange(() => say('change'));
await follower.ready;
await say('ready');
process.stdin.resume();
process.stdin.on('end', async () => {
  await follower.close();
  process.stdout.write('closed\n');
});
