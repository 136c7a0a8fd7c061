// The sessions that logs were forked from, and whether their logs exist: what a fork copied is kept only if they do not.

import { parseLine } from '../sources/json-lines/parse-line.ts';
import { readLines } from '../sources/json-lines/read-lines.ts';
import type { SessionFiles } from './read-session.ts';

/** Lines looked at: a log names its origin in the first ones. */
const TELLING_LINES = 20;
const BLOCK = 64 * 1024;

/** Null when the session names none, or its log cannot be read. */
async function originOf({ format, logs, session }: SessionFiles): Promise<string | null> {
  const [log] = logs;
  const { originOf: named } = format;
  if (log === undefined || named === undefined) return null;
  let origin: string | undefined;
  let lines = 0;
  try {
    await readLines(
      log.path,
      (line) => {
        if (lines++ >= TELLING_LINES) return;
        for (const { record } of parseLine(line, 0).records) {
          const id = named(record);
          if (id !== session) origin ??= id;
        }
      },
      { partial: true, blockBytes: BLOCK, stop: () => origin !== undefined || lines >= TELLING_LINES },
    );
  } catch {
    return null;
  }
  return origin ?? null;
}

/** Adds the origin to a session; `isKnown` says whether another session of the agent exists. */
export async function withOrigin(
  files: SessionFiles,
  isKnown: (session: string) => boolean | Promise<boolean>,
): Promise<SessionFiles> {
  const origin = await originOf(files);
  return { ...files, origin, isOrphan: origin !== null && !(await isKnown(origin)) };
}
