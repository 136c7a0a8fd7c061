// The rows of RAP calls: pending ones, how they were settled, and which have subscriptions.

import { AppError } from '../../base/app-error.ts';
import { blob, flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { Database, Query } from '../../sqlite/database.ts';

const CALL_STATES = ['pending', 'completed', 'cancelled', 'expired', 'failed', 'closed'] as const;
export type CallState = (typeof CALL_STATES)[number];
const DELIVERIES = ['agent', 'queued', 'accepted', 'refused', 'unreachable'] as const;
/** How the invocation reaches the tool: `agent`: sent by the agent itself; the others are stages of our own sending. */
export type Delivery = (typeof DELIVERIES)[number];
const SUBSCRIPTIONS = ['active', 'ended', 'cancelled'] as const;
export type SubscriptionState = (typeof SUBSCRIPTIONS)[number];

export interface CallRow {
  readonly call: number;
  readonly thread: number;
  readonly groupId: string;
  readonly threadClosed: boolean;
  readonly id: string;
  readonly callId: string | null;
  readonly operation: string;
  /** Base address of the tool server, for cancel and close notices. */
  readonly base: string | null;
  readonly endpoint: string | null;
  /** Whether the tool declares that running it twice does no harm. */
  readonly repeatable: boolean;
  readonly state: CallState;
  readonly delivery: Delivery;
  readonly subscription: SubscriptionState | null;
  readonly registeredAt: number;
  readonly deadlineAt: number | null;
  readonly settledAt: number | null;
  readonly requestSeq: number;
  readonly resultSeq: number | null;
}

/** The row of a callback address. It never changes. */
export interface AddressRow {
  readonly selector: string;
  readonly call: number;
  readonly thread: number;
  readonly groupId: string;
  readonly id: string;
  /** Results, sign-ins and choices have to repeat it, if the invocation had one. */
  readonly callId: string | null;
  readonly secretHash: Uint8Array;
}

/** The state of a call. */
export interface Progress {
  readonly state: CallState;
  readonly subscription: SubscriptionState | null;
  readonly resultSeq: number | null;
  readonly threadClosed: boolean;
}

export type NewCall = Pick<
  CallRow,
  | 'call'
  | 'thread'
  | 'id'
  | 'callId'
  | 'operation'
  | 'base'
  | 'endpoint'
  | 'repeatable'
  | 'delivery'
  | 'registeredAt'
  | 'deadlineAt'
  | 'requestSeq'
>;

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((known) => known === value);
  if (found === undefined) throw new AppError('store-unusable', `'${value}' is not a state of a call.`);
  return found;
}

function subscriptionOf(row: Row): SubscriptionState | null {
  const value = textOrNull(row, 'subscription');
  return value === null ? null : oneOf(SUBSCRIPTIONS, value);
}

function readProgress(row: Row): Progress {
  return {
    state: oneOf(CALL_STATES, text(row, 'state')),
    subscription: subscriptionOf(row),
    resultSeq: integerOrNull(row, 'result_seq'),
    threadClosed: text(row, 'thread_state') === 'closed',
  };
}

function readCall(row: Row): CallRow {
  return {
    call: integer(row, 'call'),
    thread: integer(row, 'thread'),
    groupId: text(row, 'group_id'),
    threadClosed: text(row, 'thread_state') === 'closed',
    id: text(row, 'id'),
    callId: textOrNull(row, 'call_id'),
    operation: text(row, 'operation'),
    base: textOrNull(row, 'base'),
    endpoint: textOrNull(row, 'endpoint'),
    repeatable: flag(row, 'repeatable'),
    state: oneOf(CALL_STATES, text(row, 'state')),
    delivery: oneOf(DELIVERIES, text(row, 'delivery')),
    subscription: subscriptionOf(row),
    registeredAt: integer(row, 'registered_at'),
    deadlineAt: integerOrNull(row, 'deadline_at'),
    settledAt: integerOrNull(row, 'settled_at'),
    requestSeq: integer(row, 'request_seq'),
    resultSeq: integerOrNull(row, 'result_seq'),
  };
}

const SELECT = `SELECT call.*, thread.group_id AS group_id, thread.state AS thread_state
  FROM call JOIN thread ON thread.thread = call.thread`;

