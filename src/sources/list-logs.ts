// Everything below some places that may be a log: files, and sessions inside databases and bundles, which have paths of their own.

import { dirname } from 'node:path';
import {
  type FileSource,
  forEachFile,
  type GiveWay,
  passBy,
  type Unreadable,
  type WalkedFile,
  type WalkedFiles,
  type WalkOptions,
  walkFiles,
} from './files/walk-files.ts';
import { BUNDLE_ENDING, bundledLogs, mayBeBundle } from './kinds/bundles.ts';
import { sessionPath, sessionsIn } from './kinds/databases.ts';
import { databaseAt, isInside, logFacts } from './kinds/open-source.ts';

/** The sessions of a database instead of the database, the logs of a bundle instead of the bundle; any other file as it is. */
function logsOf(file: WalkedFile): readonly WalkedFile[] {
  if (file.isNamed ? mayBeBundle(file.path) : file.path.endsWith(BUNDLE_ENDING)) {
    return bundledLogs(file.path).map(({ path, size, modifiedAt }) => ({
      path,
      bytes: size,
      modifiedAt,
      isNamed: false,
    }));
  }
  const source = databaseAt(file.path);
  if (source === undefined) return [file];
  return sessionsIn(file.path, source).map(({ id, size, modifiedAt }) => ({
    path: sessionPath({ database: file.path, session: id }),
    bytes: size,
    modifiedAt,
    isNamed: false,
  }));
}

/** A log inside another file, named itself. */
function logAt(path: string): readonly WalkedFile[] {
  const facts = logFacts(path);
  return facts === undefined ? [] : [{ path, bytes: facts.size, modifiedAt: facts.modifiedAt, isNamed: false }];
}

/** Each log once. Unreadable ones are noted on the way. */
export function walkLogs(paths: readonly string[], unreadable: Unreadable[], options: WalkOptions = {}): FileSource {
  const inside = paths.filter(isInside);
  const files = inside.length === 0 ? paths : paths.filter((path) => !isInside(path));
  const next = walkFiles(files, unreadable, options);
  let found: readonly WalkedFile[] = inside.flatMap(logAt);
  let given = 0;
  return () => {
    for (;;) {
      const log = found[given++];
      if (log !== undefined) return log;
      const file = next();
      if (file === undefined) return undefined;
      given = 0;
      found = [];
      try {
        found = logsOf(file);
      } catch (error) {
        if (file.isNamed && options.isForgiving !== true) throw error;
        passBy(file.path, error, unreadable);
      }
    }
  };
}

/**
 * The logs in the folders of a place that changed last, folder by folder until there are enough: nearly always the newest ones are
 * among them, and a walk through all folders takes many times as long.
 */
export function listRecentLogs(place: string, atLeast: number): readonly WalkedFile[] {
  const next = walkLogs([place], [], { isForgiving: true, order: 'newest-folders' });
  const files: WalkedFile[] = [];
  for (let file = next(); file !== undefined; file = next()) {
    const last = files.at(-1);
    if (files.length >= atLeast && last !== undefined && dirname(last.path) !== dirname(file.path)) break;
    files.push(file);
  }
  return files;
}

/** All of them at once. A place or a database that cannot be read does not stop the others. */
export async function listLogs(paths: readonly string[], giveWay?: GiveWay): Promise<WalkedFiles> {
  const files: WalkedFile[] = [];
  const unreadable: Unreadable[] = [];
  const take = (file: WalkedFile): undefined => {
    files.push(file);
  };
  await forEachFile(walkLogs(paths, unreadable, { isForgiving: true }), take, giveWay);
  return { files, unreadable };
}
