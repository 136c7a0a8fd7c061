// Tests that scanned logs give the same calls, ledgers and messages as logs parsed line by line: on generated libraries, on the
// same ones formatted differently, and on the corpus if there is one.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { streamSessions } from '../../src/index.ts';
import type { Session } from '../../src/model/session.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');
const NOW = Date.UTC(2027, 0, 1);
const SESSION = '00000000-0000-4000-8000-000000000001';

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

/** Lines with a call and its result each; long texts come in every result. */
function logOf(results: readonly { name: string; input: object; content: string; toolUseResult: object }[]): string {
  const lines = results.flatMap(({ name, input, content, toolUseResult }, i) => {
    const at = (second: number) => ({
      sessionId: SESSION,
      cwd: '/pears',
      timestamp: `2026-01-01T00:00:0${second}.000Z`,
    });
    const use = { type: 'tool_use', id: `toolu_${i}`, name, input };
    const result = { type: 'tool_result', tool_use_id: use.id, content, is_error: false };
    return [
      { ...at(i), type: 'assistant', uuid: `a${i}`, parentUuid: null, message: { id: `m${i}`, content: [use] } },
      { ...at(i), type: 'user', uuid: `u${i}`, parentUuid: `a${i}`, message: { content: [result] }, toolUseResult },
    ];
  });
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

it('results whose long texts are asked, and those whose are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-scanned-'));
  const [before, after] = ['a\nb\n'.repeat(300), 'a\nc\n'.repeat(301)];
  const file = { filePath: '/pears/x', oldString: before, newString: after, originalFile: before };
  const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [` ${before}`, `-${before}`, `+${after}`] };
  const input = { file_path: '/pears/x', old_string: before, new_string: after };
  const edit = { name: 'Edit', input, content: 'The file /pears/x has been updated.' };
  const shell = { name: 'Bash', input: { command: 'ls' }, content: '梨'.repeat(400) };
  const log = logOf([
    { ...edit, toolUseResult: { ...file, structuredPatch: [hunk] } },
    { ...edit, toolUseResult: { ...file, structuredPatch: [] } },
    { ...edit, toolUseResult: file },
    {
      ...edit,
      toolUseResult: { ...file, edits: [{ old_string: before, new_string: after }], structuredPatch: [hunk] },
    },
    { ...shell, toolUseResult: { stdout: before, stderr: after, interrupted: true } },
    { ...shell, toolUseResult: { stdout: before, stderr: after, interrupted: false } },
    { ...shell, toolUseResult: { odd: true } },
  ]);
  try {
    writeFileSync(join(folder, `${SESSION}.jsonl`), log);
    expect(await expectSame(folder, true)).toBe(7);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
