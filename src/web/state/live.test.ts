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
    this.dispatchEvent(new MessageEvent('status', { data: '{}', lastEventId: String(seq) }));
  }
}

afterEach(() => vi.unstubAllGlobals());

async function page(): Promise<{ readonly heard: unknown[]; answer(seq: number): Promise<void> }> {
  vi.resetModules();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const { ask } = await import('./api.ts');
  const { onChange, startListening } = await import('./live.ts');
  const heard: unknown[] = [];
  onChange((news) => heard.push(news));
  startListening();
  const answer = async (seq: number): Promise<void> => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers: { 'toolscope-seq': String(seq) } })));
    await ask('/api/v1/sessions', {});
  };
  return { heard, answer };
}

it('reloads once if something changed between the first answers and the stream', async () => {
  const { heard, answer } = await page();
  await answer(4);
  await answer(6);
  expect(heard).toEqual([]);
  Stream.last?.begin(7);
  expect(heard).toEqual(['resync']);
  await answer(9);
  Stream.last?.begin(9);
  expect(heard).toEqual(['resync']);
});

it('reloads for an older answer that arrives after the stream began', async () => {
  const { heard, answer } = await page();
  Stream.last?.begin(7);
  await answer(6);
  expect(heard).toEqual(['resync']);
});

it('reloads nothing if nothing changed', async () => {
  const { heard, answer } = await page();
  await answer(7);
  Stream.last?.begin(7);
  await answer(7);
  expect(heard).toEqual([]);
});