export function rapCalls(database: Database) {
  const calls = (tail: string): Query<CallRow> => database.query(`${SELECT} ${tail}`, readCall);
  const byAddress = database.query(
    `SELECT address.selector, address.call, call.thread, thread.group_id, call.id, call.call_id, address.secret_hash
     FROM address JOIN call ON call.call = address.call JOIN thread ON thread.thread = call.thread
     WHERE address.selector = ?`,
    (row) => ({
      selector: text(row, 'selector'),
      call: integer(row, 'call'),
      thread: integer(row, 'thread'),
      groupId: text(row, 'group_id'),
      id: text(row, 'id'),
      callId: textOrNull(row, 'call_id'),
      secretHash: blob(row, 'secret_hash'),
    }),
  );
  const progress = database.query(
    `SELECT call.state, call.subscription, call.result_seq, thread.state AS thread_state
     FROM call JOIN thread ON thread.thread = call.thread WHERE call.call = ?`,
    readProgress,
  );
  const newest = database.query('SELECT max(call) AS call FROM call', (row) => integerOrNull(row, 'call'));
  const insertAddress = database.command('INSERT INTO address (selector, call, secret_hash) VALUES (?, ?, ?)');
  const byNumber = calls('WHERE call.call = ?');
  const byId = calls('WHERE call.thread = ? AND id = ?');
  const ofThread = calls('WHERE call.thread = ? AND call.call > ? ORDER BY call.call LIMIT ?');
  const openOfThread = calls(
    `WHERE call.call IN (
       SELECT call FROM call WHERE state = 'pending' AND thread = ?1
       UNION ALL SELECT call FROM call WHERE subscription = 'active' AND thread = ?1)
     ORDER BY call.call`,
  );
  const subscribedOfThread = calls(
    'WHERE call.thread = ? AND subscription IS NOT NULL AND call.call > ? ORDER BY call.call LIMIT ?',
  );
  const basesOfThread = database.query('SELECT DISTINCT base FROM call WHERE thread = ? AND base IS NOT NULL', (row) =>
    text(row, 'base'),
  );
  const pending = calls(
    `WHERE call.call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending')
     AND call.call > ? ORDER BY call.call LIMIT ?`,
  );
  const subscribedAnywhere = calls(
    `WHERE call.call IN (SELECT call FROM call INDEXED BY call_subscribed WHERE subscription = 'active')
     AND call.call > ? ORDER BY call.call LIMIT ?`,
  );
  const due = calls("WHERE call.state = 'pending' AND deadline_at <= ? ORDER BY deadline_at, call.call LIMIT ?");
  const queued = calls(
    `WHERE call.call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending' AND delivery = 'queued')
     ORDER BY call.call`,
  );
  const nextDeadline = database.query(
    "SELECT min(deadline_at) AS at FROM call WHERE state = 'pending' AND deadline_at IS NOT NULL",
    (row) => integerOrNull(row, 'at'),
  );
  const subscribed = database.query(
    "SELECT count(*) AS n FROM call WHERE thread = ? AND subscription = 'active'",
    (row) => integer(row, 'n'),
  );
  const insert = database.command(
    `INSERT INTO call (call, thread, id, call_id, operation, base, endpoint, repeatable, state, delivery,
       registered_at, deadline_at, request_seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
  );
  const settle = database.command(
    "UPDATE call SET state = ?, settled_at = ?, result_seq = ? WHERE call = ? AND state = 'pending'",
  );
  const setDelivery = database.command('UPDATE call SET delivery = ? WHERE call = ?');
  const setSubscription = database.command('UPDATE call SET subscription = ? WHERE call = ?');
  const setDeadline = database.command('UPDATE call SET deadline_at = ? WHERE call = ?');
  const postpone = database.command(
    "UPDATE call SET deadline_at = max(deadline_at, ?) WHERE call = ? AND state = 'pending' AND deadline_at IS NOT NULL",
  );
  return {
    byAddress: (selector: string): AddressRow | undefined => byAddress.get(selector),
    progress: (call: number): Progress | undefined => progress.get(call),
    /** The number of the next call: known before it is inserted, so that its first event can refer to it. */
    nextNumber: (): number => (newest.get() ?? 0) + 1,
    insertAddress(call: number, selector: string, secretHash: Uint8Array): void {
      insertAddress.run(selector, call, secretHash);
    },
    byNumber: (call: number): CallRow | undefined => byNumber.get(call),
    byId: (thread: number, id: string): CallRow | undefined => byId.get(thread, id),
    /** In order of registration, after the given call number. */
    ofThread: (thread: number, after = 0, limit = 1000): CallRow[] => ofThread.all(thread, after, limit),
    /** Pending calls and active subscriptions. */
    openOfThread: (thread: number): CallRow[] => openOfThread.all(thread),
    /** Calls that started a subscription, active or not, in order of registration. */
    subscribedOfThread: (thread: number, after = 0, limit = 1000): CallRow[] =>
      subscribedOfThread.all(thread, after, limit),
    /** Calls of all threads that wait for a result, the oldest first. */
    pending: (after = 0, limit = 1000): CallRow[] => pending.all(after, limit),
    /** Calls of all threads whose subscription is active, the oldest first. */
    subscribed: (after = 0, limit = 1000): CallRow[] => subscribedAnywhere.all(after, limit),
    /** Servers that calls of the thread were sent to. */
    basesOfThread: (thread: number): string[] => basesOfThread.all(thread),
    due: (now: number, limit: number): CallRow[] => due.all(now, limit),
    /** Calls whose invocation was being sent when the process ended. */
    queued: (): CallRow[] => queued.all(),
    nextDeadline: (): number | null => nextDeadline.get() ?? null,
    activeSubscriptions: (thread: number): number => subscribed.get(thread) ?? 0,
    insert(row: NewCall): void {
      insert.run(
        row.call,
        row.thread,
        row.id,
        row.callId,
        row.operation,
        row.base,
        row.endpoint,
        row.repeatable ? 1 : 0,
        row.delivery,
        row.registeredAt,
        row.deadlineAt,
        row.requestSeq,
      );
    },
    /** Ends a pending call. False when it is no longer pending: a call is settled once. */
    settle: (call: number, state: Exclude<CallState, 'pending'>, at: number, resultSeq: number): boolean =>
      settle.run(state, at, resultSeq, call).changes === 1,
    setDelivery(call: number, delivery: Delivery): void {
      setDelivery.run(delivery, call);
    },
    setSubscription(call: number, state: SubscriptionState): void {
      setSubscription.run(state, call);
    },
    /** People take longer than programs: the deadline moves to this time unless it is already later. */
    postpone(call: number, deadlineAt: number): void {
      postpone.run(deadlineAt, call);
    },
    setDeadline(call: number, deadlineAt: number): void {
      setDeadline.run(deadlineAt, call);
    },
  };
}

export type RapCalls = ReturnType<typeof rapCalls>;
