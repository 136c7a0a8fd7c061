// The measured work of appending a line to a long log while the index is followed: processor time per line until its row is
// committed, the time until that is reported, what follows the last line, and the cost of idling then.
// Usage: node append.mjs <library> <data folder> <log> <pairs of lines> <seconds of idling> <quiet seconds before>
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openFollower } from '../../dist/library/index-watcher.js';

const [library = '.', folder = '.', log = '', pairs = '50', idleSeconds = '5', quietBefore = '5'] =
  process.argv.slice(2);
const session = basename(log, '.jsonl');
const TAIL_BYTES = 1 << 20;
/** Texts of appended lines are indexed some time after the rows. */
const REST_MS = 2000;
const QUIET_AFTER_MS = 6000;
/** Maximum processor time per second for that second to count as quiet: a sweep over the watched folders takes less. */
const QUIET_MS = 40;
const QUIET_SECONDS = 10;
const MOST_SECONDS = 400;

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function lastUuid() {
  const fd = openSync(log, 'r');
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  closeSync(fd);
  return [...tail.toString('utf8').matchAll(/"uuid":"([^"]+)"/g)].at(-1)?.[1] ?? null;
}

/** A request and its result, as an agent would write them now. */
function linesOf(n, parentUuid) {
  const seen = {
    isSidechain: false,
    cwd: '/home/dev/orchard',
    sessionId: session,
    version: '2.1.100',
    timestamp: new Date().toISOString(),
  };
  const id = `toolu_appended_${n}`;
  const asked = { type: 'tool_use', id, name: 'Bash', input: { command: `make part-${n}` } };
  const said = { type: 'tool_result', tool_use_id: id, content: 'done\n'.repeat(200) };
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'model-one', content: [asked] };
  const answer = { role: 'user', content: [said] };
  const [first, second] = [`${id}-a`, `${id}-b`];
  return [
    JSON.stringify({ parentUuid, ...seen, type: 'assistant', uuid: first, message }),
    JSON.stringify({ parentUuid: first, ...seen, type: 'user', uuid: second, message: answer }),
  ];
}

async function append(follower, line) {
  const started = performance.now();
  const told = new Promise((done) => {
    const stop = follower.onChange(() => {
      stop();
      done();
    });
  });
  appendFileSync(log, `${line}\n`);
  await told;
  return performance.now() - started;
}

/** A session's memory is saved some time after the last line: only then can it be quiet. */
async function untilQuiet(quietSeconds) {
  await delay(QUIET_AFTER_MS);
  for (let quiet = 0, second = 0; quiet < quietSeconds && second < MOST_SECONDS; second++) {
    const used = cpuMs();
    await delay(1000);
    quiet = cpuMs() - used < QUIET_MS ? quiet + 1 : 0;
  }
}

const follower = await openFollower({ folder, places: [library], archive: false });
await follower.ready;
await delay(REST_MS);
let parent = lastUuid();
// The first ones warm up the program's code.
for (const line of linesOf('warm', parent)) await append(follower, line);
parent = 'toolu_appended_warm-b';
// What a first index leaves for later, above all the text of a long log, is not the work of a line.
await untilQuiet(QUIET_SECONDS);
const tookMs = [];
const before = cpuMs();
for (let n = 0; n < Number(pairs); n++) {
  for (const line of linesOf(n, parent)) {
    tookMs.push(await append(follower, line));
    await delay(5);
  }
  parent = `toolu_appended_${n}-b`;
}
await delay(REST_MS);
const cpuPerLineMs = (cpuMs() - before) / tookMs.length;
const afterBefore = cpuMs();
await untilQuiet(Number(quietBefore));
const idleBefore = cpuMs();
const afterMs = idleBefore - afterBefore;
await delay(Number(idleSeconds) * 1000);
const idleMsPerSecond = (cpuMs() - idleBefore) / Number(idleSeconds);
const rssMb = process.resourceUsage().maxRSS / 1024;
await follower.close();
process.stdout.write(`${JSON.stringify({ tookMs, cpuPerLineMs, afterMs, idleMsPerSecond, rssMb })}\n`);
