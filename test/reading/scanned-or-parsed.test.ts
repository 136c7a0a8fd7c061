// Tests that scanned logs give the calls, ledgers and messages that logs parsed line by line give: on generated libraries,
// on the same ones written by another hand, and on the corpus where there is one.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { streamSessions } from '../../src/index.ts';
import type { Session } from '../../src/model/session.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const NOW = Date.UTC(2027, 0, 1);

async function* side(folder: string, messages: boolean, portable: boolean): AsyncGenerator<Session> {
  yield* streamSessions(folder, { messages, portable, now: NOW });
}

/** Session by session, so that no library has to be in memory twice. */
async function expectSame(folder: string, messages: boolean): Promise<number> {
  const scanned = side(folder, messages, false);
  let calls = 0;
  for await (const parsed of side(folder, messages, true)) {
    const { value } = await scanned.next();
    expect(value).toEqual(parsed);
    calls += parsed.calls.length;
  }
  expect((await scanned.next()).done).toBe(true);
  return calls;
}

function logsUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}

/** The same records with blanks, keys in another order, escapes, and line ends of another system. */
function rewrite(line: string, i: number): string {
  if (line === '' || i % 5 === 0) return line;
  const record: unknown = JSON.parse(line);
  if (i % 5 === 1) return JSON.stringify(record, null, 1).replaceAll('\n', ' ');
  if (i % 5 === 2) return `${line}\r`;
  if (i % 5 === 3) return line.replaceAll('"type"', '"typ\\u0065"').replaceAll('"message":', '"message" :\t');
  return JSON.stringify(Object.fromEntries(Object.entries(record ?? {}).reverse()));
}

describe('a generated library', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolscope-scanned-'));
    generateLibrary({ dir: folder, bytes: 6_000_000, seed: 9 });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('as its agents write it', async () => {
    expect(await expectSame(folder, true)).toBeGreaterThan(100);
    expect(await expectSame(folder, false)).toBeGreaterThan(100);
  }, 60_000);

  it('as somebody else might write it', async () => {
    for (const path of logsUnder(folder)) {
      writeFileSync(path, readFileSync(path, 'utf8').split('\n').map(rewrite).join('\n'));
    }
    expect(await expectSame(folder, true)).toBeGreaterThan(100);
  }, 60_000);
});

describe.skipIf(!existsSync(CORPUS))('the corpus', () => {
  it.each(['claude', 'codex'])(
    '%s',
    async (name) => {
      expect(await expectSame(join(CORPUS, name), true)).toBeGreaterThan(1000);
    },
    240_000,
  );
});
