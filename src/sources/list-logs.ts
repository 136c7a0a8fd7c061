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
import { databaseAt, isSession, logFacts } from './kinds/open-source.ts';

/** The sessions of a database instead of the database; any other file as it is. */
function logsOf(file: WalkedFile): readonly WalkedFile[] {
  const source = databaseAt(file.path);
  if (source === undefined) return [file];
  return sessionsIn(file.path, source).map(({ id, size, modifiedAt }) => ({
    path: sessionPath({ database: file.path, session: id }),
    bytes: size,
    modifiedAt,
    isNamed: false,
  }));
}

/** A session in a database that was named itself. */
function sessionAt(path: string): readonly WalkedFile[] {
  const facts = logFacts(path);
  return facts === undefined ? [] : [{ path, bytes: facts.size, modifiedAt: facts.modifiedAt, isNamed: false }];
}

/** Each log once. What cannot be read is noted on the way. */
export function walkLogs(paths: readonly string[], unreadable: Unreadable[], { isForgiving = false } = {}): FileSource {
  const sessions = paths.filter(isSession);
  const next = walkFiles(sessions.length === 0 ? paths : paths.filter((path) => !isSession(path)), unreadable);
  let found: readonly WalkedFile[] = sessions.flatMap(sessionAt);
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
