// Opens the index for a command, updates it from disk, and closes it again.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { placesText } from '../api/places-text.ts';
import { archiveExists } from '../archive/store/open-archive.ts';
import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { formatCount, plural } from '../base/units.ts';
import { inboxFolder, inboxPath } from '../hooks/inbox.ts';
import { drainSpool } from '../hooks/spool.ts';
import type { IndexReport } from '../library/indexer.ts';
import { type LibraryIndex, type OpenLibraryOptions, openLibraryIndex } from '../library/library-index.ts';
import { maskedLogs } from '../library/masked-log.ts';
import { isReceived, libraryRoots, type Root } from '../library/roots.ts';
import { TextIndexWriter } from '../search/text-index-writer.ts';
import { startedAs } from '../server/started-as.ts';
import type { Unreadable } from '../sources/files/walk-files.ts';
import { dataFolder } from '../store/data-folder.ts';
import { indexPath, storeExists } from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import { EVERYWHERE } from '../store/rows/place-range.ts';
import { sharedStore } from '../store/store-address.ts';
import type { Invocation } from './command.ts';
import { explain } from './errors.ts';
import { keepArchive, keepSharedBlocks } from './keep-archive.ts';
import { textOptions } from './option-values.ts';
import { ProgressLine } from './progress-line.ts';
import { useConfigFor } from './use-config.ts';
import { wantsArchive } from './wants-archive.ts';

export interface Library {
  readonly index: LibraryIndex;
  /** Where logs were looked for. */
  readonly places: readonly string[];
  /** Null when another process owns the index. */
  readonly report: IndexReport | null;
  /** Updates the archive. Otherwise done after the work, so that only commands that need it wait for it. */
  archive(): Promise<void>;
}

/** Where logs are looked for, and which places are queried. */
export interface Scope {
  readonly roots: readonly Root[];
  /** Roots that exist, and those that do not: an agent never used here, a deleted folder, an unmounted disk. */
  readonly present: readonly string[];
  readonly absent: readonly string[];
  /** All of them: logs that are gone can still be in the index. */
  readonly places: readonly string[];
  /** The places to query: these; in a shared index everything, unless places are named. */
  readonly asked: readonly string[];
}

/** Sessions of other machines are in none of this machine's places. */
export function askedPlaces(places: readonly string[], named: readonly string[]): readonly string[] {
  return named.length > 0 || sharedStore() === null ? places : [...places, EVERYWHERE];
}

export function scopeOf(invocation: Invocation, without: readonly string[] = []): Scope {
  const named = textOptions(invocation, 'root');
  const all = libraryRoots(named, { env: process.env, home: homedir() });
  const roots = all.filter(({ path }) => !without.includes(path));
  const paths = roots.map(({ path }) => path);
  const present = paths.filter((path) => existsSync(path));
  return {
    roots,
    present,
    absent: paths.filter((path) => !present.includes(path)),
    places: paths,
    asked: askedPlaces(paths, named),
  };
}

/** By --root or TOOLSCOPE_ROOTS: then the inbox is not one of the places. */
function isNamed({ roots }: Scope): boolean {
  return roots.some(({ agent }) => agent === 'any');
}

function noLogs({ roots }: Scope): AppError {
  const places = roots.filter((root) => !isReceived(root)).map(({ path }) => path);
  const where = places.length === 0 ? ': no place is named' : ` in ${placesText(places, `${startedAs()} doctor`)}`;
  return new AppError('no-logs', `There are no logs${where}.`, {
    hint: `Name the folder that holds them with --root; ${startedAs()} --demo shows made-up ones.`,
  });
}

/** Checked before anything is created: nothing to read, and nothing read or archived earlier. */
function mustHaveAnything(scope: Scope, folder: string, isForgiving: boolean): void {
  const mayBeNew = !isForgiving && isNamed(scope);
  if (mayBeNew || scope.present.length > 0) return;
  if (!storeExists(folder) && !archiveExists(folder)) throw noLogs(scope);
}

/** A place named by the user must exist, or have existed; of all others one is enough. */
export async function mustKnow(scope: Scope, { health }: Questions): Promise<void> {
  const knows = async (places: readonly string[]): Promise<boolean> => (await health.placeTotals(places)).sessions > 0;
  for (const { path, agent } of scope.roots) {
    if (agent !== 'any' || scope.present.includes(path) || (await knows([path]))) continue;
    throw new AppError('path-not-found', `There is nothing at ${path}.`, { hint: 'Check the path.' });
  }
  const isUsed = scope.roots.some((root) => !isReceived(root) && scope.present.includes(root.path));
  if (!isUsed && !(await knows(scope.asked))) throw noLogs(scope);
}

