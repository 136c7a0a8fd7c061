// The text indexes of a session that was read from its beginning, to be committed with it.

import { AppError } from '../base/app-error.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { SessionBatch, SourceFacts, SourceText } from '../store/session-batch.ts';
import { isAllRecords } from '../store/text-store.ts';
import { type CoveredStep, coverLog } from './text/cover-log.ts';
import { withFilters } from './text/filter-pool.ts';
import { forwardBytes } from './text/log-bytes.ts';

/** Those that cannot be read are left to anyone who keeps the text index. */
export async function sessionTexts({ sources }: SessionBatch, open: LogOpener): Promise<SourceText[]> {
  const texts: SourceText[] = [];
  for (const source of sources) {
    const text = await textOf(source, open);
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

async function textOf({ path, offset: end, ledger }: SourceFacts, open: LogOpener): Promise<SourceText | undefined> {
  if (ledger === null || end === 0) return undefined;
  const log = forwardBytes(path, open);
  const steps: CoveredStep[] = [];
  const take = (step: CoveredStep): boolean => steps.push(step) > 0;
  const stretch = { from: { offset: 0, line: 1 }, end, isAllRecords: isAllRecords(ledger) };
  try {
    const isDone = await withFilters((lent) => coverLog(stretch, log, lent, { take }));
    const last = steps.at(-1);
    return isDone && last !== undefined ? { ...last, path, chunks: steps.flatMap(({ chunks }) => chunks) } : undefined;
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith('path-')) return undefined;
    throw error;
  } finally {
    log.release();
  }
}
