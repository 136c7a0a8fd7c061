// Everything below some places that may be a log: files, and the sessions in databases, which have paths of their own.

import {
  type FileSource,
  forEachFile,
  passBy,
  type Unreadable,
  type WalkedFile,
  type WalkedFiles,
  walkFiles,
} from './files/walk-files.ts';
import { sessionPath, sessionsIn } from './kinds/databases.ts';
import { databaseAt } from './kinds/open-source.ts';

/** The sessions of a database instead of the database; any other file as it is. */
function logsOf(file: WalkedFile): readonly WalkedFile[] {
  const source = databaseAt(file.path);
  if (source === undefined) return [file];
  return sessionsIn(file.path, source).map(({ id, size, modifiedAt }) => ({
    path: sessionPath({ database: file.path, session: id }),
    bytes: size,
    modifiedAt,
    isNamed: file.isNamed,
  }));
}

/** Each log once. What cannot be read is noted on the way. */
export function walkLogs(paths: readonly string[], unreadable: Unreadable[]): FileSource {
  const next = walkFiles(paths, unreadable);
  let found: readonly WalkedFile[] = [];
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
        if (file.isNamed) throw error;
        passBy(file.path, error, unreadable);
      }
    }
  };
}

/** All of them at once. */
export async function listLogs(paths: readonly string[]): Promise<WalkedFiles> {
  const files: WalkedFile[] = [];
  const unreadable: Unreadable[] = [];
  await forEachFile(walkLogs(paths, unreadable), (file) => {
    files.push(file);
    return undefined;
  });
  return { files, unreadable };
}
