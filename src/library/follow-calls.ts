// Tells calls as the index learns of them, whichever process keeps it: each one when it is new, and again when it has
// come to something else.

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
  /** From when on calls are new: of a session that is read again, older ones are not told. */
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

/** Outcomes that were told are remembered for so many calls. */
const REMEMBERED = 10_000;

export class CallFeed {
  readonly #follower: LibraryFollower;
  readonly #options: FollowCallsOptions;
  readonly #told = new Map<string, string>();
  /** Sessions of which every further call is told by its id. */
  readonly #sessions = new Set<string>();
  readonly #stop: () => void;
  #seq: number;
  /** One look at a time. */
  #reading: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Tells what comes after this moment. */
  constructor(follower: LibraryFollower, options: FollowCallsOptions) {
    this.#follower = follower;
    this.#options = options;
    this.#seq = follower.state().seq;
    this.#stop = follower.onChange(() => {
      this.#reading = this.#reading.then(() => this.#read()).catch((error) => options.onTrouble?.(troubleOf(error)));
    });
  }

  /** Calls that need not be told unless they come to something else. */
  know(calls: Iterable<ToolCall>): void {
    for (const call of calls) this.#isNews(call);
  }

  /** Waits for the look that goes on. */
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

  /** A session that is new, or was read again, is one change, whatever is in it. */
  async #callsOf({ agent, session, callId, isAnew }: Change): Promise<readonly ChangedCall[]> {
    const { calls } = this.#follower.questions;
    const question = { filter: this.#options.filter, places: this.#options.places, families: TOOL_FAMILIES };
    if (callId !== null) return calls.changed(question, { agent, id: session }, callId);
    const key = sessionKey(agent, session);
    if (this.#sessions.has(key) && isAnew !== true) return [];
    this.#sessions.add(key);
    return calls.changedSince(question, { agent, id: session }, this.#options.since);
  }

  /** Each call once, where it changed last. */
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
