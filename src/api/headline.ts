// One line about a session: how it ended, what the last checks said, what stayed broken, what changed, and what it took.

import { formatMs, plural } from '../base/units.ts';
import { isMarked, removedText, shortCost } from './insight-text.ts';
import type { SessionInsights } from './wire/insights.ts';

type Verdict = SessionInsights['verdict'];
type Check = Verdict['checks'][number];

export interface HeadlinePart {
  /** What it is about, which decides where a page links it. */
  readonly about: 'ended' | 'check' | 'claims' | 'failures' | 'masked' | 'changed' | 'time' | 'cost';
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'plain';
  /** The check that a part is about. */
  readonly check?: Check;
}

const ENDINGS: Readonly<Record<Verdict['ended']['ending'], readonly [text: string, tone: HeadlinePart['tone']]>> = {
  done: ['Answered', 'plain'],
  asked: ['Ended with a question', 'warn'],
  interrupted: ['Interrupted', 'warn'],
  failed: ['Stopped by an error of the model API', 'bad'],
  running: ['Not over yet', 'plain'],
  unknown: ['Stops in the middle', 'plain'],
};

const BAD_RESULTS: ReadonlySet<Check['result']> = new Set(['failed', 'hidden-failure']);

function kinds(checks: readonly Check[]): string {
  return checks.map(({ kind }) => kind).join(' and ');
}

/** Checks count from the last change on: what passed before it says nothing of the files as they are. */
function checkParts({ checks, changed }: Pick<Verdict, 'checks' | 'changed'>): HeadlinePart[] {
  const hasChanges = changed.lastAt >= 0;
  const late = checks.filter((check) => !hasChanges || check.isAfterLastEdit);
  const when = hasChanges ? ' after the last change' : '';
  const failed = late.filter(({ result }) => BAD_RESULTS.has(result));
  const passed = late.filter(({ result }) => result === 'passed');
  const parts = [
    { of: failed, word: 'failed', tone: 'bad' as const },
    { of: passed, word: 'passed', tone: 'good' as const },
  ].flatMap(({ of, word, tone }): HeadlinePart[] => {
    const [check] = of;
    return check === undefined ? [] : [{ about: 'check', text: `${kinds(of)} ${word}${when}`, tone, check }];
  });
  if (parts.length > 0 || !hasChanges) return parts;
  const [last] = checks;
  const text = late.length > 0 ? 'no clear result of a check' : 'no check';
  return [{ about: 'check', text: `${text}${when}`, tone: 'warn', ...(last !== undefined && { check: last }) }];
}

function changedParts({ changed }: Pick<Verdict, 'changed'>): HeadlinePart[] {
  const { files, isAtLeast, commits } = changed;
  const made = [
    ...(files.length > 0
      ? [`${isAtLeast ? 'at least ' : ''}${plural(files.length, 'file')} changed${removedText(files)}`]
      : []),
    ...(commits.length > 0 ? [plural(commits.length, 'commit')] : []),
  ];
  return made.length === 0 ? [] : [{ about: 'changed', text: made.join(', '), tone: 'plain' }];
}

/** Of a session in which nothing was said and nothing done, nothing was broken off either. */
function endedPart({ ending, rule }: Verdict['ended']): HeadlinePart {
  if (ending === 'unknown' && rule === 'nothing-was-said') {
    return { about: 'ended', text: 'Nothing was said', tone: 'plain' };
  }
  const [text, tone] = ENDINGS[ending];
  return { about: 'ended', text, tone };
}

export function headlineOf({ verdict, claims, time, cost }: SessionInsights): HeadlinePart[] {
  const marked = claims.filter(isMarked).length;
  const { failureCount, hidden } = verdict;
  return [
    endedPart(verdict.ended),
    ...checkParts(verdict),
    ...(marked > 0
      ? [{ about: 'claims', text: `${plural(marked, 'claim')} that no run shows`, tone: 'warn' } as const]
      : []),
    ...(failureCount > 0
      ? [{ about: 'failures', text: `${plural(failureCount, 'failure')} not fixed`, tone: 'bad' } as const]
      : []),
    ...(hidden.length > 0
      ? [{ about: 'masked', text: `${plural(hidden.length, 'masked failure')} not fixed`, tone: 'warn' } as const]
      : []),
    ...changedParts(verdict),
    ...(time.wallMs > 0 ? [{ about: 'time', text: `${formatMs(time.activeMs)} active`, tone: 'plain' } as const] : []),
    ...(cost.usd === null ? [] : [{ about: 'cost', text: shortCost(cost.usd, cost.basis), tone: 'plain' } as const]),
  ];
}

export function headlineText(insights: SessionInsights): string {
  return headlineOf(insights)
    .map(({ text }) => text)
    .join(' · ');
}
