// Factory's Droid as a format: the entry point of this folder. A preview: few logs of it were seen.

import { asName, atPointer, type JsonObject } from '../../base/json.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt } from './bodies.ts';
import { AGENT, role, roots, sessionOfPath, sessionOfSettings } from './locate.ts';
import { DroidReader } from './observe.ts';
import { instantOf, recognise } from './records.ts';
import { readSettings } from './settings.ts';

function sessionIn(record: JsonObject): string | undefined {
  if (record['type'] === 'session_start') return asName(record['id']);
  return asName(record['sessionId']) ?? asName(record['session_id']);
}

function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  let session: string | undefined;
  let startedAt: number | null = null;
  for (const record of records) {
    session ??= sessionIn(record);
    startedAt ??= instantOf(record['timestamp']);
  }
  const id = session ?? sessionOfPath(path) ?? sessionOfSettings(path);
  return id === null ? undefined : { session: id, thread: MAIN_THREAD, startedAt, lineage: null };
}

export const droid: Format = {
  agent: AGENT,
  title: 'Factory Droid (preview)',
  logs: {
    requested: 'always',
    permission: 'never',
    'hooks-before': 'never',
    running: 'never',
    'hooks-after': 'never',
    result: 'always',
    structured: 'never',
    exitCode: 'sometimes',
    tokens: 'sometimes',
    subagents: 'never',
    live: 'always',
  },
  unread: {},
  namesMessages: true,
  resume: (session) => ['droid', '--resume', session],
  roots,
  role,
  recognise,
  identify,
  isIdentified: (records) =>
    records.some((record) => sessionIn(record) !== undefined) &&
    records.some((record) => instantOf(record['timestamp']) !== null),
  open: (file) => new DroidReader(file),
  inputAt: atPointer,
  contentAt,
  structuredAt: atPointer,
  readSide: readSettings,
};
