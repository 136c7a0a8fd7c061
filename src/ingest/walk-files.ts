// Owns walking folders: every file below the given places, in an order that is always the same. Links are not followed.

import { readdirSync, type Stats, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/app-error.ts';

export interface WalkedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  /** By the caller: then it is looked at whatever it is called, and must be readable. */
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
function systemCode(error: unknown): string | undefined {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}

/** What cannot be read is noted and passed by: one closed door does not hide the other rooms. */
export function passBy(path: string, error: unknown, unreadable: Unreadable[]): void {
  const reason = systemCode(error) ?? (error instanceof AppError ? error.message : undefined);
  if (reason === undefined) throw error;
  // Logs are cleaned up while we look: what is gone by now was never there.
  if (reason !== 'ENOENT') unreadable.push({ path, reason });
}

class Walk {
  readonly #visited = new Set<string>();
  readonly #unreadable: Unreadable[];

  constructor(unreadable: Unreadable[]) {
    this.#unreadable = unreadable;
  }

  *below(given: string): Generator<WalkedFile> {
    const path = resolve(given);
    const info = factsOf(path, given);
    if (info.isDirectory()) {
      try {
        yield* this.#in(path);
      } catch (cause) {
        const code = systemCode(cause);
        if (code === undefined) throw cause;
        throw new AppError('path-unreadable', `The folder ${given} cannot be read (${code}).`, {
          cause,
          hint: 'Check who may read it.',
        });
      }
    } else if (!info.isFile()) {
      // Reading a pipe would wait for its writer, and lines could not be looked up again.
      throw new AppError('path-unreadable', `${given} is neither a file nor a folder.`, {
        hint: 'Save what comes out of a pipe to a file first.',
      });
    } else if (!this.#visited.has(path)) {
      this.#visited.add(path);
      yield { path, bytes: info.size, modifiedAt: info.mtimeMs, isNamed: true };
    }
  }

  *#in(folder: string): Generator<WalkedFile> {
    const entries = readdirSync(folder, { withFileTypes: true });
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const inside = folder.endsWith(sep) ? folder : folder + sep;
    for (const entry of entries) {
      const path = inside + entry.name;
      try {
        // Links are not followed: a log folder must not lead out of itself, or in circles.
        if (entry.isDirectory()) {
          if (entry.name !== 'node_modules' && entry.name !== '.git') yield* this.#in(path);
        } else if (entry.isFile() && !this.#visited.has(path)) {
          this.#visited.add(path);
          const { size, mtimeMs } = statSync(path);
          yield { path, bytes: size, modifiedAt: mtimeMs, isNamed: false };
        }
      } catch (error) {
        passBy(path, error, this.#unreadable);
      }
    }
  }
}

function factsOf(path: string, given: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw new AppError('path-not-found', `There is nothing at ${given}.`, { cause, hint: 'Check the path.' });
  }
}

/** Every file under the given files and folders, each once. What cannot be read is noted on the way. */
export function* walkFiles(paths: readonly string[], unreadable: Unreadable[]): Generator<WalkedFile> {
  const walk = new Walk(unreadable);
  for (const given of paths) yield* walk.below(given);
}

/** How long a walk keeps others waiting. */
const SLICE_MS = 10;
/** Looking at the clock for each file costs as much as looking at the file's row. */
const FILES_PER_LOOK = 16;

/**
 * Does something for each file. Lets others have their turn now and then: to wait for each look at the disk costs twenty times
 * the look itself.
 */
export async function forEachFile(
  files: Iterable<WalkedFile>,
  work: (file: WalkedFile) => Promise<void> | undefined,
): Promise<void> {
  let met = 0;
  let sliceEndMs = 0;
  for (const file of files) {
    if (met++ % FILES_PER_LOOK === 0 && performance.now() >= sliceEndMs) {
      await nextTurn();
      sliceEndMs = performance.now() + SLICE_MS;
    }
    const working = work(file);
    if (working !== undefined) await working;
  }
}

/** All of them at once. */
export async function listFiles(paths: readonly string[]): Promise<WalkedFiles> {
  const files: WalkedFile[] = [];
  const unreadable: Unreadable[] = [];
  await forEachFile(walkFiles(paths, unreadable), (file) => {
    files.push(file);
    return undefined;
  });
  return { files, unreadable };
}
