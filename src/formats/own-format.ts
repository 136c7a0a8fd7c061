// User-defined formats: a function from a record to requests and results makes a whole format.

import type { JsonObject } from '../base/json.ts';
import { clip, firstLine } from '../base/text.ts';
import { parseInstant, possibleInstant } from '../base/time.ts';
import { contentText, type ResultContent } from '../model/content.ts';
import type { LogCoverage } from '../model/log-coverage.ts';
import { MAIN_THREAD, type Observation } from '../model/observation.ts';
import type { Verdict } from '../model/outcome.ts';
import { ignored, misread, observed } from '../model/reading.ts';
import type { LineRef } from '../model/source.ts';
import type { Format } from './format.ts';

/** What one record says about a call. */
export type OwnEvent =
  | {
      readonly kind: 'request';
      readonly id: string;
      readonly name: string;
      readonly input?: unknown;
      /** When: milliseconds since 1970, or an ISO text. */
      readonly at?: number | string;
    }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly content?: ResultContent;
      readonly structured?: unknown;
      readonly isError?: boolean;
      readonly at?: number | string;
    };

export interface OwnFormat {
  /** The agent's name, in lists and filters. */
  readonly agent: string;
  readonly title?: string;
  /** Where its logs are; `~` is the home folder. */
  readonly folders?: readonly string[];
  /** Whether a record is this agent's. Must not be true of any other's. */
  recognise(record: JsonObject): boolean;
  /** The session a record belongs to; without it, a file is one session. */
  session?(record: JsonObject): string | undefined;
  /** Empty: the record says nothing about calls. */
  read(record: JsonObject): readonly OwnEvent[];
}

/** `read` can only report requests and results. */
const OWN_LOGS: LogCoverage = {
  requested: 'always',
  permission: 'never',
  'hooks-before': 'never',
  running: 'never',
  'hooks-after': 'never',
  result: 'always',
  structured: 'sometimes',
  exitCode: 'sometimes',
  tokens: 'never',
  subagents: 'never',
  live: 'always',
};

const OK: Verdict = { status: 'ok', rule: 'no-error-flag', failure: null };

function verdictOf(isError: boolean, content: ResultContent): Verdict {
  if (!isError) return OK;
  const message = clip(firstLine(contentText(content)), 240);
  return { status: 'error', rule: 'error-flag', failure: { code: 'error', blame: 'unknown', message } };
}

function instantOf(at: number | string | undefined): number | null {
  return typeof at === 'number' ? possibleInstant(at) : parseInstant(at);
}

function observationOf(event: OwnEvent, index: number, ref: LineRef): Observation {
  const seen = { ref, at: instantOf(event.at), thread: MAIN_THREAD };
  const pointer = `/${index}`;
  const record = null;
  if (event.kind === 'request') {
    const { id: callId, name: tool, input } = event;
    return { kind: 'call-requested', ...seen, callId, tool, input, record, group: null, model: null, pointer };
  }
  const { id: callId, content = '', structured, isError = false } = event;
  return {
    kind: 'call-resulted',
    ...seen,
    callId,
    verdict: verdictOf(isError, content),
    content,
    structured,
    record,
    requestRecord: null,
    background: null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: structured === undefined ? null : pointer },
  };
}

function tried<Value>(ask: () => Value, otherwise: Value): Value {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}

/** `logs/a.jsonl` → `a`. */
function nameOf(path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.length > 6 && name.endsWith('.jsonl') ? name.slice(0, -6) : undefined;
}

/**
 * A format of your own: `recognise` says which records are its own, `read` what each says.
 *
 * @example
 * import { defineFormat } from 'toolscope/parse';
 * const clockwork = defineFormat({
 *   agent: 'clockwork',
 *   recognise: (record) => record['by'] === 'clockwork',
 *   read: ({ ask, id }) => (typeof ask === 'string' ? [{ kind: 'request', id: String(id), name: ask }] : []),
 * });
 * console.log(clockwork.recognise({ by: 'clockwork' }));
 */
export function defineFormat(own: OwnFormat): Format {
  const { agent, title = agent, folders = [] } = own;
  // The line reader reports what its functions throw; everyone else continues without that record.
  const eventsOf = (record: JsonObject): readonly OwnEvent[] => tried(() => own.read(record), []);
  const sessionOf = (record: JsonObject): string | undefined => tried(() => own.session?.(record), undefined);
  const at = (record: JsonObject, pointer: string): OwnEvent | undefined => eventsOf(record)[Number(pointer.slice(1))];
  return {
    agent,
    title,
    logs: OWN_LOGS,
    unread: {},
    roots: ({ home }) =>
      folders.map((folder) => ({ path: folder.replace(/^~(?=$|[\\/])/, home), agent, from: 'config' })),
    role: () => undefined,
    recognise: (record) => (tried(() => own.recognise(record), false) ? 1 : 0),
    identify: (path, records) => {
      const told = records.map(sessionOf).find((session) => session !== undefined);
      const times = records.flatMap(eventsOf).map((event) => instantOf(event.at));
      const session = told ?? nameOf(path);
      const startedAt = times.find((time) => time !== null) ?? null;
      return session === undefined ? undefined : { session, thread: MAIN_THREAD, startedAt, lineage: null };
    },
    isIdentified: (records) => records.some((record) => eventsOf(record).length > 0),
    open: () => ({
      read: (record, ref) => {
        try {
          const events = own.read(record);
          if (events.length === 0) return ignored('nothing about calls');
          return observed(events.map((event, index) => observationOf(event, index, ref)));
        } catch (error) {
          return misread(
            'format-failed',
            `The format ${agent} threw: ${error instanceof Error ? error.message : error}`,
          );
        }
      },
      state: () => null,
    }),
    inputAt: (record, pointer) => {
      const event = at(record, pointer);
      return event?.kind === 'request' ? event.input : undefined;
    },
    contentAt: (record, pointer) => {
      const event = at(record, pointer);
      return event?.kind === 'result' ? (event.content ?? '') : '';
    },
    structuredAt: (record, pointer) => {
      const event = at(record, pointer);
      return event?.kind === 'result' ? event.structured : undefined;
    },
    readSide: () => [],
  };
}
