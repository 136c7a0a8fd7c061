// Qwen Code as a format: the entry point of this folder.

import { asName, asObject, atPointer, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentOfParts } from '../gemini-parts.ts';
import { unknownFields } from './fields.ts';
import { AGENT, agentOfPath, role, roots, sessionOfPath } from './locate.ts';
import { QwenReader } from './observe.ts';
import { recognise } from './records.ts';
import { observeSide } from './side.ts';
import { UNREAD } from './unread.ts';

function originOf(record: JsonObject): string | undefined {
  return asName(asObject(record['forkedFrom'])?.['sessionId']);
}

function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const agent = agentOfPath(path);
  const first = records.find((record) => asName(record['sessionId']) !== undefined);
  const session =
    (agent === null ? undefined : sessionOfPath(path)) ?? asName(first?.['sessionId']) ?? sessionOfPath(path);
  if (session === null || session === undefined) return undefined;
  const dated = records.find((record) => parseInstant(record['timestamp']) !== null);
  const origin = records.map(originOf).find((id) => id !== undefined);
  return {
    session,
    thread: agent ?? MAIN_THREAD,
    startedAt: parseInstant(dated?.['timestamp']),
    lineage: origin ?? null,
  };
}

export const qwen: Format = {
  agent: AGENT,
  title: 'Qwen Code',
  // Telemetry has decisions and durations, if it is written.
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'never',
    running: 'sometimes',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'sometimes',
    tokens: 'always',
    subagents: 'always',
    live: 'always',
  },
  unread: UNREAD,
  callIds: { token: 'functionCall"', between: ':{"id":"' },
  resume: (session) => ['qwen', '--resume', session],
  roots,
  role,
  recognise,
  identify,
  isIdentified: (records) => records.some((record) => parseInstant(record['timestamp']) !== null),
  originOf,
  open: ({ thread }, state) => new QwenReader(thread, state),
  unknownFields,
  inputAt: atPointer,
  contentAt: (record, pointer) => contentOfParts(atPointer(record, pointer), pointer),
  structuredAt: atPointer,
  readSide: observeSide,
};
