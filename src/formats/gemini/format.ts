// Gemini CLI as a format: the entry point of this folder.

import { asName, atPointer, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentOfParts } from '../gemini-parts.ts';
import { copiedDocument, document } from './document.ts';
import { unknownFields } from './fields.ts';
import { AGENT, agentOfPath, role, roots } from './locate.ts';
import { GeminiReader } from './observe.ts';
import { isHead, recognise } from './records.ts';
import { UNREAD } from './unread.ts';

/** A subagent's chat has its own id: the session is the one whose folder it is in. */
function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const head = records.find(isHead);
  const own = asName(head?.['sessionId']);
  const place = agentOfPath(path);
  const isAgent = head === undefined ? place !== null : head['kind'] === 'subagent' && place !== null;
  const session = isAgent ? place?.session : own;
  if (session === undefined) return undefined;
  const dated = records.find((record) => parseInstant(record['startTime'] ?? record['timestamp']) !== null);
  const startedAt = parseInstant(dated?.['startTime'] ?? dated?.['timestamp']);
  const thread = isAgent ? (own ?? place?.thread ?? MAIN_THREAD) : MAIN_THREAD;
  return { session, thread, startedAt, lineage: null };
}

export const gemini: Format = {
  agent: AGENT,
  title: 'Gemini CLI',
  // A call is written when it has ended, with its request.
  logs: {
    requested: 'always',
    permission: 'never',
    'hooks-before': 'never',
    running: 'never',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'sometimes',
    tokens: 'always',
    subagents: 'sometimes',
    live: 'sometimes',
  },
  sources: [document, copiedDocument],
  unread: UNREAD,
  namesMessages: true,
  resume: (session) => ['gemini', '--resume', session],
  roots,
  role,
  recognise,
  identify,
  isIdentified: (records) => records.some(isHead),
  open: (file, state) => new GeminiReader(file, state),
  unknownFields,
  inputAt: atPointer,
  contentAt: (record, pointer) => contentOfParts(atPointer(record, pointer), pointer),
  structuredAt: atPointer,
  readSide: () => [],
};
