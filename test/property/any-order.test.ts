// Tests invariant I2: any order, chunking, repetition or spread over files of a log's lines gives the same calls.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { essence, readFiles } from '../support/read.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const FILE = `${SID}.jsonl`;
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };

/** A made-up session with a bit of everything whose meaning does not hang on file order. */
function sampleLines(): string[] {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  log.call('toolu_a', 'Bash', { command: 'a' }, 'msg_1');
  log.call('toolu_b', 'Read', { file_path: '/home/dev/b' }, 'msg_1');
  log.result('toolu_b', 'x', {
    structured: {
      type: 'text',
      file: { filePath: '/home/dev/b', content: 'x', numLines: 1, startLine: 1, totalLines: 1 },
    },
  });
  log.result('toolu_a', 'Exit code 2\nno', { isError: true, structured: 'Error: Exit code 2\nno' });
  log.add('progress', {
    data: { type: 'bash_progress', output: '', fullOutput: '', elapsedTimeSeconds: 2, totalLines: 0 },
    toolUseID: 'bash-progress-0',
    parentToolUseID: 'toolu_a',
  });
  log.call('toolu_c', 'Edit', { file_path: '/x', old_string: 'a', new_string: 'ü\u2028' }, 'msg_2');
  log.result(
    'toolu_c',
    '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    { isError: true },
  );
  log.call('toolu_bg', 'Bash', { command: 'serve', run_in_background: true }, 'msg_3');
  log.result('toolu_bg', 'Command running in background with ID: b1.', {
    structured: { ...OUT, backgroundTaskId: 'b1' },
    isError: false,
  });
  log.raw({
    type: 'queue-operation',
    operation: 'enqueue',
    sessionId: SID,
    timestamp: '2026-03-01T09:30:00.000Z',
    content:
      '<task-notification><task-id>b1</task-id><status>completed</status><summary>done (exit code 0)</summary></task-notification>',
  });
  // Start-up noise: the first line of three programs' outputs decides nothing.
  for (const [id, command] of [
    ['toolu_n1', 'ls beds'],
    ['toolu_n2', 'grep dry beds'],
    ['toolu_n3', 'make'],
  ] as const) {
    log.call(id, 'Bash', { command }, `msg_${id}`);
    log.result(id, `Exit code 1\nprofile: hose: command not found\nbed ${id} is dry`, { isError: true });
  }
  log.call('toolu_none', 'Grep', { pattern: 'p' }, 'msg_4');
  log.raw({ type: 'ai-title', aiTitle: 'a title', sessionId: SID });
  return log.text().trimEnd().split('\n');
}

const lines = sampleLines();
const whole = lines.map((line) => `${line}\n`).join('');

async function read(files: Record<string, string | Uint8Array>): Promise<unknown> {
  const sessions = await readFiles(files);
  expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  return essence(sessions);
}

describe('the same calls', () => {
  it('from shuffled lines', async () => {
    const expected = await read({ [FILE]: whole });
    const shuffled = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
    await fc.assert(
      fc.asyncProperty(shuffled, async (order) => {
        expect(await read({ [FILE]: order.map((line) => `${line}\n`).join('') })).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('from repeated lines', async () => {
    const expected = await read({ [FILE]: whole });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(lines.length - 1), { maxLength: 12 }), async (again) => {
        const text = whole + again.map((i) => `${lines[i]}\n`).join('');
        expect(await read({ [FILE]: text })).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('from lines spread over files of the session', async () => {
    const expected = await read({ [FILE]: whole });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: lines.length, maxLength: lines.length }),
        async (homes) => {
          const part = (n: number): string =>
            lines
              .filter((_, i) => homes[i] === n)
              .map((line) => `${line}\n`)
              .join('');
          expect(await read({ 'a/full.jsonl': part(0), 'b/full.jsonl': part(1), 'c/full.jsonl': part(2) })).toEqual(
            expected,
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with Windows line ends, a byte order mark, and no last newline', async () => {
    const expected = await read({ [FILE]: whole });
    expect(await read({ [FILE]: `\ufeff${lines.join('\r\n')}` })).toEqual(expected);
  });
});

describe('cut at every byte', () => {
  it('a half-written log gives the calls of its whole lines, and never a problem', async () => {
    const bytes = Buffer.from(whole);
    const ends: number[] = [];
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) ends.push(i);
    // Every byte of two lines (one of them with characters of several bytes), and a sample of the rest.
    const [from, to] = [ends[5] ?? 0, ends[7] ?? 0];
    const cuts = [
      ...Array.from({ length: to - from }, (_, i) => from + i),
      ...ends.flatMap((end) => [end - 1, end, end + 1]),
    ];
    for (const cut of cuts) {
      const wholeLines = ends.filter((end) => end < cut).length;
      const complete = ends.includes(cut) ? wholeLines + 1 : wholeLines;
      const sessions = await readFiles({ [FILE]: bytes.subarray(0, cut) });
      const ledger = sessions[0]?.sources[0]?.ledger;
      expect(ledger?.problems.size ?? 0).toBe(0);
      expect(essence(sessions)).toEqual(await expectedAfter(complete));
    }
  }, 120_000);

  const known = new Map<number, unknown>();
  async function expectedAfter(count: number): Promise<unknown> {
    const cached = known.get(count);
    if (cached !== undefined) return cached;
    const made = essence(
      await readFiles({
        [FILE]: lines
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join(''),
      }),
    );
    known.set(count, made);
    return made;
  }
});
