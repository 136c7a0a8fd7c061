// Chooses a session by the beginning of its id: one fits, or the error says which ones would.

import { AppError } from '../base/app-error.ts';
import { type SessionCandidate, SessionReader } from '../store/queries/one-session.ts';
import { mustBeRead } from './must-be-read.ts';
import type { Library } from './open-library.ts';
import type { Output } from './output.ts';
import { dayText } from './when-text.ts';

/** Candidates told. */
const TOLD_CANDIDATES = 10;

/** "…\n  id  when  title" for each, and a word about the rest. */
export function candidateLines(lines: readonly string[]): string {
  const told = lines.slice(0, TOLD_CANDIDATES).map((line) => `\n  ${line.trimEnd()}`);
  return told.join('') + (lines.length > TOLD_CANDIDATES ? '\n  and more' : '');
}

export function findSession(
  { index, places }: Pick<Library, 'index' | 'places'>,
  prefix: string,
  out: Output,
): SessionCandidate {
  const found = prefix === '' ? [] : new SessionReader(index.database).find(prefix, places);
  const [first] = found;
  if (first === undefined) {
    throw new AppError('not-found', `No session has an id that begins with ${out.safe(prefix)}.`, {
      hint: 'toolscope ls lists them.',
    });
  }
  if (found.length === 1) {
    mustBeRead(index.database, first.agent, first.id);
    return first;
  }
  const lines = found.map(({ id, agent, lastAt, title }) =>
    [out.safe(id), agent, dayText(lastAt), out.safe(title ?? '').slice(0, 60)].join('  '),
  );
  throw new AppError(
    'ambiguous',
    `Several sessions have an id that begins with ${out.safe(prefix)}; give more of it:${candidateLines(lines)}`,
  );
}
