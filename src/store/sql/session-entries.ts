// Answers "what happened in this session, in order?": its calls, messages and compactions, in columns, a chunk at a time. Messages
// are merged with calls that come as columns: a session of a hundred thousand calls needs no object per call.

import { integer } from '../../base/row.ts';
import type { Compaction } from '../../model/session.ts';
import { EntryChunk, type EntryPage, isBeforeCall, saidChunk } from '../questions/entry-chunk.ts';
import { compactionEntry, comparePlaces, messageEntry, type SaidEntry } from '../questions/said-entries.ts';
import type { Dialect, SessionRef, SqlEngine } from './engine.ts';
import { PagedReader } from './paged-reader.ts';
import { messagePages, messageSources } from './session-messages.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** The first chunk is small, so that something can be drawn at once: it takes a tenth of the time of a thousand. */
const FIRST_CHUNK = 100;

/** Where a call is; several may be at one place. */
export interface CallPlace {
  readonly source: number;
  readonly offset: number;
}

/** A session's calls as entries, which each engine makes itself. */
export interface EntryCalls {
  /** Those after one place, up to another. */
  between(session: SessionRef, after: CallPlace, until: CallPlace): Steps<EntryPage>;
  /** Every occurrence of these calls. */
  named(session: SessionRef, callIds: readonly string[]): Steps<EntryPage>;
}

const START: CallPlace = { source: -1, offset: -1 };
const END: CallPlace = { source: 2 ** 31 - 1, offset: Number.MAX_SAFE_INTEGER };

export function* callCount(dialect: Dialect, session: SessionRef): Steps<number> {
  const { sql, values } = dialect.inSession(session);
  const row = yield* askOne(`SELECT count(*) AS n FROM calls c WHERE ${sql}`, ...values);
  return row === undefined ? 0 : integer(row, 'n');
}

interface NextPage {
  readonly page: EntryPage;
  /** Undefined after the last call. */
  readonly end: CallPlace | undefined;
}

/** The next calls, about this many: those of one line are never separated. The last page may be empty. */
function* nextPage(
  dialect: Dialect,
  calls: EntryCalls,
  session: SessionRef,
  { after, size }: { readonly after: CallPlace; readonly size: number },
): Steps<NextPage> {
  const own = dialect.inSession(session);
  const until = yield* askOne(
    `SELECT c.source, c."offset" FROM calls c WHERE ${own.sql} AND (c.source, c."offset") > (?, ?)
     ORDER BY c.source, c."offset" LIMIT 1 OFFSET ?`,
    ...own.values,
    after.source,
    after.offset,
    size - 1,
  );
  const end = until && { source: integer(until, 'source'), offset: integer(until, 'offset') };
  return { page: yield* calls.between(session, after, end ?? END), end };
}

/** Messages of these files from a place on, and compactions, in order; at one place the compaction comes first. */
async function* saidIn(
  engine: SqlEngine,
  session: number,
  sources: readonly number[],
  from: number,
  compactions: readonly Compaction[],
): AsyncGenerator<readonly SaidEntry[]> {
  const compacted = compactions.map(compactionEntry).sort(comparePlaces);
  let taken = 0;
  for (const source of sources) {
    for await (const messages of messagePages(engine, session, source, from)) {
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

/** The calls of a page, by number, and what was said before each; after the very last call everything else. */
function* placed(page: EntryPage, isLast: boolean, said: PagedReader<SaidEntry>): Generator<number | SaidEntry> {
  for (const call of page.order) {
    yield* said.takeWhile((entry) => isBeforeCall(entry, page, call));
    yield call;
  }
  if (isLast) yield* said.takeWhile(() => true);
}

/** All entries in file order, at most this many in a chunk. Other work may run between two chunks. */
export async function* allEntries(
  engine: SqlEngine,
  calls: EntryCalls,
  session: SessionRef,
  compactions: readonly Compaction[],
  size: number,
): AsyncGenerator<string> {
  const sources = await engine.take(messageSources(session.pk));
  const said = new PagedReader(saidIn(engine, session.pk, sources, 0, compactions));
  let most = Math.min(size, FIRST_CHUNK);
  for (let after: CallPlace | undefined = START; after !== undefined; ) {
    const { page, end }: NextPage = await engine.take(nextPage(engine.dialect, calls, session, { after, size: most }));
    const last = page.order.at(-1);
    await said.readWhile((entry) => end === undefined || (last !== undefined && isBeforeCall(entry, page, last)));
    let chunk = new EntryChunk(page);
    for (const entry of placed(page, end === undefined, said)) {
      chunk.add(entry);
      if (chunk.size < most) continue;
      yield chunk.text();
      most = Math.min(size, 2 * most);
      chunk = new EntryChunk(page);
    }
    if (chunk.size > 0) yield chunk.text();
    after = end;
  }
}

/** Every occurrence of these calls. */
export async function* callEntries(
  engine: SqlEngine,
  calls: EntryCalls,
  session: SessionRef,
  callIds: readonly string[],
  size: number,
): AsyncGenerator<string> {
  for (let from = 0; from < callIds.length; from += size) {
    const page = await engine.take(calls.named(session, callIds.slice(from, from + size)));
    if (page.size === 0) continue;
    const chunk = new EntryChunk(page);
    for (const call of page.order) chunk.add(call);
    yield chunk.text();
  }
}

/** What was said after places in the files; everything in a file without a place. */
export async function* saidEntries(
  engine: SqlEngine,
  session: number,
  compactions: readonly Compaction[],
  after: ReadonlyMap<number, number>,
): AsyncGenerator<string> {
  const files = await engine.take(ask('SELECT num FROM sources WHERE session_pk = ? ORDER BY num', session));
  for (const source of files.map((row) => integer(row, 'num'))) {
    const last = after.get(source) ?? -1;
    const compacted = compactions.filter(({ ref }) => ref.source === source && ref.offset > last);
    const said: SaidEntry[] = [];
    for await (const page of saidIn(engine, session, [source], last + 1, compacted)) said.push(...page);
    if (said.length > 0) yield saidChunk(said);
  }
}
