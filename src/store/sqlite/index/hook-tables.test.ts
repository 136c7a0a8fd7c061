// Tests that the views of hooks go through a session's runs once, however many different hooks there are.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text } from '../../../base/row.ts';
import { openIndex } from '../open-index.ts';
import { hooksThat } from './hook-tables.ts';

it('looks a run up among the words, never the words among the runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-hooks-'));
  const { database } = openIndex(folder);
  const plan = database.query(
    `EXPLAIN QUERY PLAN SELECT event, count(*) FROM ${hooksThat('h.session_pk = 1')} GROUP BY event`,
    (row) => text(row, 'detail'),
  );
  const order = plan.all().flatMap((step) => /^(?:SEARCH|SCAN) (\w)\b/.exec(step)?.[1] ?? []);
  database.close();
  rmSync(folder, { recursive: true });
  expect(order.join(' ')).toMatch(/^c e w h w/);
});
