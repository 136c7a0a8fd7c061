// Owns RAP threads in the index: sessions of the agent `rap`, brought up to date with the runtime's journal. Only what is
// new in it is read, and only threads with something new are written.

import { setImmediate as turn } from 'node:timers/promises';
import { rap } from '../formats/rap/format.ts';
import type { EventRow } from '../rap/store/rap-journal.ts';
import { type RapReader, rapPath, readRapStore } from '../rap/store/rap-store.ts';
import type { ThreadRow } from '../rap/store/rap-threads.ts';
import { isSilent } from '../reading/live-window.ts';
import { type FileFacts, fileFacts } from '../sources/files/file-stamp.ts';
import { rapRoot, threadPath } from '../sources/rap-journal/rap-place.ts';
import { watchRap } from '../sources/rap-journal/rap-watch.ts';
import type { Companion } from '../store/companion.ts';
import type { IndexStore, KnownSource } from '../store/index-store.ts';
import { RapSession } from './rap-session.ts';

/** Read between two commits: bounds memory, and what is read again after a process died. */
const STEP_EVENTS = 16_384;
const STEP_BYTES = 16 * 1024 * 1024;
/** Memory for threads that are likely to go on. */
const KEPT_WEIGHT = 48 * 1024 * 1024;

export interface RapIndexerOptions {
  readonly now?: () => number;
  /** Events read between two commits. */
  readonly stepEvents?: number;
  /** Told when there may be something to catch up with, until it is closed. */
  readonly onNews?: () => void;
}

/** The database as it is open now. */
interface Opened {
  readonly reader: RapReader;
  readonly facts: FileFacts;
}

function isSame(a: FileFacts, b: Pick<FileFacts, 'device' | 'inode'>): boolean {
  return a.device === b.device && a.inode === b.inode;
}

/** How far the journal is in the index: the number of an event, and when it was. */
interface Mark {
  readonly upTo: number;
  readonly at: number;
}

const BEGINNING: Mark = { upTo: 0, at: 0 };

function tailOf({ upTo, at }: Mark): string {
  return `${upTo} ${at}`;
}

function markOf({ tail }: Pick<KnownSource, 'tail'>): Mark {
  const [upTo = 0, at = 0] = tail.split(' ').map(Number);
  return { upTo, at };
}

export class RapIndexer implements Companion {
  readonly name = 'RAP threads';
  readonly #store: IndexStore;
  readonly #folder: string;
  readonly #now: () => number;
  readonly #stepEvents: number;
  /** In order of use, the latest last. */
  readonly #kept = new Map<string, RapSession>();
  #opened: Opened | undefined;
  /** All events up to this one are in the index. Undefined: not known in this process. */
  #mark: Mark | undefined;
  /** The database is another one than the index has read: what is known of its threads is of no use. */
  #isOther = false;
  #work: Promise<void> = Promise.resolve();
  #unwatch = (): void => undefined;

  constructor(store: IndexStore, folder: string, options: RapIndexerOptions = {}) {
    const { now = Date.now, stepEvents = STEP_EVENTS, onNews } = options;
    this.#store = store;
    this.#stepEvents = stepEvents;
    this.#folder = folder;
    this.#now = now;
    if (onNews !== undefined) this.#unwatch = watchRap(folder, onNews);
  }

