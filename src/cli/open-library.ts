// Owns how commands get at the index: opened, brought up to date with what is on the disk, closed again.

import { homedir } from 'node:os';
import { AppError } from '../base/app-error.ts';
import type { IndexReport } from '../ingest/index/indexer.ts';
import { type LibraryIndex, openLibraryIndex } from '../ingest/index/library-index.ts';
import { libraryRoots, presentRoots } from '../ingest/index/roots.ts';
import { explainFilterErrors } from '../model/filter/explain-errors.ts';
import type { Filter } from '../model/filter/filter.ts';
import { parseFilter } from '../model/filter/parse-filter.ts';
import { dataFolder } from '../store/data-folder.ts';
import type { Invocation } from './command.ts';
import { Progress } from './progress.ts';

export { LIBRARY_OPTIONS, LIMIT_OPTION, limitFrom } from './library-options.ts';

export interface Library {
  readonly index: LibraryIndex;
  /** Where logs were looked for. */
  readonly places: readonly string[];
  /** Null when another process keeps the index. */
  readonly report: IndexReport | null;
}

function namedRoots({ options }: Invocation): string[] {
  const given = options['root'];
  return Array.isArray(given) ? given.filter((root) => typeof root === 'string') : [];
}

export function placesFor(invocation: Invocation): readonly string[] {
  const roots = libraryRoots(namedRoots(invocation), { env: process.env, home: homedir() });
  const present = presentRoots(roots);
  if (present.length > 0) return present.map(({ path }) => path);
  throw new AppError('no-logs', `There are no logs at ${roots.map(({ path }) => path).join(', ')}.`, {
    hint: 'Name the folder that holds them with --root.',
  });
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
      hint: 'The next run goes on where this one stopped.',
    });
  }
}

/** Opens the index, brings it up to date, does the work, closes it. */
export async function withLibrary<Result>(
  invocation: Invocation,
  work: (library: Library) => Promise<Result>,
  options: { readonly rebuild?: boolean; readonly mustWrite?: boolean } = {},
): Promise<Result> {
  const places = placesFor(invocation);
  const interrupt = stopOnInterrupt();
  let progress: Progress | undefined;
  const folder = dataFolder();
  const index = await openLibraryIndex(folder, {
    ...options,
    threads: { folder },
    signal: interrupt.signal,
    onPlan: (total) => {
      progress = new Progress(process.stderr, total);
    },
    onFile: (_, bytes) => progress?.file(bytes),
  });
  try {
    if (index.setAside !== null) {
      invocation.out.note(`toolscope: the index was damaged. It is built anew; the old file is ${index.setAside}.`);
    }
    const report = index.indexer === undefined ? null : await index.indexer.sweep(places);
    progress?.done();
    interrupt.release();
    if (interrupt.signal.aborted) throw new Interrupted();
    for (const { path, reason } of report?.found.unreadable ?? []) {
      invocation.out.note(`toolscope: ${path} cannot be read (${reason}); left out.`);
    }
    return await work({ index, places, report });
  } finally {
    progress?.done();
    interrupt.release();
    await index.close();
  }
}

/** The filter that the words of the command line make up. */
export function filterFrom({ positionals }: Invocation): Filter {
  const text = positionals.join(' ');
  const parsed = parseFilter(text, { now: Date.now() });
  if (parsed.ok) return parsed.filter;
  throw new AppError('bad-filter', `The filter cannot be read.\n${explainFilterErrors(text, parsed.errors)}`);
}
