// Tests that logs of several agents say the same however they are cut, resumed, repeated or, where the agent allows it, ordered.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gemini } from '../../src/formats/gemini/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import { LiveSession } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { GROWING_LOGS, geminiCall, geminiChats, type MadeLog } from '../support/growing-logs.ts';
import { growAndRead } from '../support/growth.ts';
import { PiLog } from '../support/pi-log.ts';
import { essence, readFiles } from '../support/read.ts';

const RUNS = { numRuns: 60 };
const LIMIT_MS = 120_000;

async function read(files: Record<string, string>): Promise<unknown> {
  const sessions = await readFiles(files);
  expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  return essence(sessions);
}

function textOf(log: MadeLog, lines = log.lines()): Promise<unknown> {
  return read({ [log.file]: lines.join('') });
}

describe.each(GROWING_LOGS)('$format.title gives the same calls', { timeout: LIMIT_MS }, ({ format, log }) => {
  it('whether read bit by bit, over restarts, or whole', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(log, steps, async (made, sizes) => {
        const { session, file } = made;
        const { grown, whole } = await growAndRead({ format, session, file, lines: made.lines(), sizes });
        expect(grown).toEqual(whole);
      }),
      RUNS,
    );
  });

  it('when lines are written twice, and the lines add up', async () => {
    await fc.assert(
      fc.asyncProperty(log, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (made, twice) => {
        const repeated = made.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
        expect(await textOf(made, repeated)).toEqual(await textOf(made));
      }),
      RUNS,
    );
  });
});

const UNORDERED = GROWING_LOGS.flatMap(({ format, inAnyOrder }) =>
  inAnyOrder === undefined ? [] : [{ format, log: inAnyOrder }],
);

it.each(UNORDERED)(
  '$format.title gives the same calls in any order of the lines',
  { timeout: LIMIT_MS },
  async ({ log }) => {
    const shuffled = log.chain((made) => {
      const lines = made.lines();
      const order = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
      return fc.tuple(fc.constant(made), order);
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([made, lines]) => {
        expect(await textOf(made, lines)).toEqual(await textOf(made));
      }),
      RUNS,
    );
  },
);

it('pi: is read again when a newer version rewrites an old log', async () => {
  const bash = (i: number) => ({ id: `call_${i}`, name: 'bash', args: { command: `run ${i}` } });
  const made = new PiLog({ version: 1 })
    .prompt('go')
    .ask([bash(1)])
    .done('call_1', 'bash', 'x')
    .ask([bash(2)]);
  const old = made.records.map((record, i) => {
    const { id, parentId: _, ...rest } = record;
    return `${JSON.stringify(i === 0 ? { ...rest, id } : rest)}\n`;
  });
  const later = made.text().replace('"version":1', '"version":3');
  expect(await read({ [made.file]: later })).toEqual(await read({ [made.file]: old.join('') }));
});

describe('a chat of Gemini CLI as a document', { timeout: LIMIT_MS }, () => {
  it('gives the same calls from lines, from the document, and from both', async () => {
    await fc.assert(
      fc.asyncProperty(geminiChats, async (made) => {
        const json = made.file.replace('.jsonl', '.json');
        const lines = await read({ [made.file]: made.text() });
        expect(await read({ [json]: made.document() })).toEqual(lines);
        expect(await read({ [json]: made.document(), [made.file]: made.text() })).toEqual(lines);
      }),
      { numRuns: 40 },
    );
  });

  it('gives all calls of a document that is rewritten while it is read', async () => {
    const made = new GeminiLog().prompt('go');
    const path = join(folderWith({}), made.file.replace('.jsonl', '.json'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made.document());
    const growing = new LiveSession(gemini, made.session, { messages: true, tracking: true });
    growing.addSource(path, 'main');
    for (let n = 0; n < 5; n++) {
      made.calls([geminiCall(n, 'success')]);
      writeFileSync(path, made.document());
      await growing.readOn(0, { isWhole: false });
    }
    const calls = growing.snapshot(true).calls.map(({ callId }) => callId);
    growing.close();
    expect(calls).toEqual([0, 1, 2, 3, 4].map((n) => `run_shell_command-${n}`));
  });
});
