// Claude Code as a format: the entry point of this folder.

import { asName, asObject, atPointer, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { receivedFrom } from '../../model/arrival.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { neutralContent } from './content.ts';
import { unknownFields } from './fields.ts';
import { headless } from './headless.ts';
import { AGENT, agentOfFile, role, roots, runOfFolder, sessionOfFile, sessionOfFolder } from './locate.ts';
import { ClaudeReader } from './observe.ts';
import { OWN_TYPES } from './records.ts';
import { observeSide } from './side.ts';
import { isEnough, UNREAD } from './unread.ts';

const CONVERSATION: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment', 'progress']);

function recognise(record: JsonObject): number {
  const type = record['type'];
  if (typeof type !== 'string' || 'payload' in record) return 0;
  const tied = typeof record['sessionId'] === 'string' || typeof record['uuid'] === 'string' || 'parentUuid' in record;
  const message = asObject(record['message']);
  // Qwen Code writes the same envelope around messages in parts, and around its system records.
  if ((message !== undefined && 'parts' in message) || 'systemPayload' in record) return 0;
  // Droid streams the same types, and dates them by a number.
  if (typeof record['timestamp'] === 'number') return 0;
  if (CONVERSATION.has(type)) {
    if (tied) return 1;
    // Hand-made and streamed logs lack ids, but a message is a message.
    const isMessage = message !== undefined && ('content' in message || 'role' in message);
    if (isMessage) return 0.9;
    // Others begin their streams with such a record too, but without a subtype.
    const isNamed = type !== 'system' || 'subtype' in record;
    return isNamed && typeof record['session_id'] === 'string' ? 0.9 : 0;
  }
  return recogniseState(type, record, tied);
}

function recogniseState(type: string, record: JsonObject, tied: boolean): number {
  // The end of a headless run, which may be all that was kept of it.
  if (type === 'result' && typeof record['session_id'] === 'string' && 'num_turns' in record) return tied ? 1 : 0.9;
  if (OWN_TYPES.has(type)) return tied || 'leafUuid' in record || 'messageId' in record ? 1 : 0.4;
  return tied ? 0.6 : 0;
}

function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const agentId = agentOfFile(path);
  const thread = agentId ?? MAIN_THREAD;
  let session: string | undefined;
  let startedAt: number | null = null;
  let lineage: string | null = null;
  for (const record of records) {
    session ??= asName(record['sessionId']) ?? asName(record['session_id']);
    startedAt ??= parseInstant(record['timestamp']) ?? receivedFrom(record);
    // Forks copy conversation records with their times; state records are written again.
    if (record['type'] === 'user' || record['type'] === 'assistant') lineage ??= asName(record['timestamp']) ?? null;
    if (session !== undefined && lineage !== null) break;
  }
  const named = agentId === null && runOfFolder(path) === null ? sessionOfFile(path) : sessionOfFolder(path);
  const id = named ?? session ?? sessionOfFolder(path);
  if (id === null || id === undefined) return undefined;
  return { session: id, thread, startedAt, lineage };
}

export const claudeCode: Format = {
  agent: AGENT,
  title: 'Claude Code',
  // An approved prompt leaves no trace.
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'sometimes',
    running: 'sometimes',
    'hooks-after': 'sometimes',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'sometimes',
    tokens: 'always',
    subagents: 'always',
    live: 'always',
  },
  sources: [headless],
  resume: (session) => ['claude', '--resume', session],
  unread: UNREAD,
  isEnough,
  namesMessages: true,
  // For blocks of all kinds: `server_tool_use`, `mcp_tool_use`. The usage of a message has a member of that name.
  callIds: { token: 'tool_use"', between: ',"id":"', notAfter: 'stop_reason":"', notBefore: ':' },
  titleMark: '"leafUuid"',
  roots,
  role,
  recognise,
  identify,
  open: (file, state) => new ClaudeReader(file, state),
  unknownFields,
  inputAt: atPointer,
  contentAt: (record, pointer) => neutralContent(atPointer(record, pointer), pointer),
  structuredAt: atPointer,
  readSide: observeSide,
};
