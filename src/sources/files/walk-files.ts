// Walks folders: every file below the given places, always in the same order. Links are not followed.

import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../base/app-error.ts';
import { systemCode } from '../../base/system-code.ts';

export interface WalkedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** Named by the caller: then it is looked at whatever its name, and must be readable. */
  readonly isNamed: boolean;
}

/** A file or folder met on the way that could not be read, with the reason. */
export interface Unreadable {
  readonly path: string;
  readonly reason: string;
}

export interface WalkedFiles {
  readonly files: readonly WalkedFile[];
  readonly unreadable: readonly Unreadable[];
}

/** The system's word for why something could not be read; undefined when it was no such trouble. */
function codeOf(error: unknown): string | undefined {
  return systemCode(error instanceof AppError ? error.cause : error);
}

/** What cannot be read is noted and skipped: one unreadable folder does not stop the walk. */
export function passBy(path: string, error: unknown, unreadable: Unreadable[]): void {
  const reason = codeOf(error) ?? (error instanceof AppError ? error.message : undefined);
  if (reason === undefined) throw error;
  // Logs are cleaned up while we look: a file deleted meanwhile is ignored.
  if (reason !== 'ENOENT') unreadable.push({ path, reason });
}

/** `newest-folders`: among sibling folders, the one that changed last is walked first. */
export type WalkOrder = 'by-name' | 'newest-folders';

export interface WalkOptions {
  /** A given folder that may not be read is noted and skipped, as one below it is; otherwise it ends the walk. */
  readonly isForgiving?: boolean;
  readonly order?: WalkOrder;
}

interface OpenFolder {
  readonly entries: readonly Dirent[];
  /** The folder's path with a separator. */
  readonly inside: string;
  next: number;
}

/** Files first, then folders by the time of their last change. */
function byNewest(entries: readonly Dirent[], inside: string): Dirent[] {
  const files = entries.filter((entry) => !entry.isDirectory());
  const folders = entries.flatMap((entry) => {
    const facts = entry.isDirectory() ? statSync(inside + entry.name, { throwIfNoEntry: false }) : undefined;
    return facts === undefined ? [] : [{ entry, changedAt: facts.mtimeMs }];
  });
  folders.sort((a, b) => b.changedAt - a.changedAt);
  return [...files, ...folders.map(({ entry }) => entry)];
}

function openFolder(folder: string, order: WalkOrder): OpenFolder {
  const inside = folder.endsWith(sep) ? folder : folder + sep;
  const entries = readdirSync(folder, { withFileTypes: true });
  if (order === 'newest-folders') return { entries: byNewest(entries, inside), inside, next: 0 };
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries, inside, next: 0 };
}

function openGiven(path: string, given: string, order: WalkOrder): OpenFolder {
  try {
    return openFolder(path, order);
  } catch (cause) {
    const code = codeOf(cause);
    if (code === undefined) throw cause;
    throw new AppError('path-unreadable', `The folder ${given} cannot be read (${code}).`, {
      cause,
      hint: 'Check its read permissions.',
    });
  }
}

function factsOf(path: string, given: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new AppError('path-not-found', `There is nothing at ${given}.`, { cause, hint: 'Check the path.' });
  }
}

/** Depth first, each file once. A walk with generators takes a seventh longer. */
class FileWalk {
  readonly #given: readonly string[];
  readonly #unreadable: Unreadable[];
  readonly #order: WalkOrder;
  readonly #isForgiving: boolean;
  readonly #visited = new Set<string>();
  /** From the outermost folder to the current one. */
  readonly #open: OpenFolder[] = [];
  #begun = 0;

  constructor(given: readonly string[], unreadable: Unreadable[], { order = 'by-name', isForgiving }: WalkOptions) {
    this.#given = given;
    this.#unreadable = unreadable;
    this.#order = order;
    this.#isForgiving = isForgiving === true;
  }

