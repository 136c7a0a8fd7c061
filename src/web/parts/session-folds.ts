// Folds sessions started over and over by a program: near-identical ones in a row become one expandable line.

import type { SessionRow } from '../../api/wire/session.ts';

export interface SessionFold {
  /** Stays the same while sessions are added to it. */
  readonly id: string;
  readonly sessions: readonly SessionRow[];
}

/** Fewer than this are not folded. */
const LEAST_FOLDED = 3;
/** Only the beginnings of titles are compared: the varying parts are mostly further on. */
const COMPARED = 60;

/** A title without what changes from run to run: numbers, dates, ids, addresses. */
export function titlePattern(title: string | null): string {
  return (title ?? '')
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, '@')
    .replace(/\b[0-9a-f]*\d[0-9a-f-]*\b/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, COMPARED);
}

/** Sessions are near-identical when agent, project and the pattern of their titles are the same. */
function likeness({ agent, project, title }: SessionRow): string {
  return JSON.stringify([agent, project, titlePattern(title)]);
}

/** Live, pinned and named sessions are never folded. */
function canFold({ live, pinned, named, title }: SessionRow): boolean {
  return !live && !pinned && !named && titlePattern(title) !== '';
}

/** Folds runs of near-identical sessions, in the given order. */
export function foldedSessions(sessions: readonly SessionRow[]): readonly (SessionRow | SessionFold)[] {
  const lines: (SessionRow | SessionFold)[] = [];
  for (let at = 0; at < sessions.length; ) {
    const first = sessions[at];
    if (first === undefined) break;
    const name = likeness(first);
    let end = at + 1;
    for (let next = sessions[end]; canFold(first) && next !== undefined && canFold(next) && likeness(next) === name; ) {
      end++;
      next = sessions[end];
    }
    const run = sessions.slice(at, end);
    // By the oldest: new sessions are added at the other end.
    if (run.length >= LEAST_FOLDED) lines.push({ id: `${run.at(-1)?.agent} ${run.at(-1)?.id}`, sessions: run });
    else lines.push(...run);
    at = end;
  }
  return lines;
}
