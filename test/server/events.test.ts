// Tests the event stream: every change once and in order, resumed where it stopped, and without buffering for slow clients.

import { appendFileSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { libraryStatus } from '../../src/api/wire/library.ts';
import { change } from '../../src/api/wire/session.ts';
import { EventHub } from '../../src/server/event-hub.ts';
import type { WatchedLibrary } from '../../src/server/served-library.ts';
import { madeUpLogs, SESSION } from './library.ts';
import { type Served, serve } from './support.ts';

interface Told {
  readonly id: string | null;
  readonly name: string;
  readonly data: unknown;
}

/** A client that keeps the events it receives. */
class Listener {
  readonly told: Told[] = [];
  readonly #close: () => void;
  beats = 0;

  constructor(url: string, headers: Readonly<Record<string, string>> = {}) {
    const sent = request(url, { headers, agent: false }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => {
        text += part;
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          this.#take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      });
      response.on('error', () => {});
    });
    sent.on('error', () => {});
    sent.end();
    this.#close = () => sent.destroy();
  }

  #take(block: string): void {
    if (block === ':') this.beats++;
    const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
    const name = field('event');
    if (name !== null) this.told.push({ id: field('id'), name, data: JSON.parse(field('data') ?? '') });
  }

  named(name: string): Told[] {
    return this.told.filter((told) => told.name === name);
  }

  async until(name: string, count = 1): Promise<Told[]> {
    await vi.waitFor(() => expect(this.named(name).length).toBeGreaterThanOrEqual(count), { timeout: 30_000 });
    return this.named(name);
  }

  close(): void {
    this.#close();
  }
}

let served: Served;
let log: string;
let count = 0;
let last: string | null = null;

beforeAll(async () => {
  const made = madeUpLogs();
  log = made.log;
  last = JSON.parse(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1) ?? '').uuid;
  served = await serve([made.folder], { hub: { statusMs: 10 } });
}, 60_000);

/** One more call at the end of the log. */
function append(): string {
  const id = `toolu_new_${++count}`;
  const uuid = `99999999-0000-4000-8000-${String(count).padStart(12, '0')}`;
  const record = {
    parentUuid: last,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev/orchard',
    sessionId: SESSION,
    version: '2.1.100',
    type: 'assistant',
    uuid,
    timestamp: new Date(Date.UTC(2026, 2, 2, 9, 0, count)).toISOString(),
    message: {
      id: `msg_new_${count}`,
      type: 'message',
      role: 'assistant',
      model: 'model-one',
      content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `echo ${count}` } }],
    },
  };
  appendFileSync(log, `${JSON.stringify(record)}\n`);
  last = uuid;
  return id;
}

function events(query = ''): string {
  return `${served.url}/api/v1/events${query}`;
}

function seqsOf(told: readonly Told[]): number[] {
  return told.flatMap(({ data }) =>
    change
      .array()
      .parse(data)
      .map(({ seq }) => seq),
  );
}

/** Waits until the listener has received all of these calls; others may have changed as well. */
async function heard(listener: Listener, ids: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(idsOf(listener.named('change'))).toEqual(expect.arrayContaining([...ids])), {
    timeout: 60_000,
  });
}

/** In order, and none twice. */
function expectEachOnce(seqs: readonly number[]): void {
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
}

function idsOf(told: readonly Told[]): (string | null)[] {
  return told.flatMap(({ data }) =>
    change
      .array()
      .parse(data)
      .map(({ callId }) => callId),
  );
}

