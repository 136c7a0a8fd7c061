// Owns finding files: given paths to the files in them that could be logs, each claimed by exactly one format or by none.

import { readdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import type { JsonObject } from '../base/json.ts';
import type { ByteLine } from '../base/lines.ts';
import type { FileIdentity, FileRole, Format } from '../formats/format.ts';
import { formatOfAgent, formats } from '../formats/registry.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import { parseLine } from './parse-line.ts';
import { readLines } from './read-lines.ts';

/** A log file with its owner. */
export interface LogFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Of the agent whose session it is. */
  readonly format: Format;
  readonly identity: FileIdentity;
}

export interface SideFile {
  readonly path: string;
  readonly bytes: number;
  readonly format: Format;
  readonly what: string;
}

/** A file that looks like a log and is no format's. */
export interface UnclaimedFile {
  readonly path: string;
  readonly bytes: number;
}

export interface Discovered {
  readonly logs: readonly LogFile[];
  readonly sides: readonly SideFile[];
  readonly unclaimed: readonly UnclaimedFile[];
  /** Files known and left alone, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Files and folders met on the way that could not be read, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Lines looked at to tell whose a file is: state records can fill the beginning. */
const PEEK_LINES = 200;
const PEEK_BYTES = 8 * 1024 * 1024;
const PEEK_BLOCK = 64 * 1024;
const CERTAIN = 1;

interface Peeked {
  readonly owner: Format | undefined;
  readonly identity: FileIdentity | undefined;
  /** There is no whole line in it yet. */
  readonly isBlank?: boolean;
}

/** The first records, up to the point where they say whose the file is and which session. */
async function peek(path: string): Promise<Peeked> {
  const records: JsonObject[] = [];
  let bytes = 0;
  let lines = 0;
  let isBlank = true;
  let owner: Format | undefined;
  let identity: FileIdentity | undefined;
  const look = (line: ByteLine): void => {
    bytes += line.length;
    if (line.terminated) isBlank = false;
    if (isEnough() || lines++ >= PEEK_LINES) return;
    for (const { record } of parseLine(line, 0).records) {
      records.push(record);
      owner ??= formats.find((format) => format.recognise(record) >= CERTAIN);
    }
    if (owner !== undefined) identity = owner.identify(path, records);
  };
  const isEnough = (): boolean =>
    identity !== undefined &&
    (owner?.isIdentified?.(records) ?? (identity.startedAt !== null && identity.lineage !== null));
  await readLines(path, look, {
    partial: true,
    blockBytes: PEEK_BLOCK,
    stop: () => isEnough() || lines >= PEEK_LINES || bytes >= PEEK_BYTES,
  });
  owner ??= ownerOf(records);
  return { owner, identity: identity ?? owner?.identify(path, records), isBlank };
}

/** The format most sure of the first records; a tie goes to nobody. */
function ownerOf(records: readonly JsonObject[]): Format | undefined {
  const scores = formats.map((format) => {
    let best = 0;
    for (const record of records) {
      best = Math.max(best, format.recognise(record));
      if (best >= CERTAIN) break;
    }
    return { format, best };
  });
  scores.sort((a, b) => b.best - a.best);
  const [first, second] = scores;
  return first !== undefined && first.best > 0 && first.best > (second?.best ?? 0) ? first.format : undefined;
}

function roleOf(path: string): { format: Format; role: FileRole } | undefined {
  for (const format of formats) {
    const role = format.role(path);
    if (role !== undefined) return { format, role };
  }
  return undefined;
}

/** Names a file by its path when nothing inside says which session it is. */
function fallbackIdentity(path: string): FileIdentity {
  return { session: `file:${path.split(/[/\\]/).at(-1) ?? path}`, thread: MAIN_THREAD, startedAt: null, lineage: null };
}

interface Found {
  readonly recall: Recall | undefined;
  sliceEndMs: number;
  logs: LogFile[];
  sides: SideFile[];
  unclaimed: UnclaimedFile[];
  skipped: { path: string; reason: string }[];
  unreadable: { path: string; reason: string }[];
}

/** Whose a file is, as far as that is known from an earlier look: such a file is not opened again. */
export type Recall = (
  path: string,
  bytes: number,
  modifiedAt: number,
) => { readonly owner: Format; readonly identity: FileIdentity } | undefined;

async function classify(path: string, bytes: number, modifiedAt: number, named: boolean, found: Found): Promise<void> {
  const known = roleOf(path);
  if (known?.role.kind === 'skip' && !named) {
    found.skipped.push({ path, reason: known.role.reason });
    return;
  }
  if (known?.role.kind === 'side') {
    found.sides.push({ path, bytes, format: known.format, what: known.role.what });
    return;
  }
  if (known === undefined && !named && !/\.jsonl(?:\.zst)?$/.test(path)) return;
  const seen: Peeked = found.recall?.(path, bytes, modifiedAt) ?? (await peek(path));
  const owner = seen.owner ?? (known?.role.kind === 'log' ? known.format : undefined);
  if (owner === undefined) {
    found.unclaimed.push({ path, bytes });
    return;
  }
  const told = seen.identity ?? owner.identify(path, []);
  if (told === undefined && seen.isBlank === true && !named) {
    // Its first line will say whose it is: to guess now would be to be wrong for good.
    found.skipped.push({ path, reason: 'nothing in it yet' });
    return;
  }
  const identity = told ?? fallbackIdentity(path);
  // A file that completes another agent's session belongs there.
  const format = (identity.agent === undefined ? undefined : formatOfAgent(identity.agent)) ?? owner;
  found.logs.push({ path, bytes, modifiedAt, format, identity });
}

/** The system's word for why something could not be read; undefined when it was no such trouble. */
function systemCode(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** Runs a step of a walk. What cannot be read is noted and passed by: one closed door does not hide the other rooms. */
async function step(path: string, found: Found, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = systemCode(error) ?? (error instanceof AppError ? error.message : undefined);
    if (reason === undefined) throw error;
    // Logs are cleaned up while we look: what is gone by now was never there.
    if (reason !== 'ENOENT') found.unreadable.push({ path, reason });
  }
}

/** How long a walk keeps others waiting. */
const SLICE_MS = 10;

/** Lets others have their turn now and then: to wait for each look at the disk costs twenty times the look itself. */
async function breathe(found: Found): Promise<void> {
  if (performance.now() < found.sliceEndMs) return;
  await nextTurn();
  found.sliceEndMs = performance.now() + SLICE_MS;
}

async function walk(folder: string, found: Found, visited: Set<string>): Promise<void> {
  await breathe(found);
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    // Links are not followed: a log folder must not lead out of itself, or in circles.
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== '.git')
        await step(path, found, () => walk(path, found, visited));
    } else if (entry.isFile() && !visited.has(path)) {
      visited.add(path);
      await step(path, found, async () => {
        await breathe(found);
        const { size, mtimeMs } = statSync(path);
        await classify(path, size, mtimeMs, false, found);
      });
    }
  }
}

