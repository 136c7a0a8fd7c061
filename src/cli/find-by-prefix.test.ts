// Tests choosing a session: at most ten candidates, one per line; waits for a session that is not read yet.

import { expect, it } from 'vitest';
import { candidateLines, findSession } from './find-by-prefix.ts';
import type { Library } from './open-library.ts';
import type { Output } from './output.ts';

it('lists ten candidates, and says that there are more', () => {
  const lines = Array.from({ length: 11 }, (_, i) => `c${i}  `);
  const ten = lines.slice(0, 10);
  const told = '\n  c0\n  c1\n  c2\n  c3\n  c4\n  c5\n  c6\n  c7\n  c8\n  c9';
  expect(candidateLines(ten)).toBe(told);
  expect(candidateLines(lines)).toBe(`${told}\n  and more`);
});

it('waits for a session that another process has not read yet', async () => {
  const candidate = { agent: 'claude-code', id: 's1', title: null, lastAt: null };
  let looks = 0;
  const sessions = {
    find: async () => [candidate],
    get: async () => ({ isUnread: ++looks < 4 }),
  };
  const notes: string[] = [];
  const library = { index: { questions: { sessions } }, places: [] } as unknown as Library;
  const out = { note: (text: string) => notes.push(text), safe: (text: string) => text } as unknown as Output;
  expect(await findSession(library, 's', out)).toBe(candidate);
  expect(looks).toBe(4);
  expect(notes).toHaveLength(1);
});

it('takes the name by which agents are told of a session', async () => {
  const all = ['claude-code', 'codex'].map((agent) => ({ agent, id: 's1', title: null, lastAt: null }));
  const sessions = {
    find: async (prefix: string) => all.filter(({ id }) => id.startsWith(prefix)),
    get: async () => ({ isUnread: false }),
  };
  const library = { index: { questions: { sessions } }, places: [] } as unknown as Library;
  const out = { safe: (text: string) => text } as unknown as Output;
  expect(await findSession(library, 'codex/s1', out)).toBe(all[1]);
  await expect(findSession(library, 's1', out)).rejects.toMatchObject({ code: 'ambiguous' });
  await expect(findSession(library, 'codex/', out)).rejects.toMatchObject({ code: 'not-found' });
  await expect(findSession(library, 'pi/s1', out)).rejects.toMatchObject({ code: 'not-found' });
});