  /** One after the other, whoever asks. */
  catchUp(signal?: AbortSignal): Promise<void> {
    const work = this.#work.then(() => this.#catchUp(signal));
    this.#work = work.catch(() => undefined);
    return work;
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#work;
    for (const groupId of [...this.#kept.keys()]) await this.#letGo(groupId);
    this.#opened?.reader.close();
    this.#opened = undefined;
  }

  async #catchUp(signal: AbortSignal | undefined): Promise<void> {
    const opened = await this.#open();
    if (opened === undefined) return;
    this.#mark ??= await this.#recall(opened);
    while (signal?.aborted !== true) {
      const events = this.#nextEvents(opened.reader, this.#mark.upTo);
      const last = events.at(-1);
      if (last === undefined) {
        this.#isOther = false;
        await this.#settleSilent(opened);
        return;
      }
      const mark = { upTo: last.seq, at: last.at };
      await this.#put(opened, events, { before: this.#mark, after: mark });
      this.#mark = mark;
      await turn();
    }
  }

  /** Undefined when there is no database. One that was replaced by another is opened anew. */
  async #open(): Promise<Opened | undefined> {
    const facts = fileFacts(rapPath(this.#folder));
    if (this.#opened !== undefined && (facts === undefined || !isSame(this.#opened.facts, facts))) {
      for (const session of this.#kept.values()) session.close();
      this.#kept.clear();
      this.#opened.reader.close();
      this.#opened = undefined;
      this.#mark = undefined;
    }
    if (facts === undefined) {
      // To say it once is enough: nothing more can come of a database that is not there.
      if (this.#mark === undefined) await this.#markGone(() => true);
      this.#mark = BEGINNING;
      return undefined;
    }
    if (this.#opened === undefined) {
      this.#mark = undefined;
      this.#opened = { reader: readRapStore(this.#folder), facts };
    }
    return this.#opened;
  }

  /** The threads of this database that the index has, those that are gone not included. */
  async #known(): Promise<KnownSource[]> {
    const root = rapRoot(this.#folder);
    const sources = await this.#store.knownSources(rap.agent);
    return sources.filter(({ path, goneAt }) => goneAt === null && path.startsWith(root));
  }

  async #markGone(isGone: (source: KnownSource) => boolean): Promise<void> {
    const gone = (await this.#known()).filter(isGone);
    if (gone.length === 0) return;
    await this.#store.markGone(
      gone.map(({ path }) => path),
      this.#now(),
    );
  }

  /** Where an earlier process stopped. From the beginning when the database is not the one it read. */
  async #recall({ reader, facts }: Opened): Promise<Mark> {
    const known = await this.#known();
    const newest = known.reduce<KnownSource | undefined>(
      (best, source) => (best === undefined || markOf(source).upTo > markOf(best).upTo ? source : best),
      undefined,
    );
    this.#isOther = false;
    if (newest === undefined) return BEGINNING;
    const mark = markOf(newest);
    const event = reader.journal.bySeq(mark.upTo);
    // The event itself may have gone: of a view only the newest state is kept.
    const isContinued = reader.journal.lastSeq() >= mark.upTo && (event === undefined || event.at === mark.at);
    if (isContinued && isSame(facts, newest)) return mark;
    this.#isOther = true;
    await this.#markGone(({ session }) => reader.threads.find(session) === undefined);
    return BEGINNING;
  }

  #nextEvents({ journal }: RapReader, after: number): EventRow[] {
    const events: EventRow[] = [];
    let bytes = 0;
    for (const event of journal.afterAnywhere(after)) {
      events.push(event);
      bytes += event.body.length;
      if (events.length >= this.#stepEvents || bytes >= STEP_BYTES) break;
    }
    return events;
  }

  /** Thread by thread. Only with the last of them is it said that all these events are in the index. */
  async #put(
    opened: Opened,
    events: readonly EventRow[],
    { before, after }: { readonly before: Mark; readonly after: Mark },
  ): Promise<void> {
    const threads = new Map<string, EventRow[]>();
    for (const event of events) {
      const own = threads.get(event.groupId);
      if (own === undefined) threads.set(event.groupId, [event]);
      else own.push(event);
    }
    let left = threads.size;
    for (const [groupId, own] of threads) {
      left--;
      const thread = opened.reader.threads.find(groupId);
      if (thread === undefined) continue;
      const session = await this.#sessionOf(opened, thread);
      this.#read(opened, thread, session, own);
      await this.#commit(opened, thread, session, left === 0 ? after : before);
    }
    await this.#makeRoom();
  }

  /** The thread as it was left: from memory, or from the store, or to be read from its beginning. */
  async #sessionOf({ facts }: Opened, thread: ThreadRow): Promise<RapSession> {
    const { groupId } = thread;
    const kept = this.#kept.get(groupId);
    if (kept !== undefined) return kept;
    const path = threadPath(this.#folder, groupId);
    const sources = await this.#store.sessionSources(path);
    const [own] = sources;
    const isKnown =
      sources.length === 1 &&
      own?.path === path &&
      own.head === headOf(thread) &&
      own.goneAt === null &&
      isSame(facts, own);
    const state =
      isKnown && !this.#isOther ? await this.#store.loadState({ agent: rap.agent, id: groupId }) : undefined;
    return new RapSession(groupId, path, state);
  }

  /** The events at hand, and those before them that the session has not seen. */
  #read({ reader }: Opened, thread: ThreadRow, session: RapSession, events: readonly EventRow[]): void {
    const [first] = events;
    const isComplete = this.#kept.has(thread.groupId) || first?.kind === 'thread-opened';
    if (first !== undefined && !isComplete) {
      for (const event of reader.journal.after(thread.thread, session.position)) {
        if (event.seq >= first.seq) break;
        session.take(event);
      }
    }
    for (const event of events) session.take(event);
  }

