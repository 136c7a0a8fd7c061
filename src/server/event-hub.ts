// The event stream: changes are read once for all clients, and each client gets every change once and in order. A client
// that is too slow is told to reload, instead of being buffered for.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WireChange } from '../api/wire/session.ts';
import type { Change } from '../store/questions/changes.ts';
import { HttpProblem } from './problem.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { WatchedLibrary } from './served-library.ts';

export interface HubOptions {
  /** Changes are collected for this long. */
  readonly gatherMs?: number;
  readonly heartbeatMs?: number;
  /** Shortest time between two status events while indexing; longer otherwise. */
  readonly statusMs?: number;
  /** Bytes that may wait for one client. */
  readonly mostWaitingBytes?: number;
  readonly mostClients?: number;
}

const GATHER_MS = 20;
const HEARTBEAT_MS = 15_000;
const STATUS_MS = 400;
const QUIET_FACTOR = 5;
const MOST_WAITING = 1024 * 1024;
const MOST_CLIENTS = 4096;
/** More changes than this are sent as one "resync". */
const MOST_CHANGES = 2000;

interface Client {
  readonly response: ServerResponse;
  /** Too slow: skipped until its buffer drains, then told to resync. */
  isBehind: boolean;
  /** Events that arrive before its first ones were sent; undefined afterwards. */
  held: Uint8Array[] | undefined;
  /** False once it has been signed out. */
  isWelcome(): boolean;
}

