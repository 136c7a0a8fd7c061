// How a session ended, and the record that says so.

import { oneLine } from '../base/headline.ts';
import { trimEndOf } from '../base/text.ts';
import { MAIN_THREAD } from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SessionView,
  traitOf,
} from './session-view.ts';

export const ENDINGS = ['done', 'asked', 'interrupted', 'failed', 'running', 'unknown'] as const;

/**
 * `done`: the agent ended its turn with an answer. `asked`: it ended with a question, or waits for one to be answered.
 * `interrupted`: a person stopped it. `failed`: the last record is an error of the model's service. `running`: it may
 * still go on. `unknown`: the log stops in the middle.
 */
export type EndingName = (typeof ENDINGS)[number];

export interface Ending {
  readonly ending: EndingName;
  /** The rule that decided: see docs/insights.md. */
  readonly rule: string;
  readonly at: number | null;
  /** The words of the log that say so. */
  readonly quote: string | null;
  readonly ref: LineRef | null;
  readonly call: CallRef | null;
}

interface LastRecord {
  readonly at: number;
  readonly ref: LineRef;
  readonly what: 'prompt' | 'answer' | 'thinking' | 'interrupt' | 'api-error' | 'notification' | 'request' | 'result';
  readonly text: string;
  readonly call: SeenCall | null;
}

/** Order of records with one time and line: a result is written after its request. */
function isLater(a: LastRecord, b: LastRecord | undefined): boolean {
  if (b === undefined || a.at !== b.at) return b === undefined || a.at > b.at;
  return a.ref.source !== b.ref.source ? a.ref.source > b.ref.source : a.ref.offset >= b.ref.offset;
}

function lineOf({ source, line, offset, length }: LineRef): LineRef {
  return { source, line, offset, length };
}

function lastRecord(view: SessionView): LastRecord | undefined {
  let last: LastRecord | undefined;
  const see = (record: LastRecord): void => {
    if (isLater(record, last)) last = record;
  };
  let reached = Number.NEGATIVE_INFINITY;
  for (const { what, thread, at, preview, ref } of view.messages) {
    if (thread !== MAIN_THREAD) continue;
    reached = at ?? reached;
    const common = { at: reached, ref, text: preview, call: null };
    // Commands such as leaving or clearing do not change how the work ended.
    if (what === 'peer') see({ ...common, what: 'notification' });
    else if (
      what === 'prompt' ||
      what === 'answer' ||
      what === 'thinking' ||
      what === 'interrupt' ||
      what === 'api-error' ||
      what === 'notification'
    ) {
      see({ ...common, what });
    }
  }
  reached = Number.NEGATIVE_INFINITY;
  for (const call of view.calls) {
    if (call.thread !== MAIN_THREAD) continue;
    const { requestedAt, endedAt, bodies, summary } = call;
    reached = requestedAt ?? reached;
    see({ at: reached, ref: lineOf(bodies.input), what: 'request', text: summary, call });
    const isHere = bodies.content !== null && call.background === null;
    if (isHere) see({ at: endedAt ?? reached, ref: lineOf(bodies.content), what: 'result', text: summary, call });
  }
  return last;
}

/** The last sentence of a text, if it is a question. */
function questionIn(text: string): string | null {
  const end = trimEndOf(text, ' \n\r\t*_`)"\'»”');
  if (!end.endsWith('?')) return null;
  const start = Math.max(end.lastIndexOf('\n'), end.lastIndexOf('. '), end.lastIndexOf('! '));
  return end.slice(start + 1).trim();
}

const QUOTE = 300;

/** Agents write "[Request interrupted by user]" and the like; that text is quoted. */
function ofRecord(record: LastRecord, view: SessionView, traits: InsightOptions['traits']): Ending {
  const { at: reached, ref, what, text, call } = record;
  const at = Number.isFinite(reached) ? reached : null;
  const base = { at, ref, call: call === null ? null : callRef(call), quote: text.slice(0, QUOTE) };
  switch (what) {
    case 'interrupt':
      return { ...base, ending: 'interrupted', rule: 'last-record-is-interrupt' };
    case 'api-error':
      return { ...base, ending: 'failed', rule: 'last-record-is-service-error' };
    case 'answer': {
      const question = view.lastWords === null ? null : questionIn(view.lastWords.trimEnd().slice(-2000));
      const quote = oneLine(question?.slice(-QUOTE) ?? text, QUOTE);
      return question === null
        ? { ...base, ending: 'done', rule: 'last-record-is-answer', quote }
        : { ...base, ending: 'asked', rule: 'last-answer-ends-with-question', quote };
    }
    case 'request':
    case 'result': {
      if (call === null) break;
      const isOpen = call.status === 'running' || call.status === 'lost';
      if (isOpen && traitOf(traits, call.toolId).awaits !== null) {
        return { ...base, ending: 'asked', rule: 'question-without-answer' };
      }
      if (call.status === 'rejected') return { ...base, ending: 'interrupted', rule: 'last-call-was-refused' };
      if (call.status === 'interrupted') return { ...base, ending: 'interrupted', rule: 'last-call-was-interrupted' };
      const hasNoResult = isOpen || call.status === 'unknown';
      return {
        ...base,
        ending: 'unknown',
        rule: hasNoResult ? 'last-call-has-no-result' : 'no-word-after-last-result',
      };
    }
    default:
  }
  return { ...base, ending: 'unknown', rule: `last-record-is-${what}` };
}

export function endingOf(view: SessionView, { traits }: Pick<InsightOptions, 'traits'>): Ending {
  const record = lastRecord(view);
  const nothing = { at: view.lastAt, quote: null, ref: null, call: null };
  if (record === undefined) {
    return { ...nothing, ending: view.live ? 'running' : 'unknown', rule: 'nothing-was-said' };
  }
  const ended = ofRecord(record, view, traits);
  // A log that may still grow is over only when its turn is.
  const isOver = ended.ending !== 'unknown' && ended.ending !== 'failed';
  if (!view.live || isOver) return ended;
  return { ...ended, ending: 'running', rule: 'log-may-still-grow' };
}
