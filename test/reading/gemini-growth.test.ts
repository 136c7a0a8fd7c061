// Tests that a chat of Gemini CLI says the same however it is cut, resumed or repeated, and as a document that is rewritten.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gemini } from '../../src/formats/gemini/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type SessionState } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { GeminiLog } from '../support/gemini-log.ts';
import { essence, readFiles } from '../support/read.ts';

type Happening = (log: GeminiLog, n: number) => void;

const call = (n: number, status: string) => ({
  id: `run_shell_command-${n}`,
  name: 'run_shell_command',
  args: { command: `run ${n}` },
  output: status === 'success' ? `Output: ${n}` : '[Operation Cancelled] Reason: User denied execution.',
  status,
});

function idsOf(log: GeminiLog): string[] {
  return log.records.flatMap((record) => (typeof record['id'] === 'string' ? [record['id']] : []));
}

const added: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant<Happening>((log, n) => log.prompt(`prompt ${n}`)),
  fc.constant<Happening>((log, n) => log.calls([call(n, 'success')])),
  fc.constant<Happening>((log, n) => log.calls([call(n, 'success'), call(n + 1000, 'cancelled')])),
  fc.constant<Happening>((log, n) => log.message('info', { content: `notice ${n}` })),
);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: added },
  fc.nat(30).map(
    (i): Happening =>
      (log, n) => {
        const ids = idsOf(log);
        log.rewind(ids[i % Math.max(1, ids.length)] ?? `nobody ${n}`);
      },
  ),
  fc.constant<Happening>((log, n) => log.set({ summary: `summary ${n}` })),
  fc.nat(9).map(
    (kept): Happening =>
      (log, n) => {
        const content = [{ text: `<state_snapshot>${n}</state_snapshot>` }];
        const messages = log.records.filter((record) => 'id' in record).slice(-kept);
        log.set({ messages: [{ id: `snapshot-${n}`, timestamp: log.time(), type: 'user', content }, ...messages] });
      },
  ),
);

const chat = (of: fc.Arbitrary<Happening>) =>
  fc.array(of, { maxLength: 20 }).map((happenings) => {
    const made = new GeminiLog().prompt('go');
    for (const [n, happen] of happenings.entries()) happen(made, n);
    return made;
  });

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((one) => [`${one.callId} ${one.occurrence}`, one]));
}

async function read(files: Record<string, string>): Promise<unknown> {
  const sessions = await readFiles(files);
  expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  return essence(sessions);
}

it('gives the same calls whether read bit by bit, over restarts, or whole', async () => {
  const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(chat(happening), steps, async (made, sizes) => {
      const path = join(folderWith({}), made.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      const lines = made.lines();
      let growing = new LiveSession(gemini, made.session, { messages: true, tracking: true });
      growing.addSource(path, 'main');
      const known = new Map<string, ToolCall>();
      for (let at = 0, turn = 0; at < lines.length; turn++) {
        const next = at + (sizes[turn % sizes.length] ?? 1);
        appendFileSync(path, lines.slice(at, next).join(''));
        at = next;
        await growing.readOn(0, { isWhole: false });
        for (const [key, one] of keyed(growing.changes(true).calls)) known.set(key, one);
        if (turn % 2 === 0) continue;
        const state: SessionState = deserialize(serialize(growing.save()));
        growing.close();
        growing = new LiveSession(gemini, made.session, { messages: true, tracking: true }, state);
      }
      const whole = new LiveSession(gemini, made.session, { messages: true, tracking: true });
      whole.addSource(path, 'main');
      await whole.readOn(0, { isWhole: true });
      const calls = keyed(whole.snapshot(true).calls);
      growing.close();
      whole.close();
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(calls));
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('gives the same calls when lines are written twice, and the lines add up', async () => {
  await fc.assert(
    fc.asyncProperty(chat(happening), fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (made, twice) => {
      const text = made.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
      expect(await read({ [made.file]: text.join('') })).toEqual(await read({ [made.file]: made.text() }));
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('gives the same calls from lines, from the document, and from both', async () => {
  await fc.assert(
    fc.asyncProperty(chat(added), async (made) => {
      const json = made.file.replace('.jsonl', '.json');
      const lines = await read({ [made.file]: made.text() });
      expect(await read({ [json]: made.document() })).toEqual(lines);
      expect(await read({ [json]: made.document(), [made.file]: made.text() })).toEqual(lines);
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('gives all calls of a document that is rewritten while it is read', async () => {
  const made = new GeminiLog().prompt('go');
  const path = join(folderWith({}), made.file.replace('.jsonl', '.json'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made.document());
  const growing = new LiveSession(gemini, made.session, { messages: true, tracking: true });
  growing.addSource(path, 'main');
  for (let n = 0; n < 5; n++) {
    made.calls([call(n, 'success')]);
    writeFileSync(path, made.document());
    await growing.readOn(0, { isWhole: false });
  }
  const calls = growing.snapshot(true).calls.map(({ callId }) => callId);
  growing.close();
  expect(calls).toEqual([0, 1, 2, 3, 4].map((n) => `run_shell_command-${n}`));
});
