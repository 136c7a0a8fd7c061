// Tests that the store writes the columns of entries that are in the contract.

import { beforeAll, expect, it } from 'vitest';
import { entryChunk } from '../../src/api/wire/session.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

let served: Served;

beforeAll(async () => {
  served = await serve([madeUpLogs().folder]);
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
