// Answers "what happened in this session, in order?": its calls, what was said and compactions, in columns, a
// chunk at a time. Calls come from the database as columns, and what was said is put between them: a session of a hundred
// thousand calls is answered without one object per call.

import { integer } from '../../../base/row.ts';
import type { Compaction } from '../../../model/session.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { EntryChunk, isBeforeCall, saidChunk } from '../../questions/entry-chunk.ts';
import { compactionEntry, comparePlaces, messageEntry, type SaidEntry } from '../../questions/said-entries.ts';
import { type CallPage, EntryCalls } from './entry-calls.ts';
import { SessionMessages } from './session-messages.ts';

/** The first chunk is small, so that something can be drawn at once: it takes a tenth of the time of a thousand. */
const FIRST_CHUNK = 100;

/** One item can be looked at before it is taken. */
class Ahead<Item> {
  readonly #items: Iterator<Item>;
  next: Item | undefined;

  constructor(items: Iterator<Item>) {
    this.#items = items;
    this.take();
  }

  take(): void {
    const { done, value } = this.#items.next();
    this.next = done === true ? undefined : value;
  }
}

/** The calls of a page, by their numbers, and what was said before each; behind the last call of all everything else. */
function* placed(page: CallPage, isLast: boolean, said: Ahead<SaidEntry>): Generator<number | SaidEntry> {
  for (const call of page.order) {
    for (; said.next !== undefined && isBeforeCall(said.next, page, call); said.take()) yield said.next;
    yield call;
  }
  for (; isLast && said.next !== undefined; said.take()) yield said.next;
}

export class SessionEntries {
  readonly #messages: SessionMessages;
  readonly #calls: EntryCalls;
  readonly #sources: Query<number>;

  constructor(database: Database) {
    this.#messages = new SessionMessages(database);
    this.#calls = new EntryCalls(database);
    this.#sources = database.query('SELECT num FROM sources WHERE session_pk = ?', (row) => integer(row, 'num'));
  }

  /** `session` is the key of its row. */
  count(session: number, compactions: readonly Compaction[]): number {
    return this.#calls.count(session) + this.#messages.count(session) + compactions.length;
  }

  /** All entries in the order of the files, at most so many in a chunk. Other work may go on between two chunks. */
  *all(session: number, compactions: readonly Compaction[], size: number): Generator<string> {
    const said = new Ahead(this.#everythingSaid(session, compactions));
    let most = Math.min(size, FIRST_CHUNK);
    for (const { page, isLast } of this.#calls.pages(session, () => most)) {
      let chunk = new EntryChunk(page);
      for (const entry of placed(page, isLast, said)) {
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
  *calls(session: number, callIds: readonly string[], size: number): Generator<string> {
    for (let from = 0; from < callIds.length; from += size) {
      const page = this.#calls.named(session, callIds.slice(from, from + size));
      if (page === undefined || page.size === 0) continue;
      const chunk = new EntryChunk(page);
      for (const call of page.order) chunk.add(call);
      yield chunk.text();
    }
  }

  /** What was said after places in the files; of a file without a place everything. */
  *said(session: number, compactions: readonly Compaction[], after: ReadonlyMap<number, number>): Generator<string> {
    for (const source of this.#sources.all(session)) {
      const last = after.get(source) ?? -1;
      const compacted = compactions.filter(({ ref }) => ref.source === source && ref.offset > last);
      const said = [...this.#saidIn(session, [source], last + 1, compacted)];
      if (said.length > 0) yield saidChunk(said);
    }
  }

  #everythingSaid(session: number, compactions: readonly Compaction[]): Generator<SaidEntry> {
    return this.#saidIn(session, this.#messages.sources(session), 0, compactions);
  }

  /** Messages of these files from a place on, and compactions, in order; at one place the compaction comes first. */
  *#saidIn(
    session: number,
    sources: readonly number[],
    from: number,
    compactions: readonly Compaction[],
  ): Generator<SaidEntry> {
    const compacted = new Ahead(compactions.map(compactionEntry).sort(comparePlaces).values());
    for (const source of sources) {
      for (const message of this.#messages.from(session, source, from)) {
        const entry = messageEntry(message);
        for (; compacted.next !== undefined && comparePlaces(compacted.next, entry) <= 0; compacted.take()) {
          yield compacted.next;
        }
        yield entry;
      }
    }
    for (; compacted.next !== undefined; compacted.take()) yield compacted.next;
  }
}
