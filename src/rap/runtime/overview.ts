// Read-only overview of a runtime for a dashboard: threads, pending calls, questions, views, servers, rejections. It can
// also read the data of a runtime in another process. Actions belong to the runtime: cancel, answerChoice, closeThread.

import { existsSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { asArray, asName, asNumber, asObject, asString, type JsonObject, parseExactly } from '../../base/json.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { ViewEntry } from '../store/rap-journal.ts';
import type { RejectionRow } from '../store/rap-rejections.ts';
import { type RapReader, rapPath, readRapStore } from '../store/rap-store.ts';
import type { ThreadRow, ThreadSummary } from '../store/rap-threads.ts';
import type { ToolsetUse } from '../store/rap-toolsets.ts';

/** A call with its arguments. */
export interface OpenCall extends CallRow {
  readonly arguments: JsonObject;
  /** What it is waiting for: the tool, or the user. */
  readonly waitsFor: 'tool' | 'person';
}

interface AskBase {
  /** The store's number of the question. */
  readonly ask: number;
  readonly groupId: string;
  /** The call that asks. */
  readonly id: string;
  readonly operation: string;
  readonly askedAt: number;
  /** When the call expires. */
  readonly deadlineAt: number | null;
  /** The user's choice, if the tool does not have the answer yet. */
  readonly selected: number | null;
  /** Why it does not have it yet. */
  readonly problem: string | null;
}

/** A question to the user that keeps a call pending. */
export type Ask =
  | (AskBase & { readonly kind: 'oauth' /** To be opened in a browser; https. */; readonly authUrl: string })
  | (AskBase & {
      /** `confirm`: asked by the runtime, before it sends a call of a destructive tool. */
      readonly kind: 'user_choice' | 'confirm';
      readonly prompt: string;
      readonly choices: readonly string[];
      /** Used when the user dismisses the question. */
      readonly default: number;
    });

/** The newest state of a view. Its meaning is up to the tool and the client that draws it. */
export interface View {
  readonly viewType: string;
  readonly at: number;
  readonly content: unknown;
}

/** A tool server as discovered for the newest thread. */
export interface ToolServerHealth extends Omit<ToolsetUse, 'manifest'> {
  readonly name: string | null;
  readonly endpoint: string | null;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly annotations: JsonObject;
    /** Shown as text; it is not run. */
    readonly displayScript: string | null;
  }[];
  /** `bad-manifest`: its tools are not available. `troubled`: recent calls to it failed. */
  readonly state: 'ok' | 'bad-manifest' | 'troubled';
}

export interface Overview {
  readonly threads: number;
  readonly pending: number;
  readonly subscriptions: number;
  readonly asks: number;
}

const MANY = 1000;

function objectIn(body: string | undefined): JsonObject {
  const parsed = parseExactly(body ?? '');
  return (parsed.ok ? asObject(parsed.value) : undefined) ?? {};
}

export class RapOverview {
  readonly #store: RapReader;

  constructor(store: RapReader) {
    this.#store = store;
  }

  /** Totals; counted up to a thousand each, threads completely. */
  totals(): Overview {
    const { threads, calls, asks } = this.#store;
    return {
      threads: threads.count(),
      pending: calls.pending(0, MANY).length,
      subscriptions: calls.subscribed(0, MANY).length,
      asks: asks.waiting(MANY).filter(({ state }) => state === 'open').length,
    };
  }

  /** Most recently active first. */
  threads(limit = 100, offset = 0): ThreadSummary[] {
    return this.#store.threads.list(limit, offset);
  }

  thread(groupId: string): ThreadRow | undefined {
    return this.#store.threads.find(groupId);
  }

  /** All calls of a thread, in order of registration; `after` is the number of the last call of the previous page. */
  calls(groupId: string, after = 0, limit = MANY): CallRow[] {
    const thread = this.thread(groupId);
    return thread === undefined ? [] : this.#store.calls.ofThread(thread.thread, after, limit);
  }

