// pi as a format: the entry point of this folder.

import { asName, atPointer, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt } from './content.ts';
import { unknownFields } from './fields.ts';
import { AGENT, isOhMyPi, role, roots, sessionOfPath } from './locate.ts';
import { originOf, PiReader } from './observe.ts';
import { isHead, recognise } from './records.ts';
import { UNREAD } from './unread.ts';

function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  const head = records.find(isHead);
  const session = asName(head?.['id']) ?? sessionOfPath(path);
  if (session === null) return undefined;
  const dated = head ?? records.find((record) => parseInstant(record['timestamp']) !== null);
  const startedAt = parseInstant(dated?.['timestamp']);
  return { session, thread: MAIN_THREAD, startedAt, lineage: (head && originOf(head)) ?? null };
}

export const pi: Format = {
  agent: AGENT,
  title: 'pi',
  // Extensions ask, block and start other agents; the log has only what they answer as a result.
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
    subagents: 'never',
    live: 'always',
  },
  unread: UNREAD,
  callIds: { token: 'toolCall"', between: ',"id":"' },
  resume: (session, log) => (isOhMyPi(log) ? ['omp', '--resume', session] : ['pi', '--session', session]),
  roots,
  role,
  recognise,
  identify,
  isIdentified: (records) => records.some(isHead),
  originOf: (record) => (isHead(record) ? originOf(record) : undefined),
  open: ({ session }) => new PiReader(session),
  unknownFields,
  inputAt: atPointer,
  contentAt,
  structuredAt: atPointer,
  readSide: () => [],
};
