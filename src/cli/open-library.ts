// Owns how commands get at the index: opened, brought up to date with what is on the disk, closed again.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { archiveExists } from '../archive/store/open-archive.ts';
import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { inboxFolder, inboxPath } from '../hooks/inbox.ts';
import { drainSpool } from '../hooks/spool.ts';
import type { IndexReport } from '../library/indexer.ts';
import { type LibraryIndex, type OpenLibraryOptions, openLibraryIndex } from '../library/library-index.ts';
import { libraryRoots, type Root } from '../library/roots.ts';
import { TextKeeper } from '../search/text-index-writer.ts';
import { rapPlaces, rapRoot } from '../sources/rap-journal/rap-place.ts';
import { dataFolder } from '../sqlite/data-folder.ts';
import type { Database } from '../sqlite/database.ts';
import { indexPath } from '../store/index/open-index.ts';
import { placeTotals } from '../store/queries/place-totals.ts';
import { sessionsBelow } from '../store/queries/sessions-below.ts';
import { SqliteIndex } from '../store/sqlite-index.ts';
import type { Invocation } from './command.ts';
import { explain } from './errors.ts';
import { keepArchive, wantsArchive } from './keep-archive.ts';
import { Progress } from './progress.ts';
import { useConfigFor } from './use-config.ts';

export { LIBRARY_OPTIONS, LIMIT_OPTION, limitFrom } from './library-options.ts';

export interface Library {
  readonly index: LibraryIndex;
  /** Where logs were looked for. */
  readonly places: readonly string[];
  /** Null when another process keeps the index. */
  readonly report: IndexReport | null;
  /** Brings the archive up to date. Done after the work in any case: nobody waits for it who does not ask for it. */
  archive(): Promise<void>;
}

function namedRoots({ options }: Invocation): string[] {
  const given = options['root'];
  return Array.isArray(given) ? given.filter((root) => typeof root === 'string') : [];
}

/** Where logs are looked for, and what else the index is asked about. */
export interface Scope {
  readonly roots: readonly Root[];
  /** Roots that are there, and those that are not: an agent never used here, a folder deleted, a disk that is away. */
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** All of them, because logs can be known that are gone; with threads of the RAP runtime, unless places were named. */
  readonly places: readonly string[];
}

export function scopeOf(invocation: Invocation, folder: string, without: readonly string[] = []): Scope {
  const named = namedRoots(invocation);
  const all = libraryRoots(named, { env: process.env, home: homedir() });
  const roots = all.filter(({ path }) => !without.includes(path));
  const paths = roots.map(({ path }) => path);
  const present = paths.filter((path) => existsSync(path));
  const threads = named.length === 0 ? rapPlaces(folder) : [];
  return { roots, present, absent: paths.filter((path) => !present.includes(path)), places: [...paths, ...threads] };
}

/** By --root or TOOLSCOPE_ROOTS: then the inbox is none of the places. */
function isNamed({ roots }: Scope): boolean {
  return roots.some(({ agent }) => agent === 'any');
}

function noLogs({ roots }: Scope): AppError {
  const places = roots.filter(({ agent }) => agent !== 'hooks').map(({ path }) => path);
  return new AppError('no-logs', `There are no logs at ${places.join(', ')}.`, {
    hint: 'Name the folder that holds them with --root; toolscope --demo shows made-up ones.',
  });
}

/** Before anything is made: nothing to read, and nothing that was read or kept earlier. */
function mustHaveAnything(scope: Scope, folder: string, isForgiving: boolean): void {
  const mayBeNew = !isForgiving && isNamed(scope);
  const hasThreads = scope.places.length > scope.roots.length;
  if (mayBeNew || hasThreads || scope.present.length > 0) return;
  if (!existsSync(indexPath(folder)) && !archiveExists(folder)) throw noLogs(scope);
}

/** A place that somebody named must be there, or have been; of all others one is enough. */
export function mustKnow(scope: Scope, database: Database): void {
  const knows = (places: readonly string[]): boolean => placeTotals(database, places).sessions > 0;
  for (const { path, agent } of scope.roots) {
    if (agent !== 'any' || scope.present.includes(path) || knows([path])) continue;
    throw new AppError('path-not-found', `There is nothing at ${path}.`, { hint: 'Check the path.' });
  }
  const isUsed = scope.roots.some(({ path, agent }) => agent !== 'hooks' && scope.present.includes(path));
  if (!isUsed && !knows(scope.places)) throw noLogs(scope);
}

