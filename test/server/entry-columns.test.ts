// Tests that entries have the same columns everywhere: in the contract, in what the store writes, and in the dashboard.

import { beforeAll, expect, it } from 'vitest';
import { entryChunk } from '../../src/api/wire/session.ts';
import { COLUMNS } from '../../src/web/session/entries.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

let served: Served;

beforeAll(async () => {
  served = await serve([madeUpLogs().folder]);
});

it('the dashboard knows those of the contract', () => {
  expect([...COLUMNS].sort()).toEqual(Object.keys(entryChunk.shape).sort());
});

it('the store writes those of the contract, all equally long', async () => {
  const { text } = await served.ask(`/api/v1/sessions/claude-code/${SESSION}/entries`);
  const [, ...lines] = text.trim().split('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const chunk: Record<string, unknown[]> = JSON.parse(line);
    expect(Object.keys(chunk).sort()).toEqual(Object.keys(entryChunk.shape).sort());
    expect(new Set(Object.values(chunk).map(({ length }) => length)).size).toBe(1);
  }
});