  /** Calls without a result, of one thread or of all, the oldest first. */
  pending({ groupId, after = 0, limit = MANY }: ListOptions = {}): OpenCall[] {
    const open = this.#store.asks.waiting(MANY).filter(({ state }) => state === 'open');
    const asked = new Set(open.map(({ call }) => call));
    return this.#open('pending', groupId, after, limit).map((call) => ({
      ...call,
      arguments: this.#argumentsOf(call),
      waitsFor: asked.has(call.call) ? 'person' : 'tool',
    }));
  }

  /** Calls with an active subscription, of one thread or of all, the oldest first. */
  subscriptions({ groupId, after = 0, limit = MANY }: ListOptions = {}): (CallRow & { arguments: JsonObject })[] {
    return this.#open('subscribed', groupId, after, limit).map((call) => ({
      ...call,
      arguments: this.#argumentsOf(call),
    }));
  }

  /** Questions that wait for the user, and answers that have not reached their tool. Without the secret address for the answer. */
  asks(groupId?: string): Ask[] {
    return this.#store.asks.waiting(MANY).flatMap(({ ask, call: number, kind, seq, url, selected, problem }): Ask[] => {
      const call = this.#store.calls.byNumber(number);
      const event = this.#store.journal.bySeq(seq);
      if (call === undefined || event === undefined || (groupId !== undefined && call.groupId !== groupId)) return [];
      const { id, operation, deadlineAt } = call;
      const base = { ask, groupId: call.groupId, id, operation, askedAt: event.at, deadlineAt, selected, problem };
      if (kind === 'oauth') return url === null ? [] : [{ ...base, kind, authUrl: url }];
      const body = objectIn(event.body);
      const choices = (asArray(body['choices']) ?? []).flatMap((choice) => asString(choice) ?? []);
      return [
        { ...base, kind, prompt: asString(body['prompt']) ?? '', choices, default: asNumber(body['default']) ?? 0 },
      ];
    });
  }

  /** All views, most recently changed first. */
  newestViews(limit = 100): ViewEntry[] {
    return this.#store.journal.newestViews(limit);
  }

  views(groupId: string): View[] {
    const thread = this.thread(groupId);
    if (thread === undefined) return [];
    return this.#store.journal.views(thread.thread).map(({ at, body: text }) => {
      const body = objectIn(text);
      return { viewType: asString(body['view_type']) ?? '', at, content: body['content'] ?? null };
    });
  }

  /** Rejected messages, newest first. */
  rejections(limit = 100, groupId?: string): RejectionRow[] {
    return this.#store.rejections.list(limit, groupId);
  }

  /** Tool servers of the newest threads, and their health. */
  servers(): ToolServerHealth[] {
    return this.#store.toolsets.inUse().map(({ manifest, ...use }) => {
      const record = objectIn(manifest ?? undefined);
      const tools = (asArray(record['tools']) ?? []).flatMap((value) => {
        const tool = asObject(value);
        const name = asName(tool?.['name']);
        if (tool === undefined || name === undefined) return [];
        const displayScript = asString(tool['displayScript']) ?? null;
        const annotations = asObject(tool['annotations']) ?? {};
        return [{ name, description: asString(tool['description']) ?? '', annotations, displayScript }];
      });
      const isTroubled = use.refused + use.unreachable + use.expired > 0;
      return {
        ...use,
        name: asName(record['name']) ?? null,
        endpoint: asName(record['endpoint']) ?? null,
        tools,
        state: manifest === null ? 'bad-manifest' : isTroubled ? 'troubled' : 'ok',
      };
    });
  }

  #open(what: 'pending' | 'subscribed', groupId: string | undefined, after: number, limit: number): CallRow[] {
    if (groupId === undefined) return this.#store.calls[what](after, limit);
    const thread = this.thread(groupId);
    if (thread === undefined) return [];
    return this.#store.calls
      .openOfThread(thread.thread)
      .filter(({ call, state, subscription }) => {
        return call > after && (what === 'pending' ? state === 'pending' : subscription === 'active');
      })
      .slice(0, limit);
  }

  #argumentsOf({ requestSeq }: CallRow): JsonObject {
    return asObject(objectIn(this.#store.journal.bySeq(requestSeq)?.body)['arguments']) ?? {};
  }
}

export interface ListOptions {
  readonly groupId?: string;
  /** Number of the last call of the previous page. */
  readonly after?: number;
  readonly limit?: number;
}

/** Reads the data of a runtime that may be running elsewhere. */
export function openRapOverview(folder: string): { readonly overview: RapOverview; close(): void } {
  if (!existsSync(rapPath(folder))) {
    throw new AppError('not-found', `There is no RAP data in ${folder}.`, {
      hint: 'toolscope rap serve keeps its data there.',
    });
  }
  const store = readRapStore(folder);
  return { overview: new RapOverview(store), close: () => store.close() };
}
