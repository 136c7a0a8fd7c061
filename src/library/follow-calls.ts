// Streams calls as they are indexed, by any process: once when new, again when the outcome changes.

import { type Trouble, troubleOf } from '../base/portable-error.ts';
import { sessionKey } from '../base/session-key.ts';
import type { Filter } from '../model/filter/filter.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { ChangedCall } from '../store/questions/calls.ts';
import type { Change } from '../store/questions/changes.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import type { LibraryFollower } from './index-watcher.ts';

export interface FollowCallsOptions {
  readonly filter: Filter;
  readonly places: readonly string[];
  /** Only calls from this time on count as new: when a session is read again, older ones are not reported. */
  readonly since: number;
  readonly onCalls: (calls: readonly ChangedCall[]) => void;
  readonly onTrouble?: (trouble: Trouble) => void;
}

function keyOf({ agent, session, callId, occurrence }: ToolCall): string {
  return `${agent} ${session} ${callId} ${occurrence}`;
}

function outcomeOf({ status, endedAt }: ToolCall): string {
  return `${status} ${endedAt}`;
}

/** Outcomes remembered, to report only changes. */
const REMEMBERED = 10_000;

export class CallFeed {
  readonly #follower: LibraryFollower;
  readonly #options: FollowCallsOptions;
  readonly #told = new Map<string, string>();
  /** Sessions seen before: their further calls are reported one by one, by id. */
  readonly #sessions = new Set<string>();
  readonly #stop: () => void;
  #seq: number;
  /** One read at a time. */
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Reports what comes after this moment. */
  constructor(follower: LibraryFollower, options: FollowCallsOptions) {
    this.#follower = follower;
    this.#options = options;
    this.#seq = follower.state().seq;
    this.#stop = follower.onChange(() => {
      this.#reading = this.#reading.then(() => this.#read()).catch((error) => options.onTrouble?.(troubleOf(error)));
    });
  }

  /** Calls already reported. */
  know(calls: Iterable<ToolCall>): void {
    for (const call of calls) this.#isNews(call);
  }

  /** Waits for the running read. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop();
    await this.#reading;
  }

  async #read(): Promise<void> {
    while (!this.#isClosed) {
      const { changes, seq, missed } = await this.#follower.questions.changes.since(this.#seq);
      const isOver = changes.length === 0 && !missed;
      this.#seq = seq;
      if (isOver) return;
      const calls: ChangedCall[] = [];
      for (const change of this.#newest(changes)) calls.push(...(await this.#callsOf(change)));
      const news = calls.filter(({ call }) => this.#isNews(call));
      if (news.length > 0) this.#options.onCalls(news);
    }
  }

  /** A session that is new, or was read again, is a single change, whatever it contains. */
  async #callsOf({ agent, session, callId, isAnew }: Change): Promise<readonly ChangedCall[]> {
    const { calls } = this.#follower.questions;
    const question = { filter: this.#options.filter, places: this.#options.places, families: TOOL_FAMILIES };
    if (callId !== null) return calls.changed(question, { agent, id: session }, callId);
    const key = sessionKey(agent, session);
    if (this.#sessions.has(key) && isAnew !== true) return [];
    this.#sessions.add(key);
    return calls.changedSince(question, { agent, id: session }, this.#options.since);
  }

  /** Each call once, at its last change. */
  #newest(changes: readonly Change[]): Change[] {
    const last = new Map<string, Change>();
    for (const change of changes) {
      const key = `${change.agent} ${change.session} ${change.callId ?? ''}`;
      last.delete(key);
      last.set(key, change);
    }
    return [...last.values()];
  }

  #isNews(call: ToolCall): boolean {
    const key = keyOf(call);
    const outcome = outcomeOf(call);
    const isNews = this.#told.get(key) !== outcome;
    this.#told.delete(key);
    this.#told.set(key, outcome);
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= REMEMBERED) break;
      this.#told.delete(oldest);
    }
    return isNews;
  }
}
