// GitHub Copilot CLI as a format: the entry point of this folder.

import { asName, asObject, atPointer, type JsonObject } from '../../base/json.ts';
import { parseInstant } from '../../base/time.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt, inputAt } from './bodies.ts';
import {
  AGENT,
  role,
  roots,
  sessionOfPath,
  transcriptOfPath,
  VSCODE_AGENT,
  vscodeRole,
  vscodeRoots,
} from './locate.ts';
import { CopilotReader, VscodeReader } from './observe.ts';
import { verdictOf } from './outcome.ts';
import { recognise, recogniseVscode } from './records.ts';
import { isSpan, resultText, startOfSpan } from './spans.ts';
import { traces } from './traces.ts';
import { UNREAD } from './unread.ts';
import { parseWorkspace, readWorkspace } from './workspace.ts';

function identify(path: string, records: readonly JsonObject[]): FileIdentity | undefined {
  let session: string | undefined;
  let startedAt: number | null = null;
  for (const record of records) {
    startedAt ??= parseInstant(record['timestamp']) ?? startOfSpan(record);
    if (isSpan(record)) session ??= asName(record['chat']);
    if (record['type'] === 'session.start') session ??= asName(asObject(record['data'])?.['sessionId']);
  }
  const id = session ?? sessionOfPath(path) ?? transcriptOfPath(path);
  return id === null ? undefined : { session: id, thread: MAIN_THREAD, startedAt, lineage: null };
}

/** The first line says everything; without it, one with a time does. */
function isIdentified(records: readonly JsonObject[]): boolean {
  return records.some((record) => parseInstant(record['timestamp']) !== null || isSpan(record));
}

const shared = {
  unread: UNREAD,
  namesMessages: true,
  identify,
  isIdentified,
  inputAt,
  contentAt,
  structuredAt: atPointer,
  readSide: () => [],
} as const;

export const copilot: Format = {
  ...shared,
  agent: AGENT,
  title: 'GitHub Copilot CLI',
  // No question on record: allowed without one, or by a version that did not log them.
  logs: {
    requested: 'always',
    permission: 'sometimes',
    'hooks-before': 'sometimes',
    running: 'always',
    'hooks-after': 'sometimes',
    result: 'always',
    structured: 'sometimes',
    exitCode: 'always',
    tokens: 'sometimes',
    subagents: 'always',
    live: 'always',
  },
  resume: (session) => ['copilot', `--resume=${session}`],
  roots,
  role,
  recognise,
  parseSide: (text) => ({ ok: true, value: parseWorkspace(text) }),
  readSide: readWorkspace,
  open: (_file, state) => new CopilotReader(verdictOf, state),
};

/** The chat in VS Code. Transcripts have the same events, fewer of them, and no results; those are in its traces, if it keeps them. */
export const copilotVscode: Format = {
  ...shared,
  agent: VSCODE_AGENT,
  title: 'GitHub Copilot in VS Code',
  logs: {
    requested: 'always',
    permission: 'never',
    // Transcripts never have them, traces do: a missing one counts as not logged.
    'hooks-before': 'never',
    running: 'sometimes',
    'hooks-after': 'never',
    result: 'sometimes',
    structured: 'never',
    exitCode: 'never',
    tokens: 'sometimes',
    subagents: 'never',
    live: 'sometimes',
  },
  roots: vscodeRoots,
  role: vscodeRole,
  sources: [traces],
  contentAt: (record, pointer) =>
    isSpan(record) ? resultText(atPointer(record, pointer)) : contentAt(record, pointer),
  recognise: (record) => (isSpan(record) ? 1 : recogniseVscode(record)),
  open: (_file, state) => new VscodeReader(state),
};
