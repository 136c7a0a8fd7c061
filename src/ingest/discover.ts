// Owns finding files: given paths to the files in them that could be logs, each claimed by exactly one format or by none.

import { readdirSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';
import type { FileIdentity, FileRole, Format } from '../formats/format.ts';
import { formatOfAgent, formats } from '../formats/registry.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import { type Peeked, peekFurther, peekStart } from './peek.ts';

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
  readonly modifiedAt: number;
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
  readonly onLog: ((log: LogFile) => void) | undefined;
  /** Files and folders so far. */
  met: number;
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

function claim(file: Omit<LogFile, 'format'>, owner: Format, found: Found): void {
  const { path, bytes, modifiedAt, identity } = file;
  // A file that completes another agent's session belongs there.
  const format = (identity.agent === undefined ? undefined : formatOfAgent(identity.agent)) ?? owner;
  const log = { path, bytes, modifiedAt, format, identity };
  found.logs.push(log);
  found.onLog?.(log);
}

interface Candidate {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** By the caller: then it is looked at whatever it is called. */
  readonly isNamed: boolean;
}

/** Files a log by what was seen in it. */
function settle(
  file: Candidate,
  role: { format: Format; role: FileRole } | undefined,
  seen: Peeked,
  found: Found,
): void {
  const { path, bytes, modifiedAt, isNamed } = file;
  const owner = seen.owner ?? (role?.role.kind === 'log' ? role.format : undefined);
  if (owner === undefined) {
    found.unclaimed.push({ path, bytes });
    return;
  }
  const told = seen.identity ?? owner.identify(path, []);
  if (told === undefined && seen.isBlank && !isNamed) {
    // Its first line will say whose it is: to guess now would be to be wrong for good.
    found.skipped.push({ path, reason: 'nothing in it yet' });
    return;
  }
  claim({ path, bytes, modifiedAt, identity: told ?? fallbackIdentity(path) }, owner, found);
}

/** A promise only where more has to be read than the beginning: to wait for each of thousands costs more than the look. */
function classify(file: Candidate, found: Found): Promise<void> | undefined {
  const { path, bytes, modifiedAt, isNamed } = file;
  // Asked first: most files are known, and a path is a dozen patterns long.
  const known = found.recall?.(path, bytes, modifiedAt);
  if (known !== undefined) {
    claim({ path, bytes, modifiedAt, identity: known.identity }, known.owner, found);
    return undefined;
  }
  const role = roleOf(path);
  if (role?.role.kind === 'skip' && !isNamed) {
    found.skipped.push({ path, reason: role.role.reason });
    return undefined;
  }
  if (role?.role.kind === 'side') {
    found.sides.push({ path, bytes, modifiedAt, format: role.format, what: role.role.what });
    return undefined;
  }
  if (role === undefined && !isNamed && !/\.jsonl(?:\.zst)?$/.test(path)) return undefined;
  const seen = peekStart(path);
  if (seen === undefined) return peekFurther(path).then((further) => settle(file, role, further, found));
  settle(file, role, seen, found);
  return undefined;
}

/** The system's word for why something could not be read; undefined when it was no such trouble. */
function systemCode(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** What cannot be read is noted and passed by: one closed door does not hide the other rooms. */
function passBy(path: string, error: unknown, found: Found): void {
  const reason = systemCode(error) ?? (error instanceof AppError ? error.message : undefined);
  if (reason === undefined) throw error;
  // Logs are cleaned up while we look: what is gone by now was never there.
  if (reason !== 'ENOENT') found.unreadable.push({ path, reason });
}

/** How long a walk keeps others waiting. */
const SLICE_MS = 10;
/** Looking at the clock for each file costs as much as looking at the file's row. */
const FILES_PER_LOOK = 16;

/** Lets others have their turn now and then: to wait for each look at the disk costs twenty times the look itself. */
async function breathe(found: Found): Promise<void> {
  await nextTurn();
  found.sliceEndMs = performance.now() + SLICE_MS;
}

async function walk(folder: string, found: Found, visited: Set<string>): Promise<void> {
  const entries = readdirSync(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  for (const entry of entries) {
    const path = inside + entry.name;
    if (found.met++ % FILES_PER_LOOK === 0 && performance.now() >= found.sliceEndMs) await breathe(found);
    try {
      // Links are not followed: a log folder must not lead out of itself, or in circles.
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== '.git') await walk(path, found, visited);
      } else if (entry.isFile() && !visited.has(path)) {
        visited.add(path);
        const { size, mtimeMs } = statSync(path);
        const reading = classify({ path, bytes: size, modifiedAt: mtimeMs, isNamed: false }, found);
        if (reading !== undefined) await reading;
      }
    } catch (error) {
      passBy(path, error, found);
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
    await classify({ path, bytes: info.size, modifiedAt: info.mtimeMs, isNamed: true }, found);
  }
}

/**
 * Everything under the given files and folders. A file named by the caller is looked at whatever it is called, and must
 * be readable; what a folder holds need not be. `onLog` is told of each log as it is found.
 */
export async function discover(
  paths: readonly string[],
  recall?: Recall,
  onLog?: (log: LogFile) => void,
): Promise<Discovered> {
  const found: Found = {
    recall,
    onLog,
    met: 0,
    sliceEndMs: 0,
    logs: [],
    sides: [],
    unclaimed: [],
    skipped: [],
    unreadable: [],
  };
  const visited = new Set<string>();
  for (const given of paths) await lookAt(given, found, visited);
  const { logs, sides, unclaimed, skipped, unreadable } = found;
  return { logs, sides, unclaimed, skipped, unreadable };
}