async function lookAt(given: string, found: Found, visited: Set<string>): Promise<void> {
  const path = resolve(given);
  const info = await stat(path).catch((cause: unknown) => {
    throw new AppError('path-not-found', `There is nothing at ${given}.`, { cause, hint: 'Check the path.' });
  });
  if (info.isDirectory()) {
    await walk(path, found, visited).catch((cause: unknown) => {
      const code = systemCode(cause);
      if (code === undefined) throw cause;
      throw new AppError('path-unreadable', `The folder ${given} cannot be read (${code}).`, {
        cause,
        hint: 'Check who may read it.',
      });
    });
  } else if (!info.isFile()) {
    // Reading a pipe would wait for its writer, and lines could not be looked up again.
    throw new AppError('path-unreadable', `${given} is neither a file nor a folder.`, {
      hint: 'Save what comes out of a pipe to a file first.',
    });
  } else if (!visited.has(path)) {
    visited.add(path);
    await classify(path, info.size, info.mtimeMs, true, found);
  }
}

/**
 * Everything under the given files and folders. A file named by the caller is looked at whatever it is called, and must
 * be readable; what a folder holds need not be.
 */
export async function discover(paths: readonly string[], recall?: Recall): Promise<Discovered> {
  const found: Found = { recall, sliceEndMs: 0, logs: [], sides: [], unclaimed: [], skipped: [], unreadable: [] };
  const visited = new Set<string>();
  for (const given of paths) await lookAt(given, found, visited);
  const { logs, sides, unclaimed, skipped, unreadable } = found;
  return { logs, sides, unclaimed, skipped, unreadable };
}