function event(name: string, data: string, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`;
}

/** Each item once, in the order of its last change. */
function changesOnWire(changes: readonly Change[]): WireChange[] {
  const last = new Map<string, WireChange>();
  for (const { seq, agent, session, callId } of changes) {
    const key = JSON.stringify([agent, session, callId]);
    last.delete(key);
    last.set(key, { seq, agent, session, callId });
  }
  return [...last.values()];
}

export class EventHub {
  readonly #library: WatchedLibrary;
  readonly #status: () => Promise<unknown>;
  readonly #clients = new Set<Client>();
  readonly #options: Required<HubOptions>;
  readonly #stopListening: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #seq: number;
  /** Changes are read by one call at a time, so that each is sent once and in order. */
  #telling: Promise<void> = Promise.resolve();
  #isClosed = false;
  #gathering: NodeJS.Timeout | undefined;
  #statusDue: NodeJS.Timeout | undefined;
  #lastStatus = '';
  #phase: string;
  #toldPhase: string;

  constructor(library: WatchedLibrary, status: () => Promise<unknown>, options: HubOptions = {}) {
    this.#library = library;
    this.#status = status;
    this.#options = {
      gatherMs: options.gatherMs ?? GATHER_MS,
      heartbeatMs: options.heartbeatMs ?? HEARTBEAT_MS,
      statusMs: options.statusMs ?? STATUS_MS,
      mostWaitingBytes: options.mostWaitingBytes ?? MOST_WAITING,
      mostClients: options.mostClients ?? MOST_CLIENTS,
    };
    this.#seq = library.lastSeq();
    this.#phase = library.state().phase;
    this.#toldPhase = this.#phase;
    this.#stopListening = library.onChange(() => this.#noticed());
    this.#heartbeat = setInterval(() => this.#beat(), this.#options.heartbeatMs);
    this.#heartbeat.unref();
  }

  /** The last change that clients were told of. */
  get seq(): number {
    return this.#seq;
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** `since`: the last change the client knows; undefined: start now. */
  async join(
    request: IncomingMessage,
    response: ServerResponse,
    since: number | undefined,
    isWelcome: () => boolean = () => true,
  ): Promise<void> {
    if (this.#clients.size >= this.#options.mostClients) {
      throw new HttpProblem(503, 'Too many open event streams.', { 'retry-after': '10' });
    }
    await this.#tellChanges();
    // The client may have left meanwhile, and would never be removed from the list.
    if (response.closed) return;
    if (this.#isClosed) {
      response.end();
      return;
    }
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.socket?.setNoDelay(true);
    const client: Client = { response, isBehind: false, held: [], isWelcome };
    // Now in the list: events that arrive while its first ones are being looked up are held back.
    this.#clients.add(client);
    response.on('close', () => this.#clients.delete(client));
    response.on('drain', () => this.#caughtUp(client));
    try {
      const seq = this.#seq;
      const missed = since === undefined ? '' : await this.#missedSince(since, seq);
      const status = JSON.stringify(await this.#status());
      if (!this.#clients.has(client)) return;
      response.write(`retry: 1000\n\n${missed}${event('status', status, seq)}`);
      for (const bytes of client.held ?? []) response.write(bytes);
      client.held = undefined;
    } catch (error) {
      this.#clients.delete(client);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#gathering);
    clearTimeout(this.#statusDue);
    for (const { response } of this.#clients) response.end();
    this.#clients.clear();
  }

  /** Events that bring a client from change `since` up to `to`. */
  async #missedSince(since: number, to: number): Promise<string> {
    if (since === to) return '';
    const { changes, missed, seq } = await this.#library.questions.changes.since(since, MOST_CHANGES + 1);
    if (missed || changes.length > MOST_CHANGES || seq < to) return event('resync', '{}', to);
    const told = changes.filter((change) => change.seq <= to);
    return told.length === 0 ? '' : event('change', JSON.stringify(changesOnWire(told)), to);
  }

  #noticed(): void {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      // The library itself reports problems with the index.
      this.#tellChanges().catch(() => {});
    }, this.#options.gatherMs);
    const { phase } = this.#library.state();
    // A new phase is sent at once.
    if (phase !== this.#phase) {
      clearTimeout(this.#statusDue);
      this.#statusDue = undefined;
    }
    this.#phase = phase;
    const pauseMs = this.#options.statusMs * (phase === 'indexing' ? 1 : QUIET_FACTOR);
    this.#statusDue ??= setTimeout(
      () => {
        this.#statusDue = undefined;
        this.#tellStatus().catch(() => {});
      },
      phase === this.#toldPhase ? pauseMs : 0,
    );
  }

  #tellChanges(): Promise<void> {
    const told = this.#telling.then(() => this.#tellNext());
    this.#telling = told.catch(() => {});
    return told;
  }

  async #tellNext(): Promise<void> {
    if (this.#isClosed) return;
    const asked = this.#library.questions.changes;
    const { changes, missed, seq } = await asked.since(this.#seq, MOST_CHANGES + 1);
    if (!missed && changes.length === 0) return;
    const isTooMuch = missed || changes.length > MOST_CHANGES;
    this.#seq = isTooMuch ? await asked.last() : seq;
    this.#tell(
      isTooMuch ? event('resync', '{}', this.#seq) : event('change', JSON.stringify(changesOnWire(changes)), this.#seq),
    );
  }

  async #tellStatus(): Promise<void> {
    if (this.#clients.size === 0) return;
    const status = JSON.stringify(await this.#status());
    if (status === this.#lastStatus) return;
    this.#lastStatus = status;
    this.#toldPhase = this.#library.state().phase;
    this.#tell(event('status', status));
  }

  #tell(text: string): void {
    const bytes = Buffer.from(text);
    for (const client of this.#clients) this.#send(client, bytes);
  }

  #send(client: Client, bytes: Uint8Array): void {
    if (client.isBehind) return;
    if (client.held !== undefined) client.held.push(bytes);
    else if (client.response.writableLength > this.#options.mostWaitingBytes) client.isBehind = true;
    else client.response.write(bytes);
  }

  /** The buffer has drained: what the client missed was not kept, so it has to reload. */
  #caughtUp(client: Client): void {
    if (!client.isBehind) return;
    client.isBehind = false;
    client.response.write(event('resync', '{}', this.#seq));
  }

  #beat(): void {
    for (const client of this.#clients) {
      if (client.isWelcome()) continue;
      this.#clients.delete(client);
      client.response.end();
    }
    this.#tell(':\n\n');
  }
}
