// The library's reading functions: paths in, sessions or calls out; nothing is kept or written.

import { lstat } from 'node:fs/promises';
import { AppError } from '../../base/app-error.ts';
import type { Session } from '../../model/session.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { ListedCall } from '../../parse/parsed-call.ts';
import { discover } from '../../sources/discover.ts';
import type { ReadOptions } from '../read-session.ts';
import { findLogs, readCalls, readSessions } from './read-library.ts';

/** A session whose calls are discriminated by `toolId`: see `isTool`. */
export interface TypedSession extends Session {
  readonly calls: readonly ListedCall[];
}

/** A call's tool id and the kind of its result come from one definition, and so do the types. */
function typedCalls(calls: readonly ToolCall[]): readonly ListedCall[] {
  return calls as readonly ListedCall[];
}

function typed(session: Session): TypedSession {
  return { ...session, calls: typedCalls(session.calls) };
}

/** The folder next to a main file that holds its subagents: `<session>.jsonl` and `<session>/`. */
async function withOwnFolder(path: string): Promise<string[]> {
  // Only a real folder: a link could lead outside the log's own.
  const folder = path.replace(/\.jsonl$/, '');
  if (folder === path) return [path];
  const info = await lstat(folder).catch(() => undefined);
  return info?.isDirectory() === true ? [path, folder] : [path];
}

function listOf(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}

/**
 * One session, whole, with its subagents. All its calls are in memory, some 2 KB each.
 *
 * @example
 * const session = await readSession('logs/4f1c….jsonl');
 * for (const call of session.calls) console.log(call.tool, call.status, call.duration?.ms);
 */
export async function readSession(paths: string | readonly string[], options: ReadOptions = {}): Promise<TypedSession> {
  const given = await Promise.all(listOf(paths).map(withOwnFolder));
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover(given.flat()), options)) sessions.push(session);
  const [first] = sessions;
  if (first === undefined) throw new AppError('no-logs', `No session in ${listOf(paths).join(', ')}.`);
  if (sessions.length > 1) {
    throw new AppError('ambiguous', `${sessions.length} sessions in ${listOf(paths).join(', ')}.`, {
      hint: 'Use streamSessions to read them all.',
    });
  }
  return typed(first);
}

/**
 * Every session under files and folders, oldest first, one family of forks in memory at a time.
 *
 * @example
 * for await (const session of streamSessions(['logs'])) console.log(session.id, session.calls.length);
 */
export async function* streamSessions(
  paths: string | readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<TypedSession> {
  for await (const session of readSessions(await findLogs(listOf(paths), options), options)) yield typed(session);
}

/**
 * Every call under files and folders, in the order of their sessions. Only the light facts of a long session are in memory, and a
 * few calls at a time: this is the form for logs of any size.
 *
 * @example
 * for await (const call of streamCalls('logs')) if (call.status === 'error') console.log(call.summary);
 */
export async function* streamCalls(
  paths: string | readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<ListedCall> {
  for await (const calls of readCalls(await findLogs(listOf(paths), options), options)) yield* typedCalls(calls);
}
