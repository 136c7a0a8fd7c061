// Tests that a file is known again exactly as it was: to the last digit of its time, whatever its name.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyLedger } from '../../../model/ledger.ts';
import { openIndex } from '../open-index.ts';
import { SourceTable } from './source-table.ts';

const { database } = openIndex(mkdtempSync(join(tmpdir(), 'toolscope-sources-')));
const table = new SourceTable(database);
database.exec("INSERT INTO sessions (pk, agent, id, live, detail) VALUES (1, 'claude-code', 's', 0, '')");

/** As the system reports it: seconds and nanoseconds. */
const instant = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([seconds, nanoseconds]) => seconds * 1000 + nanoseconds / 1e6);

it('gives back what was put', () => {
  fc.assert(
    fc.property(
      instant,
      fc.option(instant),
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      (modifiedAt, startedAt, name, isSide) => {
        const path = `/logs/${name}`;
        const facts = { num: 0, path, thread: 'main', startedAt, device: '1', inode: '2', size: 3, modifiedAt };
        const read = { offset: 4, line: 5, head: 'h', tail: 't' };
        table.put(1, { ...facts, ...read, ledger: isSide ? null : emptyLedger() });
        const session = { agent: 'claude-code', session: 's', lineage: null, isOutdated: false, isUnread: false };
        const known = { ...facts, ...read, ...session, isSide, goneAt: null };
        expect(table.at(path)).toEqual(known);
        expect(table.all().find((source) => source.path === path)).toEqual(known);
        expect(table.stamps()).toEqual([[path, 3, modifiedAt, isSide ? null : 1]]);
        table.clear(1);
      },
    ),
    { numRuns: 300 },
  );
});
