// Tests that pi's entries say the same in any order, however the log is cut, repeated, resumed or rewritten.

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pi } from '../../src/formats/pi/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type SessionState } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { PiLog } from '../support/pi-log.ts';
import { essence, readFiles } from '../support/read.ts';

type Happening = (log: PiLog, n: number) => void;

const bash = (i: number) => ({ id: `call_${i}|fc_${i}`, name: 'bash', args: { command: `run ${i}` } });

/** Ids are used again, as some gateways do. */
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.nat(5).map(
    (i): Happening =>
      (log) =>
        log.ask([bash(i)]),
  ),
  fc.nat(5).map(
    (i): Happening =>
      (log) =>
        log.ask([bash(i), bash(i + 10)]),
  ),
  fc.nat(5).map(
    (i): Happening =>
      (log) =>
        log.ask([bash(i)], { stopReason: 'aborted' }),
  ),
  fc.nat(5).map(
    (i): Happening =>
      (log) =>
        log.done(`call_${i}|fc_${i}`, 'bash', 'x'),
  ),
  fc.nat(15).map(
    (i): Happening =>
      (log) =>
        log.failed(`call_${i}|fc_${i}`, 'bash', 'Command exited with code 2'),
  ),
  fc.nat(20).map(
    (i): Happening =>
      (log) =>
        log.goTo(`${log.records[i]?.['id'] ?? log.leaf}`),
  ),
  fc.constant<Happening>((log, n) => log.prompt(`prompt ${n}`)),
  fc.constant<Happening>((log, n) => log.entry('session_info', { name: `name ${n}` })),
  fc.constant<Happening>((log, n) => log.entry('riddle', { n })),
);

const log = fc.array(happening, { maxLength: 25 }).map((happenings) => {
  const made = new PiLog().prompt('go');
  for (const [n, happen] of happenings.entries()) happen(made, n);
  return made;
});

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

async function read(made: PiLog, text: string): Promise<unknown> {
  const sessions = await readFiles({ [made.file]: text });
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
      let growing = new LiveSession(pi, made.session, { messages: true, tracking: true });
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
        growing = new LiveSession(pi, made.session, { messages: true, tracking: true }, state);
      }
      const whole = new LiveSession(pi, made.session, { messages: true, tracking: true });
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
    fc.asyncProperty(log, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (made, twice) => {
      const text = made.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
      expect(await read(made, text.join(''))).toEqual(await read(made, made.text()));
    }),
    { numRuns: 60 },
  );
}, 120_000);

/** Every id once: of an id that is used again, the order in the file says which is which. */
const plain = fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }).map((kinds) => {
  const made = new PiLog().prompt('go');
  for (const [i, kind] of kinds.entries()) {
    made.ask([bash(i)]);
    if (kind === 0) made.done(`call_${i}|fc_${i}`, 'bash', 'x');
    if (kind === 1) made.failed(`call_${i}|fc_${i}`, 'bash', 'Command exited with code 2');
    if (kind === 2) made.ask([bash(i + 100)], { stopReason: 'aborted' });
  }
  return made;
});

it('gives the same calls in any order of the lines', async () => {
  const shuffled = plain.chain((made) => {
    const lines = made.lines();
    return fc.tuple(
      fc.constant(made),
      fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
    );
  });
  await fc.assert(
    fc.asyncProperty(shuffled, async ([made, lines]) => {
      expect(await read(made, lines.join(''))).toEqual(await read(made, made.text()));
    }),
    { numRuns: 60 },
  );
}, 120_000);

it('is read again when a newer version rewrites an old log', async () => {
  const made = new PiLog({ version: 1 })
    .prompt('go')
    .ask([bash(1)])
    .done('call_1|fc_1', 'bash', 'x')
    .ask([bash(2)]);
  const old = made.records.map((record, i) => {
    const { id, parentId: _, ...rest } = record;
    return `${JSON.stringify(i === 0 ? { ...rest, id } : rest)}\n`;
  });
  const path = join(folderWith({}), made.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, old.join(''));
  const sessions = await readFiles({ [made.file]: old.join('') });
  const later = await readFiles({ [made.file]: made.text().replace('"version":1', '"version":3') });
  expect(essence(later)).toEqual(essence(sessions));
});
