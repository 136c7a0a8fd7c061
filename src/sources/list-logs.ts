// Everything below some places that may be a log: files, and what is inside of databases and bundles, which has paths of its own.

import {
  type FileSource,
  forEachFile,
  passBy,
  type Unreadable,
  type WalkedFile,
  type WalkedFiles,
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

/** A log inside of another file that was named itself. */
function logAt(path: string): readonly WalkedFile[] {
  const facts = logFacts(path);
  return facts === undefined ? [] : [{ path, bytes: facts.size, modifiedAt: facts.modifiedAt, isNamed: false }];
}

/** Each log once. What cannot be read is noted on the way. */
export function walkLogs(paths: readonly string[], unreadable: Unreadable[], { isForgiving = false } = {}): FileSource {
  const inside = paths.filter(isInside);
  const next = walkFiles(inside.length === 0 ? paths : paths.filter((path) => !isInside(path)), unreadable);
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
        if (file.isNamed && !isForgiving) throw error;
        passBy(file.path, error, unreadable);
      }
    }
  };
}

/** All of them at once. A database that cannot be read does not keep the others from being read. */
export async function listLogs(paths: readonly string[]): Promise<WalkedFiles> {
  const files: WalkedFile[] = [];
  const unreadable: Unreadable[] = [];
  await forEachFile(walkLogs(paths, unreadable, { isForgiving: true }), (file) => {
    files.push(file);
    return undefined;
  });
  return { files, unreadable };
}
