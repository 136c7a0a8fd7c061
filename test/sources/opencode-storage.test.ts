// Tests sessions that OpenCode kept as a folder of small files: read as one session, and never with files from elsewhere.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { indexOnce, indexPicture, newFolder, readPicture } from '../index/support.ts';
import type { Json } from '../support/claude-log.ts';

const SES = 'ses_0001';
const START = Date.UTC(2025, 8, 1);

function part(n: number, fields: Json): Json {
  return { id: `prt_${n}`, messageID: `msg_${n > 1 ? 2 : 1}`, sessionID: SES, ...fields };
}

const tool = (n: number, command: string, output: string): Json =>
  part(n, {
    type: 'tool',
    tool: 'bash',
    callID: `call_${n}`,
    state: {
      status: 'completed',
      input: { command, description: 'x' },
      output,
      title: command,
      metadata: { exit: 0 },
      time: { start: START + n * 1000, end: START + n * 1000 + 400 },
    },
  });

const FILES: Readonly<Record<string, unknown>> = {
  [`session/0a1b2c/${SES}.json`]: {
    id: SES,
    projectID: '0a1b2c',
    directory: '/home/dev/orchard',
    title: 'Weigh the pears',
    version: '0.9.1',
    time: { created: START, updated: START + 9000 },
  },
  [`message/${SES}/msg_1.json`]: { id: 'msg_1', sessionID: SES, role: 'user', time: { created: START } },
  [`message/${SES}/msg_2.json`]: {
    id: 'msg_2',
    sessionID: SES,
    role: 'assistant',
    modelID: 'm-1',
    providerID: 'p',
    time: { created: START + 1000, completed: START + 9000 },
  },
  'part/msg_1/prt_1.json': part(1, { type: 'text', text: 'Weigh the pears, please.' }),
  'part/msg_2/prt_2.json': tool(2, 'ls', 'pears'),
  'part/msg_2/prt_3.json': tool(3, 'weigh pears', '12 kg'),
};

function storage(files: Readonly<Record<string, unknown>>): string {
  const root = join(newFolder(), 'opencode', 'storage');
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), JSON.stringify(value));
  }
  return root;
}

async function read(root: string): Promise<Session[]> {
  const found: Session[] = [];
  for await (const session of readSessions(await discover([root]))) found.push(session);
  return found;
}

it('is one session with its messages and calls, from the list of sessions alone', async () => {
  const [session, ...others] = await read(join(storage(FILES), 'session'));
  expect(others).toEqual([]);
  expect(session).toMatchObject({ agent: 'opencode', id: SES, problems: [] });
  expect(session?.fields).toMatchObject({ cwd: '/home/dev/orchard', title: 'Weigh the pears', version: '0.9.1' });
  expect(session?.calls.map(({ callId, toolId, status, duration }) => [callId, toolId, status, duration?.ms])).toEqual([
    ['call_2', 'shell', 'ok', 400],
    ['call_3', 'shell', 'ok', 400],
  ]);
  expect(session?.messages.map(({ what, preview }) => [what, preview])).toEqual([
    ['prompt', 'Weigh the pears, please.'],
  ]);
});

it('counts its files once where the whole folder is named', async () => {
  const { logs, skipped } = await discover([storage(FILES)]);
  expect(logs).toHaveLength(1);
  expect(skipped.map(({ reason }) => reason)).toEqual(Array(5).fill('a file of a session from before the database'));
});

it('goes into the index, and is read again when it changes', async () => {
  const root = storage(FILES);
  const folder = newFolder();
  await indexOnce(folder, [root]);
  expect(await indexPicture(folder)).toEqual(await readPicture([root]));
  writeFileSync(join(root, 'part/msg_2/prt_4.json'), JSON.stringify(tool(4, 'eat pears', 'good')));
  const info = { ...Object(FILES[`session/0a1b2c/${SES}.json`]), title: 'Weigh and eat the pears' };
  writeFileSync(join(root, `session/0a1b2c/${SES}.json`), JSON.stringify(info));
  await indexOnce(folder, [root]);
  expect(await indexPicture(folder)).toEqual(await readPicture([root]));
  expect((await indexPicture(folder)).calls).toHaveLength(3);
});

it('follows no link and no odd id out of the folder', async () => {
  const secret = { id: 'prt_9', messageID: 'msg_2', type: 'text', text: 'a secret' };
  const elsewhere = storage({ 'away/prt_9.json': secret, 'away/msg_9.json': { ...secret, id: 'msg_9' } });
  const root = storage({ ...FILES, [`session/0a1b2c/ses_up.json`]: { id: '../../..', title: 'x' } });
  symlinkSync(join(elsewhere, 'away/prt_9.json'), join(root, 'part/msg_2/prt_9.json'));
  symlinkSync(join(elsewhere, 'away'), join(root, 'part/msg_3'));
  writeFileSync(join(root, `message/${SES}/msg_3.json`), JSON.stringify({ id: 'msg_3', role: 'assistant', time: {} }));
  writeFileSync(join(root, `message/${SES}/broken.json`), '{');
  const sessions = await read(root);
  expect(JSON.stringify(sessions)).not.toContain('a secret');
  expect(sessions.find(({ id }) => id === SES)?.calls).toHaveLength(2);
});
