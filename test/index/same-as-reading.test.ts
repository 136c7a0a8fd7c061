// Tests that the index gives what reading the same files gives: every call, session and ledger, whole values.

import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from './support.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

describe('an index', () => {
  it('holds what reading generated logs gives', async () => {
    const logs = newFolder();
    generateLibrary({ dir: logs, bytes: 6e6, seed: 'index' });
    const folder = newFolder();
    const report = await indexOnce(folder, [logs]);
    expect(report.sessions.added).toBeGreaterThan(10);
    expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
    rmSync(logs, { recursive: true });
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!existsSync(CORPUS)).each(['claude', 'codex'])(
    'holds what reading real logs gives: %s',
    async (agent) => {
      const logs = join(CORPUS, agent);
      const folder = newFolder();
      await indexOnce(folder, [logs]);
      const [indexed, read] = [await indexPicture(folder), await readPicture([logs])];
      expect(read.calls.length).toBeGreaterThan(1000);
      expect(indexed.calls.length).toBe(read.calls.length);
      for (const [i, call] of read.calls.entries()) expect(indexed.calls[i]).toEqual(call);
      expect(indexed.sessions).toEqual(read.sessions);
      expect(indexed.ledgers).toEqual(read.ledgers);
      rmSync(folder, { recursive: true });
    },
    240_000,
  );
});
