// Fills the index: looks at the files, reads what is new, commits it session by session. The only writer.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { GoneLogs } from '../archive/gone-logs.ts';
import { sessionKey } from '../base/session-key.ts';
import { formatOfAgent } from '../formats/registry.ts';
import { withOrigin } from '../reading/fork-origin.ts';
import { groupSessions } from '../reading/group-sessions.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { discoverAmong } from '../sources/discover.ts';
import { filesFrom, type WalkedFiles } from '../sources/files/walk-files.ts';
import { mayBeBundle } from '../sources/kinds/bundles.ts';
import { databaseAt, databaseOfFile, isInside, logFacts } from '../sources/kinds/open-source.ts';
import { listLogs } from '../sources/list-logs.ts';
import type { IndexStore } from '../store/index-store.ts';
import type { SessionBatch, SessionKey } from '../store/session-batch.ts';
import { indexThreadsFor } from './bundles.ts';
import { DatabaseNews } from './database-news.ts';
import { filesOfSession, followFiles, forgetEmpty, noteGone } from './follow-files.ts';
import { type IndexReport, reportOf } from './index-report.ts';
import { indexOnThreads, type ThreadedWork } from './index-threads.ts';
import type { FileRead } from './index-whole.ts';
import type { IndexedSession } from './indexed-session.ts';
import type { OutlineOptions, Outlines } from './outlines.ts';
import { isContinued, isSettled, isWrittenOver, KnownFiles, newestOf, ownWorks, sizeOf, type Work } from './plan.ts';
import { quietLook, silentSessions } from './quiet-look.ts';
import { KeptSessions } from './session-cache.ts';
import { settleRelations } from './settle-relations.ts';
import { UrgentWork } from './urgent-work.ts';

export type { IndexReport } from './index-report.ts';

/**
 * The code that reads sessions, with every tool and schema: loaded when there is something to read. It is more than half of the
 * program, and a start with nothing new does without it.
 */
const reading = (): Promise<typeof import('./index-whole.ts')> => import('./index-whole.ts');

export interface IndexerOptions {
  readonly now?: () => number;
  /** Called with how much there is to read, before reading starts. */
  readonly onPlan?: (total: { readonly files: number; readonly bytes: number }) => void;
  /** Called after each file. */
  readonly onFile?: (path: string, bytes: number) => void;
  /** Stops between two sessions. */
  readonly signal?: AbortSignal;
  /** Copies of deleted logs: sessions are read with them. */
  readonly archive?: GoneLogs;
  /** Reads on several threads where there is much to read. They need the built program, and the data folder. */
  readonly threads?: {
    readonly folder: string;
    readonly worthBytes?: number;
    readonly isPolite?: boolean;
    /** False: the text index is left to whichever process keeps it. */
    readonly hasTexts?: boolean;
  };
  /** If given, and much is to be read, sessions get their rows before they are read. */
  readonly outlines?: OutlineOptions;
}

export class Indexer {
  readonly #store: IndexStore;
  readonly #options: IndexerOptions;
  readonly #now: () => number;
  readonly #kept: KeptSessions;
  readonly #databases = new DatabaseNews();
  /** Sessions that a client waited for during a sweep, which leaves them out unless reading them failed. */
  readonly #readEarly = new Map<string, Promise<true>>();
  /** To walk through folders while somebody waits for a session would double the wait. */
  readonly #urgent = new UrgentWork();
  #isRereading = false;

  constructor(store: IndexStore, options: IndexerOptions = {}) {
    this.#store = store;
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#kept = new KeptSessions(async (session) => (await reading()).letGo(store, session));
  }

