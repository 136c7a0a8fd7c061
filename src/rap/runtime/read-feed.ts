// Reads a thread's feed from a position: a bounded page at once, or waits for the first item.

import { setImmediate as turn } from 'node:timers/promises';
import { asObject, parseExactly } from '../../base/json.ts';
import type { SegmentType } from '../protocol/messages.ts';
import type { EventRow } from '../store/rap-journal.ts';
import { INJECTED_TOOL } from './built-in-tools.ts';
import { findThread } from './end-call.ts';
import { type DisplayItem, displayItem, type InjectedCall, type ModelItem, modelItem } from './feed.ts';
import { nextChange } from './listeners.ts';
import type { RuntimeParts } from './runtime-parts.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The position to continue from. */
  readonly next: number;
  /** There is more to read at once. */
  readonly more: boolean;
  /** The thread is closed. */
  readonly closed: boolean;
  /** Nothing will follow: the thread is closed or the runtime is stopping. */
  readonly over: boolean;
}

export interface ReadOptions {
  readonly after: number;
  /** Journal entries to look at: a page has at most this many items, and fewer if some are not for this reader. */
  readonly maxItems?: number;
  /** Wait this long for the first item. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
}

const MAX_ITEMS = 100;
const MAX_BYTES = 4 * 1024 * 1024;

export type Projection<Item> = (event: EventRow) => Item | undefined;

function readPage<Item>(
  parts: RuntimeParts,
  groupId: string,
  options: ReadOptions,
  project: Projection<Item>,
): Page<Item> {
  const { thread, state } = findThread(parts, groupId);
  const maxItems = Math.min(options.maxItems ?? MAX_ITEMS, MAX_ITEMS);
  const events: EventRow[] = [];
  const items: Item[] = [];
  let next = options.after;
  let bytes = 0;
  let more = false;
  // The whole page is read before items are made: making an item may query the store.
  for (const event of parts.store.journal.after(thread, options.after)) {
    if (events.length >= maxItems || (bytes > 0 && bytes + event.body.length > MAX_BYTES)) {
      more = true;
      break;
    }
    events.push(event);
    bytes += event.body.length;
  }
  for (const event of events) {
    next = event.seq;
    const item = project(event);
    if (item !== undefined) items.push(item);
  }
  const closed = state === 'closed';
  return { items, next, more, closed, over: closed || parts.listeners.closed };
}

async function readOrWait<Item>(
  parts: RuntimeParts,
  groupId: string,
  options: ReadOptions,
  project: Projection<Item>,
): Promise<Page<Item>> {
  const until = performance.now() + (options.waitMs ?? 0);
  let after = options.after;
  for (;;) {
    // Starts listening before reading, so that no change is missed.
    const leftMs = until - performance.now();
    const change = leftMs > 0 ? nextChange(parts.listeners, groupId, leftMs, options.signal) : undefined;
    try {
      const page = readPage(parts, groupId, { ...options, after }, project);
      after = page.next;
      const isOver = page.over || options.signal?.aborted === true;
      if (page.items.length > 0 || (!page.more && (change === undefined || isOver))) return page;
      // Many entries are not for this reader: yields to other work.
      if (page.more) await turn();
      else await change?.happened;
    } finally {
      change?.stop();
    }
  }
}

/** How an event of a subscription enters the conversation. */
function injected(parts: RuntimeParts, event: EventRow, item: ModelItem): ModelItem & { injected: InjectedCall } {
  const call = event.call === null ? undefined : parts.store.calls.byNumber(event.call);
  const request = call === undefined ? undefined : parts.store.journal.bySeq(call.requestSeq);
  const parsed = parseExactly(request?.body ?? '');
  return {
    ...item,
    injected: {
      name: INJECTED_TOOL,
      arguments: {
        original_tool_name: item.operation,
        original_tool_call_id: item.id,
        original_args: (parsed.ok ? asObject(parsed.value)?.['arguments'] : undefined) ?? {},
      },
    },
  };
}

/** What the model must get, in order, always in full. */
export function readModel(parts: RuntimeParts, groupId: string, options: ReadOptions): Promise<Page<ModelItem>> {
  return readOrWait(parts, groupId, options, (event) => {
    const item = modelItem(event);
    return item?.type === 'subscription_event' ? injected(parts, event, item) : item;
  });
}

/** What people see: everything that happened, results as the best segment their client can draw. */
export function readDisplay(
  parts: RuntimeParts,
  groupId: string,
  options: ReadOptions & { readonly supported: readonly SegmentType[] },
): Promise<Page<DisplayItem>> {
  return readOrWait(parts, groupId, options, (event) => {
    const item = displayItem(event, options.supported);
    if (event.kind !== 'oauth' || event.call === null) return item;
    // Only an open sign-in has an address.
    const ask = parts.store.asks.open(event.call, 'oauth');
    const url = ask?.seq === event.seq ? ask.url : null;
    return { ...item, details: { ...asObject(item.details), auth_url: url } };
  });
}