describe('the stream', () => {
  it('begins with the state, and tells what comes after', async () => {
    const listener = new Listener(events());
    const [status] = await listener.until('status');
    expect(libraryStatus.parse(status?.data)).toMatchObject({ sessions: 2 });
    expect(status?.id).toBe(String(served.library.lastSeq()));
    const id = append();
    await listener.until('change');
    expect(idsOf(listener.named('change'))).toContain(id);
    listener.close();
  });

  it('tells with every answer up to which change it is true', async () => {
    const listener = new Listener(events());
    await listener.until('status');
    await heard(listener, [append()]);
    const told = Number(listener.named('change').at(-1)?.id);
    const { headers } = await served.ask('/api/v1/sessions');
    listener.close();
    expect(Number(headers['toolscope-seq'])).toBeGreaterThanOrEqual(told);
  });

  it('goes on where it stopped, with nothing missed or doubled', { timeout: 120_000 }, async () => {
    const first = new Listener(events());
    const [status] = await first.until('status');
    await heard(first, [append()]);
    const seen = first.named('change').at(-1)?.id ?? '';
    first.close();
    const watcher = new Listener(events());
    await watcher.until('status');
    const missed = [append(), append(), append()];
    await heard(watcher, missed);
    watcher.close();
    for (const [url, headers] of [
      [events(), { 'last-event-id': seen }],
      [events(`?since=${seen}`), {}],
      [events(`?since=${status?.id}`), { 'last-event-id': seen }],
    ] as const) {
      const second = new Listener(url, headers);
      await second.until('status');
      await heard(second, missed);
      const seqs = seqsOf(second.named('change'));
      expectEachOnce(seqs);
      expect(Math.min(...seqs)).toBeGreaterThan(Number(seen));
      expect(second.named('resync')).toEqual([]);
      second.close();
    }
  });

  it('tells to look at everything when it cannot go on', async () => {
    const listener = new Listener(events('?since=999999999'));
    const [resync] = await listener.until('resync');
    expect(resync).toEqual({ id: String(served.library.lastSeq()), name: 'resync', data: {} });
    listener.close();
  });

  it('serves hundreds at once, and each hears every change once', { timeout: 120_000 }, async () => {
    const listeners = Array.from({ length: 300 }, () => new Listener(events()));
    for (const listener of listeners) await listener.until('status');
    const ids = [append(), append()];
    for (const listener of listeners) await heard(listener, ids);
    for (const listener of listeners) {
      expectEachOnce(seqsOf(listener.named('change')));
      listener.close();
    }
  });

  it('lets entries be brought up to date by what it tells', async () => {
    const { seq } = await served.get('session', { agent: 'claude-code', session: SESSION });
    const listener = new Listener(events(`?since=${seq}`));
    const id = append();
    await listener.until('change');
    const { text } = await served.ask(`/api/v1/sessions/claude-code/${SESSION}/entries?since=${seq}&after=0:999999999`);
    const [head, chunk] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([head.whole, chunk.callId]).toEqual([false, expect.arrayContaining([id])]);
    listener.close();
  });

  it('ends when the server does', async () => {
    const other = await serve([madeUpLogs().folder]);
    const listener = new Listener(`${other.url}/api/v1/events`);
    await listener.until('status');
    await other.server.close();
  });

  it('says that it lives', async () => {
    const other = await serve([madeUpLogs().folder], { hub: { heartbeatMs: 5 } });
    const listener = new Listener(`${other.url}/api/v1/events`);
    await vi.waitFor(() => expect(listener.beats).toBeGreaterThan(2), { timeout: 30_000 });
    listener.close();
  });

  it('refuses more than it can serve', async () => {
    const other = await serve([madeUpLogs().folder], { hub: { mostClients: 0 } });
    expect(await other.trouble('/api/v1/events')).toMatchObject({ status: 503 });
  });
});

