// Runs that a service starts: RemoteTrigger of Claude Code, a thin layer over an HTTP interface.

import { clip, utf8Bytes } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { anything, looseId, looseText, orJsonText, text } from '../shapes.ts';

export interface RemoteTriggerInput {
  /** list, get, create, update, run, create_webhook_trigger, list_runs, get_run_log, or a newer word. */
  readonly action: string;
  readonly triggerId: string | null;
  readonly sessionId: string | null;
  readonly cursor: string | null;
  readonly body: unknown;
}

export interface RemoteTriggerResult {
  readonly kind: 'answer';
  readonly httpStatus: number;
  /** The answer's JSON, as text. */
  readonly json: string;
  readonly summary: string | null;
}

const answer = shape.object({ status: shape.number(), json: text, summary: looseText }).transform(
  (raw): RemoteTriggerResult => ({
    kind: 'answer',
    httpStatus: raw.status,
    json: raw.json,
    summary: raw.summary ?? null,
  }),
);

/** `HTTP 200`, then the body. */
function read(content: string): RemoteTriggerResult | undefined {
  const match = /^HTTP (\d{3})\b[^\n]{0,200}(?:\n|$)/.exec(content.slice(0, 300));
  if (match === null) return undefined;
  return { kind: 'answer', httpStatus: Number(match[1]), json: content.slice(match[0].length).trim(), summary: null };
}

const claudeCode = defineDialect<RemoteTriggerInput, RemoteTriggerResult>({
  agent: 'claude-code',
  names: ['RemoteTrigger'],
  input: shape
    .object({
      action: text,
      trigger_id: looseId,
      session_id: looseId,
      cursor: looseText,
      body: orJsonText(anything.optional()),
    })
    .transform(
      (raw): RemoteTriggerInput => ({
        action: raw.action,
        triggerId: raw.trigger_id ?? null,
        sessionId: raw.session_id ?? null,
        cursor: raw.cursor ?? null,
        body: raw.body ?? null,
      }),
    ),
  structured: [{ kind: 'answer', schema: answer }],
  text: [{ kind: 'answer', read }],
});

export const remoteTrigger = defineTool<RemoteTriggerInput, RemoteTriggerResult>({
  id: 'remote-trigger',
  title: 'Remote trigger',
  family: 'tasks',
  dialects: [claudeCode],
  failures: [
    { code: 'not-signed-in', blame: 'environment', pattern: /^(?:Not (?:logged|signed) in|Authentication required)/ },
  ],
  facts: ({ result }) => (result === null ? {} : { httpStatus: result.httpStatus, bytes: utf8Bytes(result.json) }),
  summary: ({ input, result }) => {
    const which = input?.triggerId ?? input?.sessionId ?? null;
    const what = `${input?.action.replaceAll('_', ' ') ?? ''}${which === null ? '' : ` ${which}`}`;
    if (result === null) return what;
    return `${what} → ${result.httpStatus}${result.summary === null ? '' : `, ${clip(result.summary, 80)}`}`;
  },
  target: (input) => [input.action, input.triggerId ?? input.sessionId ?? ''].join(' ').trim(),
  quietFailure: (result) =>
    result.httpStatus < 400
      ? null
      : {
          code: 'http-error',
          blame: result.httpStatus < 500 ? 'agent' : 'environment',
          message: result.summary ?? `HTTP ${result.httpStatus}`,
        },
});
