// Tests that records of Qwen Code say the same in any order, however the log is cut, resumed or repeated.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { qwen } from '../../src/formats/qwen/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type SessionState } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { QwenLog } from '../support/qwen-log.ts';
import { essence, readFiles } from '../support/read.ts';

type Happening = (log: QwenLog, n: number) => void;

const shell = (n: number) => ({ id: `call_${n}`, name: 'run_shell_command', args: { command: `run ${n}` } });
const CANCELLED = '[Operation Cancelled] Reason: User did not allow tool call';

/** A call with everything about it that its place in the file does not decide. */
function whole(log: QwenLog, n: number, kind: number): void {
  log.ask([shell(n), shell(n + 1000)]);
  if (kind > 0) log.answer(`call_${n}`, 'run_shell_command', 'Output: x\nExit Code: 1');
  if (kind > 1) log.answer(`call_${n + 1000}`, 'run_shell_command', CANCELLED, { status: 'cancelled' });
  const about = { function_name: 'run_shell_command', function_args: { command: `run ${n}` }, success: true };
  if (kind > 2) log.telemetry({ call_id: `call_${n}`, ...about, duration_ms: 100 + n, decision: 'accept' });
}

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.nat(3).map(
    (kind): Happening =>
      (log, n) =>
        whole(log, n, kind),
  ),
  fc.constant<Happening>((log, n) => log.prompt(`prompt ${n}`)),
  fc.nat(9).map(
    (i): Happening =>
      (log) =>
        log.goTo(`u${i}`).system('rewind', { truncatedCount: i }),
  ),
  fc.constant<Happening>((log, n) => log.system('custom_title', { customTitle: `title ${n}` })),
  fc.constant<Happening>((log, n) => log.system('riddle', { n })),
);

const log = fc.array(happening, { maxLength: 15 }).map((happenings) => {
  const made = new QwenLog().prompt('go');
  for (const [n, happen] of happenings.entries()) happen(made, n);
  return made;
});

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

async function read(made: QwenLog, lines: readonly string[]): Promise<unknown> {
  const sessions = await readFiles({ [made.file]: lines.join('') });
  expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  return essence(sessions);
}

it('gives the same calls whether read bit by bit, over restarts, or whole', async () => {
  const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(log, steps, async (made, sizes) => {
      const path = join(folderWith({}), made.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      const lines = made.lines();
      let growing = new LiveSession(qwen, made.session, { messages: true, tracking: true });
      growing.addSource(path, 'main');
      const known = new Map<string, ToolCall>();
      for (let at = 0, turn = 0; at < lines.length; turn++) {
        const next = at + (sizes[turn % sizes.length] ?? 1);
        appendFileSync(path, lines.slice(at, next).join(''));
        at = next;
        await growing.readOn(0, { isWhole: false });
        for (const [key, call] of keyed(growing.changes(true).calls)) known.set(key, call);
        if (turn % 2 === 0) continue;
        const state: SessionState = deserialize(serialize(growing.save()));
        growing.close();
        growing = new LiveSession(qwen, made.session, { messages: true, tracking: true }, state);
      }
      const all = new LiveSession(qwen, made.session, { messages: true, tracking: true });
      all.addSource(path, 'main');
      await all.readOn(0, { isWhole: true });
      const calls = keyed(all.snapshot(true).calls);
      growing.close();
      all.close();
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(calls));
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('gives the same calls when lines are written twice, and in any order', async () => {
  const changed = log.chain((made) => {
    const lines = made.lines();
    const order = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
    return fc.tuple(fc.constant(made), order, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }));
  });
  await fc.assert(
    fc.asyncProperty(changed, async ([made, order, twice]) => {
      const expected = await read(made, made.lines());
      const repeated = made.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
      expect(await read(made, repeated)).toEqual(expected);
      expect(await read(made, order)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
}, 120_000);
