// Turns a RAP journal record into observations: one branch per kind of event, nothing dropped silently.

import { asArray, asNumber, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { contentText } from '../../model/content.ts';
import { MAIN_THREAD, type Observation, type SessionFields } from '../../model/observation.ts';
import { type RapEvent, rapRecord } from '../../model/rap-event.ts';
import { ignored, misread, observed, type Reading } from '../../model/reading.ts';
import type { LineRef } from '../../model/source.ts';
import type { LineReader } from '../format.ts';
import { neutralContent } from './content.ts';
import { syntheticVerdict, verdictOf } from './outcome.ts';
import { AGENT, isJournalRecord, type JournalEvent, readEvent } from './records.ts';

interface Seen {
  readonly ref: LineRef;
  readonly at: number | null;
  readonly thread: string;
}

function described(event: JournalEvent, seen: Seen): Observation {
  const title = asString(event.body['title']);
  const parentSession = asString(asArray(event.body['thread_ancestors'])?.at(-1));
  const fields: SessionFields = {
    originator: AGENT,
    ...(title === undefined ? {} : { title, titleBy: 'user' as const }),
    ...(parentSession === undefined ? {} : { parentSession }),
  };
  return { kind: 'session-described', ...seen, fields };
}

function requested(callId: string, event: JournalEvent, seen: Seen): Observation {
  return {
    kind: 'call-requested',
    ...seen,
    callId,
    tool: event.operation ?? asString(event.body['operation']) ?? 'unknown',
    input: event.body['arguments'] ?? {},
    record: null,
    group: null,
    model: null,
    pointer: '/body/arguments',
  };
}

/** Until the callback comes the call runs elsewhere, for as long as it takes: neither time nor other calls make it lost. */
function awaited(callId: string, seen: Seen): Observation {
  return {
    kind: 'call-resulted',
    ...seen,
    callId,
    verdict: { status: 'background', rule: 'rap:pending', failure: null, placeholder: true },
    content: '',
    structured: undefined,
    record: null,
    requestRecord: null,
    background: { kind: 'remote', taskId: callId },
    agentId: null,
    runId: null,
    pointers: { content: '/body/text', structured: null },
  };
}

function resulted(callId: string, event: JournalEvent, seen: Seen): Observation {
  const items = asArray(event.body['content']);
  // An empty list next to a text says nothing, as in the runtime.
  const isContent = items !== undefined && (items.length > 0 || asString(event.body['text']) === undefined);
  const pointer = isContent ? '/body/content' : '/body/text';
  const content = neutralContent(event.body[isContent ? 'content' : 'text'], pointer);
  const text = contentText(content);
  const isSubscription = event.body['subscription'] === true;
  return {
    kind: 'call-resulted',
    ...seen,
    callId,
    verdict:
      event.event === 'synthetic-result'
        ? syntheticVerdict(asString(event.body['reason']) ?? '', text)
        : verdictOf(text, isSubscription),
    content,
    structured: undefined,
    record: null,
    requestRecord: null,
    background: isSubscription ? { kind: 'subscription', taskId: callId } : null,
    agentId: null,
    runId: null,
    pointers: { content: pointer, structured: null },
  };
}

function progressed(callId: string, what: string, seen: Seen): Observation {
  return { kind: 'progress-made', ...seen, callId, what, elapsedMs: null, agentId: null };
}

function ended(callId: string, status: 'completed' | 'killed', message: string | null, seen: Seen): Observation {
  return {
    kind: 'background-ended',
    ...seen,
    callId,
    taskId: callId,
    status,
    exitCode: null,
    message,
    reportedMs: null,
    via: status === 'killed' ? 'kill' : 'notification',
  };
}

function eventOf(callId: string, { body, groupId }: JournalEvent, seen: Seen): Observation[] {
  const text = asString(body['text']) ?? '';
  // In a thread opened for the event: the call itself is in the thread above.
  const isAlone = (asString(body['group_id']) ?? groupId) !== groupId;
  const spoken: Observation = {
    kind: 'message-spoken',
    ...seen,
    what: 'notification',
    text,
    pointer: '/body/text',
    model: null,
    callId: isAlone ? null : callId,
  };
  if (isAlone) return [spoken];
  const observations = [progressed(callId, 'subscription event', seen), spoken];
  if (body['final'] === true) observations.push(ended(callId, 'completed', clip(firstLine(text), 200), seen));
  return observations;
}

/** A person was asked, or has answered: the call waits for them, not for its tool. */
function askedOf(callId: string, { event, body }: JournalEvent, seen: Seen): Observation[] {
  const prompt = asString(body['prompt']) ?? asString(body['auth_host']) ?? null;
  if (event === 'choice-answered') {
    const selected = asNumber(body['selected']);
    return [progressed(callId, `choice answered: ${selected ?? 'unknown'}`, seen)];
  }
  const asked: Observation = {
    kind: 'permission-decided',
    ...seen,
    callId,
    decision: 'asked',
    by: 'user',
    message: prompt === null ? null : clip(prompt, 200),
  };
  return [progressed(callId, event === 'oauth' ? 'sign-in asked for' : 'choice asked for', seen), asked];
}

/** Steps of a call that say nothing about how it came out. */
const STEPS: Readonly<Record<string, string>> = {
  'call-accepted': 'accepted by the tool server',
  'delivery-uncertain': 'delivery uncertain',
  'choice-delivered': 'answer delivered',
  'choice-undelivered': 'answer not delivered',
  'subscription-refused': 'subscription refused: too many',
};

const STATE: Readonly<Record<string, string>> = {
  'thread-closed': 'state: thread closed',
  'toolsets-loaded': 'state: toolsets',
  'toolsets-moved': 'state: toolsets',
  view_update: 'state: view',
};

function observeCall(callId: string, event: JournalEvent, seen: Seen): Reading {
  switch (event.event) {
    case 'call-registered':
      return observed([requested(callId, event, seen), awaited(callId, seen)]);
    case 'tool_result':
    case 'synthetic-result':
      return observed([resulted(callId, event, seen)]);
    case 'subscription_event':
      return observed(eventOf(callId, event, seen));
    case 'event-threaded':
      return observed([
        progressed(callId, 'subscription event in a thread of its own', seen),
        ...(event.body['final'] === true ? [ended(callId, 'completed', null, seen)] : []),
      ]);
    case 'subscription-cancelled':
      return observed([ended(callId, 'killed', 'cancelled', seen)]);
    case 'oauth':
    case 'user_choice':
    case 'confirmation-asked':
    case 'choice-answered':
      return observed(askedOf(callId, event, seen));
    default: {
      const step = STEPS[event.event];
      return step === undefined
        ? observed([{ kind: 'unrecognised', ...seen, what: event.event }])
        : observed([progressed(callId, step, seen)]);
    }
  }
}

function observeEvent(event: JournalEvent, ref: LineRef): Reading {
  const seen: Seen = { ref, at: event.at, thread: MAIN_THREAD };
  const reason = STATE[event.event];
  if (reason !== undefined) return ignored(reason);
  if (event.event === 'thread-opened') return observed([described(event, seen)]);
  if (event.id === null) return observed([{ kind: 'unrecognised', ...seen, what: event.event }]);
  return observeCall(event.id, event, seen);
}

export class RapReader implements LineReader {
  read(record: JsonObject, ref: LineRef): Reading {
    if (!isJournalRecord(record)) return misread('not-a-journal-record', 'The record is no event of a RAP thread.');
    return observeEvent(readEvent(record), ref);
  }

  state(): null {
    return null;
  }
}

/** The reference of a stored event: its number is its line and its offset, so that later events come later. */
export function refOf({ seq, body }: Pick<RapEvent, 'seq' | 'body'>): LineRef {
  return { source: 0, line: seq, offset: seq, length: body.length };
}

/** A stored thread's events, in order, as observations. */
export function observeThread(rows: Iterable<RapEvent>): Observation[] {
  const reader = new RapReader();
  const observations: Observation[] = [];
  for (const row of rows) {
    const reading = reader.read(rapRecord(row), refOf(row));
    if (reading.kind === 'observed') observations.push(...reading.observations);
  }
  return observations;
}
