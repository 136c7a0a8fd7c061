// Made-up entries for the tests of this folder, with the values of an ordinary call as defaults.

import type { EntryChunk } from '../../api/wire/session.ts';
import type { Entry } from './entries.ts';

const ORDINARY: Entry = {
  kind: 'call',
  source: 0,
  offset: 0,
  pointer: '',
  thread: 'main',
  at: null,
  text: '',
  size: null,
  model: null,
  key: 0,
  callId: '',
  occurrence: 1,
  tool: 'Bash',
  toolId: 'shell',
  status: 'ok',
  code: null,
  blame: null,
  endedAt: null,
  ms: null,
  basis: null,
  bound: null,
  waitMs: null,
  hookMs: null,
  turn: 1,
  group: null,
  parentCall: null,
  startedThread: null,
  background: false,
  tokens: null,
  path: null,
  flags: [],
  masked: null,
};

/** A call by its number; its id is `c<number>`, its position follows from it. */
export function call(key: number, more: Partial<Entry> = {}): Entry {
  return { ...ORDINARY, key, callId: `c${key}`, offset: key * 10, ...more };
}

export function said(kind: string, offset: number, more: Partial<Entry> = {}): Entry {
  return { ...ORDINARY, kind, offset, key: 0, status: '', tool: '', toolId: '', pointer: '/text', ...more };
}

export function chunk(...list: readonly Entry[]): EntryChunk {
  const columns: Record<string, unknown[]> = {};
  for (const name of Object.keys(ORDINARY)) columns[name] = [];
  for (const entry of list) for (const [name, value] of Object.entries(entry)) columns[name]?.push(value);
  return columns as unknown as EntryChunk;
}