/** A place named by the user must be readable; an agent's own folder is left out if it is not. */
function mustRead({ roots }: Scope, unreadable: readonly Unreadable[]): void {
  for (const { path, reason } of unreadable) {
    if (!roots.some((root) => root.agent === 'any' && root.path === path)) continue;
    throw new AppError('path-unreadable', `The folder ${path} cannot be read (${reason}).`, {
      hint: 'Check its read permissions.',
    });
  }
}

/** Where places are named, only hook reports about their sessions. */
async function sweepInbox(
  { questions, indexer }: LibraryIndex,
  places: readonly string[],
  folder: string,
): Promise<void> {
  const inbox = inboxFolder(folder);
  if (indexer === undefined || !existsSync(inbox)) return;
  const sessions = await questions.sessions.below(places);
  const told = sessions.map(({ agent, id }) => inboxPath(inbox, agent, id));
  const files = told.filter((path) => existsSync(path));
  if (files.length > 0) await indexer.sweep(files);
}

/** What is missing from an index that another process fills; undefined when all known logs have been read. */
export async function incompleteNote({ health }: Questions, places: readonly string[]): Promise<string | undefined> {
  const { sessions } = await health.placeTotals(places);
  if (sessions === 0) {
    return 'another Toolscope process is keeping the index, and has not read anything from these places yet.';
  }
  const unread = await health.unreadSessions(places);
  if (unread === 0) return undefined;
  return `another Toolscope process is still reading; not read yet: ${formatCount(unread)} of ${plural(sessions, 'session')}.`;
}

/** Ctrl-C stops between two sessions: what was read stays, and the next run continues. */
function stopOnInterrupt(also: AbortSignal | undefined): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  const signal = also === undefined ? controller.signal : AbortSignal.any([controller.signal, also]);
  return { signal, release: () => process.off('SIGINT', stop) };
}

class Interrupted extends AppError {
  constructor() {
    super('refused', 'Stopped before everything was indexed.', {
      hint: 'The next run continues where this one stopped.',
    });
  }
}

/** Updates the archive and then the logs in a shared store, which takes what was packed: once, in the process that owns the index. */
function archiving(invocation: Invocation, folder: string, index: LibraryIndex): () => Promise<void> {
  let isDue = index.indexer !== undefined;
  return async () => {
    if (!isDue) return;
    isDue = false;
    const packed = new Set<string>();
    try {
      if (wantsArchive(invocation)) await keepArchive(folder, index, packed);
    } finally {
      if (index.writing !== undefined) await keepSharedBlocks(folder, index.writing, packed);
    }
  };
}

export interface LibraryOptions {
  readonly rebuild?: boolean;
  readonly mustWrite?: boolean;
  /** Roots to skip: they cannot be read. */
  readonly without?: readonly string[];
  /** Also accepts a named place that does not exist. */
  readonly isForgiving?: boolean;
  /** Stops reading between two sessions, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** Opens the index, updates it, does the work, closes it. A damaged index is rebuilt. */
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
    // Output that was already written cannot be taken back.
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
  const { without, isForgiving = false, signal, ...opening } = options;
  const scope = scopeOf(invocation, without);
  const { present, absent, asked: places } = scope;
  mustHaveAnything(scope, folder, isForgiving);
  const interrupt = stopOnInterrupt(signal);
  let progress: ProgressLine | undefined;
  const index = await openLibraryIndex(folder, {
    ...opening,
    threads: { folder },
    signal: interrupt.signal,
    onPlan: (total) => {
      progress = new ProgressLine(process.stderr, total);
    },
    onFile: (_, bytes) => progress?.file(bytes),
  });
  try {
    if (index.setAside !== null) {
      invocation.out.note(`toolscope: the index was damaged and is being rebuilt; the old file is ${index.setAside}.`);
    }
    const report = index.indexer === undefined ? null : await index.indexer.sweep(present, absent);
    if (isNamed(scope)) await sweepInbox(index, places, folder);
    if (index.writing !== undefined) {
      await new TextIndexWriter(index.writing, maskedLogs(index.open, index.writing.mask), { isEager: true }).catchUp(
        interrupt.signal,
      );
    }
    progress?.done();
    interrupt.release();
    if (interrupt.signal.aborted) throw new Interrupted();
    const unreadable = report?.found.unreadable ?? [];
    if (!isForgiving) {
      mustRead(scope, unreadable);
      await mustKnow(scope, index.questions);
    }
    for (const { path, reason } of unreadable) {
      invocation.out.note(`toolscope: ${path} cannot be read (${reason}); left out.`);
    }
    if (index.indexer === undefined) {
      const note = await incompleteNote(index.questions, places);
      if (note !== undefined) invocation.out.note(`toolscope: ${note}`);
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
