// What engines must answer about logs, and about what changed.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyLedger, mergeLedger } from '../../src/model/ledger.ts';
import { type Filled, gathered } from './filled.ts';

const GENERIC = 'generic';

export function healthContract(filled: () => Filled): void {
  describe('how much there is', () => {
    it('in all and below places', async () => {
      const { questions, sessions, calls, logs } = filled();
      const sources = sessions.flatMap((session) => session.sources);
      const logBytes = sources.reduce((sum, { bytes }) => sum + bytes, 0);
      const counts = { sessions: sessions.length, calls: calls.length, files: sources.length, logBytes };
      expect(await questions.health.totals()).toMatchObject({ ...counts, goneFiles: 0 });
      expect(await questions.health.placeTotals([logs])).toEqual(counts);
      expect(await questions.health.placeTotals(['/nowhere'])).toEqual({
        sessions: 0,
        calls: 0,
        files: 0,
        logBytes: 0,
      });
      expect(await questions.health.unreadSessions([logs])).toBe(0);
      expect([await questions.health.coversAll([logs]), await questions.health.coversAll(['/nowhere'])]).toEqual([
        true,
        false,
      ]);
    });

    it('which logs: those below a place, the largest, those that are there', async () => {
      const { questions, sessions, logs } = filled();
      const sources = sessions.flatMap((session) =>
        session.sources.map((source) => ({ ...source, agent: session.agent })),
      );
      expect(await questions.health.filesBelow([logs, '/nowhere'])).toEqual([
        { files: sources.length, agents: [...new Set(sources.map(({ agent }) => agent))].sort() },
        { files: 0, agents: [] },
      ]);
      const largest = await questions.health.largestFiles([logs], 3);
      expect(largest.map(({ bytes }) => bytes)).toEqual(
        sources
          .map(({ bytes }) => bytes)
          .toSorted((a, b) => b - a)
          .slice(0, 3),
      );
      const [first] = sources;
      const path = first?.path ?? '';
      const present = await questions.health.presentFiles([logs], [dirname(path)]);
      expect(present.find((file) => file.path === path)?.modifiedAt).toBeCloseTo(statSync(path).mtimeMs, 0);
      expect(await questions.health.presentFiles([logs], [])).toEqual([]);
      expect([
        await questions.health.isKnownLog([logs], path),
        await questions.health.isKnownLog([logs], '/etc/passwd'),
      ]).toEqual([true, false]);
    });
  });

  describe('how well it was read', () => {
    it('ledgers, file by file and in all', async () => {
      const { questions, sessions, logs } = filled();
      const files = await gathered(questions.health.files([logs]));
      const sources = sessions.flatMap((session) => session.sources);
      expect(new Map(files.map(({ path, ledger }) => [path, ledger]))).toEqual(
        new Map(sources.map(({ path, ledger }) => [path, ledger])),
      );
      const total = emptyLedger();
      for (const { ledger } of sources) mergeLedger(total, ledger);
      const totals = await questions.health.ledgerTotals();
      expect(totals.total).toEqual(total);
      expect(totals.wrong).toEqual([]);
      for (const unknown of totals.unknown) {
        const example = await questions.health.unknownExample(unknown);
        expect(sources.find(({ path }) => path === example?.path)?.ledger.unknown.has(unknown.what)).toBe(true);
      }
    });

    it('problems, versions and tools that no one defines', async () => {
      const { questions, sessions, calls, logs } = filled();
      const problems = await gathered(questions.health.problems([logs]));
      const counted = sessions.reduce((sum, session) => sum + session.problems.length, 0);
      expect(problems.length).toBe(counted + calls.reduce((sum, call) => sum + call.problems.length, 0));
      const versions = await questions.health.versions([logs]);
      expect(versions.reduce((sum, seen) => sum + seen.sessions, 0)).toBe(
        sessions.filter(({ fields }) => fields.version !== undefined).length,
      );
      const undefinedTools = await questions.health.undefinedTools([logs], GENERIC);
      expect(undefinedTools.reduce((sum, tool) => sum + tool.calls, 0)).toBe(
        calls.filter(({ toolId }) => toolId === GENERIC).length,
      );
    });

    it('words that a filter could use', async () => {
      const { questions, sessions, calls, logs } = filled();
      const { tools, models, projects } = await questions.filterValues([logs]);
      expect(new Set(tools)).toEqual(new Set(calls.map(({ tool }) => tool)));
      expect(projects.length).toBe(new Set(sessions.flatMap(({ fields }) => fields.cwd ?? [])).size);
      expect(models.length).toBeGreaterThan(0);
    });
  });

  describe('what changed', () => {
    it('from any place in the history, and that everything was missed', async () => {
      const { questions, sessions } = filled();
      const last = await questions.changes.last();
      const { changes, seq, missed } = await questions.changes.since(0, 1_000_000);
      expect([seq, missed]).toEqual([last, false]);
      expect(changes.map((change) => change.seq)).toEqual(
        changes.map((change) => change.seq).toSorted((a, b) => a - b),
      );
      expect(new Set(changes.map(({ session }) => session))).toEqual(new Set(sessions.map(({ id }) => id)));
      expect(await questions.changes.since(last)).toEqual({ changes: [], seq: last, missed: false });
      expect(await questions.changes.since(last + 1000)).toEqual({ changes: [], seq: last, missed: true });
      const [first] = changes;
      expect((await questions.changes.since(0, 1)).changes).toEqual([first]);
    });
  });
}
