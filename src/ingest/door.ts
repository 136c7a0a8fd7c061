// Owns the library's reading functions: paths in, sessions or calls out, nothing kept and nothing written.

import { stat } from 'node:fs/promises';
import { AppError } from '../base/app-error.ts';
import type { Session } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { discover } from './discover.ts';
import { findLogs, readCalls, readSessions } from './library.ts';
import type { ReadOptions } from './read-session.ts';

/** The folder beside a main file that holds its subagents: `<session>.jsonl` and `<session>/`. */
async function withOwnFolder(path: string): Promise<string[]> {
  const folder = path.replace(/\.jsonl$/, '');
  if (folder === path) return [path];
  const info = await stat(folder).catch(() => undefined);
  return info?.isDirectory() === true ? [path, folder] : [path];
}

function listOf(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}

/**
 * One session, whole: a main file brings its subagents along. All its calls are in memory, some 2 KB each.
 *
 * @example
 * const session = await readSession('logs/4f1c….jsonl');
 * for (const call of session.calls) console.log(call.tool, call.status, call.duration?.ms);
 */
export async function readSession(paths: string | readonly string[], options: ReadOptions = {}): Promise<Session> {
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
  return first;
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
): AsyncGenerator<Session> {
  yield* readSessions(await findLogs(listOf(paths), options), options);
}

/**
 * Every call under files and folders, in the order of their sessions. Of a long session only the light facts are in memory, and
 * of the calls a few at a time: this is the form for logs of any size.
 *
 * @example
 * for await (const call of streamCalls('logs')) if (call.status === 'error') console.log(call.summary);
 */
export async function* streamCalls(
  paths: string | readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<ToolCall> {
  for await (const calls of readCalls(await findLogs(listOf(paths), options), options)) yield* calls;
}
