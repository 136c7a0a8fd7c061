// Tests that Copilot's events say the same however the log is cut, resumed or repeated.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copilot } from '../../src/formats/copilot/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type SessionState } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { CopilotLog } from '../support/copilot-log.ts';
import { essence, readFiles } from '../support/read.ts';

type Happening = (log: CopilotLog, n: number) => void;

const args = (i: number) => ({ command: `run ${i}` });
const id = fc.nat(4);
const on = (happen: (log: CopilotLog, i: number, n: number) => void) =>
  id.map(
    (i): Happening =>
      (log, n) =>
        happen(log, i, n),
  );

const happening: fc.Arbitrary<Happening> = fc.oneof(
  on((log, i, n) => log.ask(`m${n}`, [{ id: `c${i}`, name: 'bash', args: args(i) }])),
  on((log, i) => log.start(`c${i}`, 'bash', args(i))),
  on((log, i) => log.done(`c${i}`, `x\n<shellId: ${i} completed with exit code ${i % 2}>`)),
  on((log, i) => log.done(`c${i}`, `<command started in background with shellId: ${i}>`)),
  on((log, i) => log.failed(`c${i}`, 'Denied by preToolUse hook: no', 'denied')),
  on((log, i, n) => log.hook(`h${n}`, 'preToolUse', { toolCalls: [{ id: `c${i}` }, { id: `c${i + 1}` }] })),
  on((log, i, n) => log.hook(`h${n}`, 'postToolUse', { toolName: 'bash', toolArgs: JSON.stringify(args(i)) })),
  on((log, i) => log.event('permission.requested', { requestId: `q${i}`, permissionRequest: { toolCallId: `c${i}` } })),
  on((log, i) => log.event('permission.completed', { requestId: `q${i}`, result: { kind: 'approved' } })),
  on((log, i) =>
    log.event('system.notification', { content: 'x', kind: { type: 'shell_completed', shellId: `${i}`, exitCode: 0 } }),
  ),
  fc.constant<Happening>((log, n) => log.prompt(`prompt ${n}`)),
  fc.constant<Happening>((log) => log.event('abort', { reason: 'user_initiated' })),
  fc.constant<Happening>((log, n) => log.event('odd.event', { n })),
);

const log = fc.array(happening, { maxLength: 25 }).map((happenings) => {
  const made = new CopilotLog().prompt('go');
  for (const [n, happen] of happenings.entries()) happen(made, n);
  return made;
});

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

it('gives the same calls whether read bit by bit, over restarts, or whole', async () => {
  const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(log, steps, async (made, sizes) => {
      const path = join(folderWith({}), made.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      const lines = made.lines();
      let growing = new LiveSession(copilot, made.session, { messages: true, tracking: true });
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
        growing = new LiveSession(copilot, made.session, { messages: true, tracking: true }, state);
      }
      const whole = new LiveSession(copilot, made.session, { messages: true, tracking: true });
      whole.addSource(path, 'main');
      await whole.readOn(0, { isWhole: true });
      const calls = keyed(whole.snapshot(true).calls);
      growing.close();
      whole.close();
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(calls));
    }),
    { numRuns: 100 },
  );
}, 120_000);

it('gives the same calls when lines are written twice, and the lines add up', async () => {
  const read = async (made: CopilotLog, text: string): Promise<unknown> => {
    const sessions = await readFiles({ [made.file]: text });
    expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
    return essence(sessions);
  };
  await fc.assert(
    fc.asyncProperty(log, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (made, twice) => {
      const text = made.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
      expect(await read(made, text.join(''))).toEqual(await read(made, made.text()));
    }),
    { numRuns: 60 },
  );
}, 120_000);
