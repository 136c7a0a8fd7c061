// Tests the startup check of logs with nothing new: it gives the result of planning, and sees every change.

import { appendFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { Indexer, type IndexReport } from '../../src/library/indexer.ts';
import { quietLook } from '../../src/library/quiet-look.ts';
import { listLogs } from '../../src/sources/list-logs.ts';
import { openStoreToWrite } from '../../src/store/open-store.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { storeBut } from '../support/tables.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

const ONE = '11111111-2222-4333-8444-555555555555';
const TWO = '99999999-2222-4333-8444-555555555555';
const THREE = '77777777-2222-4333-8444-555555555555';

function conversation(session: string): string {
  const log = new ClaudeLog(session);
  log.prompt('go');
  log.call(`toolu_${session.slice(0, 4)}`, 'Bash', { command: 'make' });
  log.result(`toolu_${session.slice(0, 4)}`, 'done', { isError: false });
  return log.text();
}

class Library {
  readonly place = newFolder();
  readonly data = newFolder();

  path(name: string): string {
    return join(this.place, name);
  }

  write(name: string, content: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  /** Sessions, or undefined when there is something to do. */
  async quiet(places = [this.place]): Promise<number | undefined> {
    const store = await openStoreToWrite(await storeIn(this.data));
    const look = await quietLook(store.index, await listLogs(places), places);
    await store.close();
    return look?.sessions;
  }

  async planned(): Promise<IndexReport> {
    const store = await openStoreToWrite(await storeIn(this.data));
    // Finds no file as it was: a look ends with a plan.
    const planning = storeBut(store.index, { fileStamps: async () => [] });
    const report = await new Indexer(planning, { now: () => LONG_AFTER }).sweep([this.place]);
    await store.close();
    return report;
  }
}

/** Two sessions, one of them with a subagent and a side file, and files of no session. */
async function indexed(): Promise<Library> {
  const library = new Library();
  library.write(`${ONE}.jsonl`, conversation(ONE));
  library.write(`${TWO}.jsonl`, conversation(TWO));
  library.write(`${TWO}/subagents/agent-a1.jsonl`, conversation(TWO));
  library.write(`${TWO}/subagents/agent-a1.meta.json`, '{"agentType":"explore"}');
  library.write('notes.txt', 'nothing of an agent');
  library.write('other.jsonl', '{"some":"thing"}\n');
  await indexOnce(library.data, [library.place]);
  return library;
}

it('says what planning says', async () => {
  const library = await indexed();
  expect(await library.quiet()).toBe(2);
  const { found, ...counts } = await indexOnce(library.data, [library.place]);
  const { found: foundByPlan, ...countsByPlan } = await library.planned();
  expect(counts).toEqual(countsByPlan);
  expect(counts.sessions).toEqual({ added: 0, continued: 0, rebuilt: 0, unchanged: 2 });
  expect(found).toEqual({ ...foundByPlan, logs: [], sides: [] });
  expect(found.unclaimed.map(({ path }) => path)).toEqual([library.path('other.jsonl')]);
});

it('is about the places it was asked for', async () => {
  const library = await indexed();
  expect(await library.quiet([library.path(TWO)])).toBe(1);
  expect(await library.quiet([library.path(`${ONE}.jsonl`)])).toBe(1);
});

const CHANGES: Readonly<Record<string, (library: Library) => void>> = {
  'a log that grew': (library) => appendFileSync(library.path(`${ONE}.jsonl`), '{"type":"summary"}\n'),
  'a log that was written anew': (library) => utimesSync(library.path(`${ONE}.jsonl`), 1, 1),
  'a new log': (library) => library.write(`${THREE}.jsonl`, conversation(THREE)),
  'a new file beside a log': (library) => library.write(`${TWO}/subagents/agent-a2.meta.json`, '{"agentType":"plan"}'),
  'another file beside a log': (library) =>
    library.write(`${TWO}/subagents/agent-a1.meta.json`, '{"agentType":"other"}'),
  'a log that is gone': (library) => rmSync(library.path(`${ONE}.jsonl`)),
  'a log with another name': (library) => renameSync(library.path(`${ONE}.jsonl`), library.path('renamed.jsonl')),
};

for (const [what, change] of Object.entries(CHANGES)) {
  it(`sees ${what}, and nothing more once it was looked at`, async () => {
    const library = await indexed();
    change(library);
    expect(await library.quiet()).toBeUndefined();
    const { sessions } = await indexOnce(library.data, [library.place]);
    expect(await library.quiet()).toBe(sessions.added + sessions.continued + sessions.rebuilt + sessions.unchanged);
  });
}

it('sees a log that was gone and is back', async () => {
  const library = await indexed();
  const text = conversation(ONE);
  rmSync(library.path(`${ONE}.jsonl`));
  await indexOnce(library.data, [library.place]);
  expect(await library.quiet()).toBe(1);
  library.write(`${ONE}.jsonl`, text);
  expect(await library.quiet()).toBeUndefined();
});
