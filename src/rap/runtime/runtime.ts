// The RAP runtime as a library: threads, calls, callbacks, feeds. The HTTP server is a thin layer over it.

import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../base/app-error.ts';
import { BodyBudget } from '../../http/body.ts';
import { AddressPolicy } from '../outbound/address-policy.ts';
import { type Credential, Credentials } from '../outbound/credentials.ts';
import { Outbound } from '../outbound/request.ts';
import { SEGMENT_TYPES, type SegmentType } from '../protocol/messages.ts';
import { below } from '../protocol/parse-url.ts';
import { parseWebhookKey } from '../protocol/standard-webhooks.ts';
import type { AddressRow, CallRow } from '../store/rap-calls.ts';
import type { RejectionRow } from '../store/rap-rejections.ts';
import { openRapStore, type RapStore } from '../store/rap-store.ts';
import type { ThreadRow, ThreadSummary } from '../store/rap-threads.ts';
import { type Answer, type Answered, answerChoice } from './answer-choice.ts';
import { Background } from './background.ts';
import { CallbackAddresses } from './callback-addresses.ts';
import { Deadlines } from './deadlines.ts';
import { type Cancelled, cancelCall, closeThread, findCall, findThread, notifyCancel } from './end-call.ts';
import type { DisplayItem, ModelItem } from './feed.ts';
import { Invoker } from './invoker.ts';
import { LastActive } from './last-active.ts';
import { LIMITS, type Limits } from './limits.ts';
import { Listeners } from './listeners.ts';
import { type Migrated, type Move, migrate } from './migrate.ts';
import { Notices } from './notices.ts';
import { addToolsets, openThread, type ThreadRequest } from './open-thread.ts';
import { RapOverview } from './overview.ts';
import { type Page, type ReadOptions, readDisplay, readModel } from './read-feed.ts';
import { CallbackReceiver, type Reply } from './receive-callback.ts';
import { type CallRequest, type Registered, registerCall } from './register-call.ts';
import { resume } from './resume.ts';
import { Retention } from './retention.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { type ThreadTools, Toolsets } from './toolsets.ts';

export interface RuntimeOptions {
  readonly dataFolder: string;
  /** Where tools reach this runtime, e.g. https://agent.example.com. The server may set it later. */
  readonly publicUrl?: string;
  /** Non-public addresses that may be called: `loopback`, `private`, CIDR ranges. */
  readonly allow?: readonly string[];
  readonly credentials?: readonly Credential[];
  /** Keys of tools that sign their callbacks (Standard Webhooks); several, for rotation. */
  readonly webhookKeys?: readonly string[];
  readonly requireSignature?: boolean;
  readonly unmatched?: 'refuse' | 'accept';
  /** Ask the user before calls of destructive tools are sent. Only where a user can answer: they wait until then. */
  readonly confirmDestructive?: boolean;
  /** Open a thread for every event that does not belong to the thread that subscribed (`associative: false`). */
  readonly eventThreads?: boolean;
  /** Threads closed this long ago are deleted. Undefined: never. */
  readonly retentionMs?: number;
  readonly limits?: Partial<Limits>;
  readonly now?: () => number;
}

export class RapRuntime {
  readonly limits: Limits;
  /** Memory for incoming callbacks. */
  readonly bodies: BodyBudget;
  readonly #parts: RuntimeParts;
  readonly #receiver: CallbackReceiver;
  readonly #overview: RapOverview;
  readonly #retention: Retention;
  #publicUrl: string | undefined;

