// RAP threads as a format: the entry point of this folder. Threads are in the runtime's database; an exported journal is a log of
// lines.

import { asArray, asName, asNumber, atPointer, type JsonObject } from '../../base/json.ts';
import { MAX_SEGMENTS, type PlacedSegment, readSegments } from '../../model/display-segment.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { neutralContent } from './content.ts';
import { RapReader } from './observe.ts';
import { AGENT, isJournalRecord } from './records.ts';
import { journal } from './source.ts';

export { observeThread } from './observe.ts';

function identify(_path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const first = records.find(isJournalRecord);
  const session = asName(first?.['group_id']);
  if (session === undefined) return undefined;
  return { session, thread: MAIN_THREAD, startedAt: asNumber(first?.['at']) ?? null, lineage: null };
}

const DISPLAY = '/body/display_as';

function displayOf(record: JsonObject): PlacedSegment[] {
  const items = asArray(atPointer(record, DISPLAY)) ?? [];
  return items.slice(0, MAX_SEGMENTS).flatMap((item, i) =>
    // One by one: unreadable ones are left out, and the others keep their places.
    readSegments([item]).segments.map((segment) => ({ ...segment, pointer: `${DISPLAY}/${i}` })),
  );
}

export const rap: Format = {
  agent: AGENT,
  title: 'RAP thread',
  sources: [journal],
  isReceived: true,
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'never',
    running: 'always',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'never',
    tokens: 'never',
    subagents: 'never',
    live: 'always',
  },
  unread: {},
  roots: () => [],
  role: () => undefined,
  recognise: (record) => (isJournalRecord(record) ? 1 : 0),
  identify,
  open: () => new RapReader(),
  inputAt: atPointer,
  contentAt: (record, pointer) => neutralContent(atPointer(record, pointer), pointer),
  structuredAt: atPointer,
  displayOf,
  readSide: () => [],
};
