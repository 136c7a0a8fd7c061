// Answers "what happened in this session, in order?": its calls, what was said and compactions, in columns, a
// chunk at a time.

import { integer } from '../../../base/row.ts';
import type { Compaction } from '../../../model/session.ts';
import { EntryChunk, type EntryPage, isBeforeCall, saidChunk } from '../../questions/entry-chunk.ts';
import { compactionEntry, comparePlaces, messageEntry, type SaidEntry } from '../../questions/said-entries.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { callPages, namedCalls } from './entry-calls.ts';
import type { SessionRef } from './session-keys.ts';
import { messagePages, messageSources } from './session-messages.ts';

/** The first chunk is small, so that something can be drawn at once. */
const FIRST_CHUNK = 100;

/** What was said, a page at a time: one entry can be looked at before it is taken. */
class Ahead {
  readonly #pages: AsyncIterator<readonly SaidEntry[]>;
  #page: readonly SaidEntry[] = [];
  #place = 0;
  #isOver = false;

  constructor(pages: AsyncIterator<readonly SaidEntry[]>) {
    this.#pages = pages;
  }

  /** The entry that comes next; waits where the page is at its end. */
  async next(): Promise<SaidEntry | undefined> {
    while (this.#place >= this.#page.length && !this.#isOver) {
      const { value, done } = await this.#pages.next();
      this.#isOver = done === true;
      this.#page = done === true ? [] : value;
      this.#place = 0;
    }
    return this.#page[this.#place];
  }

  take(): void {
    this.#place++;
  }
}

/** The calls of a page, by their numbers, and what was said before each; behind the last call of all everything else. */
async function* placed(page: EntryPage, isLast: boolean, said: Ahead): AsyncGenerator<number | SaidEntry> {
  for (const call of page.order) {
    for (;;) {
      const next = await said.next();
      if (next === undefined || !isBeforeCall(next, page, call)) break;
      yield next;
      said.take();
    }
    yield call;
  }
  if (!isLast) return;
  for (let next = await said.next(); next !== undefined; next = await said.next()) {
    yield next;
    said.take();
  }
}

/** Messages of these files from a place on, and compactions, in order; at one place the compaction comes first. */
async function* saidIn(
  on: Statements,
  session: number,
  sources: readonly number[],
  from: number,
  compactions: readonly Compaction[],
): AsyncGenerator<readonly SaidEntry[]> {
  const compacted = compactions.map(compactionEntry).sort(comparePlaces);
  let taken = 0;
  for (const source of sources) {
    for await (const messages of messagePages(on, session, source, from)) {
      const said: SaidEntry[] = [];
      for (const message of messages) {
        const entry = messageEntry(message);
        for (let next = compacted[taken]; next !== undefined && comparePlaces(next, entry) <= 0; ) {
          said.push(next);
          next = compacted[++taken];
        }
        said.push(entry);
      }
      yield said;
    }
  }
  yield compacted.slice(taken);
}

/** All entries in the order of the files, at most so many in a chunk. Other work may go on between two chunks. */
export async function* allEntries(
  on: Statements,
  session: SessionRef,
  compactions: readonly Compaction[],
  size: number,
): AsyncGenerator<string> {
  const said = new Ahead(saidIn(on, session.pk, await messageSources(on, session.pk), 0, compactions));
  let most = Math.min(size, FIRST_CHUNK);
  for await (const { page, isLast } of callPages(on, session, () => most)) {
    let chunk = new EntryChunk(page);
    for await (const entry of placed(page, isLast, said)) {
      chunk.add(entry);
      if (chunk.size < most) continue;
      yield chunk.text();
      most = Math.min(size, 2 * most);
      chunk = new EntryChunk(page);
    }
    if (chunk.size > 0) yield chunk.text();
  }
}

/** Every occurrence of these calls. */
export async function* callEntries(
  on: Statements,
  session: SessionRef,
  callIds: readonly string[],
  size: number,
): AsyncGenerator<string> {
  for (let from = 0; from < callIds.length; from += size) {
    const page = await namedCalls(on, session, callIds.slice(from, from + size));
    if (page.size === 0) continue;
    const chunk = new EntryChunk(page);
    for (const call of page.order) chunk.add(call);
    yield chunk.text();
  }
}

/** What was said after places in the files; of a file without a place everything. */
export async function* saidEntries(
  on: Statements,
  session: number,
  compactions: readonly Compaction[],
  after: ReadonlyMap<number, number>,
): AsyncGenerator<string> {
  const files = await ask(on, 'SELECT num FROM sources WHERE session_pk = ?::int8 ORDER BY num', session);
  for (const source of files.map((row) => integer(row, 'num'))) {
    const last = after.get(source) ?? -1;
    const compacted = compactions.filter(({ ref }) => ref.source === source && ref.offset > last);
    const said: SaidEntry[] = [];
    for await (const page of saidIn(on, session, [source], last + 1, compacted)) said.push(...page);
    if (said.length > 0) yield saidChunk(said);
  }
}
