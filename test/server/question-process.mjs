// A process that asks questions on threads, with the built program: which clients leave, which stay, and the outcomes.

import { QueryPool } from '../../dist/server/query-pool.js';
import { ThreadLibrary } from '../../dist/server/thread-library.js';

const [folder, place] = process.argv.slice(2);
const options = { folder, places: [place], isDemo: false };
// Nothing changes meanwhile.
const library = Object.assign(await ThreadLibrary.open(options), { lastSeq: () => 0, onChange: () => () => {} });
const desk = new QueryPool(library, options);
const now = Date.UTC(2030, 0, 1);
// The threads alone do not keep a process.
const alive = setInterval(() => {}, 1000);

/** The outcome of a question: its answer in brief, or the error. */
async function outcome(asked) {
  try {
    return `${Object.keys(JSON.parse((await asked).text)).join(' ')}`;
  } catch (error) {
    return `${error.problem.document.status} ${error.message}`;
  }
}

function ask(query, signal) {
  return outcome(desk.ask({ name: 'tools', parts: {}, query, now }, signal));
}

const staying = new AbortController();
const leaving = new AbortController();
const alone = new AbortController();
// The first is being answered while the others wait; two ask the same.
const first = ask({}, staying.signal);
const shared = ask({ filter: 'tool:Bash' }, staying.signal);
const left = ask({ filter: 'tool:Bash' }, leaving.signal);
const given = ask({ filter: 'tool:Read' }, alone.signal);
leaving.abort();
alone.abort();
const before = new AbortController();
before.abort();
const late = ask({ filter: 'tool:Edit' }, before.signal);
const again = ask({ filter: 'tool:Read' }, staying.signal);
const told = { first: await first, shared: await shared, left: await left, given: await given, late: await late };
process.stdout.write(JSON.stringify({ ...told, again: await again }));
clearInterval(alive);
// Nothing else keeps the process while it closes.
await desk.close();
library.close();
