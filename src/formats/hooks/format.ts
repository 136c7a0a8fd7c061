// The hook inbox as a format: the entry point of this folder. Its files belong to sessions of other agents, whose logs they complete:
// hook reports join the same calls.

import { asName, asNumber, asString, atPointer, type JsonObject } from '../../base/json.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { isInboxFile, role } from './locate.ts';
import { HookReader } from './observe.ts';
import { isHookRecord, readRecord } from './records.ts';

function identify(_path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  for (const record of records) {
    const read = readRecord(record);
    if (read === undefined || asNumber(record['at']) === undefined) continue;
    return {
      agent: read.agent,
      session: read.session,
      thread: MAIN_THREAD,
      startedAt: Math.floor(read.at),
      lineage: null,
    };
  }
  return undefined;
}

/** A response as text: its own text, or all of it. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return asString(value) ?? asName(JSON.stringify(value)) ?? '';
}

export const hooks: Format = {
  agent: 'hooks',
  title: 'Hook inbox',
  isReceived: true,
  accompanies: isInboxFile,
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'never',
    running: 'always',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'sometimes',
    tokens: 'never',
    subagents: 'sometimes',
    live: 'always',
  },
  unread: {},
  // A format does not know the data folder: the library adds the inbox to the roots.
  roots: () => [],
  role,
  recognise: (record) => (isHookRecord(record) ? 1 : 0),
  identify,
  open: ({ session }) => new HookReader(session),
  inputAt: atPointer,
  contentAt: (record, pointer) => textOf(atPointer(record, pointer)),
  structuredAt: atPointer,
  readSide: () => [],
};
