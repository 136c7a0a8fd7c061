// Cursor as a format: the entry point of this folder. A preview: its transcripts hold what was requested, and nothing else.

import { asArray, asObject, atPointer, type JsonObject } from '../../base/json.ts';
import type { Format } from '../format.ts';
import { AGENT, placeOf, role, roots } from './locate.ts';
import { CursorReader } from './observe.ts';

const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'tool']);

/** `{role, message: {content}}` without a type, an id or a time. */
function recognise(record: JsonObject): number {
  if (record['type'] === 'turn_ended') return 'status' in record && !('id' in record) ? 0.4 : 0;
  const message = asObject(record['message']);
  if ('type' in record || 'uuid' in record || 'timestamp' in record || !ROLES.has(record['role'])) return 0;
  return message !== undefined && asArray(message['content']) !== undefined && !('id' in message) ? 1 : 0;
}

export const cursor: Format = {
  agent: AGENT,
  title: 'Cursor (preview)',
  logs: {
    requested: 'always',
    permission: 'never',
    'hooks-before': 'never',
    running: 'never',
    'hooks-after': 'never',
    result: 'never',
    structured: 'never',
    exitCode: 'never',
    tokens: 'never',
    subagents: 'sometimes',
    live: 'always',
  },
  unread: {},
  roots,
  role,
  recognise,
  identify: (path) => {
    const place = placeOf(path);
    return place === undefined ? undefined : { ...place, startedAt: null, lineage: null };
  },
  isIdentified: (records) => records.some((record) => recognise(record) === 1),
  open: (file) => new CursorReader(file),
  inputAt: atPointer,
  contentAt: () => '',
  structuredAt: atPointer,
  readSide: () => [],
};
