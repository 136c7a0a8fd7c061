// The rows of RAP calls: pending ones, how they were settled, and which have subscriptions.

import { AppError } from '../../base/app-error.ts';
import { blob, flag, integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

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

export class RapCalls {
  readonly #byAddress: Query<AddressRow>;
  readonly #progress: Query<Progress>;
  readonly #newest: Query<number | null>;
  readonly #insertAddress: Command;
  readonly #byNumber: Query<CallRow>;
  readonly #byId: Query<CallRow>;
  readonly #ofThread: Query<CallRow>;
  readonly #openOfThread: Query<CallRow>;
  readonly #subscribedOfThread: Query<CallRow>;
  readonly #basesOfThread: Query<string>;
  readonly #pending: Query<CallRow>;
  readonly #subscribedAnywhere: Query<CallRow>;
  readonly #due: Query<CallRow>;
  readonly #queued: Query<CallRow>;
  readonly #nextDeadline: Query<number | null>;
  readonly #subscribed: Query<number>;
  readonly #insert: Command;
  readonly #settle: Command;
  readonly #setDelivery: Command;
  readonly #setSubscription: Command;
  readonly #postpone: Command;
  readonly #setDeadline: Command;

  constructor(database: Database) {
    const calls = (tail: string): Query<CallRow> => database.query(`${SELECT} ${tail}`, readCall);
    this.#byAddress = database.query(
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
    this.#progress = database.query(
      `SELECT call.state, call.subscription, call.result_seq, thread.state AS thread_state
       FROM call JOIN thread ON thread.thread = call.thread WHERE call.call = ?`,
      readProgress,
    );
    this.#newest = database.query('SELECT max(call) AS call FROM call', (row) => integerOrNull(row, 'call'));
    this.#insertAddress = database.command('INSERT INTO address (selector, call, secret_hash) VALUES (?, ?, ?)');
    this.#byNumber = calls('WHERE call.call = ?');
    this.#byId = calls('WHERE call.thread = ? AND id = ?');
    this.#ofThread = calls('WHERE call.thread = ? AND call.call > ? ORDER BY call.call LIMIT ?');
    this.#openOfThread = calls(
      `WHERE call.call IN (
         SELECT call FROM call WHERE state = 'pending' AND thread = ?1
         UNION ALL SELECT call FROM call WHERE subscription = 'active' AND thread = ?1)
       ORDER BY call.call`,
    );
    this.#subscribedOfThread = calls(
      'WHERE call.thread = ? AND subscription IS NOT NULL AND call.call > ? ORDER BY call.call LIMIT ?',
    );
    this.#basesOfThread = database.query(
      'SELECT DISTINCT base FROM call WHERE thread = ? AND base IS NOT NULL',
      (row) => text(row, 'base'),
    );
    this.#pending = calls(
      `WHERE call.call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending')
       AND call.call > ? ORDER BY call.call LIMIT ?`,
    );
    this.#subscribedAnywhere = calls(
      `WHERE call.call IN (SELECT call FROM call INDEXED BY call_subscribed WHERE subscription = 'active')
       AND call.call > ? ORDER BY call.call LIMIT ?`,
    );
    this.#due = calls("WHERE call.state = 'pending' AND deadline_at <= ? ORDER BY deadline_at, call.call LIMIT ?");
    this.#queued = calls(
      `WHERE call.call IN (SELECT call FROM call INDEXED BY call_pending WHERE state = 'pending' AND delivery = 'queued')
       ORDER BY call.call`,
    );
    this.#nextDeadline = database.query(
      "SELECT min(deadline_at) AS at FROM call WHERE state = 'pending' AND deadline_at IS NOT NULL",
      (row) => integerOrNull(row, 'at'),
    );
    this.#subscribed = database.query(
      "SELECT count(*) AS n FROM call WHERE thread = ? AND subscription = 'active'",
      (row) => integer(row, 'n'),
    );
    this.#insert = database.command(
      `INSERT INTO call (call, thread, id, call_id, operation, base, endpoint, repeatable, state, delivery,
         registered_at, deadline_at, request_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?)`,
    );
    this.#settle = database.command(
      "UPDATE call SET state = ?, settled_at = ?, result_seq = ? WHERE call = ? AND state = 'pending'",
    );
    this.#setDelivery = database.command('UPDATE call SET delivery = ? WHERE call = ?');
    this.#setSubscription = database.command('UPDATE call SET subscription = ? WHERE call = ?');
    this.#setDeadline = database.command('UPDATE call SET deadline_at = ? WHERE call = ?');
    this.#postpone = database.command(
      "UPDATE call SET deadline_at = max(deadline_at, ?) WHERE call = ? AND state = 'pending' AND deadline_at IS NOT NULL",
    );
  }

  byAddress(selector: string): AddressRow | undefined {
    return this.#byAddress.get(selector);
  }

  progress(call: number): Progress | undefined {
    return this.#progress.get(call);
  }

  /** The number of the next call: known before it is inserted, so that its first event can refer to it. */
  nextNumber(): number {
    return (this.#newest.get() ?? 0) + 1;
  }

  insertAddress(call: number, selector: string, secretHash: Uint8Array): void {
    this.#insertAddress.run(selector, call, secretHash);
  }

  byNumber(call: number): CallRow | undefined {
    return this.#byNumber.get(call);
  }

  byId(thread: number, id: string): CallRow | undefined {
    return this.#byId.get(thread, id);
  }

  /** In order of registration, after the given call number. */
  ofThread(thread: number, after = 0, limit = 1000): CallRow[] {
    return this.#ofThread.all(thread, after, limit);
  }

  /** Pending calls and active subscriptions. */
  openOfThread(thread: number): CallRow[] {
    return this.#openOfThread.all(thread);
  }

  /** Calls that started a subscription, active or not, in order of registration. */
  subscribedOfThread(thread: number, after = 0, limit = 1000): CallRow[] {
    return this.#subscribedOfThread.all(thread, after, limit);
  }

  /** Calls of all threads that wait for a result, the oldest first. */
  pending(after = 0, limit = 1000): CallRow[] {
    return this.#pending.all(after, limit);
  }

  /** Calls of all threads whose subscription is active, the oldest first. */
  subscribed(after = 0, limit = 1000): CallRow[] {
    return this.#subscribedAnywhere.all(after, limit);
  }

  /** Servers that calls of the thread were sent to. */
  basesOfThread(thread: number): string[] {
    return this.#basesOfThread.all(thread);
  }

  due(now: number, limit: number): CallRow[] {
    return this.#due.all(now, limit);
  }

  /** Calls whose invocation was being sent when the process ended. */
  queued(): CallRow[] {
    return this.#queued.all();
  }

  nextDeadline(): number | null {
    return this.#nextDeadline.get() ?? null;
  }

  activeSubscriptions(thread: number): number {
    return this.#subscribed.get(thread) ?? 0;
  }

  insert(row: NewCall): void {
    this.#insert.run(
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
  }

  /** Ends a pending call. False when it is no longer pending: a call is settled once. */
  settle(call: number, state: Exclude<CallState, 'pending'>, at: number, resultSeq: number): boolean {
    return this.#settle.run(state, at, resultSeq, call).changes === 1;
  }

  setDelivery(call: number, delivery: Delivery): void {
    this.#setDelivery.run(delivery, call);
  }

  setSubscription(call: number, state: SubscriptionState): void {
    this.#setSubscription.run(state, call);
  }

  /** People take longer than programs: the deadline moves to this time unless it is already later. */
  postpone(call: number, deadlineAt: number): void {
    this.#postpone.run(deadlineAt, call);
  }

  setDeadline(call: number, deadlineAt: number): void {
    this.#setDeadline.run(deadlineAt, call);
  }
}
