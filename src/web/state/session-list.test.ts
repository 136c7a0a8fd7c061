// Tests when the list of sessions is reloaded.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const server = vi.hoisted(() => ({
  asked: [] as { readonly cursor: string | undefined }[],
  sessions: [] as { readonly agent: string; readonly id: string; readonly unread: boolean; readonly lastAt: number }[],
  tell: (_news: 'resync' | 'changed'): void => {},
}));

vi.mock('./api.ts', () => ({
  api: {
    get: (_name: string, { query }: { query: { cursor: string | undefined } }) => {
      server.asked.push(query);
      return Promise.resolve({ sessions: server.sessions, total: server.sessions.length, next: null });
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