/** Threads of the RAP runtime become sessions. Without them the rest of the index is as good as ever. */
async function catchUpWithThreads(
  { database }: LibraryIndex,
  folder: string,
  { out }: Invocation,
  signal: AbortSignal,
): Promise<void> {
  // Where no runtime ever kept anything, there is nothing to look for, and nothing to load for it.
  if (rapPlaces(folder).length === 0 && sessionsBelow(database, [rapRoot(folder)]).length === 0) return;
  const { RapIndexer } = await import('../library/rap-indexer.ts');
  const threads = new RapIndexer(new SqliteIndex(database), folder);
  try {
    await threads.catchUp(signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    out.note(`toolscope: RAP threads are left out. ${error.message}`);
  } finally {
    await threads.close();
  }
}

/** Where places are named, of all that hooks told only what is about the sessions there. */
async function sweepInbox(
  { database, indexer }: LibraryIndex,
  places: readonly string[],
  folder: string,
): Promise<void> {
  const inbox = inboxFolder(folder);
  if (indexer === undefined || !existsSync(inbox)) return;
  const told = sessionsBelow(database, places).map(({ agent, id }) => inboxPath(inbox, agent, id));
  const files = told.filter((path) => existsSync(path));
  if (files.length > 0) await indexer.sweep(files);
}

/** Ctrl-C stops between two sessions: what was read stays, and the next run goes on. */
function stopOnInterrupt(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  return { signal: controller.signal, release: () => process.off('SIGINT', stop) };
}

class Interrupted extends AppError {
  constructor() {
    super('refused', 'Stopped before everything was indexed.', {
      hint: 'The next run continues where this one stopped.',
    });
  }
}

/** The archive is brought up to date once, by the process that keeps the index. */
function archiving(invocation: Invocation, folder: string, index: LibraryIndex): () => Promise<void> {
  let isDue = index.indexer !== undefined && wantsArchive(invocation);
  return async () => {
    if (!isDue) return;
    isDue = false;
    await keepArchive(folder, index);
  };
}

export interface LibraryOptions {
  readonly rebuild?: boolean;
  readonly mustWrite?: boolean;
  /** Roots to leave alone: they cannot be read. */
  readonly without?: readonly string[];
  /** Takes whatever there is, also where a place that was named is not there. */
  readonly isForgiving?: boolean;
}

/** Opens the index, brings it up to date, does the work, closes it. An index found damaged on the way is begun anew. */
export async function withLibrary<Result>(
  invocation: Invocation,
  work: (library: Library) => Promise<Result>,
  options: LibraryOptions = {},
): Promise<Result> {
  await useConfigFor(invocation.out);
  try {
    return await withOpened(invocation, work, options);
  } catch (error) {
    const isMendable = error instanceof CorruptStore && error.path === indexPath(dataFolder());
    // What was said already cannot be taken back.
    if (!isMendable || invocation.out.hasSpoken()) throw error;
  }
  return withOpened(invocation, work, { ...options, isDamaged: true });
}

async function withOpened<Result>(
  invocation: Invocation,
  work: (library: Library) => Promise<Result>,
  options: LibraryOptions & Pick<OpenLibraryOptions, 'isDamaged'>,
): Promise<Result> {
  const folder = dataFolder();
  drainSpool(inboxFolder(folder));
  const { without, isForgiving = false, ...opening } = options;
  const scope = scopeOf(invocation, folder, without);
  const { present, absent, places } = scope;
  mustHaveAnything(scope, folder, isForgiving);
  const interrupt = stopOnInterrupt();
  let progress: Progress | undefined;
  const index = await openLibraryIndex(folder, {
    ...opening,
    threads: { folder },
    signal: interrupt.signal,
    onPlan: (total) => {
      progress = new Progress(process.stderr, total);
    },
    onFile: (_, bytes) => progress?.file(bytes),
  });
  try {
    if (index.setAside !== null) {
      invocation.out.note(`toolscope: the index was damaged and is being rebuilt; the old file is ${index.setAside}.`);
    }
    const report = index.indexer === undefined ? null : await index.indexer.sweep(present, absent);
    if (isNamed(scope)) await sweepInbox(index, places, folder);
    if (index.indexer !== undefined) {
      await catchUpWithThreads(index, folder, invocation, interrupt.signal);
      await new TextKeeper(index.database, index.open, { isEager: true }).catchUp(interrupt.signal);
    }
    progress?.done();
    interrupt.release();
    if (interrupt.signal.aborted) throw new Interrupted();
    if (!isForgiving) mustKnow(scope, index.database);
    for (const { path, reason } of report?.found.unreadable ?? []) {
      invocation.out.note(`toolscope: ${path} cannot be read (${reason}); left out.`);
    }
    if (index.indexer === undefined && placeTotals(index.database, places).sessions === 0) {
      invocation.out.note(
        'toolscope: another Toolscope process is keeping the index, and has not read anything from these places yet.',
      );
    }
    const archive = archiving(invocation, folder, index);
    try {
      return await work({ index, places, report, archive });
    } finally {
      await archive().catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        invocation.out.note(`toolscope: the archive is not up to date. ${explain(error)}`);
      });
    }
  } finally {
    progress?.done();
    interrupt.release();
    await index.close();
  }
}
