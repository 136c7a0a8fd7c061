// Moves a session between tool servers: the old ones hand over their state, and the session uses the new ones only when all
// of them have done so.

import { AppError } from '../../base/app-error.ts';
import { asName, asObject, parseExactly } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { OutboundError } from '../outbound/request.ts';
import { parseManifest } from '../protocol/manifest.ts';
import { below } from '../protocol/parse-url.ts';
import type { ThreadRow } from '../store/rap-threads.ts';
import type { ToolsetRow } from '../store/rap-toolsets.ts';
import { findThread } from './end-call.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { normalBase } from './toolsets.ts';

/** Base addresses of the old and the new server. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export interface Migrated extends Move {
  /** Whether the old server had state to hand over. */
  readonly handedOver: boolean;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REASON = 300;

interface Planned extends Move {
  readonly needsMigration: boolean;
  /** The new server's current manifest. */
  readonly row: ToolsetRow;
}

/** All checks that are possible before the first server is contacted. */
async function plan(parts: RuntimeParts, family: readonly ThreadRow[], moves: readonly Move[]): Promise<Planned[]> {
  const known = new Map(
    family.flatMap(({ thread }) => parts.store.toolsets.ofThread(thread).map((row) => [row.base, row] as const)),
  );
  const normal = moves.map(({ from, to }) => ({ from: normalBase(from), to: normalBase(to) }));
  if (normal.length === 0) throw new AppError('bad-usage', 'Name the tool servers that the session moves between.');
  if (new Set(normal.map(({ from }) => from)).size < normal.length)
    throw new AppError('bad-usage', 'A tool server can be replaced by only one other.');
  const rows = await parts.toolsets.discover(
    normal.map(({ to }) => to),
    parts.now(),
  );
  return normal.map(({ from, to }) => {
    const source = known.get(from);
    const row = rows.find(({ base }) => base === to);
    if (source === undefined) throw new AppError('not-found', `No thread of this session uses ${from}.`);
    if (from === to) throw new AppError('bad-usage', `${from} cannot be replaced by itself.`);
    if (row === undefined || row.manifest === null)
      throw new AppError('refused', `${to} cannot take over: ${row?.problem ?? 'it has no manifest.'}`);
    const manifest = source.manifest === null ? undefined : parseManifest(JSON.parse(source.manifest));
    return { from, to, needsMigration: manifest?.needsMigration ?? false, row };
  });
}

/** Results of open calls must still arrive: a server with open calls of the session cannot be left. */
function refuseOpenCalls(parts: RuntimeParts, family: readonly ThreadRow[], moves: readonly Move[]): void {
  const left = new Set(moves.map(({ from }) => from));
  for (const { thread } of family) {
    const open = parts.store.calls.openOfThread(thread).find(({ base }) => base !== null && left.has(base));
    if (open !== undefined) {
      throw new AppError('refused', `${open.operation} (${open.id}) is still running at ${open.base}.`, {
        hint: 'Wait for its result, or cancel it, and its subscription.',
      });
    }
  }
}

function reasonIn(body: Buffer): string {
  const text = body.toString('utf8');
  const parsed = parseExactly(text);
  const said = parsed.ok ? asName(asObject(parsed.value)?.['error']) : text;
  return said === undefined || said.trim() === '' ? '' : ` It says: ${clip(firstLine(said), MAX_REASON)}`;
}

/** Sent once, and only 200 counts: in the protocol it comes after the last byte of state. */
async function handOver(parts: RuntimeParts, sessionId: string, { from, to }: Move): Promise<void> {
  const url = below(from, 'migrate');
  const body = Buffer.from(JSON.stringify({ session_id: sessionId, destination_url: to }));
  try {
    const answer = await parts.outbound.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...parts.credentials.headers(url, body) },
      body,
      timeoutMs: parts.limits.migrationTimeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      signal: parts.background.signal,
    });
    if (answer.status === 200) return;
    throw new AppError('refused', `${from} answered with status ${answer.status}.${reasonIn(answer.body)}`);
  } catch (error) {
    if (error instanceof OutboundError) throw new AppError('refused', error.message, { cause: error });
    throw error;
  }
}

/**
 * Moves a session, that is a thread with all threads below it. The agent must have stopped using it. If a server fails,
 * nothing changes here, and the remaining servers are not contacted.
 */
export async function migrate(parts: RuntimeParts, groupId: string, moves: readonly Move[]): Promise<Migrated[]> {
  const root = findThread(parts, groupId);
  if (root.ancestors !== null && root.ancestors !== '[]')
    throw new AppError('bad-usage', 'A session moves as a whole: name its first thread.');
  if (root.state === 'closed') throw new AppError('refused', 'The thread is closed.');
  const { store } = parts;
  const planned = await plan(parts, store.threads.family(groupId), moves);
  refuseOpenCalls(parts, store.threads.family(groupId), planned);
  const done: string[] = [];
  for (const move of planned.filter(({ needsMigration }) => needsMigration)) {
    try {
      await handOver(parts, groupId, move);
      done.push(move.from);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const before = done.length === 0 ? '' : ` The state of ${done.join(', ')} has been handed over already.`;
      throw new AppError('refused', `The session was not moved. ${error.message}${before}`, { cause: error });
    }
  }
  const family = await store.commit.run(() => {
    const threads = store.threads.family(groupId);
    for (const { thread } of threads) moveThread(parts, thread, planned);
    return threads;
  });
  for (const thread of family) {
    parts.notices.close(
      planned.map(({ from }) => from),
      thread.groupId,
    );
    parts.listeners.notify(thread.groupId);
  }
  return planned.map(({ from, to, needsMigration }) => ({ from, to, handedOver: needsMigration }));
}

/** Inside a transaction. */
function moveThread({ store, toolsets, now }: RuntimeParts, thread: number, moves: readonly Planned[]): void {
  const used = new Set(store.toolsets.ofThread(thread).map(({ base }) => base));
  const own = moves.filter(({ from }) => used.has(from));
  if (own.length === 0) return;
  for (const { from, row } of own) toolsets.replace(thread, from, row);
  const body = JSON.stringify({ moves: own.map(({ from, to }) => ({ from, to })) });
  store.journal.append(thread, null, 'toolsets-moved', now(), body);
}
