// Drafts of requests and results. They have all their fields from the beginning, which are then set in place: copies with a field more
// or less have many shapes, and the engine then reads each of them the slow way.

import type { ResultContent } from '../../model/content.ts';
import type { CallRequested, CallResulted } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Seen } from './envelope.ts';
import type { OpenCall } from './memory.ts';

type Draft<Of> = { -readonly [Field in keyof Of]: Of[Field] };
export type RequestDraft = Draft<CallRequested>;
export type ResultDraft = Draft<CallResulted>;

/** A call without an id is named after its place, so that it is the same call whenever the line is read. */
export function placeId(seen: Seen): string {
  return `at:${seen.ref.offset}`;
}

/** Names a call known only from the record of its end, so that a copy of that record is not a second call. */
function impliedRecord(callId: string, { at }: Seen): string | null {
  return at === null ? null : `${callId}@${at}`;
}

export function requested(
  seen: Seen,
  callId: string,
  tool: string,
  input: unknown,
  pointer: string,
  model: string | null,
): RequestDraft {
  return {
    kind: 'call-requested',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    tool,
    input,
    record: null,
    group: null,
    model,
    pointer,
    parentCall: undefined,
    implied: undefined,
  };
}

/** The request of a call known only from the record of its end, which began at `at` if that is known. */
export function impliedRequest(
  seen: Seen,
  at: number | null,
  callId: string,
  tool: string,
  input: unknown,
  pointer: string,
  model: string | null,
): RequestDraft {
  const request = requested(seen, callId, tool, input, pointer, model);
  request.at = at;
  request.record = impliedRecord(callId, seen);
  request.implied = true;
  return request;
}

export function resulted(
  seen: Seen,
  callId: string,
  verdict: Verdict,
  content: ResultContent,
  pointer: string,
  record: string | null,
): ResultDraft {
  return {
    kind: 'call-resulted',
    ref: seen.ref,
    at: seen.at,
    thread: seen.thread,
    callId,
    verdict,
    content,
    structured: undefined,
    record,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: null },
    reportedMs: undefined,
    continues: undefined,
    isWrittenWithRequest: undefined,
  };
}

/** If no further apart than this, request and result were written together (B6.1, old timestamps). */
const TOGETHER_MS = 2;

/** Notes the time a result itself states, and the doubt about the time between the records. */
export function noteTime(result: ResultDraft, reportedMs: number | null, open: OpenCall | undefined): void {
  const { at } = result;
  if (reportedMs !== null) result.reportedMs = reportedMs;
  if (at !== null && open !== undefined && open.at !== null && at - open.at <= TOGETHER_MS)
    result.isWrittenWithRequest = true;
}

/** The pointer of content that is nowhere in the record. */
export function nowhere(base: string): string {
  return `${base}/-`;
}