  private constructor(store: RapStore, options: RuntimeOptions) {
    const limits: Limits = { ...LIMITS, ...options.limits };
    const now = options.now ?? Date.now;
    const listeners = new Listeners(limits.maxListeners);
    const onChange = (groupId: string): void => listeners.notify(groupId);
    const outbound = new Outbound(new AddressPolicy(options.allow));
    const credentials = new Credentials(options.credentials);
    const background = new Background();
    const addresses = new CallbackAddresses(store.calls);
    const touches = new LastActive(store);
    const deadlines = new Deadlines(store, now, onChange);
    this.limits = limits;
    this.#overview = new RapOverview(store);
    this.#retention = new Retention(store, options.retentionMs ?? null, now);
    this.bodies = new BodyBudget(limits.maxBytesInMemory);
    if (options.requireSignature === true && (options.webhookKeys ?? []).length === 0) {
      throw new AppError('bad-usage', 'Signatures are required, but there is no key to check them with.', {
        hint: 'Set TOOLSCOPE_RAP_WEBHOOK_KEYS.',
      });
    }
    this.#publicUrl = options.publicUrl;
    this.#parts = {
      store,
      limits,
      now,
      outbound,
      credentials,
      listeners,
      addresses,
      touches,
      confirmsDestructive: options.confirmDestructive ?? false,
      background,
      toolsets: new Toolsets(store, outbound, credentials, limits),
      invoker: new Invoker({
        ...{ store, outbound, credentials, limits, background, now, onChange },
        onDeadline: (deadlineAt) => deadlines.expect(deadlineAt),
      }),
      notices: new Notices(outbound, credentials, background),
      deadlines,
      callbackUrl: (token) => below(this.publicUrl, `rap/v1/callback/${token}`),
    };
    this.#receiver = new CallbackReceiver(store, addresses, {
      limits,
      eventThreads: options.eventThreads ?? false,
      now,
      webhookKeys: (options.webhookKeys ?? []).map(parseWebhookKey),
      requireSignature: options.requireSignature ?? false,
      unmatched: options.unmatched ?? 'refuse',
      onAccepted: (address, { type }, subscriptionRefused) => {
        if (type === 'tool_result') addresses.forget(address);
        const refused = subscriptionRefused ? store.calls.byNumber(address.call) : undefined;
        if (refused !== undefined) notifyCancel(this.#parts, refused);
        touches.touch(address.thread, now());
        listeners.notify(address.groupId);
      },
    });
  }

  /** Opens the data folder for this process alone. Call `start` once tools can reach the public address. */
  static open(options: RuntimeOptions): RapRuntime {
    const store = openRapStore(options.dataFolder);
    try {
      return new RapRuntime(store, options);
    } catch (error) {
      store.close();
      throw error;
    }
  }

  get publicUrl(): string {
    if (this.#publicUrl !== undefined) return this.#publicUrl;
    throw new AppError('bad-usage', 'The runtime does not know the address at which tools can reach it.', {
      hint: 'Set publicUrl, or start its server first.',
    });
  }

  set publicUrl(url: string) {
    this.#publicUrl = url;
  }

  /** Resumes what an earlier process left unfinished, and watches deadlines. */
  start(): Promise<void> {
    this.#retention.start();
    return resume(this.#parts);
  }

  openThread(request: ThreadRequest = {}): Promise<ThreadRow> {
    return openThread(this.#parts, request);
  }

  addToolsets(groupId: string, bases: readonly string[]): Promise<void> {
    return addToolsets(this.#parts, groupId, bases);
  }

  /** Moves a session from tool servers to others that take over its state. The agent must have stopped using it. */
  migrate(groupId: string, moves: readonly Move[]): Promise<Migrated[]> {
    return migrate(this.#parts, groupId, moves);
  }

  closeThread(groupId: string): Promise<boolean> {
    return closeThread(this.#parts, groupId);
  }

  /** Registers a call and sends it once stored. A thread that does not exist yet is opened. */
  register(groupId: string, request: CallRequest): Promise<Registered> {
    return registerCall(this.#parts, groupId, request);
  }

  cancel(groupId: string, id: string): Promise<Cancelled> {
    return cancelCall(this.#parts, groupId, id);
  }

  /** Sends the user's answer to the tool that asked. Says whether it arrived; otherwise it is stored and retried. */
  answerChoice(groupId: string, id: string, answer: Answer): Promise<Answered> {
    return answerChoice(this.#parts, groupId, id, answer);
  }

  /** The call that an address belongs to, or the refusal. Call before reading a body. */
  authenticate(token: string, sender: string): AddressRow | Reply {
    return this.#receiver.authenticate(token, sender);
  }

  /** The answer to a callback. Resolves with 200 only after the message is stored. */
  receive(address: AddressRow, headers: IncomingHttpHeaders, body: Buffer): Promise<Reply> {
    return this.#receiver.receive(address, headers, body);
  }

  /** Logs a request that was rejected before its body was read. */
  noteRejection(reply: Reply, bytes: number, address: AddressRow): void {
    this.#receiver.reject(reply, bytes, address);
  }

  results(groupId: string, options: ReadOptions): Promise<Page<ModelItem>> {
    return readModel(this.#parts, groupId, options);
  }

  display(groupId: string, options: ReadOptions & { supported?: readonly SegmentType[] }): Promise<Page<DisplayItem>> {
    return readDisplay(this.#parts, groupId, { ...options, supported: options.supported ?? SEGMENT_TYPES });
  }

  /** Called after every change of any thread. Returns an unsubscribe function. */
  onChange(listener: (groupId: string) => void): () => void {
    return this.#parts.listeners.listenEverywhere(listener);
  }

  threads(limit = 100, offset = 0): ThreadSummary[] {
    return this.#parts.store.threads.list(limit, offset);
  }

  thread(groupId: string): ThreadRow {
    return findThread(this.#parts, groupId);
  }

  tools(groupId: string): ThreadTools {
    return this.#parts.toolsets.of(findThread(this.#parts, groupId).thread);
  }

  /** In order of registration. `after` is the number of the last call of the previous page. */
  calls(groupId: string, after = 0, limit = 1000): CallRow[] {
    return this.#parts.store.calls.ofThread(findThread(this.#parts, groupId).thread, after, limit);
  }

  /** The same, only calls that started a subscription. */
  subscriptions(groupId: string, after = 0, limit = 1000): CallRow[] {
    return this.#parts.store.calls.subscribedOfThread(findThread(this.#parts, groupId).thread, after, limit);
  }

  call(groupId: string, id: string): CallRow {
    return findCall(this.#parts, groupId, id);
  }

  rejections(limit = 100, groupId?: string): RejectionRow[] {
    return this.#parts.store.rejections.list(limit, groupId);
  }

  /** Everything there is to see, for a dashboard. */
  get overview(): RapOverview {
    return this.#overview;
  }

  /** The store itself, for formats/rap and for tests that damage it. */
  get store(): RapStore {
    return this.#parts.store;
  }

  async close(): Promise<void> {
    const { deadlines, listeners, background, touches, outbound, store } = this.#parts;
    this.#retention.close();
    deadlines.close();
    touches.flush();
    listeners.close();
    await background.close();
    outbound.close();
    store.close();
  }
}
