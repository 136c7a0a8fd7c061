// Tests when the list of sessions is reloaded.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { urlOf } from '../../api/client.ts';
import { FIRST_SESSIONS_URL } from '../../api/first-sessions.ts';
import { paths } from '../../api/paths.ts';

const server = vi.hoisted(() => ({
  /** Each answer waits for this. */
  free: Promise.resolve(),
  asked: [] as { readonly cursor: string | undefined; readonly limit: string }[],
  sessions: [] as { readonly agent: string; readonly id: string; readonly unread: boolean; readonly lastAt: number }[],
  tell: (_news: 'resync' | 'changed'): void => {},
}));

vi.mock('./api.ts', () => ({
  api: {
    get: async (_name: string, { query }: { query: { cursor: string | undefined; limit: string } }) => {
      server.asked.push(query);
      const { sessions } = server;
      await server.free;
      return { sessions, total: sessions.length, next: null };
    },
  },
}));

vi.mock('./live.ts', () => ({
  onChange: (listener: typeof server.tell) => {
    server.tell = listener;
    return () => {};
  },
}));

const { LoadedSessions } = await import('./session-list.ts');

beforeEach(() => {
  vi.useFakeTimers();
  server.asked = [];
  server.sessions = [];
  server.free = Promise.resolve();
});
afterEach(() => vi.useRealTimers());

it('reloads at once while it is empty, and with a pause when it is not', async () => {
  const list = new LoadedSessions('');
  await vi.advanceTimersByTimeAsync(0);
  server.sessions = [{ agent: 'codex', id: 'a', unread: false, lastAt: 1 }];
  server.tell('changed');
  await vi.advanceTimersByTimeAsync(0);
  expect(server.asked).toHaveLength(2);
  expect(list.state.value.sessions).toHaveLength(1);
  server.tell('changed');
  await vi.advanceTimersByTimeAsync(200);
  expect(server.asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.asked).toHaveLength(3);
  list.close();
});

it('reloads even if changes keep coming', async () => {
  server.sessions = [{ agent: 'codex', id: 'a', unread: false, lastAt: 1 }];
  const list = new LoadedSessions('');
  await vi.advanceTimersByTimeAsync(0);
  for (let i = 0; i < 20; i++) {
    server.tell('resync');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(server.asked.length).toBeGreaterThanOrEqual(7);
  list.close();
});

it('keeps a session that appears while everything is looked at', async () => {
  const old = { agent: 'codex', id: 'old', unread: false, lastAt: 1 };
  server.sessions = [old];
  const list = new LoadedSessions('');
  await vi.advanceTimersByTimeAsync(0);
  let answer = (): void => {};
  server.free = new Promise((done) => {
    answer = done;
  });
  list.again();
  await vi.advanceTimersByTimeAsync(0);
  server.sessions = [{ agent: 'codex', id: 'new', unread: false, lastAt: 2 }, old];
  server.free = Promise.resolve();
  server.tell('changed');
  await vi.advanceTimersByTimeAsync(1000);
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(list.state.value.sessions.map(({ id }) => id)).toEqual(['new', 'old']);
  list.close();
});

it('asks for few rows first, and for the rest in large pages', async () => {
  server.sessions = [{ agent: 'codex', id: 'a', unread: false, lastAt: 1 }];
  const list = new LoadedSessions('');
  await vi.advanceTimersByTimeAsync(0);
  list.again();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.asked.map(({ limit }) => limit)).toEqual(['50', '500']);
  // To the letter: else the browser, which has asked it already, asks again.
  expect(urlOf(paths.sessions, undefined, server.asked[0])).toBe(FIRST_SESSIONS_URL);
  list.close();
});