  /**
   * Brings the index up to date with everything under the given files and folders. Missing places are read from the archive, and
   * not treated as deleted: a disk may be unmounted.
   */
  async sweep(places: readonly string[], absent: readonly string[] = []): Promise<IndexReport> {
    const where = places.map((place) => resolve(place));
    const lost = [...where, ...absent.map((place) => resolve(place))];
    const walked = await listLogs(places, this.#urgent.giveWay);
    const report = (await this.#lookQuietly(walked, where, lost)) ?? (await this.#catchUp(walked, where, lost));
    await settleRelations(this.#store);
    await this.#rereadForks();
    await this.#conclude();
    return report;
  }

  /** Forks whose origin came or went with another session: they may be anywhere. */
  async #rereadForks(): Promise<void> {
    const paths = this.#isRereading ? [] : await this.#store.misreadForks();
    if (paths.length === 0) return;
    this.#isRereading = true;
    try {
      await this.sweep([...new Set(paths.map((path) => dirname(path)))].filter((folder) => existsSync(folder)));
    } finally {
      this.#isRereading = false;
    }
  }

  /** Undefined when there is something to do. */
  async #lookQuietly(
    walked: WalkedFiles,
    where: readonly string[],
    lost: readonly string[],
  ): Promise<IndexReport | undefined> {
    const quiet = await quietLook(this.#store, walked, where);
    if (quiet === undefined || (await silentSessions(this.#store, this.#now())).length > 0) return undefined;
    const hasLost = (this.#options.archive?.withLost([], lost, { ofSession: () => [] }) ?? []).length > 0;
    if (hasLost) return undefined;
    this.#options.onPlan?.(sizeOf([]));
    return reportOf(quiet.found, quiet.sessions);
  }

  async #catchUp(walked: WalkedFiles, where: readonly string[], lost: readonly string[]): Promise<IndexReport> {
    const known = new KnownFiles(await this.#store.knownSources());
    const files = walked.files.filter((file) => !known.isEmptied(file));
    const found = await discoverAmong(filesFrom(files), walked.unreadable, known.recall);
    const report = reportOf(found);
    const { moved, gone } = await followFiles(this.#store, known, found, { places: where, now: this.#now() });
    for (const path of moved) this.#kept.dropAllWith(path);
    report.renamed = moved.length;
    report.gone = gone;
    const present = groupSessions(known.completed(found));
    const groups = this.#options.archive?.withLost(present, lost, known) ?? present;
    const works = await this.#plan(groups, known, report);
    this.#options.onPlan?.(sizeOf(works));
    await this.#run(works, known, report);
    await this.#settleSilent(known, groups, report);
    this.#readEarly.clear();
    return report;
  }

  async #outlines(): Promise<Outlines | undefined> {
    const { outlines, signal } = this.#options;
    if (outlines === undefined) return undefined;
    const { Outlines } = await import('./outlines.ts');
    return new Outlines(this.#store, outlines, signal, this.#urgent.giveWay);
  }

  /** Writes the rows of the newest sessions if the index is empty and much is to be read, so that there is something to see. */
  async outline(places: readonly string[]): Promise<void> {
    if ((await this.#store.fileStamps()).length > 0) return;
    await (await this.#outlines())?.newest(places);
  }

  /**
   * Reads a session now if a client is waiting and only its outline is in the index. False when it is not in the index: a running
   * sweep may still find it.
   */
  async want(key: SessionKey): Promise<boolean> {
    const sources = await this.#store.sourcesOf(key);
    if (!sources.some(({ isUnread }) => isUnread)) return sources.length > 0;
    const { found, wanted } = await filesOfSession(key, sources);
    if (wanted === undefined) return true;
    const read = this.#urgent.run(() => this.#whole(wanted, reportOf(found))).then(() => true as const);
    this.#readEarly.set(sessionKey(key.agent, key.id), read);
    return read;
  }

  /**
   * Brings the index up to date with files that were reported as changed: only they are looked at. A file that only grew costs what
   * was appended to it.
   */
  async changed(paths: readonly string[]): Promise<void> {
    const others = new Set<string>();
    for (const path of new Set(paths.map((given) => databaseOfFile(resolve(given)) ?? resolve(given)))) {
      if (databaseAt(path) === undefined) {
        if (!(await this.#append(path))) others.add(mayBeBundle(path) ? path : dirname(path));
        continue;
      }
      const { sessions, places } = this.#databases.since(path);
      for (const place of places) others.add(place);
      for (const session of sessions) if (!(await this.#append(session))) others.add(session);
    }
    const places = [...others].filter((place) => existsSync(place) || isInside(place));
    if (places.length > 0) await this.sweep(places);
    const gone = paths.map((path) => resolve(path)).filter((path) => logFacts(path) === undefined);
    if (gone.length > 0) await this.#store.markGone(gone, this.#now());
  }

  /** Settles sessions that counted as alive and have fallen silent since. */
  async settle(): Promise<void> {
    if ((await silentSessions(this.#store, this.#now())).length > 0) {
      await this.#settleSilent(new KnownFiles(await this.#store.knownSources()), []);
    }
    await this.#conclude();
  }

  /** Computes insights of sessions that went on, or were read in steps. */
  async #conclude(): Promise<void> {
    const { refreshInsights } = await import('./refresh-insights.ts');
    await refreshInsights(this.#store, this.#options.archive?.open);
  }

  /** False when the file is not one that only grew. */
  async #append(path: string): Promise<boolean> {
    const source = await this.#store.sourceAt(path);
    const facts = logFacts(path);
    const format = source === undefined ? undefined : formatOfAgent(source.agent);
    if (source === undefined || facts === undefined || format === undefined || source.isSide) return false;
    if (source.isOutdated || source.goneAt !== null || source.inode !== facts.inode || isWrittenOver(source, facts))
      return false;
    if (!isContinued(source, facts.size) || !(await isSettled(source))) return false;
    const { agent, session, startedAt, lineage } = source;
    const files = { agent, session, format, logs: [], sides: [], startedAt, lineage };
    // The session's other files matter only if it is not in memory: there may be hundreds of them.
    const kept = this.#kept.get(agent, session);
    const resumed = kept ?? (await this.#resume(files, new KnownFiles(await this.#store.sessionSources(path))));
    if (resumed === undefined) return false;
    await this.#read(resumed, path, startedAt);
    await this.#commit(resumed);
    await settleRelations(this.#store);
    return true;
  }

  /** Saves what is needed to continue, and releases everything. */
  async close(): Promise<void> {
    await this.#kept.close();
  }

  async #plan(groups: readonly SessionFiles[], known: KnownFiles, report: IndexReport): Promise<Work[]> {
    const works: Work[] = [];
    const present = new Set(groups.map(({ agent, session }) => sessionKey(agent, session)));
    const robbed = known.robbed(groups);
    for (const files of groups) {
      const isRobbed = robbed.delete(sessionKey(files.agent, files.session));
      const work = isRobbed ? ({ kind: 'whole', files, isNew: false } as const) : known.workFor(files);
      if (work === undefined) report.sessions.unchanged++;
      else if (work.kind === 'continue') works.push(work);
      else {
        const isKnown = async (session: string): Promise<boolean> =>
          present.has(sessionKey(files.agent, session)) || this.#isKnown(files.agent, session);
        works.push({ ...work, files: await withOrigin(this.#complete(files), isKnown) });
      }
    }
    for (const key of robbed.values()) await this.#store.forget(key);
    const own = await ownWorks(this.#store, works);
    report.sessions.unchanged += works.length - own.length;
    // Newest first: they are requested first.
    return own.sort((a, b) => newestOf(b.files) - newestOf(a.files));
  }

  async #run(works: readonly Work[], known: KnownFiles, report: IndexReport): Promise<void> {
    const whole = works.flatMap((work) => (work.kind === 'whole' ? [work.files] : []));
    const { threads, signal } = this.#options;
    const outlines = await this.#outlines();
    const isEarly = async ({ agent, session }: SessionFiles): Promise<boolean> =>
      (await this.#readEarly.get(sessionKey(agent, session))?.catch(() => false)) === true;
    const unread = works.flatMap((work) => (work.kind === 'whole' && work.isNew ? [work.files] : []));
    const count = threads === undefined ? 0 : indexThreadsFor(whole, threads.worthBytes);
    if (threads !== undefined && count > 0) {
      const isNew = new Map(works.flatMap((work) => (work.kind === 'whole' ? [[work.files, work.isNew]] : [])));
      for (const { agent, session } of whole) this.#kept.drop(agent, session);
      const work: ThreadedWork = {
        folder: threads.folder,
        isPolite: threads.isPolite === true,
        hasTexts: threads.hasTexts !== false,
        threads: count,
        sessions: whole,
        now: this.#now(),
        signal,
        isNew: (files) => isNew.get(files) === true,
        isDone: isEarly,
        done: async (files, read) => {
          for (const file of read) this.#noteFile(file, report);
          if (isNew.get(files) === true) report.sessions.added++;
          else report.sessions.rebuilt++;
          const logs = files.logs.map(({ path, bytes: size }) => ({ path, size }));
          await noteGone(this.#store, logs, this.#now());
          await forgetEmpty(this.#store, files);
        },
      };
      await this.#store.filling(async () => {
        await Promise.all([indexOnThreads(work), outlines?.all(unread)]);
      });
    }
    if (count === 0) await outlines?.all(unread);
    let done = 0;
    for (const work of works) {
      if (signal?.aborted === true) return;
      if (work.kind === 'whole' && (count > 0 || (await isEarly(work.files)))) continue;
      await this.#do(work, known, report);
      // Settled at exponentially growing intervals: each settling may walk a whole family.
      if (Number.isInteger(Math.log2(++done))) await settleRelations(this.#store);
    }
  }

  async #do(work: Work, known: KnownFiles, report: IndexReport): Promise<void> {
    const { files } = work;
    const session = work.kind === 'whole' ? undefined : await this.#resume(files, known);
    if (work.kind === 'whole' || session === undefined) {
      await this.#whole(files, report);
      if (work.kind === 'whole' && work.isNew) report.sessions.added++;
      else report.sessions.rebuilt++;
      return;
    }
    for (const log of work.logs) {
      session.add(log);
      const { path, identity } = log;
      const bytes = await this.#read(session, path, identity.startedAt);
      this.#noteFile({ path, bytes }, report);
    }
    for (const side of work.sides) await session.readSide(side);
    await this.#commit(session);
    report.sessions.continued++;
  }

  async #read(session: IndexedSession, path: string, startedAt: number | null): Promise<number> {
    const { readFile } = await reading();
    return readFile(this.#store, session, { path, startedAt }, this.#now());
  }

  #noteFile({ path, bytes }: FileRead, report: IndexReport): void {
    report.files++;
    report.bytes += bytes;
    this.#options.onFile?.(path, bytes);
  }

  #complete(files: SessionFiles): SessionFiles {
    return this.#options.archive?.complete(files) ?? files;
  }

  async #isKnown(agent: string, id: string): Promise<boolean> {
    return (await this.#store.sourcesOf({ agent, id })).length > 0;
  }

  async #whole(files: SessionFiles, report: IndexReport): Promise<void> {
    this.#kept.drop(files.agent, files.session);
    const note = (file: FileRead): void => this.#noteFile(file, report);
    const complete = this.#complete(files);
    const isKnown = (id: string): Promise<boolean> => this.#isKnown(files.agent, id);
    const all = files.origin === undefined ? await withOrigin(complete, isKnown) : complete;
    const { indexWhole } = await reading();
    const { session, batch } = await indexWhole(this.#store, all, this.#now(), note, this.#options.archive);
    await this.#keep(session, batch);
    if (await forgetEmpty(this.#store, files)) this.#kept.drop(files.agent, files.session);
  }

  /** The session as it was left, from memory or from the store. Undefined when it has to be read from its beginning. */
  async #resume(files: SessionFiles, known: KnownFiles): Promise<IndexedSession | undefined> {
    const kept = this.#kept.get(files.agent, files.session);
    if (kept !== undefined) return kept;
    const { resumeSession } = await import('./resume-session.ts');
    return resumeSession(this.#store, files, known, this.#now(), this.#options.archive);
  }

  async #commit(session: IndexedSession): Promise<void> {
    this.#kept.remove(session.live.format.agent, session.live.id);
    const { putSession } = await reading();
    await this.#keep(session, await putSession(this.#store, session, this.#now(), { isStep: false }));
  }

  /** Only a session that is still alive is likely to continue soon; the others have a saved state. */
  async #keep(session: IndexedSession, batch: SessionBatch): Promise<void> {
    await noteGone(this.#store, batch.sources, this.#now());
    if (session.isSpent || !batch.live) {
      const { letGo } = await reading();
      await letGo(this.#store, session);
      return;
    }
    await this.#kept.keep(batch.agent, batch.id, session);
  }

  /** Sessions that counted as alive and fell silent: their open calls are lost now. */
  async #settleSilent(known: KnownFiles, groups: readonly SessionFiles[], report?: IndexReport): Promise<void> {
    for (const { agent, id } of await silentSessions(this.#store, this.#now())) {
      if (this.#options.signal?.aborted === true) return;
      const format = formatOfAgent(agent);
      if (format === undefined) continue;
      const files = groups.find((group) => group.agent === agent && group.session === id) ?? {
        agent,
        session: id,
        format,
        logs: [],
        sides: [],
        startedAt: null,
        lineage: known.ofSession(agent, id)[0]?.lineage ?? null,
      };
      const session = await this.#resume(files, known);
      if (session !== undefined) await this.#commit(session);
      else if (report !== undefined && files.logs.length > 0) await this.#whole(files, report);
    }
  }
}
