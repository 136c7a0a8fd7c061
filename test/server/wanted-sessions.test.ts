// Tests that questions about a session wait until it has been read, the first list for the first rows, and others do not wait.

import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { QueryPool } from '../../src/server/query-pool.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

let served: Served;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

beforeAll(async () => {
  served = await serve([madeUpLogs().folder]);
});

const KEY = { agent: 'claude-code', id: SESSION };
const ADDRESS = `/api/v1/sessions/claude-code/${SESSION}`;

it.each([ADDRESS, `${ADDRESS}/entries`, `${ADDRESS}/trace`, `/api/v1/calls/claude-code/${SESSION}/toolu_ls/1`])(
  '%s',
  async (address) => {
    let read = (): void => {};
    const want = vi.spyOn(served.library, 'want').mockImplementation(
      () =>
        new Promise((done) => {
          read = done;
        }),
    );
    let isAnswered = false;
    const reply = served.ask(address).then((given) => {
      isAnswered = true;
      return given;
    });
    await vi.waitFor(() => expect(want).toHaveBeenCalledWith(KEY));
    // Something else is asked and answered meanwhile.
    expect((await served.ask('/api/v1/sessions')).status).toBe(200);
    expect(isAnswered).toBe(false);
    read();
    expect((await reply).status).toBe(200);
    expect(want).toHaveBeenCalledTimes(1);
  },
);

it('does not wait for a session that is there, or that no log tells of', async () => {
  expect((await served.ask(ADDRESS)).status).toBe(200);
  expect((await served.ask('/api/v1/sessions/claude-code/no-such-session')).status).toBe(404);
});

it('keeps nobody waiting who has gone', async () => {
  vi.spyOn(served.library, 'want').mockImplementation(() => new Promise(() => {}));
  const pool = new QueryPool(served.library, undefined);
  const gone = new AbortController();
  const question = { name: 'session', parts: { agent: 'claude-code', session: SESSION }, query: {}, now: 0 } as const;
  const answer = pool.ask(question, gone.signal);
  gone.abort(new Error('gone'));
  await expect(answer).rejects.toThrow('gone');
  await expect(pool.ask(question, gone.signal)).rejects.toThrow('gone');
  await pool.close();
});

it('lets so many wait that others are still answered', async () => {
  let read = (): void => {};
  const waiting: Promise<void> = new Promise((done) => {
    read = done;
  });
  vi.spyOn(served.library, 'want').mockImplementation(() => waiting);
  const asked = Array.from({ length: 256 }, () => served.ask(ADDRESS));
  const refused = await Promise.race(asked);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  expect((await served.ask('/api/v1/sessions')).status).toBe(200);
  read();
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(64);
  expect(statuses.filter((status) => status === 503)).toHaveLength(192);
  vi.restoreAllMocks();
  expect((await served.ask(ADDRESS)).status).toBe(200);
});

it('lets the first list wait for rows, and nothing else', async () => {
  let toldRows = (): void => {};
  const firstRows = vi.spyOn(served.library, 'firstRows').mockImplementation(
    () =>
      new Promise((done) => {
        toldRows = done;
      }),
  );
  let isAnswered = false;
  const list = served.ask('/api/v1/sessions').then((given) => {
    isAnswered = true;
    return given;
  });
  await vi.waitFor(() => expect(firstRows).toHaveBeenCalled());
  expect((await served.ask('/api/v1/status')).status).toBe(200);
  expect(isAnswered).toBe(false);
  toldRows();
  expect((await list).status).toBe(200);
});

/** An index that is being filled and has no rows yet. */
async function emptyIndex(): Promise<{
  firstRows(): Promise<void>;
  change(seq: number): void;
  hasListener(): boolean;
}> {
  const { library } = await serve([madeUpLogs().folder]);
  const listeners = new Set<() => void>();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(library, 'state').mockReturnValue({ phase: 'indexing', progress: null, trouble: [] });
  const lastSeq = vi.spyOn(library, 'lastSeq').mockReturnValue(0);
  vi.spyOn(library, 'onChange').mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  const change = (seq: number): void => {
    lastSeq.mockReturnValue(seq);
    for (const listener of listeners) listener();
  };
  return { firstRows: () => library.firstRows(), change, hasListener: () => listeners.size > 0 };
}

it('waits until there are rows', async () => {
  const { firstRows, change, hasListener } = await emptyIndex();
  const rows = firstRows();
  change(0);
  expect(hasListener()).toBe(true);
  change(1);
  await rows;
  expect([hasListener(), vi.getTimerCount()]).toEqual([false, 0]);
});

it('waits for rows half a second at most, and once', async () => {
  const { firstRows, hasListener } = await emptyIndex();
  const rows = firstRows();
  vi.advanceTimersByTime(499);
  expect(hasListener()).toBe(true);
  vi.advanceTimersByTime(1);
  await rows;
  await firstRows();
  expect([hasListener(), vi.getTimerCount()]).toEqual([false, 0]);
});
