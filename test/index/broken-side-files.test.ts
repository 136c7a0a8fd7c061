// Tests side files that are broken, as one is that an agent is just writing: the session is indexed all the same.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { indexPicture, newFolder, readPicture } from './support.ts';

const SID = '91111111-2222-4333-8444-555555555555';
const SIDES = ['one', 'two', 'three'].map((name) => `projects/-srv-app/${SID}/subagents/agent-${name}.meta.json`);

function subagent(name: string): string {
  const log = new ClaudeLog(SID, { isSidechain: true, agentId: name });
  log.prompt('look around');
  log.call(`toolu_${name}`, 'Bash', { command: 'ls' });
  log.result(`toolu_${name}`, 'gate.ts');
  return log.text();
}

it('indexes a session with several of them, now and when they are whole', async () => {
  const main = new ClaudeLog(SID);
  main.prompt('mend the gate');
  const logs = folderWith({
    [`projects/-srv-app/${SID}.jsonl`]: main.text(),
    ...Object.fromEntries(SIDES.map((path) => [path, '{"agentType": "gener'])),
    ...Object.fromEntries(
      ['one', 'two', 'three'].map((name) => [`projects/-srv-app/${SID}/subagents/agent-${name}.jsonl`, subagent(name)]),
    ),
  });
  const folder = newFolder();
  const sweep = async (): Promise<unknown> => {
    const library = await openLibraryIndex(await storeIn(folder));
    await library.indexer?.sweep([logs]);
    const row = await library.questions.sessions.get({ agent: 'claude-code', id: SID });
    await library.close();
    return row;
  };
  expect(await sweep()).toMatchObject({ calls: 3 });
  expect(await indexPicture(folder)).toEqual(await readPicture([logs]));
  for (const path of SIDES) writeFileSync(join(logs, path), '{"agentType": "general-purpose", "description": "look"}');
  expect(await sweep()).toMatchObject({ calls: 3 });
});