  async #commit({ reader, facts }: Opened, thread: ThreadRow, session: RapSession, mark: Mark): Promise<void> {
    const { groupId } = thread;
    const live = this.#isLive(reader, thread);
    try {
      const { device, inode } = facts;
      await this.#store.commit(session.batch({ device, inode, head: headOf(thread), tail: tailOf(mark), live }));
    } catch (error) {
      // It knows more than the store now: the next one is made from what the store has.
      this.#kept.delete(groupId);
      session.close();
      throw error;
    }
    this.#kept.delete(groupId);
    this.#kept.set(groupId, session);
  }

  #isLive({ calls }: RapReader, { thread, state, lastAt }: ThreadRow): boolean {
    if (state === 'closed') return false;
    return !isSilent(lastAt, this.#now(), () => lastAt) || calls.openOfThread(thread).length > 0;
  }

  /** Threads that counted as alive, and have nothing open and nothing to say any more. */
  async #settleSilent(opened: Opened): Promise<void> {
    const now = this.#now();
    for (const { agent, id, lastAt, modifiedAt } of await this.#store.liveSessions()) {
      if (agent !== rap.agent || !isSilent(lastAt, now, () => modifiedAt)) continue;
      const thread = opened.reader.threads.find(id);
      if (thread === undefined || this.#isLive(opened.reader, thread)) continue;
      const session = await this.#sessionOf(opened, thread);
      const [source] = await this.#store.sessionSources(session.path);
      if (source === undefined) continue;
      if (session.isFresh) for (const event of opened.reader.journal.after(thread.thread, 0)) session.take(event);
      await this.#commit(opened, thread, session, markOf(source));
    }
    await this.#makeRoom();
  }

  async #makeRoom(): Promise<void> {
    let weight = 0;
    for (const session of this.#kept.values()) weight += session.weight;
    for (const [groupId, session] of [...this.#kept]) {
      if (weight <= KEPT_WEIGHT || this.#kept.size === 1) return;
      weight -= session.weight;
      await this.#letGo(groupId);
    }
  }

  async #letGo(groupId: string): Promise<void> {
    const session = this.#kept.get(groupId);
    if (session === undefined) return;
    this.#kept.delete(groupId);
    if (session.isUnsaved) await this.#store.saveState({ agent: rap.agent, id: groupId }, session.pack());
    session.close();
  }
}

/** By which a thread is known again: another one of the same name began at another time. */
function headOf({ openedAt }: ThreadRow): string {
  return String(openedAt);
}
