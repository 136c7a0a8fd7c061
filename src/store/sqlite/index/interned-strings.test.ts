// Tests that a word has one number, whether it is looked up by its text or by its parts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openIndex } from '../open-index.ts';
import { InternedStrings } from './interned-strings.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscope-words-'));
const { database } = openIndex(folder);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function inTransaction<Value>(words: InternedStrings, work: () => Value): Value {
  return database.transaction(() => {
    words.begin();
    return work();
  });
}

it('knows a word by its parts as by its text, and makes the text once', () => {
  const words = new InternedStrings(database);
  const made: string[] = [];
  const asked = (...parts: (string | null)[]): number =>
    words.numberOfParts('outcome', parts, () => {
      made.push(parts.join('\n'));
      return parts.join('\n');
    });
  const numbers = inTransaction(words, () => [
    asked('ok', null),
    asked('ok', null),
    asked('ok'),
    asked('error', 'agent'),
    asked('error', null),
    words.numberOf('outcome', 'ok\n'),
    words.numberOf('outcome', 'ok'),
    asked('error', 'agent'),
  ]);
  expect(numbers).toEqual([1, 1, 2, 3, 4, 1, 2, 3]);
  expect(made).toEqual(['ok\n', 'ok', 'error\nagent', 'error\n']);
});

it('gives no number that was given in a transaction that came to nothing', () => {
  const words = new InternedStrings(database);
  const asked = (part: string): number => words.numberOfParts('model', [part], () => part);
  expect(() =>
    inTransaction(words, () => {
      asked('lost');
      throw new Error('no room');
    }),
  ).toThrow('no room');
  words.reset();
  expect(inTransaction(words, () => [asked('kept'), asked('lost')])).toEqual([1, 2]);
});
