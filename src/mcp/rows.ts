// The rows that answers are made of: calls and sessions, each with its id, its place in a log, and what the log says kept
// apart from what Toolscope says.

import { z } from 'zod';
import type { Place } from '../api/wire/basics.ts';
import type { WireCall } from '../api/wire/call.ts';
import type { SessionRow } from '../api/wire/session.ts';
import { cleanLine, isoTime } from './clean-text.ts';

const SUMMARY_MAX = 240;
const MESSAGE_MAX = 500;
const TITLE_MAX = 120;
const PATH_MAX = 1000;

interface CallName {
  readonly agent: string;
  readonly session: string;
  readonly callId: string;
  readonly occurrence: number;
}

/** As an address has it: parts that hold a slash stay one part. */
export function callIdOf({ agent, session, callId, occurrence }: CallName): string {
  const parts = [agent, session, callId, ...(occurrence === 1 ? [] : [String(occurrence)])];
  return parts.map(encodeURIComponent).join('/');
}

export function sessionIdOf(agent: string, session: string): string {
  return [agent, session].map(encodeURIComponent).join('/');
}

export function placeText({ file, line }: Pick<Place, 'file' | 'line'>): string {
  return `${cleanLine(file, PATH_MAX)}:${line}`;
}

export const time = z.string().nullable().describe('ISO time');
export const place = z.string().describe('file:line of the log this was read from');
export const callId = z.string().describe('For the tool "call".');

export const callRow = z.object({
  id: callId,
  at: time,
  tool: z.string(),
  status: z.string(),
  failure: z.string().nullable().describe('Class of the failure; null when nothing failed.'),
  blame: z.string().nullable().describe('Whose problem it is; "expected" is an answer, not a problem.'),
  hidden_failure: z.string().nullable().describe('Class of a failure that the success hides.'),
  duration_ms: z.number().nullable(),
  place,
  untrusted: z.object({ summary: z.string(), message: z.string().nullable() }),
});

export function callRowOf(call: WireCall): z.input<typeof callRow> {
  const message = (call.failure ?? call.masked)?.message ?? call.feedback;
  return {
    id: callIdOf(call),
    at: isoTime(call.requestedAt ?? call.endedAt),
    tool: call.toolId,
    status: call.status,
    failure: call.failure?.code ?? null,
    blame: (call.failure ?? call.masked)?.blame ?? null,
    hidden_failure: call.masked?.code ?? null,
    duration_ms: call.duration?.ms ?? null,
    place: placeText(call.place),
    untrusted: {
      summary: cleanLine(call.summary, SUMMARY_MAX),
      message: message === null || message === '' ? null : cleanLine(message, MESSAGE_MAX),
    },
  };
}

/** A call as other answers name it. */
export const briefCall = z.object({
  id: callId,
  at: time,
  tool: z.string(),
  status: z.string(),
  failure: z.string().nullable(),
  place,
  untrusted: z.object({ summary: z.string(), message: z.string().nullable() }),
});

export const sessionRow = z.object({
  id: z.string().describe('For session_summary and session_changes.'),
  started_at: time,
  last_at: time,
  state: z.string(),
  ending: z
    .string()
    .nullable()
    .describe('done, asked, interrupted, failed, running or unknown; null until worked out.'),
  calls: z.number().nullable().describe('null until its log has been read.'),
  failures: z.number().nullable(),
  open_failures: z.number().nullable().describe('Failures that no later call made good.'),
  hidden_failures: z.number().nullable(),
  cost_usd: z.number().nullable(),
  place: z.string().nullable().describe('Its log.'),
  untrusted: z.object({
    title: z.string().nullable(),
    project: z.string().nullable(),
    branch: z.string().nullable(),
    model: z.string().nullable(),
  }),
});

export function titleText(title: string | null): string | null {
  return title === null ? null : cleanLine(title, TITLE_MAX);
}

export function pathText(path: string | null): string | null {
  return path === null ? null : cleanLine(path, PATH_MAX);
}

export function sessionRowOf(row: SessionRow): z.input<typeof sessionRow> {
  return {
    id: sessionIdOf(row.agent, row.id),
    started_at: isoTime(row.startedAt),
    last_at: isoTime(row.lastAt),
    state: row.state.state,
    ending: row.insights?.ending ?? null,
    calls: row.unread ? null : row.calls,
    failures: row.unread ? null : row.failures,
    open_failures: row.insights?.openFailures ?? null,
    hidden_failures: row.unread ? null : row.masked,
    cost_usd: row.insights?.costUsd ?? null,
    place: row.log === null ? null : placeText({ file: row.log, line: 1 }),
    untrusted: {
      title: titleText(row.title),
      project: pathText(row.project),
      branch: titleText(row.branch),
      model: titleText(row.model),
    },
  };
}
