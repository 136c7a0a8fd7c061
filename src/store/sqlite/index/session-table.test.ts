// Tests that a session's detail is written when something of it changed, and only then.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text } from '../../../base/row.ts';
import type { SessionBatch } from '../../session-batch.ts';
import { openIndex } from '../open-index.ts';
import { InternedStrings } from './interned-strings.ts';
import { SessionTable } from './session-table.ts';

const { database } = openIndex(mkdtempSync(join(tmpdir(), 'toolscope-sessions-')));
const table = new SessionTable(database, new InternedStrings(database));
const session = table.create({ agent: 'claude-code', id: 's' });
const NONE = { calls: 0, failures: 0, masked: 0, running: 0 };

const BATCH: SessionBatch = {
  agent: 'claude-code',
  id: 's',
  lineage: null,
  isWhole: false,
  fields: { title: 'Pears' },
  startedAt: 1,
  lastAt: 2,
  live: true,
  threads: [],
  usage: [],
  compactions: [],
  sideFiles: [],
  problems: [],
  paths: [],
  sources: [],
  calls: [],
  messages: [],
  hooks: [],
};

/** Whether the detail is written: what stood there before is then gone. */
function isWritten(batch: SessionBatch): boolean {
  database.exec("UPDATE sessions SET detail = 'before'");
  table.describe(session, batch, NONE);
  const [detail] = database.query('SELECT detail FROM sessions', (row) => text(row, 'detail')).all();
  return detail !== 'before';
}

it('writes the detail when it is another one', () => {
  const sideFiles: string[] = [];
  const batch = { ...BATCH, sideFiles };
  expect([isWritten(batch), isWritten(batch), isWritten({ ...batch, lastAt: 3 })]).toEqual([true, false, false]);
  // Lists grow in place.
  sideFiles.push('/logs/agent.meta.json');
  expect([isWritten(batch), isWritten(batch)]).toEqual([true, false]);
  expect(isWritten({ ...batch, fields: { title: 'Plums' } })).toBe(true);
  expect(isWritten({ ...batch, fields: { title: 'Plums' }, threads: [] })).toBe(true);
  expect(isWritten({ ...batch, isWhole: true })).toBe(true);
});

it('writes it again after what was written did not get in', () => {
  expect([isWritten(BATCH), isWritten(BATCH)]).toEqual([true, false]);
  table.reset();
  expect(isWritten(BATCH)).toBe(true);
});
