// Tests which sessions fit a wish to throw copies away.

import { join, parse } from 'node:path';
import { expect, it } from 'vitest';
import { fits, type KeptSession } from './purge.ts';

const ROOT = parse(process.cwd()).root;
const SESSION: KeptSession = {
  agent: 'codex',
  session: 's-1',
  project: join(ROOT, 'orchard', 'pears'),
  title: null,
  lastAt: 1,
  isGone: true,
  isIndexed: true,
  paths: [join(ROOT, 'logs', 's-1.jsonl')],
  copies: [],
  told: [],
  rawBytes: 0,
  packedBytes: 0,
};

it('finds sessions by a folder above their logs or project, a root too', () => {
  for (const place of [ROOT, join(ROOT, 'logs')]) expect(fits(SESSION, { places: [place] })).toBe(true);
  for (const project of [ROOT, join(ROOT, 'orchard'), 'pears']) expect(fits(SESSION, { project })).toBe(true);
  expect(fits(SESSION, { places: [join(ROOT, 'log')] })).toBe(false);
  expect(fits(SESSION, { project: join(ROOT, 'orch') })).toBe(false);
});