  /** Undefined at the end. */
  next(): WalkedFile | undefined {
    for (;;) {
      const folder = this.#open.at(-1) ?? this.#given[this.#begun++];
      if (folder === undefined) return undefined;
      const file = typeof folder === 'string' ? this.#begin(folder) : this.#nextIn(folder);
      if (file !== undefined) return file;
    }
  }

  #begin(given: string): WalkedFile | undefined {
    const path = resolve(given);
    const info = factsOf(path, given);
    if (info.isDirectory()) {
      this.#openGiven(path, given);
      return undefined;
    }
    if (!info.isFile()) {
      // Reading a pipe would wait for its writer, and lines could not be looked up again.
      throw new AppError('path-unreadable', `${given} is neither a file nor a folder.`, {
        hint: 'Save what comes out of a pipe to a file first.',
      });
    }
    // A link named by the user is followed here, once: when files are opened, links are not.
    const place = join(realpathSync(dirname(path)), basename(path));
    const real = realpathSync(path) === place ? path : realpathSync(path);
    if (this.#visited.has(real)) return undefined;
    this.#visited.add(real);
    return { path: real, bytes: info.size, modifiedAt: info.mtimeMs, isNamed: true };
  }

  #openGiven(path: string, given: string): void {
    try {
      this.#open.push(openGiven(path, given, this.#order));
    } catch (error) {
      const reason = codeOf(error);
      if (!this.#isForgiving || reason === undefined || reason === 'ENOENT') throw error;
      this.#unreadable.push({ path, reason });
    }
  }

  #nextIn(folder: OpenFolder): WalkedFile | undefined {
    const entry = folder.entries[folder.next++];
    if (entry === undefined) {
      this.#open.pop();
      return undefined;
    }
    const path = folder.inside + entry.name;
    try {
      // Links are not followed: a log folder must not lead out of itself, or in circles.
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== '.git') this.#open.push(openFolder(path, this.#order));
      } else if (entry.isFile() && !this.#visited.has(path)) {
        this.#visited.add(path);
        const { size, mtimeMs } = statSync(path);
        return { path, bytes: size, modifiedAt: mtimeMs, isNamed: false };
      } else if (/\.jsonl(?:\.zst)?$/.test(entry.name) && !entry.isFile() && !entry.isSymbolicLink()) {
        this.#unreadable.push({ path, reason: 'not a regular file' });
      }
    } catch (error) {
      passBy(path, error, this.#unreadable);
    }
    return undefined;
  }
}

/** Gives the next file, or undefined when there are no more. */
export type FileSource = () => WalkedFile | undefined;

/** Every file under the given files and folders, each once. Unreadable ones are noted on the way. */
export function walkFiles(paths: readonly string[], unreadable: Unreadable[], options: WalkOptions = {}): FileSource {
  const walk = new FileWalk(paths, unreadable, options);
  return () => walk.next();
}

/** Files that were found already. */
export function filesFrom(files: readonly WalkedFile[]): FileSource {
  let next = 0;
  return () => files[next++];
}

/** How long a walk may block other work. */
const SLICE_MS = 10;
/** Reading the clock for each file costs as much as reading the file's entry. */
const FILES_PER_LOOK = 16;

/** Awaited now and then by long work that others may interrupt. */
export type GiveWay = () => Promise<void>;

/**
 * Does something for each file. Yields to other work now and then: awaiting each look at the disk costs twenty times the look
 * itself.
 */
export async function forEachFile(
  next: FileSource,
  work: (file: WalkedFile) => Promise<void> | undefined,
  giveWay: GiveWay = nextTurn,
): Promise<void> {
  let met = 0;
  let sliceEndMs = 0;
  for (let file = next(); file !== undefined; file = next()) {
    if (met++ % FILES_PER_LOOK === 0 && performance.now() >= sliceEndMs) {
      await giveWay();
      sliceEndMs = performance.now() + SLICE_MS;
    }
    const working = work(file);
    if (working !== undefined) await working;
  }
}
