// Tests that clients that request much and read nothing do not block others.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { startServer } from '../../src/server/server.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { ask } from './support.ts';

const ID = '11111111-2222-4333-8444-555555555555';
/** More than the system takes in for a connection before its reader reads. */
const LONG_BYTES = 64 * 1024 * 1024;

function spillingLog(): string {
  const log = new ClaudeLog(ID);
  log.prompt('go');
  log.call('toolu_one', 'Bash', { command: 'make' });
  const structured = { stdout: 'short', stderr: '', persistedOutputPath: '/home/dev/.claude/out.txt' };
  log.result('toolu_one', 'short', { structured });
  return log.text();
}

it('answers others while every slot waits for a reader that does not read', { timeout: 60_000 }, async () => {
  const logs = folderWith({ [`p/${ID}.jsonl`]: spillingLog() });
  mkdirSync(join(logs, 'p', ID, 'tool-results'), { recursive: true });
  writeFileSync(join(logs, 'p', ID, 'tool-results', 'out.txt'), Buffer.alloc(LONG_BYTES, 'x'));
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-server-'));
  const library = await FollowedLibrary.open({ folder, places: [join(logs, 'p')], archive: false });
  await library.ready;
  const access = 'open-to-local-users';
  const server = await startServer({ library, port: 0, access, limits: { mostAtOnce: 2 } });
  const url = `${server.url}/api/v1/calls/claude-code/${ID}/toolu_one/1/body?from=spilled`;
  const open: IncomingMessage[] = [];
  try {
    for (let i = 0; i < 2; i++) {
      const reply = await new Promise<IncomingMessage>((resolve, reject) => {
        get(url, { agent: false }, resolve).on('error', reject);
      });
      open.push(reply.pause());
    }
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    // Once the system takes in no more for them.
    const answered = async (): Promise<number> => (await ask(server.url, '/api/v1/status')).status;
    await expect.poll(answered, { timeout: 20_000 }).toBe(200);
    // Anyone who reads after all gets all of it.
    let bytes = 0;
    for await (const part of open[0] ?? []) bytes += Buffer.from(part).length;
    expect(bytes).toBe(LONG_BYTES);
  } finally {
    for (const reply of open) reply.destroy();
    await server.close();
    await library.close();
  }
});
