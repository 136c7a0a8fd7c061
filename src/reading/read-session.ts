// Reads one session whole: all its files, then its side files, then its calls.

import { AppError } from '../base/app-error.ts';
import { parseJson } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import type { LeafTitle } from '../model/leaf-titles.ts';
import { problem } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { LogFile, SideFile } from '../sources/discover.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { lineLimit } from '../sources/json-lines/line-limit.ts';
import { openLog } from '../sources/kinds/open-source.ts';
import { LiveSession } from './live-session.ts';

/** The files of one session, in reading order. */
export interface SessionFiles {
  readonly agent: string;
  readonly session: string;
  readonly format: Format;
  readonly logs: readonly LogFile[];
  readonly sides: readonly SideFile[];
  readonly startedAt: number | null;
  readonly lineage: string | null;
  /** The session whose lines it may have copied; null when it names none. */
  readonly origin?: string | null;
  /** The log of its origin is missing. */
  readonly isOrphan?: boolean;
}

export interface ReadOptions {
  /** Keep a row per spoken message. */
  readonly messages?: boolean;
  /** The current time, to distinguish live sessions from ended ones. */
  readonly now?: number;
  /** Called after each file. */
  readonly onFile?: (path: string, bytes: number) => void;
  /** Parse every line whole, as when WebAssembly cannot run: slower, with the same result. */
  readonly portable?: boolean;
  /** Titles in any log for records of any session; by default, those in the session's own logs. */
  readonly leafTitles?: readonly LeafTitle[];
  /** At most this many threads, including this one; by default as many as there are cores. A few logs need one. */
  readonly threads?: number;
}

/** A small file's text; undefined when it cannot be read. */
function textOf(path: string, open: LogOpener): string | undefined {
  try {
    const file = open(path);
    try {
      if (file.size > lineLimit()) return undefined;
      const bytes = Buffer.alloc(file.size);
      return bytes.toString('utf8', 0, file.read(bytes, 0));
    } finally {
      file.close();
    }
  } catch {
    return undefined;
  }
}

export function readSide(side: SideFile, session: LiveSession, open: LogOpener = openLog): void {
  const text = textOf(side.path, open);
  const parsed = text === undefined ? undefined : (side.format.parseSide ?? parseJson)(text);
  if (parsed?.ok === true) session.side(side.path, side.what, parsed.value);
  else {
    session.addSide(side.path);
    session.note(problem('unreadable-side-file', `${side.path} cannot be read.`));
  }
}

/** Returns the bytes read. A file that cannot be read to its end is a problem of the session, and reading goes on. */
async function readLog(source: number, session: LiveSession): Promise<number> {
  try {
    return await session.readOn(source, { isWhole: true });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    session.note(problem('unreadable-log', error.message, { severity: 'error' }));
    return 0;
  }
}

/** All that the files say, and whether the session is still going on. No log stays open. */
async function readWhole(
  files: SessionFiles,
  options: ReadOptions,
): Promise<{ session: LiveSession; isLive: boolean }> {
  const { messages = true, portable = false } = options;
  const session = new LiveSession(files.format, files.session, {
    messages,
    portable,
    tracking: false,
    isOrphan: files.isOrphan === true,
  });
  try {
    for (const log of files.logs) session.addSource(log.path, log.identity.thread);
    for (const [source, log] of files.logs.entries()) {
      const bytes = await readLog(source, session);
      options.onFile?.(log.path, bytes);
    }
    for (const side of files.sides) readSide(side, session);
    const modifiedAt = Math.max(0, ...files.logs.map((log) => log.modifiedAt));
    return { session, isLive: session.isLive(options.now ?? Date.now(), modifiedAt) };
  } finally {
    session.close();
  }
}

export async function readSessionFiles(files: SessionFiles, options: ReadOptions = {}): Promise<Session> {
  const { session, isLive } = await readWhole(files, options);
  try {
    return session.snapshot(isLive, 'last', options.leafTitles);
  } finally {
    session.close();
  }
}

/** A session's calls alone, in file order. */
export interface SessionCalls {
  /** Can be iterated once. */
  readonly parts: Iterable<readonly ToolCall[]>;
  pathOf(source: number): string;
}

/** Up to this many calls are made at once: while they wait, they take as much memory as what they are made from. */
const FEW_CALLS = 1024;

function* partsOf(session: LiveSession, isLive: boolean): Generator<readonly ToolCall[]> {
  try {
    yield* session.lastCalls(isLive);
  } finally {
    session.close();
  }
}

/** Calls of a long session are made on demand: they are never all in memory. */
export async function readSessionCalls(files: SessionFiles, options: ReadOptions): Promise<SessionCalls> {
  const { session, isLive } = await readWhole(files, { ...options, messages: false });
  const parts = partsOf(session, isLive);
  return {
    parts: session.fold.calls.size > FEW_CALLS ? parts : [...parts],
    pathOf: (source) => session.pathOf(source),
  };
}
