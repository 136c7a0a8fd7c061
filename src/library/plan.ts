// The plan of work: the files on disk compared with those in the index. New, grown, replaced, renamed, gone, or unchanged.

import { sessionKey } from '../base/session-key.ts';
import { formatOfAgent } from '../formats/registry.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import { type Discovered, discover, type Recall, type SideFile } from '../sources/discover.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import { coveredBytes } from '../sources/files/file-stamp.ts';
import { hashEnds, isLost, isRendered, logFacts } from '../sources/kinds/open-source.ts';
import type { ClaimedSession, IndexStore, KnownSource } from '../store/index-store.ts';
import type { SessionKey } from '../store/session-batch.ts';

/** Lines that can say which session a file belongs to. */
const TELLING_LINES = 200;

/** The work for one session. */
export type Work =
  /** Everything is read from the beginning, and replaces what was known. */
  | { readonly kind: 'whole'; readonly files: SessionFiles; readonly isNew: boolean }
  /** Reading continues in these files. */
  | {
      readonly kind: 'continue';
      readonly files: SessionFiles;
      readonly logs: SessionFiles['logs'];
      readonly sides: readonly SideFile[];
    };

/** How much is to be read. */
export function sizeOf(works: readonly Work[]): { readonly files: number; readonly bytes: number } {
  const logs = works.flatMap((work) => (work.kind === 'whole' ? work.files.logs : work.logs));
  return { files: logs.length, bytes: logs.reduce((total, { bytes }) => total + bytes, 0) };
}

export function newestOf({ logs }: SessionFiles): number {
  return logs.reduce((newest, { modifiedAt }) => Math.max(newest, modifiedAt), 0);
}

/** Without the work for sessions of which another machine has as much, and reads it. */
export async function ownWorks(store: IndexStore, works: readonly Work[]): Promise<Work[]> {
  const left = await store.leftToOthers(works.map(({ files }) => claimOf(files)));
  const keys = new Set(left.map(({ agent, id }) => sessionKey(agent, id)));
  return works.filter(({ files }) => !keys.has(sessionKey(files.agent, files.session)));
}

function claimOf({ agent, session, logs, sides }: SessionFiles): ClaimedSession {
  const files = logs.map(({ path, bytes, modifiedAt, identity: { thread, startedAt } }) => ({
    ...{ path, bytes, modifiedAt, thread, startedAt },
    isSide: false,
  }));
  const beside = sides.map(({ path, bytes, modifiedAt }) => ({
    ...{ path, bytes, modifiedAt, thread: '', startedAt: null },
    isSide: true,
  }));
  return { agent, id: session, files: [...files, ...beside] };
}

/**
 * Whether a file of unchanged size was written since: agents only append, so it was overwritten. Its head and tail, which identify
 * a file that grew, do not show where.
 */
export function isWrittenOver(
  known: KnownSource,
  file: { readonly size: number; readonly modifiedAt: number },
): boolean {
  return file.size === known.size && file.modifiedAt !== known.modifiedAt && !isRendered(known.path);
}

/** Whether all that was read of the file is still in it, judged by its head and tail. */
export function isContinued(known: KnownSource, bytes: number): boolean {
  if (isCompressed(known.path) || (bytes < known.offset && !isRendered(known.path))) return false;
  const ends = hashEnds(known.path, coveredBytes(known));
  return ends !== undefined && ends.head === known.head && ends.tail === known.tail;
}

/** Whether the file holds all that was read of the other: it was moved, or restored under another name. */
export function isRenamed(source: KnownSource, log: Discovered['logs'][number]): boolean {
  return (
    source.agent === log.format.agent &&
    source.session === log.identity.session &&
    isContinued({ ...source, path: log.path }, log.bytes)
  );
}

/** Whether the file's first lines have said all they can, or still say the same as before. */
export async function isSettled({ path, session, startedAt, lineage, line }: KnownSource): Promise<boolean> {
  if ((startedAt !== null && lineage !== null) || line > TELLING_LINES) return true;
  const [log] = (await discover([path])).logs;
  const identity = log?.identity;
  return identity?.session === session && identity.startedAt === startedAt && identity.lineage === lineage;
}

export class KnownFiles {
  readonly #byPath: Map<string, KnownSource>;
  readonly #bySession = new Map<string, KnownSource[]>();
  readonly #grown = new Set<string>();

  constructor(sources: readonly KnownSource[]) {
    this.#byPath = new Map(sources.map((source) => [source.path, source]));
    for (const source of sources) {
      const key = sessionKey(source.agent, source.session);
      const same = this.#bySession.get(key);
      if (same === undefined) this.#bySession.set(key, [source]);
      else same.push(source);
    }
  }

  get(path: string): KnownSource | undefined {
    return this.#byPath.get(path);
  }

  ofSession(agent: string, session: string): readonly KnownSource[] {
    return this.#bySession.get(sessionKey(agent, session)) ?? [];
  }

  isUnchanged(path: string, bytes: number, modifiedAt: number): boolean {
    const known = this.#byPath.get(path);
    return known !== undefined && known.goneAt === null && known.size === bytes && known.modifiedAt === modifiedAt;
  }

