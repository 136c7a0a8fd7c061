// Tests that a Codex rollout says the same however it is cut, resumed, repeated or mixed with others. Its lines mean
// something only in their order, so that order is what everything here keeps.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codex } from '../../src/formats/codex/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type ReadingState } from '../../src/reading/live-session.ts';
import { folderWith } from '../support/claude-log.ts';
import { CODEX_START, CodexLog, idOfTime, said } from '../support/codex-log.ts';
import { essence, readFiles } from '../support/read.ts';
import { zstd } from '../support/zstd.ts';

/** What can happen in a rollout, drawn at random and written in order. */
type Happening = (log: CodexLog, n: number) => void;

const id = fc.nat(5);
const session = fc.nat(2);
const code = fc.constantFrom(0, 0, 1);

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: id.map(
      (i): Happening =>
        (log) =>
          log.call(`c${i}`, 'exec_command', { cmd: `run ${i}` }),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(id, code).map(
      ([i, exit]): Happening =>
        (log) =>
          log.output(`c${i}`, said.exited(exit)),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(id, session).map(
      ([i, s]): Happening =>
        (log) =>
          log.output(`c${i}`, said.running(s)),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(session, fc.option(code, { nil: null })).map(
      ([s, exit]): Happening =>
        (log, n) =>
          log
            .call(`w${n}`, 'write_stdin', { session_id: s, chars: '' })
            .output(`w${n}`, exit === null ? said.running(s) : said.exited(exit)),
    ),
  },
  fc.constant<Happening>((log, n) => log.custom(`x${n}`, 'exec', 'await tools.apply_patch(p)')),
  id.map(
    (i): Happening =>
      (log) =>
        log.customOutput(`x${i}`, said.script('completed')),
  ),
  id.map(
    (i): Happening =>
      (log) =>
        log.customOutput(`x${i}`, 'Script running with cell ID 1\nWall time 10.0 seconds\nOutput:\n'),
  ),
  fc.constant<Happening>((log, n) =>
    log.call(`v${n}`, 'wait', { cell_id: '1' }).output(`v${n}`, said.script('completed')),
  ),
  fc.constant<Happening>((log, n) =>
    log.event('patch_apply_end', {
      call_id: `exec-${n}`,
      turn_id: log.turn,
      success: true,
      changes: {},
      stdout: 'done',
    }),
  ),
  fc.constant<Happening>((log, n) =>
    log.call(`s${n}`, 'spawn_agent', { message: 'go' }).output(`s${n}`, `{"agent_id":"a${n}"}`),
  ),
  id.map(
    (i): Happening =>
      (log, n) =>
        log
          .call(`a${n}`, 'wait_agent', { targets: [] })
          .output(`a${n}`, JSON.stringify({ status: { [`a${i}`]: { completed: 'ok' } } })),
  ),
  fc.constant<Happening>((log) => log.prompt('more')),
  fc.constant<Happening>((log) => log.event('turn_aborted', { turn_id: log.turn, reason: 'interrupted' })),
  fc.constant<Happening>((log) => log.event('thread_rolled_back', { num_turns: 1 })),
  fc.constant<Happening>((log) => log.line('compacted', { message: 'short' }).event('context_compacted')),
  fc.constant<Happening>((log, n) =>
    log.item({
      type: 'web_search_call',
      id: `ws_${n}`,
      status: 'completed',
      action: { type: 'search', query: 'pear' },
    }),
  ),
  fc.constant<Happening>((log, n) => log.event('web_search_end', { call_id: `ws_${n + 1}`, query: 'plum' })),
);

const rollout = fc.array(happening, { maxLength: 25 }).map((happenings) => {
  const log = new CodexLog().prompt('go');
  for (const [n, happen] of happenings.entries()) happen(log, n);
  return log;
});

/** Codex itself never uses an id twice; gateways do. */
const ownRollout = rollout.map((log) => {
  const asked = new Set<unknown>();
  const own = new CodexLog();
  for (const record of log.records.slice(1)) {
    const { type, call_id: name } = record['payload'] as { type?: string; call_id?: string };
    const isAgain = type === 'function_call' && asked.has(name);
    if (type === 'function_call') asked.add(name);
    if (!isAgain) own.raw(record);
  }
  return own;
});

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

function restarted(live: LiveSession): LiveSession {
  const state: ReadingState = deserialize(serialize(live.save()));
  live.close();
  return new LiveSession(codex, live.id, { messages: true, tracking: true }, state);
}

async function read(files: Record<string, string | Uint8Array>): Promise<unknown> {
  const sessions = await readFiles(files);
  expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
  return essence(sessions);
}

/** Reads a file that grows by the given steps, going on as another process after every other one. */
async function grow(log: CodexLog, steps: readonly number[]): Promise<{ growing: unknown; whole: unknown }> {
  const path = join(folderWith({}), log.file);
  writeFileSync(path, '');
  const lines = log.lines();
  let growing = new LiveSession(codex, log.thread, { messages: true, tracking: true });
  growing.addSource(path, 'main');
  const known = new Map<string, ToolCall>();
  for (let at = 0, turn = 0; at < lines.length; turn++) {
    const next = at + (steps[turn % steps.length] ?? 1);
    appendFileSync(path, lines.slice(at, next).join(''));
    at = next;
    await growing.readOn(0, { isWhole: false });
    for (const [key, call] of keyed(growing.changes(true).calls)) known.set(key, call);
    if (turn % 2 === 1) growing = restarted(growing);
  }
  const whole = new LiveSession(codex, log.thread, { messages: true, tracking: true });
  whole.addSource(path, 'main');
  await whole.readOn(0, { isWhole: true });
  const calls = keyed(whole.snapshot(true).calls);
  growing.close();
  whole.close();
  return { growing: Object.fromEntries(known), whole: Object.fromEntries(calls) };
}

describe('a growing rollout', () => {
  it('gives the same calls whether read bit by bit, over restarts, or whole', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rollout, steps, async (log, sizes) => {
        const { growing, whole } = await grow(log, sizes);
        expect(growing).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it('tells of a call that was left behind, also when an earlier one became known in between', async () => {
    const log = new CodexLog().prompt('go').event('web_search_end', { call_id: 'ws_1', query: 'plum' });
    log.custom('x1', 'exec', 'await tools.apply_patch(p)').event('task_complete', { turn_id: log.turn });
    const { growing, whole } = await grow(log.prompt('more').call('c1', 'exec_command', { cmd: 'ls' }), [1]);
    expect(growing).toEqual(whole);
    expect(whole).toMatchObject({
      'x1 1': { status: 'lost' },
      'ws_1 1': { status: 'ok' },
      'c1 1': { status: 'running' },
    });
  });

  it('cut at any byte, gives the calls of its whole lines and never a problem', async () => {
    await fc.assert(
      fc.asyncProperty(rollout, fc.double({ min: 0, max: 1, noNaN: true }), async (log, part) => {
        const bytes = Buffer.from(log.text());
        const cut = bytes.subarray(0, Math.floor(bytes.length * part));
        const wholeLines = cut.subarray(0, cut.lastIndexOf(10) + 1);
        const sessions = await readFiles({ [log.file]: cut });
        const ledger = sessions[0]?.sources[0]?.ledger;
        expect(ledger?.problems.size ?? 0).toBe(0);
        // A line that lacks only its end is whole.
        const isLineWhole = bytes[cut.length] === 10;
        const expected = isLineWhole ? bytes.subarray(0, cut.length + 1) : wholeLines;
        expect(essence(sessions)).toEqual(await read({ [log.file]: expected }));
      }),
      { numRuns: 80 },
    );
  }, 120_000);
});

/** Ids of calls, wherever they are told. */
const ID = /("(?:call_id|id|callId)":"[a-z]+[-_]?)(?=\d)/g;

describe('the same calls', () => {
  it('when lines are written twice', async () => {
    await fc.assert(
      fc.asyncProperty(rollout, fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (log, twice) => {
        const text = log.lines().map((line, i) => (twice[i % twice.length] === true ? line + line : line));
        expect(await read({ [log.file]: text.join('') })).toEqual(await read({ [log.file]: log.text() }));
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  it('when the rollout lies there twice, live and archived, plain and compressed', async () => {
    await fc.assert(
      fc.asyncProperty(ownRollout, async (log) => {
        const files = { [`sessions/${log.file}`]: log.text(), [`archived_sessions/${log.file}.zst`]: zstd(log.text()) };
        expect(await read(files)).toEqual(await read({ [log.file]: log.text() }));
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('when other threads lie beside it', async () => {
    await fc.assert(
      fc.asyncProperty(rollout, rollout, async (one, shape) => {
        const startMs = CODEX_START + 500;
        const two = new CodexLog({ thread: idOfTime(startMs, 2), startMs });
        // Other threads have other ids: calls with the same ones are copies.
        for (const record of shape.records.slice(1)) two.raw(JSON.parse(JSON.stringify(record).replaceAll(ID, '$1b')));
        const apart = [await read({ [one.file]: one.text() }), await read({ [two.file]: two.text() })].flat();
        expect(await read({ [one.file]: one.text(), [two.file]: two.text() })).toEqual(apart);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

describe('out of order', () => {
  it('the lines still add up, and no call is lost or made up', async () => {
    const shuffled = rollout.chain((log) => {
      const lines = log.lines();
      const order = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
      return order.map((text) => ({ log, text: text.join('') }));
    });
    const requests = /^(?:c|w|x|v|s|a)\d+$/;
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ log, text }) => {
        const sessions = await readFiles({ [log.file]: text });
        expect(sessions.every(({ sources }) => sources.every(({ ledger }) => addsUp(ledger)))).toBe(true);
        const asked = log.records.map(({ payload }) => payload as { type?: string; call_id?: string });
        const expected = asked.filter(({ type }) => type === 'function_call' || type === 'custom_tool_call');
        const found = sessions.flatMap(({ calls }) => calls.map(({ callId }) => callId));
        expect(new Set(found.filter((name) => requests.test(name)))).toEqual(
          new Set(expected.map(({ call_id: name }) => name)),
        );
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