/** A library whose changes a test makes; `session` is what they are about. */
function madeUpLibrary(session: string): {
  readonly library: WatchedLibrary;
  change(): void;
  seq(): number;
} {
  const listeners = new Set<() => void>();
  let seq = 0;
  const { questions, openLog } = served.library;
  const library: WatchedLibrary = {
    questions: {
      ...questions,
      filterValues: (places) => questions.filterValues(places),
      sql: (asked) => questions.sql(asked),
      changes: {
        last: async () => seq,
        since: async (from) => ({
          changes: from < seq ? [{ seq, agent: 'a', session, callId: null }] : [],
          seq,
          missed: false,
        }),
      },
    },
    places: [],
    isDemo: false,
    openLog,
    marks: () => served.library.marks(),
    archiveSizes: () => null,
    state: () => served.library.state(),
    lastSeq: () => seq,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const change = (): void => {
    seq++;
    for (const listener of listeners) listener();
  };
  return { library, change, seq: () => seq };
}

function deferred<Value>(): { readonly promise: Promise<Value>; resolve(value: Value): void } {
  let resolve = (_: Value): void => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve: (value) => resolve(value) };
}

async function listening(answer: RequestListener): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 };
}

describe('a client that has just come', () => {
  it('is told what changes meanwhile after its first words', async () => {
    const made = madeUpLibrary('s');
    const asked = deferred<void>();
    const known = deferred<object>();
    const status = (): Promise<object> => {
      asked.resolve();
      return known.promise;
    };
    const hub = new EventHub(made.library, status, { gatherMs: 0, statusMs: 100_000 });
    const { server, port } = await listening((incoming, response) => void hub.join(incoming, response, undefined));
    const listener = new Listener(`http://127.0.0.1:${port}/`);
    await asked.promise;
    made.change();
    // Time for the change to be sent before the first events are known.
    await new Promise((resolve) => setTimeout(resolve, 50));
    known.resolve({ phase: 'following' });
    await vi.waitFor(() =>
      expect(listener.told.map(({ name, id }) => [name, id])).toEqual([
        ['status', '0'],
        ['change', '1'],
      ]),
    );
    listener.close();
    hub.close();
    server.close();
  });

  it('is not kept when it left before it was let in', async () => {
    const made = madeUpLibrary('s');
    const held = deferred<void>();
    const { since } = made.library.questions.changes;
    const changes = { ...made.library.questions.changes, since: (seq: number) => held.promise.then(() => since(seq)) };
    const library = { ...made.library, questions: { ...made.library.questions, changes } };
    const hub = new EventHub(library, async () => ({}), { gatherMs: 0, statusMs: 100_000 });
    const left = deferred<void>();
    const joined = deferred<void>();
    const { server, port } = await listening((incoming, response) => {
      response.on('close', () => left.resolve());
      hub.join(incoming, response, undefined).finally(() => joined.resolve());
      listener.close();
    });
    const listener = new Listener(`http://127.0.0.1:${port}/`);
    await left.promise;
    held.resolve();
    await joined.promise;
    expect(hub.clients).toBe(0);
    hub.close();
    server.close();
  });
});

describe('a client that does not read', () => {
  it('is told to look at everything again, and never buffered for', { timeout: 60_000 }, async () => {
    const long = 'x'.repeat(100_000);
    const made = madeUpLibrary(long);
    const hub = new EventHub(made.library, async () => ({}), {
      gatherMs: 0,
      mostWaitingBytes: 200_000,
      statusMs: 100_000,
    });
    let waiting = (): number => 0;
    const { server, port } = await listening((incoming, response) => {
      void hub.join(incoming, response, undefined);
      waiting = () => response.writableLength;
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    await vi.waitFor(() => expect(hub.clients).toBe(1), { timeout: 30_000 });
    socket.pause();
    let most = 0;
    for (let i = 0; i < 300; i++) {
      made.change();
      await new Promise((resolve) => setTimeout(resolve, 1));
      most = Math.max(most, waiting());
    }
    expect(most).toBeLessThan(200_000 + 2 * long.length);
    let text = '';
    socket.on('data', (bytes) => {
      text = (text + bytes.toString('latin1')).slice(-2000);
    });
    socket.resume();
    await vi.waitFor(() => expect(text).toContain(`id: ${made.seq()}\nevent: resync`), { timeout: 30_000 });
    socket.destroy();
    hub.close();
    server.close();
  });
});
