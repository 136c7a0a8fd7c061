// Tests background work as one thread: a launch lists its calls, and each of them links back to the launch.

import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import type { BackgroundThread } from '../../src/api/wire/call.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type Served, serve } from './support.ts';

const SESSION = '44444444-2222-4333-8444-555555555555';

function log(): string {
  const made = new ClaudeLog(SESSION);
  made.prompt('Water the beds');
  made.call('toolu_launch', 'Bash', { command: 'npm run water', run_in_background: true });
  made.result('toolu_launch', 'Command running in background with ID: b1', {
    structured: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: 'b1' },
  });
  for (const id of ['toolu_look', 'toolu_look2']) {
    made.call(id, 'BashOutput', { bash_id: 'b1' });
    made.result(
      id,
      '<status>running</status>\n\n<stdout>\ndrip\n</stdout>\n\n<timestamp>2026-03-01T09:00:05.000Z</timestamp>',
    );
  }
  made.call('toolu_kill', 'KillShell', { shell_id: 'b1' });
  made.result('toolu_kill', 'Successfully killed shell: b1 (npm run water)', {
    structured: { message: 'Successfully killed shell: b1 (npm run water)', shell_id: 'b1' },
  });
  made.call('toolu_ls', 'Bash', { command: 'ls' });
  made.result('toolu_ls', 'a');
  return made.text();
}

let served: Served;

beforeAll(async () => {
  served = await serve([folderWith({ [join('projects', '-home-dev-orchard', `${SESSION}.jsonl`)]: log() })]);
});

async function threadOf(callId: string): Promise<BackgroundThread | null> {
  return (await served.get('call', { agent: 'claude-code', session: SESSION, callId, occurrence: '1' })).work;
}

it('is the same for the launch and for every call that speaks of it', async () => {
  const thread = await threadOf('toolu_launch');
  expect(thread).toMatchObject({
    launch: { callId: 'toolu_launch', tool: 'Bash', summary: 'npm run water' },
    taskId: 'b1',
    kind: 'shell',
    more: 0,
    end: { via: 'kill', callId: 'toolu_kill' },
  });
  expect(thread?.calls.map(({ callId }) => callId)).toEqual(['toolu_look', 'toolu_look2', 'toolu_kill']);
  for (const id of ['toolu_look', 'toolu_look2', 'toolu_kill']) expect(await threadOf(id)).toEqual(thread);
});

it('is nothing to calls that have nothing to do with it', async () => {
  expect(await threadOf('toolu_ls')).toBeNull();
});

it('asks for its calls at once', async () => {
  const one = vi.spyOn(served.library.questions.calls, 'get');
  await threadOf('toolu_launch');
  // The call that is shown.
  expect(one).toHaveBeenCalledTimes(1);
  one.mockRestore();
});
