// Tests that a place which may not be read stops nothing: the others are read and followed, and the page about health says what is
// missing, as `doctor` does.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { leftOut } from '../../src/library/left-out.ts';
import { answer } from '../../src/server/answer.ts';
import { FollowedLibrary } from '../../src/server/followed-library.ts';
import { newFolder } from '../index/support.ts';
import { asNobody } from '../support/as-nobody.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';

function logOf(id: string): string {
  const log = new ClaudeLog(id);
  log.prompt('go');
  log.call('toolu_ls', 'Bash', { command: 'ls' });
  return log.text();
}

const [OPEN, SHUT, DOOR, ROOT] = [1, 2, 3, 4].map((n) => `8${n}111111-2222-4333-8444-555555555555`);

it('reads what may be read, and names the rest', { timeout: 60_000 }, async () => {
  const logs = folderWith({
    [`${OPEN}.jsonl`]: logOf(`${OPEN}`),
    [`${SHUT}.jsonl`]: logOf(`${SHUT}`),
    [`door/${DOOR}.jsonl`]: logOf(`${DOOR}`),
    'notes.txt': 'no log',
  });
  const root = join(newFolder(), 'root');
  mkdirSync(root);
  writeFileSync(join(root, `${ROOT}.jsonl`), logOf(`${ROOT}`));
  chmodSync(join(root, '..'), 0o755);
  const shut = [join(logs, `${SHUT}.jsonl`), join(logs, 'door'), root, join(logs, 'notes.txt')];
  for (const path of shut) chmodSync(path, 0);
  const folder = await storeIn(newFolder());
  chmodSync(folder, 0o777);
  const library = await asNobody(logs, async () => {
    const opened = await FollowedLibrary.open({ folder, places: [root, logs], archive: false });
    await opened.ready;
    return opened;
  });
  try {
    expect((await library.questions.sessions.below([root, logs])).map(({ id }) => id)).toEqual([OPEN]);
    const trouble = `${root} cannot be read. Check its read permissions.`;
    expect(library.state()).toMatchObject({ phase: 'following', trouble: [trouble] });
    const question = { name: 'health', parts: {}, query: {}, now: 0 } as const;
    const health = await asNobody(logs, async () => answer(question, library, new AbortController().signal));
    const [file, door] = shut.map((path) => ({ path, reason: 'EACCES' }));
    expect(health).toMatchObject({ unreadable: [{ path: root, reason: 'EACCES' }, door, file] });
    chmodSync(join(logs, `${OPEN}.jsonl`), 0);
    const { unreadable } = await asNobody(logs, () => leftOut(library.questions, library.places));
    expect(unreadable).toContainEqual({ path: join(logs, `${OPEN}.jsonl`), reason: 'EACCES' });
    const one = join(logs, `${SHUT}.jsonl`);
    const alone = await asNobody(logs, () => leftOut(library.questions, [one]));
    expect(alone).toEqual({ unclaimed: [], unreadable: [{ path: one, reason: 'EACCES' }] });
  } finally {
    await library.close();
  }
  for (const path of shut) chmodSync(path, 0o700);
});
