// Tests that nothing is missed between the answers a page begins with and the event stream.

import { afterEach, expect, it, vi } from 'vitest';

class Stream extends EventTarget {
  static last: Stream | undefined;

  constructor() {
    super();
    Stream.last = this;
  }

  close(): void {}

  /** The first event of a stream that begins after this change. */
  begin(seq: number): void {
    this.#send('status', seq);
  }

  resync(seq: number): void {
    this.#send('resync', seq);
  }

  #send(name: string, seq: number): void {
    this.dispatchEvent(new MessageEvent(name, { data: '{}', lastEventId: String(seq) }));
  }
}

afterEach(() => vi.unstubAllGlobals());

async function page(): Promise<{ readonly heard: unknown[]; asked(): (seq: number) => Promise<void> }> {
  vi.resetModules();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const { ask } = await import('./api.ts');
  const { onChange, startListening } = await import('./live.ts');
  const heard: unknown[] = [];
  onChange((news) => heard.push(news));
  startListening();
  /** Asks; the server answers with what it knows up to a change. */
  const asked = (): ((seq: number) => Promise<void>) => {
    let reply = (_: Response): void => undefined;
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (reply = resolve)));
    const answered = ask('/api/v1/sessions', { signal: null });
    return async (seq) => {
      reply(new Response('{}', { headers: { 'toolscope-seq': String(seq) } }));
      await answered;
    };
  };
  return { heard, asked };
}

it('reloads once if something changed between the first answers and the stream', async () => {
  const { heard, asked } = await page();
  await asked()(4);
  await asked()(6);
  expect(heard).toEqual([]);
  Stream.last?.begin(7);
  expect(heard).toEqual(['resync']);
  await asked()(9);
  Stream.last?.begin(9);
  expect(heard).toEqual(['resync']);
});

it('reloads for an older answer that arrives after the stream began', async () => {
  const { heard, asked } = await page();
  const answer = asked();
  Stream.last?.begin(7);
  await answer(6);
  expect(heard).toEqual(['resync']);
});

it('has an answer that a change had made old asked for again', async () => {
  const { heard } = await page();
  const { ask } = await import('./api.ts');
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'toolscope-fresh-in': '5' } }));
  await ask('/api/v1/tools', { signal: null });
  expect(heard).toEqual([]);
  await expect.poll(() => heard).toEqual([[]]);
});

it('reloads nothing if nothing changed', async () => {
  const { heard, asked } = await page();
  await asked()(7);
  Stream.last?.begin(7);
  await asked()(7);
  expect(heard).toEqual([]);
});

it('does not reload for every answer of a new index, with lower numbers', async () => {
  const { heard, asked } = await page();
  Stream.last?.begin(700);
  await asked()(3);
  await asked()(4);
  expect(heard).toEqual([]);
  Stream.last?.resync(4);
  await asked()(4);
  expect(heard).toEqual(['resync']);
});
