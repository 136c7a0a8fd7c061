// The beginning of a thread: its row, its first event, and the toolsets it may use.

import { randomUUID } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import { MAX_ID_LENGTH } from '../protocol/parse-callback.ts';
import type { ThreadRow } from '../store/rap-threads.ts';
import type { ToolsetRow } from '../store/rap-toolsets.ts';
import { ancestorsOf } from './invocation-for.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { normalBase } from './toolsets.ts';

export interface ThreadRequest {
  /** Made up when absent. */
  readonly groupId?: string;
  readonly title?: string;
  readonly userId?: string;
  /** Group ids, root first. */
  readonly ancestors?: readonly string[];
  /** Base addresses of tool servers. */
  readonly toolsets?: readonly string[];
}

export function checkId(what: string, value: string): string {
  // Broken characters and NUL do not come back from everywhere as they went in.
  if (value !== '' && value.length <= MAX_ID_LENGTH && !/\p{Surrogate}|\0/u.test(value)) return value;
  throw new AppError('bad-usage', `${what} must have between 1 and ${MAX_ID_LENGTH} whole characters.`);
}

/** Inside a transaction: the thread's row, made if there is none yet. */
export function ensureThread(parts: RuntimeParts, groupId: string, request: ThreadRequest = {}): ThreadRow {
  const { store, now } = parts;
  const found = store.threads.find(groupId);
  if (found !== undefined) {
    if (found.state === 'open') return found;
    throw new AppError('refused', 'The thread is closed.', { hint: 'Open another one.' });
  }
  const at = now();
  const title = request.title ?? null;
  const userId = request.userId ?? null;
  const ancestors = request.ancestors === undefined ? null : JSON.stringify(request.ancestors);
  const thread = store.threads.insert({ groupId, title, userId, ancestors, openedAt: at });
  const opened = { title, user_id: userId, thread_ancestors: request.ancestors ?? null };
  store.journal.append(thread, null, 'thread-opened', at, JSON.stringify(opened));
  return { thread, groupId, state: 'open', title, userId, ancestors, openedAt: at, lastAt: at, closedAt: null };
}

function noteToolsets(parts: RuntimeParts, thread: number, rows: readonly ToolsetRow[]): void {
  if (rows.length === 0) return;
  parts.toolsets.insert(thread, rows);
  const summary = rows.map(({ base, problem }) => ({ base, problem }));
  parts.store.journal.append(thread, null, 'toolsets-loaded', parts.now(), JSON.stringify({ toolsets: summary }));
}

/**
 * The tool servers of a session are those that its first thread found: a thread below it uses the same manifests, and
 * fetches only those of servers that are new.
 */
async function toolsetsFor(parts: RuntimeParts, request: ThreadRequest): Promise<ToolsetRow[]> {
  const [rootId] = request.ancestors ?? [];
  const root = rootId === undefined ? undefined : parts.store.threads.find(rootId);
  const known = root === undefined ? [] : parts.store.toolsets.ofThread(root.thread);
  if (request.toolsets === undefined) return known;
  const wanted = new Set(request.toolsets.map(normalBase));
  const kept = known.filter(({ base, manifest }) => wanted.has(base) && manifest !== null);
  const missing = [...wanted].filter((base) => !kept.some((row) => row.base === base));
  return [...kept, ...(await parts.toolsets.discover(missing, parts.now()))];
}

/** A new thread. Manifests are fetched again for every session, and then kept for its life. */
export async function openThread(parts: RuntimeParts, request: ThreadRequest): Promise<ThreadRow> {
  const groupId = checkId('group_id', request.groupId ?? `thread_${randomUUID()}`);
  const rows = await toolsetsFor(parts, request);
  const thread = await parts.store.commit.run(() => {
    if (parts.store.threads.find(groupId) !== undefined)
      throw new AppError('refused', 'There is a thread with this group_id already.', { hint: 'Choose another.' });
    const row = ensureThread(parts, groupId, request);
    noteToolsets(parts, row.thread, rows);
    return row;
  });
  parts.listeners.notify(groupId);
  return thread;
}

/** Further toolsets for a thread that exists. */
export async function addToolsets(parts: RuntimeParts, groupId: string, bases: readonly string[]): Promise<void> {
  const thread = parts.store.threads.find(groupId);
  const ancestors = thread === undefined ? [] : ancestorsOf(thread);
  const rows = await toolsetsFor(parts, { ancestors, toolsets: bases });
  await parts.store.commit.run(() => noteToolsets(parts, ensureThread(parts, groupId).thread, rows));
  parts.listeners.notify(groupId);
}
