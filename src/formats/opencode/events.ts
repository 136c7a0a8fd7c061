// The events of a session, which OpenCode only appends: every state of a message or a part, in order.

import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { PlacedRecord, RowQuery } from '../source.ts';
import { AGENT } from './locate.ts';
import { type MessageHead, messageHead, messageRecord, partRecord, placed, stateRecord } from './records.ts';
import { dataOf } from './row-data.ts';

const EVENTS = 'SELECT seq, type, data FROM event WHERE aggregate_id = ? ORDER BY seq';

/** The last state of each message, part and of the session's title, by id. */
export type ToldStates = Map<string, JsonObject | string>;

/** Whether a row holds the last reported state. States stay objects, so that only the compared one is serialized. */
export function isTold(states: ToldStates, id: string, data: string): boolean {
  const state = states.get(id);
  return state !== undefined && (typeof state === 'string' ? state : JSON.stringify(state)) === data;
}

/** What was reported so far. */
class Told {
  readonly session: string;
  readonly states: ToldStates;
  readonly #messages = new Map<string, MessageHead>();
  readonly #created = new Map<string, number | null>();
  readonly #partsOf = new Map<string, Set<string>>();

  constructor(session: string, states: ToldStates) {
    this.session = session;
    this.states = states;
  }

  message(info: JsonObject): JsonObject | undefined {
    const { id: name, sessionID: _, ...rest } = info;
    const id = asName(name);
    if (id === undefined) return undefined;
    this.states.set(id, rest);
    this.#messages.set(id, messageHead(info));
    return messageRecord({ session: this.session, id, isLast: false }, rest);
  }

  part(part: JsonObject, at: number | null): JsonObject | undefined {
    const { id: name, messageID, sessionID: _, ...rest } = part;
    const id = asName(name);
    const message = asName(messageID);
    if (id === undefined || message === undefined) return undefined;
    this.states.set(id, rest);
    const created = this.#created.get(id) ?? at;
    this.#created.set(id, created);
    const siblings = this.#partsOf.get(message) ?? new Set();
    this.#partsOf.set(message, siblings.add(id));
    return partRecord(
      { session: this.session, id, isLast: false },
      { message, head: this.#messages.get(message), created },
      rest,
    );
  }

  /** Undone by a person: the rows are deleted, and only events remember them. */
  removed(ids: readonly string[], at: number | null): JsonObject {
    const parts = ids.flatMap((id) => [id, ...(this.#partsOf.get(id) ?? [])]);
    for (const id of parts) this.states.delete(id);
    return { type: 'removed', agent: AGENT, session: this.session, at, ids: parts };
  }

  state(info: JsonObject, at: number | null): JsonObject | undefined {
    const title = asString(info['title']);
    if (title === undefined) return undefined;
    this.states.set(this.session, title);
    return stateRecord(this.session, at, { title });
  }
}

function timeOf(data: JsonObject): number | null {
  const time = asObject(asObject(data['info'])?.['time']);
  return asNumber(data['time']) ?? asNumber(time?.['updated']) ?? asNumber(time?.['created']) ?? null;
}

function recordOf(name: string, data: JsonObject, told: Told): JsonObject {
  const at = timeOf(data);
  const info = asObject(data['info']);
  const part = asObject(data['part']);
  const message = asName(data['messageID']);
  const partId = asName(data['partID']);
  let record: JsonObject | undefined;
  if (name === 'message.updated' && info !== undefined) record = told.message(info);
  else if (name === 'message.part.updated' && part !== undefined) record = told.part(part, at);
  else if (name === 'message.removed' && message !== undefined) record = told.removed([message], at);
  else if (name === 'message.part.removed' && partId !== undefined) record = told.removed([partId], at);
  else if (name.startsWith('session.') && info !== undefined) record = told.state(info, at);
  return record ?? { type: 'event', agent: AGENT, session: told.session, at, name };
}

/** Notes the reported states in `states`, by id. */
export function* eventRecords(query: RowQuery, session: string, states: ToldStates): Iterable<PlacedRecord> {
  const told = new Told(session, states);
  for (const row of query(EVENTS, session)) {
    // The number at the end is the version of its shape.
    const name = String(row['type']).replace(/\.\d{1,3}$/, '');
    yield placed(recordOf(name, dataOf(row['data']), told), `row ${String(row['seq'])} of event`);
  }
}
