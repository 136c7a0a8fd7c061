// The list of sessions, and one session as a whole.

import type { SessionDetail } from '../../api/wire/session.ts';
import { AppError } from '../../base/app-error.ts';
import { knownAgents } from '../../library/catalogue.ts';
import { resumeCommand } from '../../reading/resume-command.ts';
import type { SessionSource } from '../../store/questions/sessions.ts';
import { packCursor, unpackCursor } from '../cursor.ts';
import { findSession } from '../find-session.ts';
import type { HandlerOf } from '../handler.ts';
import { pageSize, questionOf } from '../question.ts';
import { problemOnWire } from '../shape/place.ts';
import { SessionRows } from '../shape/session-row.ts';

const USUAL = 200;
const MOST = 2000;

export const sessions: HandlerOf<'sessions'> = async (asked) => {
  const { library, query, now } = asked;
  const scope = questionOf(query.filter, asked);
  const [lastAt, key] = unpackCursor(query.cursor, ['number', 'number']) ?? [];
  const after = lastAt === undefined ? null : { lastAt: Number(lastAt), key: Number(key) };
  const limit = pageSize(query.limit, USUAL, MOST);
  const page = await library.questions.sessions.page(scope, { limit, after });
  return {
    sessions: await new SessionRows(library, now).rows(page.sessions),
    total: page.total,
    next: page.next === null ? null : packCursor([page.next.lastAt, page.next.key]),
  };
};

function sourceOnWire(source: SessionSource): SessionDetail['sources'] {
  const { num, path, thread, bytes, isGone, ledger, addsUp } = source;
  if (ledger === null) return [];
  return [
    {
      number: num,
      path,
      thread,
      bytes,
      gone: isGone,
      ledger: {
        lines: ledger.lines,
        observed: ledger.observed,
        ignored: Object.fromEntries(ledger.ignored),
        problems: Object.fromEntries(ledger.problems),
        unknown: Object.fromEntries(ledger.unknown),
        findings: Object.fromEntries(ledger.findings),
        addsUp,
      },
    },
  ];
}

export const session: HandlerOf<'session'> = async ({ library, parts, now }) => {
  const { sessions: asked, changes } = library.questions;
  // Before anything is read: changes made meanwhile are sent twice rather than missed.
  const seq = await changes.last();
  const key = await findSession(library, parts);
  const detail = await asked.detail(key);
  const stored = await asked.get(key);
  if (detail === undefined || stored === undefined) {
    throw new AppError('not-found', 'The session is no longer in the index.', {
      hint: `Known agents: ${knownAgents()
        .map(({ id }) => id)
        .join(', ')}.`,
    });
  }
  const sources = await asked.sources(key);
  const paths = new Map(sources.map(({ num, path }) => [num, path]));
  const { fields } = detail;
  const row = await new SessionRows(library, now).row(stored);
  return {
    ...row,
    threads: detail.threads.toSorted((a, b) => a.depth - b.depth),
    sources: sources.flatMap(sourceOnWire),
    usage: detail.usage.map(({ model, messages, usage }) => {
      const { input, output, cacheRead, cacheWrite } = usage;
      return { model, messages, tokens: { input, output, cacheRead, cacheWrite } };
    }),
    parentSession: fields.parentSession ?? null,
    forkedFrom: fields.forkedFrom ?? null,
    permissionMode: fields.permissionMode ?? null,
    costUsd: fields.costUsd ?? null,
    problems: detail.problems.map((problem) => problemOnWire(problem, (source) => paths.get(source) ?? '')),
    // Without its log, the agent cannot resume it.
    resume: row.gone ? null : resumeCommand(row.agent, row.id, row.project, sources[0]?.path),
    seq,
  };
};
