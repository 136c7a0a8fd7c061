// Server-sent events: the same items as the long poll, numbered so that a client can resume.

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page, ReadOptions } from '../runtime/read-feed.ts';

const HEARTBEAT_MS = 15_000;

interface Item {
  readonly seq: number;
  readonly type: string;
}

export function wantsStream(request: IncomingMessage): boolean {
  return request.headers.accept?.includes('text/event-stream') === true;
}

/** Runs until the client disconnects, the thread is closed and read to its end, or the runtime stops. */
export async function streamItems(
  response: ServerResponse,
  after: number,
  read: (options: ReadOptions) => Promise<Page<Item>>,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  // The first page is read before the response begins: an unknown thread is a 404, not an empty stream.
  let page = await read({ after });
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  while (!gone.signal.aborted) {
    for (const item of page.items)
      response.write(`id: ${item.seq}\nevent: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`);
    if (response.writableNeedDrain) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
    if (page.items.length === 0 && !page.more) {
      if (page.over) break;
      response.write(':\n\n');
    }
    page = await read({ after: page.next, waitMs: HEARTBEAT_MS, signal: gone.signal });
  }
  response.end();
}
