// An event of a RAP thread as it leaves the runtime's store: a row, and also a line of an exported journal.

import { type JsonObject, parseJson } from '../base/json.ts';

/** The file in the data folder in which the runtime keeps its threads. */
export const RAP_DATABASE = 'rap.sqlite';

export interface RapEvent {
  readonly seq: number;
  readonly groupId: string;
  /** The call's id on the wire; null for events of the thread itself. */
  readonly id: string | null;
  readonly callId: string | null;
  readonly operation: string | null;
  readonly kind: string;
  readonly at: number;
  /** JSON: a callback as it was sent, or a message of the runtime. */
  readonly body: string;
}

/** The event as a record. `rap` marks the line as ours. */
export function rapRecord(event: RapEvent): JsonObject {
  const parsed = parseJson(event.body);
  return {
    rap: 1,
    seq: event.seq,
    at: event.at,
    group_id: event.groupId,
    event: event.kind,
    ...(event.id === null ? {} : { id: event.id }),
    ...(event.callId === null ? {} : { call_id: event.callId }),
    ...(event.operation === null ? {} : { operation: event.operation }),
    body: parsed.ok ? parsed.value : event.body,
  };
}
