// Tests that both engines give the same answers to every question, for filters of every kind: over made-up sessions, and over
// real ones if available.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { Indexer } from '../../src/library/indexer.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { TextIndexWriter } from '../../src/search/text-index-writer.ts';
import { openLog } from '../../src/sources/kinds/open-source.ts';
import { openStoreToRead, openStoreToWrite } from '../../src/store/open-store.ts';
import type { CallQuestion } from '../../src/store/questions/call-question.ts';
import type { Questions } from '../../src/store/questions.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { type Answer, filteredAnswers, libraryAnswers, sessionAnswers } from './all-answers.ts';
import { fillPostgres } from './fill-postgres.ts';
import { NOW } from './filled.ts';
import { SAME_FILTERS } from './same-filters.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/other');

/** So many are asked about one by one. */
const MOST_SESSIONS = 25;

interface Engines {
  readonly sqlite: Questions;
  readonly postgres: Questions;
  close(): Promise<void>;
}

async function fillBoth(logs: string): Promise<Engines> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-same-answers-'));
  const writing = await openStoreToWrite(folder);
  const indexer = new Indexer(writing.index, { now: () => NOW });
  await indexer.sweep([logs]);
  await new TextIndexWriter(writing, openLog, { isEager: true }).catchUp();
  await indexer.close();
  await writing.close();
  const { questions: sqlite, close } = await openStoreToRead(folder);
  const postgres = await fillPostgres(logs);
  return {
    sqlite,
    postgres: postgres.questions,
    async close() {
      await close();
      await postgres.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function expectSame(
  { sqlite, postgres }: Engines,
  asked: (questions: Questions) => AsyncGenerator<Answer>,
): Promise<number> {
  const theirs = asked(postgres);
  let count = 0;
  for await (const [question, answer] of asked(sqlite)) {
    const { value } = await theirs.next();
    const [name, other]: Answer = value ?? ['nothing', undefined];
    expect(name).toBe(question);
    // Quickly, and in words where they differ.
    if (JSON.stringify(other) !== JSON.stringify(answer)) {
      expect({ [question]: other }).toEqual({ [question]: answer });
      expect(JSON.stringify(other), question).toBe(JSON.stringify(answer));
    }
    count++;
  }
  expect((await theirs.next()).done).toBe(true);
  return count;
}

function questionOf(text: string, places: readonly string[]): CallQuestion {
  const parsed = parseFilter(text, { now: NOW, offsetMinutesAt: () => 0 });
  if (!parsed.ok) throw new Error(`${text}: ${parsed.errors[0]?.message}`);
  return { filter: parsed.filter, places, families: TOOL_FAMILIES };
}

function sameAnswers(name: string, logsOf: () => string, filters: readonly string[]): void {
  describe(`${name}: PostgreSQL answers as SQLite does`, () => {
    let engines: Engines;
    let logs: string;
    beforeAll(async () => {
      logs = logsOf();
      engines = await fillBoth(logs);
    });
    afterAll(() => engines.close());

    it.each(filters)('filter %j', async (text) => {
      await expectSame(engines, (questions) =>
        filteredAnswers(questions, questionOf(text, [logs]), filters.indexOf(text)),
      );
    });

    it('every session', async () => {
      const asked = ['', 'is:failed', 'tool:B* OR command:git', 'the'].map((text) => questionOf(text, [logs]));
      const sessions = await engines.sqlite.sessions.below([logs]);
      expect(sessions.length).toBeGreaterThan(1);
      const step = Math.ceil(sessions.length / MOST_SESSIONS);
      for (const key of sessions.filter((_, i) => i % step === 0))
        await expectSame(engines, (questions) => sessionAnswers(questions, key, asked));
    });

    it('the whole library', async () => {
      await expectSame(engines, (questions) => libraryAnswers(questions, questionOf('', [logs])));
    });
  });
}

const made = mkdtempSync(join(tmpdir(), 'toolscope-same-logs-'));
afterAll(() => rmSync(made, { recursive: true, force: true }));

sameAnswers(
  'made-up sessions',
  () => {
    generateLibrary({ dir: made, bytes: 8e5, seed: 'same answers' });
    return made;
  },
  SAME_FILTERS,
);

describe.runIf(existsSync(CORPUS))('real sessions', () => {
  sameAnswers(
    'logs of many agents',
    () => CORPUS,
    SAME_FILTERS.filter((_, i) => i % 16 === 0),
  );
});
