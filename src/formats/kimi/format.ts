// Kimi CLI and Kimi Code as formats: the entry point of this folder.

import { atPointer, type JsonObject } from '../../base/json.ts';
import type { LogCoverage } from '../../model/log-coverage.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { FileIdentity, Format } from '../format.ts';
import { contentAt, inputAt } from './bodies.ts';
import { KimiCliReader } from './cli-observe.ts';
import { codeContentAt, codeInputAt } from './code-bodies.ts';
import { KimiCodeReader } from './code-observe.ts';
import { AGENT, CODE_AGENT, codePlaceOf, codeRole, codeRoots, placeOf, role, roots, sessionOfState } from './locate.ts';
import { instantOfMs, instantOfSeconds, recognise, recogniseCode } from './records.ts';
import { readState } from './state.ts';

type Dated = (record: JsonObject) => number | null;

function identifier(placeAt: typeof placeOf, instantOf: Dated): Format['identify'] {
  return (path, records): FileIdentity | undefined => {
    const state = sessionOfState(path);
    const place = placeAt(path) ?? (state === undefined ? undefined : { session: state, thread: MAIN_THREAD });
    if (place === undefined) return undefined;
    const startedAt = records.map(instantOf).find((at) => at !== null) ?? null;
    return { ...place, startedAt, lineage: null };
  };
}

const cliInstant: Dated = (record) => instantOfSeconds(record['timestamp']);
const codeInstant: Dated = (record) => instantOfMs(record['time'] ?? record['created_at']);

const SHARED_LOGS: LogCoverage = {
  requested: 'always',
  permission: 'sometimes',
  'hooks-before': 'sometimes',
  running: 'always',
  'hooks-after': 'sometimes',
  result: 'always',
  structured: 'never',
  exitCode: 'sometimes',
  tokens: 'always',
  subagents: 'always',
  live: 'always',
};

export const kimi: Format = {
  agent: AGENT,
  title: 'Kimi CLI',
  logs: SHARED_LOGS,
  unread: {},
  resume: (session) => ['kimi', '--session', session],
  roots,
  role,
  recognise,
  identify: identifier(placeOf, cliInstant),
  isIdentified: (records) => records.some((record) => cliInstant(record) !== null),
  open: (file, state) => new KimiCliReader(file, state),
  inputAt,
  contentAt,
  structuredAt: atPointer,
  readSide: readState,
};

export const kimiCode: Format = {
  agent: CODE_AGENT,
  title: 'Kimi Code',
  logs: { ...SHARED_LOGS, 'hooks-before': 'never', 'hooks-after': 'never' },
  unread: { systemPrompt: 'drop', tools: 'drop', contextSummary: 'drop' },
  namesMessages: true,
  resume: (session) => ['kimi', '--session', session],
  roots: codeRoots,
  role: codeRole,
  recognise: recogniseCode,
  identify: identifier(codePlaceOf, codeInstant),
  isIdentified: (records) => records.some((record) => codeInstant(record) !== null),
  open: (file, state) => new KimiCodeReader(file, state),
  inputAt: codeInputAt,
  contentAt: codeContentAt,
  structuredAt: atPointer,
  readSide: readState,
};
