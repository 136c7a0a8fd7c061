// Tests that hook reports may come in any order, twice, late, and over restarts: the calls are the same, read from the files
// and queried from the index.

import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type ReadingState } from '../../src/reading/live-session.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { readFiles } from '../support/read.ts';
import { asked, lines, postUse, preUse, SESSION, told } from './inbox-lines.ts';

/** Few calls and inputs, so that ids and inputs repeat. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('call' as const), id: fc.nat(3), input: fc.nat(1) }),
  fc.record({ kind: fc.constant('result' as const), id: fc.nat(3) }),
  fc.record({ kind: fc.constant('pre' as const), id: fc.nat(3), input: fc.nat(1) }),
  fc.record({ kind: fc.constant('post' as const), id: fc.nat(3), input: fc.nat(1), isTimed: fc.boolean() }),
  fc.record({ kind: fc.constant('asked' as const), input: fc.nat(1) }),
  fc.record({ kind: fc.constant('stop' as const) }),
);

interface Written {
  readonly log: readonly string[];
  readonly hooks: readonly string[];
}

function write(events: readonly (typeof event extends fc.Arbitrary<infer Item> ? Item : never)[]): Written {
  const log = new ClaudeLog(SESSION);
  log.prompt('go');
  const hooks: string[] = [];
  for (const [i, happened] of events.entries()) {
    const when = { at: 1000 * (log.records.length + 1) + i, id: `event-${i}`, tookMs: 1 };
    switch (happened.kind) {
      case 'call':
        log.call(`toolu_${happened.id}`, 'Bash', { command: `make ${happened.input}` });
        break;
      case 'result':
        log.result(`toolu_${happened.id}`, 'fine', { isError: false });
        break;
      case 'pre':
        hooks.push(preUse(`toolu_${happened.id}`, 'Bash', { command: `make ${happened.input}` }, when));
        break;
      case 'post': {
        const input = { command: `make ${happened.input}` };
        hooks.push(
          postUse(`toolu_${happened.id}`, 'Bash', input, { stdout: 'x' }, when, happened.isTimed ? 7 : undefined),
        );
        break;
      }
      case 'asked':
        hooks.push(asked('Bash', { command: `make ${happened.input}` }, when));
        break;
      case 'stop':
        hooks.push(told('Stop', {}, when));
        break;
    }
  }
  return { log: log.text().trimEnd().split('\n'), hooks };
}

/** What must not depend on the position of a line. */
function essence(calls: readonly ToolCall[]): unknown {
  return calls
    .map(
      ({
        callId,
        occurrence,
        tool,
        status,
        statusRule,
        requestedAt,
        endedAt,
        duration,
        permission,
        heard,
        summary,
      }) => ({
        callId,
        occurrence,
        tool,
        status,
        statusRule,
        requestedAt,
        endedAt,
        duration,
        permission: permission === null ? null : { ...permission, ref: null },
        heard: heard === undefined ? null : [heard.before?.at, heard.asked?.at, heard.ended?.at, heard.runMs],
        summary,
      }),
    )
    .sort((a, b) => (`${a.callId} ${a.occurrence}` < `${b.callId} ${b.occurrence}` ? -1 : 1));
}

function shuffled(items: readonly string[], keys: readonly number[]): string[] {
  return items
    .map((item, i) => ({ item, key: keys[i % keys.length] ?? 0, i }))
    .sort((a, b) => a.key - b.key || a.i - b.i)
    .map(({ item }) => item);
}

async function callsOf(log: readonly string[], hooks: readonly string[]): Promise<unknown> {
  const sessions = await readFiles({ [`${SESSION}.jsonl`]: lines(...log), 'told.hooks.jsonl': lines(...hooks) });
  return essence(sessions.flatMap(({ calls }) => calls));
}

type Paths = Readonly<Record<keyof Written, string>>;

function opened(paths: Paths, state?: ReadingState): LiveSession {
  const session = new LiveSession(claudeCode, SESSION, { messages: true, tracking: true }, state);
  if (state !== undefined) return session;
  session.addSource(paths.log, 'main');
  session.addSource(paths.hooks, 'main');
  return session;
}

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

