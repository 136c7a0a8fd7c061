// Reads a record of a RAP thread's journal: one per event, as the store gives it and as it is exported.

import { asName, asNumber, asObject, type JsonObject } from '../../base/json.ts';
import { possibleInstant } from '../../base/time.ts';

export const AGENT = 'rap';

export interface JournalEvent {
  readonly event: string;
  readonly at: number | null;
  readonly groupId: string | null;
  /** Of the call it is about. */
  readonly id: string | null;
  readonly operation: string | null;
  readonly body: JsonObject;
}

export function isJournalRecord(record: JsonObject): boolean {
  return record['rap'] === 1 && typeof record['event'] === 'string' && typeof record['group_id'] === 'string';
}

export function readEvent(record: JsonObject): JournalEvent {
  return {
    event: asName(record['event']) ?? '',
    at: possibleInstant(asNumber(record['at']) ?? Number.NaN),
    groupId: asName(record['group_id']) ?? null,
    id: asName(record['id']) ?? null,
    operation: asName(record['operation']) ?? null,
    body: asObject(record['body']) ?? {},
  };
}
