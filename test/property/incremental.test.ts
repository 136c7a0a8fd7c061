// Tests that reading a growing log bit by bit, and projecting only what changed, ends in the same calls as reading it whole.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession, type ReadingState } from '../../src/reading/live-session.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const OUT = { stdout: 'x', stderr: '', interrupted: false, isImage: false };

/** What can happen in a log, drawn at random and written in order. */
type Event =
  | { kind: 'call'; id: number; message: number }
  | { kind: 'result'; id: number; failed: boolean }
  | { kind: 'background'; id: number }
  | { kind: 'end'; id: number }
  | { kind: 'kill'; id: number }
  | { kind: 'prompt' }
  | { kind: 'rewind'; to: number }
  | { kind: 'compact' }
  | { kind: 'hook'; id: number };

const id = fc.nat(6);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('call'), id, message: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('result'), id, failed: fc.boolean() }) },
  fc.record({ kind: fc.constant('background'), id }),
  fc.record({ kind: fc.constant('end'), id }),
  fc.record({ kind: fc.constant('kill'), id }),
  fc.record({ kind: fc.constant('prompt') }),
  fc.record({ kind: fc.constant('rewind'), to: fc.nat(10) }),
  fc.record({ kind: fc.constant('compact') }),
  fc.record({ kind: fc.constant('hook'), id }),
) as fc.Arbitrary<Event>;

function write(events: readonly Event[]): string[] {
  const log = new ClaudeLog(SID);
  const uuids: string[] = [log.prompt('go')];
  for (const [i, happened] of events.entries()) {
    switch (happened.kind) {
      case 'call':
        uuids.push(log.call(`toolu_${happened.id}`, 'Bash', { command: `c${happened.id}` }, `msg_${happened.message}`));
        break;
      case 'result':
        uuids.push(
          log.result(
            `toolu_${happened.id}`,
            happened.failed ? 'Exit code 1\nprofile: hose: command not found\nx' : 'x',
            {
              isError: happened.failed,
              structured: happened.failed ? 'Error: x' : OUT,
            },
          ),
        );
        break;
      case 'background':
        log.result(`toolu_${happened.id}`, 'launched', {
          isError: false,
          structured: { ...OUT, backgroundTaskId: `b${happened.id}` },
        });
        break;
      case 'end':
        log.prompt(
          `<task-notification><task-id>b${happened.id}</task-id><status>completed</status><summary>s</summary></task-notification>`,
        );
        break;
      case 'kill':
        log.call(`toolu_kill${i}`, 'KillShell', { shell_id: `b${happened.id}` });
        log.result(`toolu_kill${i}`, 'k', {
          structured: { message: `Successfully killed shell: b${happened.id}`, shell_id: `b${happened.id}` },
        });
        break;
      case 'prompt':
        uuids.push(log.prompt('more'));
        break;
      case 'rewind':
        log.rewindTo(uuids[happened.to % uuids.length] ?? null);
        uuids.push(log.prompt('again'));
        break;
      case 'compact':
        log.add('system', {
          subtype: 'compact_boundary',
          parentUuid: null,
          logicalParentUuid: uuids.at(-1),
          compactMetadata: { trigger: 'auto' },
        });
        break;
      case 'hook':
        log.add('attachment', {
          attachment: {
            type: 'hook_success',
            hookName: 'PreToolUse:Bash',
            toolUseID: `toolu_${happened.id}`,
            hookEvent: 'PreToolUse',
            exitCode: 0,
          },
        });
        break;
    }
  }
  return log.text().trimEnd().split('\n');
}

function keyed(calls: readonly ToolCall[]): Map<string, ToolCall> {
  return new Map(calls.map((call) => [`${call.callId} ${call.occurrence}`, call]));
}

function restarted(session: LiveSession): LiveSession {
  const state: ReadingState = deserialize(serialize(session.save()));
  session.close();
  return new LiveSession(claudeCode, SID, { messages: true, tracking: true }, state);
}

describe('a growing log', () => {
  it('gives the same calls whether read bit by bit or whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 25 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
        async (events, steps) => {
          const path = join(folderWith({}), `${SID}.jsonl`);
          writeFileSync(path, '');
          const lines = write(events);
          let growing = new LiveSession(claudeCode, SID, { messages: true, tracking: true });
          growing.addSource(path, 'main');
          const known = new Map<string, ToolCall>();
          for (let at = 0, turn = 0; at < lines.length; turn++) {
            const next = at + (steps[turn % steps.length] ?? 1);
            appendFileSync(
              path,
              lines
                .slice(at, next)
                .map((line) => `${line}\n`)
                .join(''),
            );
            at = next;
            await growing.readOn(0, { isWhole: false });
            for (const [key, call] of keyed(growing.changes(true).calls)) known.set(key, call);
            // Every other time the process ends here, and another one goes on.
            if (turn % 2 === 1) growing = restarted(growing);
          }
          const whole = new LiveSession(claudeCode, SID, { messages: true, tracking: true });
          whole.addSource(path, 'main');
          await whole.readOn(0, { isWhole: true });
          const snapshot = whole.snapshot(true);
          expect(Object.fromEntries(known)).toEqual(Object.fromEntries(keyed(snapshot.calls)));
          expect(whole.snapshot(true, 'last')).toEqual(snapshot);
          expect(whole.fold.calls.size).toBe(0);
          const once = new LiveSession(claudeCode, SID, { messages: false, tracking: false });
          once.addSource(path, 'main');
          await once.readOn(0, { isWhole: true });
          expect([...once.lastCalls(true)].flat()).toEqual(snapshot.calls);
          expect(once.fold.calls.size).toBe(0);
          once.close();
          growing.close();
          whole.close();
        },
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  it('tells of a call that was left behind, though its id had more results than requests before', async () => {
    const path = join(folderWith({}), `${SID}.jsonl`);
    const lines = write([
      { kind: 'call', id: 3, message: 0 },
      { kind: 'result', id: 3, failed: false },
      { kind: 'background', id: 3 },
      { kind: 'call', id: 3, message: 0 },
      { kind: 'kill', id: 0 },
    ]);
    const session = new LiveSession(claudeCode, SID, { messages: true, tracking: true });
    writeFileSync(path, '');
    session.addSource(path, 'main');
    const known = new Map<string, ToolCall>();
    for (const line of lines) {
      appendFileSync(path, `${line}\n`);
      await session.readOn(0, { isWhole: false });
      for (const [key, call] of keyed(session.changes(true).calls)) known.set(key, call);
    }
    expect(known.get('toolu_3 2')?.status).toBe('lost');
    session.close();
  });

  it('leaves a half-written line alone until it is whole', async () => {
    const path = join(folderWith({}), `${SID}.jsonl`);
    const [first = '', second = ''] = write([{ kind: 'call', id: 1, message: 1 }]);
    writeFileSync(path, `${first}\n${second.slice(0, 50)}`);
    const session = new LiveSession(claudeCode, SID, { messages: true, tracking: true });
    session.addSource(path, 'main');
    await session.readOn(0, { isWhole: false });
    expect(session.changes(true).calls).toEqual([]);
    appendFileSync(path, `${second.slice(50)}\n`);
    await session.readOn(0, { isWhole: false });
    expect(session.changes(true).calls.map(({ callId, status }) => [callId, status])).toEqual([['toolu_1', 'running']]);
    session.close();
  });
});