  /** Which session a file belongs to, without opening it again: when nothing changed, or when it only grew. */
  readonly recall: Recall = (path, bytes, modifiedAt) => {
    const known = this.#byPath.get(path);
    const owner = known === undefined ? undefined : formatOfAgent(known.agent);
    if (known === undefined || owner === undefined || known.isSide || known.isOutdated) return undefined;
    const { session, thread, startedAt, lineage } = known;
    const identity = { session, thread, startedAt, lineage };
    if (this.isUnchanged(path, bytes, modifiedAt)) return { owner, identity };
    if (isWrittenOver(known, { size: bytes, modifiedAt }) || !isContinued(known, bytes)) return undefined;
    this.#grown.add(path);
    // The first lines may not have said everything yet.
    const isSettled = (startedAt !== null && lineage !== null) || known.line > TELLING_LINES;
    return isSettled ? { owner, identity } : undefined;
  };

  /** Whether a log that was read is now empty: it counts as gone. */
  isEmptied({ path, bytes }: { readonly path: string; readonly bytes: number }): boolean {
    const known = bytes === 0 ? this.#byPath.get(path) : undefined;
    return known !== undefined && !known.isSide && known.size > 0;
  }

  /** Known files that no longer exist: those found missing earlier, and those below the given places. */
  missing(places: readonly string[], found: ReadonlySet<string>): KnownSource[] {
    const isBelow = (path: string): boolean => places.some((place) => isAtOrBelow(path, place));
    return [...this.#byPath.values()].filter((source) => {
      if (found.has(source.path)) return false;
      return source.goneAt !== null || (isBelow(source.path) && isLost(source));
    });
  }

  /** The same bytes under another name. */
  rename(known: KnownSource, to: string): void {
    const moved = { ...known, path: to, goneAt: null };
    this.#byPath.delete(known.path);
    this.#byPath.set(to, moved);
    const key = sessionKey(known.agent, known.session);
    this.#bySession.set(
      key,
      this.ofSession(known.agent, known.session).map((source) => (source === known ? moved : source)),
    );
  }

  /** Adds the files of the same sessions that are elsewhere: a session is read with all of its files or not at all. */
  completed(found: Discovered): Discovered {
    const paths = new Set([...found.logs, ...found.sides].map(({ path }) => path));
    const elsewhere = [...this.#byPath.values()].filter(({ path, goneAt }) => goneAt === null && !paths.has(path));
    if (elsewhere.length === 0) return found;
    const sessions = new Map(found.logs.map((log) => [sessionKey(log.format.agent, log.identity.session), log.format]));
    const logs = [...found.logs];
    const sides = [...found.sides];
    for (const source of elsewhere) {
      const format = sessions.get(sessionKey(source.agent, source.session));
      const facts = format === undefined ? undefined : logFacts(source.path);
      if (format === undefined || facts === undefined || isLost(source)) continue;
      const { path, size: bytes, modifiedAt } = facts;
      const role = format.role(path);
      if (role?.kind === 'side') sides.push({ path, bytes, modifiedAt, format, what: role.what });
      if (source.isSide) continue;
      const { session, thread, startedAt, lineage } = source;
      logs.push({ path, bytes, modifiedAt, format, identity: { session, thread, startedAt, lineage } });
    }
    return { ...found, logs, sides };
  }

  /** Sessions that lost a file once its lines said which session it belongs to. */
  robbed(groups: readonly SessionFiles[]): Map<string, SessionKey> {
    const robbed = new Map<string, SessionKey>();
    for (const { agent, session, logs } of groups) {
      for (const { path } of logs) {
        const source = this.#byPath.get(path);
        if (source === undefined || (source.session === session && source.agent === agent)) continue;
        robbed.set(sessionKey(source.agent, source.session), { agent: source.agent, id: source.session });
      }
    }
    return robbed;
  }

  /** Undefined when the session's files are unchanged. */
  workFor(files: SessionFiles): Work | undefined {
    const known = this.ofSession(files.agent, files.session);
    if (known.every(({ isUnread }) => isUnread)) return { kind: 'whole', files, isNew: true };
    const logs: SessionFiles['logs'][number][] = [];
    let last = -1;
    let isWhole = known.some(({ isOutdated }) => isOutdated);
    for (const log of files.logs) {
      const source = this.#byPath.get(log.path);
      const isOwn = source !== undefined && source.session === files.session && source.agent === files.agent;
      if (!isOwn) {
        // A file that came from another session changes both; a new one is numbered after those that are there.
        if (source !== undefined) isWhole = true;
        logs.push(log);
        last = Number.POSITIVE_INFINITY;
        continue;
      }
      // Numbers follow the order of the files: one that belongs between others changes the numbers of those after it.
      if (source.num < last) isWhole = true;
      last = source.num;
      if (this.isUnchanged(log.path, log.bytes, log.modifiedAt)) continue;
      if (!this.#grown.has(log.path) && !this.#goesOn(source, log)) isWhole = true;
      logs.push(log);
    }
    const sides = files.sides.filter((side) => !this.#isSameSide(side));
    if (isWhole || sides.some(({ path }) => this.#byPath.has(path))) return { kind: 'whole', files, isNew: false };
    return logs.length === 0 && sides.length === 0 ? undefined : { kind: 'continue', files, logs, sides };
  }

  #goesOn(source: KnownSource, { bytes, modifiedAt }: SessionFiles['logs'][number]): boolean {
    return !isWrittenOver(source, { size: bytes, modifiedAt }) && isContinued(source, bytes);
  }

  /** A deleted one counts as unchanged: there is nothing to read. */
  #isSameSide({ path, bytes, modifiedAt }: SideFile): boolean {
    return this.isUnchanged(path, bytes, modifiedAt) || logFacts(path) === undefined;
  }
}
