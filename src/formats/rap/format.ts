// Owns RAP threads as a format: the door to this folder. Threads live in the runtime's store; an exported journal is a
// log like any other.

import { asName, asNumber, atPointer, type JsonObject } from '../../base/json.ts';
import { readSegments } from '../../model/display-segment.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { neutralContent } from './content.ts';
import { RapReader } from './observe.ts';
import { AGENT, isJournalRecord } from './records.ts';

export { observeThread, refOf } from './observe.ts';

function identify(_path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const first = records.find(isJournalRecord);
  const session = asName(first?.['group_id']);
  if (session === undefined) return undefined;
  return { session, thread: MAIN_THREAD, startedAt: asNumber(first?.['at']) ?? null, lineage: null };
}

export const rap: Format = {
  agent: AGENT,
  title: 'RAP thread',
  skippedKeys: [],
  roots: () => [],
  role: () => undefined,
  recognise: (record) => (isJournalRecord(record) ? 1 : 0),
  identify,
  open: () => new RapReader(),
  inputAt: atPointer,
  contentAt: (record, pointer) => neutralContent(atPointer(record, pointer), pointer),
  structuredAt: atPointer,
  displayOf: (record) => readSegments(atPointer(record, '/body/display_as')).segments,
  readSide: () => [],
};
