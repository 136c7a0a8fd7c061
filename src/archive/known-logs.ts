// Finds the bytes the index has read: in the original while it still has them, else in the archive, else in a store that keeps logs
// itself. Never returns other bytes.

import { AppError } from '../base/app-error.ts';
import { coveredBytes, endsOf, HASHED_BYTES } from '../sources/files/file-stamp.ts';
import type { LogOpener, OpenLog } from '../sources/files/open-log.ts';
import { logFacts, openLog } from '../sources/kinds/open-source.ts';
import type { LocalIndex, SourceStamp } from '../store/local-index.ts';
import { ArchivedLog } from './archived-log.ts';
import type { ArchiveStore } from './store/archive-store.ts';
import type { ArchivedFile } from './store/archived-file.ts';

function hasEnds(log: OpenLog, stamp: SourceStamp): boolean {
  const { head, tail } = endsOf(log, coveredBytes(stamp));
  return head === stamp.head && tail === stamp.tail;
}

/** Whether a file on the disk is the one that was read, or has only grown since. */
function holds(log: OpenLog, stamp: SourceStamp): boolean {
  const facts = logFacts(stamp.path);
  if (facts !== undefined && facts.size === stamp.size && facts.modifiedAt === stamp.modifiedAt) return true;
  return !stamp.isSide && log.size >= coveredBytes(stamp) && hasEnds(log, stamp);
}

/** Whether it is a copy of what was read. A shorter one is, if it begins the same and was of the same file. */
function isCopyOf(copy: ArchivedFile, log: OpenLog, stamp: SourceStamp): boolean {
  if (stamp.isSide) return copy.size === stamp.size && copy.modifiedAt === stamp.modifiedAt;
  const isSame = copy.head === stamp.head && copy.tail === stamp.tail;
  if (isSame && copy.bytes === coveredBytes(stamp)) return true;
  if (copy.bytes >= coveredBytes(stamp)) return hasEnds(log, stamp);
  const isSameFile = copy.device === stamp.device && copy.inode === stamp.inode;
  return isSameFile && copy.bytes >= HASHED_BYTES && copy.head === stamp.head;
}

function openOriginal(stamp: SourceStamp): OpenLog | undefined {
  let log: OpenLog;
  try {
    log = openLog(stamp.path);
  } catch {
    return undefined;
  }
  if (holds(log, stamp)) return log;
  log.close();
  return undefined;
}

/** The copy under the file's name; or, if it was renamed just before it vanished, one under its earlier name. */
function openCopy(archive: ArchiveStore, stamp: SourceStamp): OpenLog | undefined {
  const named = archive.at(stamp.path);
  const others = archive
    .ofSession(stamp.agent, stamp.session)
    .filter(({ pk, kind }) => pk !== named?.pk && kind === 'log');
  for (const copy of named === undefined ? others : [named, ...others]) {
    const log = new ArchivedLog(archive, copy);
    if (isCopyOf(copy, log, stamp)) return log;
  }
  return undefined;
}

function openKept({ kept }: LocalIndex, path: string): OpenLog | undefined {
  const file = kept?.find(path);
  return kept === undefined || file === undefined ? undefined : new ArchivedLog(kept, file);
}

function gone(path: string): AppError {
  return new AppError('path-not-found', `${path} is gone or has been replaced, and the archive has no copy.`);
}

/** Files the index does not know are opened unchanged. */
export function knownLogs(index: LocalIndex, archive: ArchiveStore | undefined): LogOpener {
  const open = (path: string): OpenLog => {
    const stamp = index.stampAt(path);
    if (stamp === undefined) {
      if (index.kept?.isElsewhere(path) !== true) return openLog(path);
      const elsewhere = openKept(index, path);
      if (elsewhere !== undefined) return elsewhere;
      throw new AppError('path-not-found', `${path} is on another machine, and the store has no copy.`);
    }
    const original = openOriginal(stamp);
    if (original !== undefined) return original;
    const copy = archive === undefined ? undefined : openCopy(archive, stamp);
    const found = copy ?? openKept(index, path);
    if (found === undefined) throw gone(path);
    return found;
  };
  return Object.assign(open, {
    copiedOutputs: (agent: string, session: string): readonly string[] => [
      ...(archive?.ofSession(agent, session) ?? []).flatMap(({ kind, purgedAt, path }) =>
        kind === 'output' && purgedAt === null ? path : [],
      ),
      ...(index.kept?.outputsOf(agent, session) ?? []),
    ],
    copyOf: (path: string): OpenLog | undefined => {
      const copy = archive?.at(path);
      const isWhole = copy?.kind === 'output' && copy.purgedAt === null && copy.bytes === copy.size;
      if (archive !== undefined && copy !== undefined && isWhole) return new ArchivedLog(archive, copy);
      const kept = index.kept?.findOutput(path);
      return index.kept === undefined || kept === undefined ? undefined : new ArchivedLog(index.kept, kept);
    },
  });
}
