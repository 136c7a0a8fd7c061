// OpenCode as a format, and the older program of the same name: the entry point of this folder.

import { asName, asNumber, asString, atPointer, type JsonObject } from '../../base/json.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt } from './bodies.ts';
import { database } from './database.ts';
import { exported } from './export.ts';
import { GoReader, parsedText } from './go-observe.ts';
import { AGENT, GO_AGENT, role, roots } from './locate.ts';
import { OpenCodeReader } from './observe.ts';
import { recognise } from './records.ts';
import { stored } from './storage.ts';
import { UNREAD } from './unread.ts';

/** Subagents are separate sessions, and threads of the topmost one. */
function identify(_path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const head = records.find(({ type }) => type === 'session');
  const own = asName(head?.['session']);
  if (head === undefined || own === undefined) return undefined;
  const session = asName(head['root']) ?? own;
  const thread = session === own ? MAIN_THREAD : own;
  return { session, thread, startedAt: asNumber(head['at']) ?? null, lineage: null };
}

function isIdentified(records: readonly JsonObject[]): boolean {
  return records.some(({ type }) => type === 'session');
}

export const openCode: Format = {
  agent: AGENT,
  title: 'OpenCode',
  logs: {
    requested: 'always',
    permission: 'never',
    'hooks-before': 'never',
    running: 'always',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'always',
    tokens: 'always',
    subagents: 'always',
    live: 'always',
  },
  sources: [database, exported, stored],
  unread: UNREAD,
  namesMessages: true,
  resume: (session) => ['opencode', '--session', session],
  roots,
  role,
  recognise,
  identify,
  isIdentified,
  open: ({ thread }, state) => new OpenCodeReader(thread, state),
  inputAt: atPointer,
  contentAt,
  structuredAt: atPointer,
  readSide: () => [],
};

/** Its database has the same name, and is read like the other's: its records say which program wrote them. */
export const openCodeGo: Format = {
  agent: GO_AGENT,
  title: 'OpenCode (the older program in Go)',
  logs: {
    requested: 'always',
    permission: 'never',
    'hooks-before': 'never',
    running: 'never',
    'hooks-after': 'never',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'never',
    tokens: 'never',
    subagents: 'never',
    live: 'always',
  },
  unread: {},
  namesMessages: true,
  roots: () => [],
  role: () => undefined,
  recognise: (record) => (record['agent'] === GO_AGENT && asString(record['session']) !== undefined ? 1 : 0),
  identify,
  isIdentified,
  open: (file) => new GoReader(file),
  inputAt: (record, pointer) => parsedText(atPointer(record, pointer)),
  contentAt,
  structuredAt: (record, pointer) => parsedText(atPointer(record, pointer)),
  readSide: () => [],
};
