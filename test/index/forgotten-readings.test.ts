// Tests that following a session does not keep the interpretation of all its calls, and that a call that changes late is read
// again from its log, with the same result.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { LiveSession } from '../../src/reading/live-session.ts';
import { openOnDisk } from '../../src/sources/files/open-log.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { newFolder } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const CALLS = 5000;

function hookOf(callId: string): Record<string, unknown> {
  const hook = { hookEvent: 'PostToolUse', hookName: 'PostToolUse:Bash', command: 'check' };
  return { attachment: { type: 'hook_success', ...hook, toolUseID: callId, exitCode: 0, durationMs: 3 } };
}

it('reads a call again that changes long after it was told of, and keeps the latest at hand', async () => {
  const path = join(newFolder(), `${SID}.jsonl`);
  const log = new ClaudeLog(SID);
  for (let i = 0; i < CALLS; i++) {
    log.call(`toolu_${i}`, 'Bash', { command: `make part-${i}` });
    log.result(`toolu_${i}`, `made part ${i}`, { isError: false });
  }
  writeFileSync(path, log.text());
  let opened = 0;
  const open = (at: string) => {
    opened++;
    return openOnDisk(at);
  };
  const live = new LiveSession(claudeCode, SID, { messages: false, tracking: true, open });
  const source = live.addSource(path, 'main');
  await live.readOn(source, { isWhole: false });
  expect(live.changes(false).calls.length).toBe(CALLS);
  const changedBy = async (callId: string): Promise<{ calls: readonly ToolCall[]; timesOpened: number }> => {
    log.records.length = 0;
    log.add('attachment', hookOf(callId));
    appendFileSync(path, log.text());
    await live.readOn(source, { isWhole: false });
    const before = opened;
    const { calls } = live.changes(false);
    return { calls, timesOpened: opened - before };
  };
  const late = await changedBy('toolu_0');
  const soon = await changedBy(`toolu_${CALLS - 1}`);
  live.close();
  const whole = new LiveSession(claudeCode, SID, { messages: false, tracking: false });
  await whole.readOn(whole.addSource(path, 'main'), { isWhole: true });
  const { calls } = whole.snapshot(false);
  whole.close();
  expect(late.calls).toEqual(calls.slice(0, 1));
  expect(late.calls[0]?.hooks.length).toBe(1);
  expect(late.timesOpened).toBe(1);
  expect(soon.calls).toEqual(calls.slice(-1));
  expect(soon.timesOpened).toBe(0);
}, 60_000);
