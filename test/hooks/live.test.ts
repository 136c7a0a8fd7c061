// Tests that a call is seen the moment a hook reports it: while the logs are followed, before the log has it.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hookSignals } from '../../src/hooks/hook-signals.ts';
import { inboxFolder, inboxPath, spoolFolder } from '../../src/hooks/inbox.ts';
import { shellHook } from '../../src/hooks/shell-hook.ts';
import { CallFeed } from '../../src/library/follow-calls.ts';
import { openFollower } from '../../src/library/index-watcher.ts';
import { liveState } from '../../src/model/live-state.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { ClaudeLog, folderWith, type Json } from '../support/claude-log.ts';
import { SESSION } from './inbox-lines.ts';

const NOTHING = { openCalls: [], lastMessage: null, lastResult: null, turnEnd: null };

it('tells a call that only a hook told of, then what the log says of it', async () => {
  const folder = folderWith({ 'logs/keep': '' });
  const inbox = inboxFolder(folder);
  mkdirSync(spoolFolder(inbox), { recursive: true });
  const script = join(inbox, 'toolscope-hook.sh');
  writeFileSync(script, shellHook(spoolFolder(inbox)));
  const hook = (fields: Json): void => {
    const input = JSON.stringify({ session_id: SESSION, cwd: '/home/dev', ...fields });
    expect(spawnSync('sh', [script, 'claude-code'], { input })).toMatchObject({ status: 0 });
  };
  const told: ToolCall[] = [];
  let wake = (): void => {};
  const until = async (fits: (call: ToolCall) => boolean): Promise<ToolCall> => {
    for (;;) {
      const found = told.find(fits);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const troubles: string[] = [];
  const places = [join(folder, 'logs'), inbox];
  const follower = await openFollower({
    folder,
    places,
    onThread: false,
    archive: false,
    onTrouble: ({ message }) => troubles.push(message),
  });
  await follower.ready;
  const feed = new CallFeed(follower, {
    filter: { type: 'all' },
    places,
    since: 0,
    onCalls: (calls) => {
      told.push(...calls.map(({ call }) => call));
      wake();
    },
  });
  const bash = { tool_name: 'Bash', tool_input: { command: 'make' } };
  hook({ hook_event_name: 'PreToolUse', ...bash, tool_use_id: 'toolu_1' });
  expect(await until(({ callId }) => callId === 'toolu_1')).toMatchObject({ status: 'running', session: SESSION });
  hook({ hook_event_name: 'PermissionRequest', ...bash });
  const path = inboxPath(inbox, 'claude-code', SESSION);
  // Filed and read by the follower; anyone who asks for the state reads the end of the file.
  while (hookSignals([path]).at(-1)?.word !== 'permission-requested') await new Promise((done) => setImmediate(done));
  const [, asked] = hookSignals([path]);
  expect(
    liveState({ log: { ...NOTHING, lastAt: asked?.at ?? 0 }, hooks: hookSignals([path]) }, asked?.at ?? 0),
  ).toMatchObject({
    state: 'waiting-permission',
    via: 'hooks',
    callId: 'toolu_1',
  });
  hook({ hook_event_name: 'PostToolUse', ...bash, tool_use_id: 'toolu_1', tool_response: {}, duration_ms: 12 });
  expect(await until(({ status }) => status === 'ok')).toMatchObject({ statusRule: 'hook:PostToolUse' });
  const log = new ClaudeLog(SESSION);
  log.call('toolu_1', 'Bash', { command: 'make' });
  log.result('toolu_1', 'Exit code 2', { isError: true });
  writeFileSync(join(folder, 'logs', `${SESSION}.jsonl`), log.text());
  expect(await until(({ status }) => status === 'error')).toMatchObject({ duration: { ms: 12, basis: 'hook' } });
  feed.close();
  await follower.close();
  expect(troubles).toEqual([]);
}, 60_000);
