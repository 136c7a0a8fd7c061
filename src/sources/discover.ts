// Finds log files: from given paths to the files that could be logs, each claimed by exactly one format or by none.

import type { FileIdentity, FileRole, Format } from '../formats/format.ts';
import { formatOfAgent, formats } from '../formats/registry.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import { type FileSource, forEachFile, passBy, type Unreadable, type WalkedFile } from './files/walk-files.ts';
import { isRendered } from './kinds/open-source.ts';
import { walkLogs } from './list-logs.ts';
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

/** A file that looks like a log and belongs to no format. */
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
  readonly unreadable: readonly Unreadable[];
}

function roleOf(path: string): { format: Format; role: FileRole } | undefined {
  for (const format of formats) {
    const role = format.role(path);
    if (role !== undefined) return { format, role };
  }
  return undefined;
}

/** Names a file by its path if nothing inside says which session it is. */
function fallbackIdentity(path: string): FileIdentity {
  return { session: `file:${path.split(/[/\\]/).at(-1) ?? path}`, thread: MAIN_THREAD, startedAt: null, lineage: null };
}

interface Found {
  readonly recall: Recall | undefined;
  readonly onLog: ((log: LogFile) => void) | undefined;
  logs: LogFile[];
  sides: SideFile[];
  unclaimed: UnclaimedFile[];
  skipped: { path: string; reason: string }[];
  unreadable: Unreadable[];
}

/** Which session a file belongs to, if known from an earlier look: such a file is not opened again. */
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

/** Sorts a log by what was seen in it. */
function settle(
  file: WalkedFile,
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
    // Its first line will say which session it belongs to: a guess now would be wrong for good.
    found.skipped.push({ path, reason: 'nothing in it yet' });
    return;
  }
  claim({ path, bytes, modifiedAt, identity: told ?? fallbackIdentity(path) }, owner, found);
}

/** A promise only if more than the beginning has to be read: awaiting each of thousands costs more than the look. */
function classify(file: WalkedFile, found: Found): Promise<void> | undefined {
  const { path, bytes, modifiedAt, isNamed } = file;
  // Checked first: most files are known, and matching a path takes a dozen patterns.
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
  if (role === undefined && !isNamed && !/\.jsonl(?:\.zst)?$/.test(path) && !isRendered(path)) return undefined;
  const seen = peekStart(path);
  if (seen === undefined) return peekFurther(path).then((further) => settle(file, role, further, found));
  settle(file, role, seen, found);
  return undefined;
}

/** What cannot be read inside a folder is skipped. */
function lookAt(file: WalkedFile, found: Found): Promise<void> | undefined {
  if (file.isNamed) return classify(file, found);
  const pass = (error: unknown): void => passBy(file.path, error, found.unreadable);
  try {
    return classify(file, found)?.catch(pass);
  } catch (error) {
    pass(error);
    return undefined;
  }
}

async function discoverIn(
  files: FileSource,
  unreadable: Unreadable[],
  recall?: Recall,
  onLog?: (log: LogFile) => void,
): Promise<Discovered> {
  const found: Found = { recall, onLog, logs: [], sides: [], unclaimed: [], skipped: [], unreadable };
  await forEachFile(files, (file) => lookAt(file, found));
  const { logs, sides, unclaimed, skipped } = found;
  return { logs, sides, unclaimed, skipped, unreadable };
}

/**
 * Everything under the given files and folders. A file named by the caller is looked at whatever its name, and must be readable;
 * what is in a folder need not be. `onLog` is called with each log as it is found.
 */
export async function discover(
  paths: readonly string[],
  recall?: Recall,
  onLog?: (log: LogFile) => void,
): Promise<Discovered> {
  const unreadable: Unreadable[] = [];
  return discoverIn(walkLogs(paths, unreadable), unreadable, recall, onLog);
}

/** The same for files that were found already. */
export async function discoverAmong(
  files: FileSource,
  unreadable: readonly Unreadable[],
  recall?: Recall,
  onLog?: (log: LogFile) => void,
): Promise<Discovered> {
  return discoverIn(files, [...unreadable], recall, onLog);
}
