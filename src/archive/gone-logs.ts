// Reads sessions whose files are deleted, from their copies in the archive. So the index can be deleted and rebuilt without losing
// them.

import { AppError } from '../base/app-error.ts';
import { sessionKey } from '../base/session-key.ts';
import { formatOfAgent } from '../formats/registry.ts';
import { groupSessions } from '../reading/group-sessions.ts';
import type { SessionFiles } from '../reading/read-session.ts';
import type { Discovered, LogFile, SideFile } from '../sources/discover.ts';
import { isAtOrBelow } from '../sources/files/at-or-below.ts';
import type { FileFacts } from '../sources/files/file-stamp.ts';
import type { OpenLog } from '../sources/files/open-log.ts';
import type { LogFiles } from '../sources/kinds/log-files.ts';
import { hashEnds, isLost, logFacts, openLog } from '../sources/kinds/open-source.ts';
import type { LocalIndex } from '../store/local-index.ts';
import { ArchivedLog, unreadableLines } from './archived-log.ts';
import type { ArchiveStore } from './store/archive-store.ts';
import type { ArchivedFile } from './store/archived-file.ts';
import { unknownSessions } from './store/beside-index.ts';

/** Whether the copy has the file from its beginning, and the index can read it. */
function isReadable({ kind, bytes, purgedAt }: ArchivedFile): boolean {
  return kind !== 'output' && purgedAt === null && bytes > 0;
}

/** Whether it is a copy of this file from before it was renamed. */
function isBeginningOf({ bytes, head, tail }: ArchivedFile, path: string): boolean {
  if ((logFacts(path)?.size ?? 0) < bytes) return false;
  const ends = hashEnds(path, bytes);
  return ends?.head === head && ends.tail === tail;
}

function discovered(files: readonly ArchivedFile[]): Pick<Discovered, 'logs' | 'sides'> {
  const logs: LogFile[] = [];
  const sides: SideFile[] = [];
  for (const { agent, path, bytes, modifiedAt, session, thread, startedAt, lineage } of files) {
    const format = formatOfAgent(agent);
    if (format === undefined) continue;
    const role = format.role(path);
    if (role?.kind === 'side') sides.push({ path, bytes, modifiedAt, format, what: role.what });
    else logs.push({ path, bytes, modifiedAt, format, identity: { session, thread, startedAt, lineage } });
  }
  return { logs, sides };
}

function grouped({ logs, sides }: Pick<Discovered, 'logs' | 'sides'>): SessionFiles[] {
  return groupSessions({ logs, sides, unclaimed: [], skipped: [], unreadable: [] });
}

export class GoneLogs implements LogFiles {
  readonly #store: ArchiveStore;
  readonly #index: LocalIndex | undefined;

  /** With the index, the stores find what it does not know. */
  constructor(store: ArchiveStore, index?: LocalIndex) {
    this.#store = store;
    this.#index = index;
  }

  /** Undefined when there is neither an original nor a copy. */
  facts(path: string): FileFacts | undefined {
    const copy = this.#inPlaceOf(path);
    if (copy === undefined) return logFacts(path);
    const { device, inode, bytes, modifiedAt } = copy;
    return { path, device, inode, size: bytes, modifiedAt };
  }

  /** The original if it exists. In a copy, unreadable lines replace what is damaged. */
  readonly open = (path: string): OpenLog => {
    const copy = this.#inPlaceOf(path);
    return copy === undefined ? openLog(path) : new ArchivedLog(this.#store, copy, unreadableLines);
  };

  /** A session's files including the deleted ones. The same object when there are none. */
  complete(files: SessionFiles): SessionFiles {
    const paths = new Set([...files.logs, ...files.sides].map(({ path }) => path));
    const copies = this.#ofSession(files.agent, files.session).filter(
      (copy) =>
        !paths.has(copy.path) &&
        isReadable(copy) &&
        isLost(copy) &&
        !files.logs.some(({ path }) => isBeginningOf(copy, path)),
    );
    if (copies.length === 0) return files;
    const { logs, sides } = discovered(copies);
    const all = { logs: [...files.logs, ...logs], sides: [...files.sides, ...sides] };
    return grouped(all).find(({ session }) => session === files.session) ?? files;
  }

  /** Adds sessions below the given places that the index does not know and that have no log left. */
  withLost(
    groups: readonly SessionFiles[],
    places: readonly string[],
    known: { ofSession(agent: string, session: string): readonly unknown[] },
  ): readonly SessionFiles[] {
    const found = new Set(groups.map(({ agent, session }) => sessionKey(agent, session)));
    const isKnown = (agent: string, session: string): boolean =>
      found.has(sessionKey(agent, session)) || known.ofSession(agent, session).length > 0;
    const isBelow = (path: string): boolean => places.some((place) => isAtOrBelow(path, place));
    const unknown = this.#unknown(isKnown);
    const alive = new Set<string>();
    for (const copy of unknown)
      if (copy.kind === 'log' && !isLost(copy)) alive.add(sessionKey(copy.agent, copy.session));
    const lost = unknown.filter(
      (copy) =>
        !alive.has(sessionKey(copy.agent, copy.session)) && isReadable(copy) && isBelow(copy.path) && isLost(copy),
    );
    return [...groups, ...grouped(discovered(lost))];
  }

  close(): void {
    this.#store.close();
  }

  /** Documents are as they are now, even if empty. */
  #inPlaceOf(path: string): ArchivedFile | undefined {
    const size = logFacts(path)?.size;
    const copy = size === undefined || size === 0 ? this.#store.at(path) : undefined;
    if (copy === undefined || !isReadable(copy)) return undefined;
    return size === undefined || copy.kind === 'log' ? copy : undefined;
  }

  #unknown(isKnown: (agent: string, session: string) => boolean): ArchivedFile[] {
    const index = this.#index;
    const all = readSafely(() =>
      index === undefined ? this.#store.sessions() : unknownSessions(this.#store.database, index),
    );
    const sessions = all.filter(({ agent, session }) => !isKnown(agent, session));
    return sessions.flatMap(({ agent, session }) => this.#ofSession(agent, session));
  }

  #ofSession(agent: string, session: string): ArchivedFile[] {
    return readSafely(() => this.#store.ofSession(agent, session));
  }
}

/** An archive whose list is damaged cannot help; the index does without it, and the process that keeps it reports that. */
function readSafely<Item>(read: () => Item[]): Item[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-unusable') return [];
    throw error;
  }
}