/** What is written, in pieces of the given sizes; the rest comes at the end. */
function pieces(written: Written, steps: readonly { readonly log: number; readonly hooks: number }[]): Written[] {
  const made: Written[] = [];
  const at = { log: 0, hooks: 0 };
  for (const step of [...steps, ...steps]) {
    made.push({
      log: written.log.slice(at.log, at.log + step.log),
      hooks: written.hooks.slice(at.hooks, at.hooks + step.hooks),
    });
    at.log += step.log;
    at.hooks += step.hooks;
  }
  return [...made, { log: written.log.slice(at.log), hooks: written.hooks.slice(at.hooks) }];
}

/** The calls as reported while the files grew; every other time the process ends, and another one continues. */
async function grown(paths: Paths, parts: readonly Written[]): Promise<Map<string, ToolCall>> {
  for (const path of Object.values(paths)) writeFileSync(path, '');
  let session = opened(paths);
  const known = new Map<string, ToolCall>();
  for (const [turn, part] of parts.entries()) {
    appendFileSync(paths.log, lines(...part.log));
    appendFileSync(paths.hooks, lines(...part.hooks));
    for (const source of [1, 0]) await session.readOn(source, { isWhole: false });
    for (const [key, call] of keyed(session.changes(true).calls)) known.set(key, call);
    if (turn % 2 === 0) continue;
    const state: ReadingState = deserialize(serialize(session.save()));
    session.close();
    session = opened(paths, state);
  }
  session.close();
  return known;
}

describe('what hooks told', () => {
  it('comes out the same in any order, and told or filed twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 24 }),
        fc.array(fc.integer(), { minLength: 5, maxLength: 12 }),
        async (events, keys) => {
          const { log, hooks } = write(events);
          const twice = shuffled([...hooks, ...hooks.filter((_, i) => i % 2 === 0)], keys);
          expect(await callsOf(log, twice)).toEqual(await callsOf(log, hooks));
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it('comes out the same bit by bit, over restarts, as at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 24 }),
        fc.array(fc.record({ log: fc.nat(3), hooks: fc.nat(3) }), { minLength: 1, maxLength: 6 }),
        async (events, steps) => {
          const written = write(events);
          const folder = folderWith({});
          const paths = { log: join(folder, `${SESSION}.jsonl`), hooks: join(folder, 'told.hooks.jsonl') };
          const known = await grown(paths, pieces(written, steps));
          const whole = opened(paths);
          for (const source of [0, 1]) await whole.readOn(source, { isWhole: true });
          expect(Object.fromEntries(known)).toEqual(Object.fromEntries(keyed(whole.snapshot(true).calls)));
          whole.close();
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);

  it('is in the index as reading has it, whichever file came first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 24 }), fc.boolean(), async (events, isHookFirst) => {
        const { log, hooks } = write(events);
        const place = newFolder();
        const folder = newFolder();
        const paths = { log: join(place, 'logs', `${SESSION}.jsonl`), hooks: join(place, 'inbox', 'told.hooks.jsonl') };
        for (const name of ['logs', 'inbox']) mkdirSync(join(place, name));
        const half = { log: Math.ceil(log.length / 2), hooks: Math.ceil(hooks.length / 2) };
        const parts = [
          () => appendFileSync(paths.log, lines(...log.slice(0, half.log))),
          () => appendFileSync(paths.hooks, lines(...hooks.slice(0, half.hooks))),
        ];
        for (const part of isHookFirst ? parts.reverse() : parts) {
          part();
          await indexOnce(folder, [place]);
        }
        appendFileSync(paths.hooks, lines(...hooks.slice(half.hooks)));
        await indexOnce(folder, [place]);
        appendFileSync(paths.log, lines(...log.slice(half.log)));
        await indexOnce(folder, [place]);
        expect(await indexPicture(folder)).toEqual(await readPicture([place]));
        for (const used of [place, folder]) rmSync(used, { recursive: true });
      }),
      { numRuns: 12 },
    );
  }, 240_000);
});
