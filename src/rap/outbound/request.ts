// All outgoing requests: only to allowed addresses, to exactly the address that was checked, without redirects, and with
// limits on time and size.

import { lookup as resolve } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import type { AddressPolicy } from './address-policy.ts';

export type OutboundTrouble = 'bad-url' | 'blocked' | 'unresolvable' | 'unreachable' | 'timeout' | 'too-large';

/** A request without an answer, and why. Messages name at most the host: paths may contain secrets. */
export class OutboundError extends Error {
  readonly trouble: OutboundTrouble;
  /** There was a connection: the other side may have received the request and acted on it. */
  readonly mayHaveArrived: boolean;

  constructor(trouble: OutboundTrouble, message: string, mayHaveArrived = false) {
    super(message);
    this.name = 'OutboundError';
    this.trouble = trouble;
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly timeoutMs: number;
  /** Of the answer. 0: its body is not needed, and discarded. */
  readonly maxBytes: number;
  /** On a new connection: a kept one may have been closed by the other side, which looks like a lost request. */
  readonly isAlone?: boolean;
  readonly signal?: AbortSignal;
}

export interface OutboundResponse {
  readonly status: number;
  /** In seconds, if the answer has it. */
  readonly retryAfterS: number | undefined;
  readonly body: Buffer;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

async function allowedAddresses(host: string, policy: AddressPolicy): Promise<Address[]> {
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  let found: Address[];
  if (isIP(literal) === 0) {
    found = await resolve(literal, { all: true, verbatim: true }).catch(() => {
      throw new OutboundError('unresolvable', `There is no host called ${host}.`);
    });
  } else found = [{ address: literal, family: isIP(literal) }];
  const allowed = found.filter(({ address }) => policy.allows(address));
  if (allowed.length === 0) {
    throw new OutboundError('blocked', `${host} is not a public address, and the configuration does not allow it.`);
  }
  return allowed;
}

/** Resolves the host to the checked addresses: a second DNS lookup could return others. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
}

function retryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

const DRAINED_BYTES = 64 * 1024;

async function readAnswer(response: IncomingMessage, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (maxBytes === 0) {
      // A short answer is read to its end, so that the connection can be reused.
      if (size > DRAINED_BYTES) break;
      continue;
    }
    if (size > maxBytes) throw new OutboundError('too-large', `${host} answered with more than ${maxBytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const DRAIN_MS = 250;

/** Only the status matters. The body gets a moment to end, so that the connection can be reused. */
async function drain(response: IncomingMessage, host: string): Promise<void> {
  const timer = setTimeout(() => response.destroy(), DRAIN_MS);
  await readAnswer(response, 0, host).catch(() => undefined);
  clearTimeout(timer);
}

/** Sends requests. Connections are kept for a while, each to an address that was checked when it was opened. */
export class Outbound {
  readonly #policy: AddressPolicy;
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 10_000 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: 10_000 });

  constructor(policy: AddressPolicy) {
    this.#policy = policy;
  }

  async send(request: OutboundRequest): Promise<OutboundResponse> {
    const url = parseHttpUrl(request.url);
    if (url === undefined) throw new OutboundError('bad-url', 'Not an absolute http or https address.');
    const { signal, isLate, release } = limited(request);
    let isConnected = false;
    const onConnected = (): void => {
      isConnected = true;
    };
    try {
      const addresses = await abortable(allowedAddresses(url.hostname, this.#policy), signal);
      const response = await this.#exchange(url, request, addresses, signal, onConnected);
      const reading =
        request.maxBytes === 0 ? drain(response, url.host) : readAnswer(response, request.maxBytes, url.host);
      const body = await reading.finally(() => response.destroy());
      return {
        status: response.statusCode ?? 0,
        retryAfterS: retryAfter(response.headers['retry-after'], Date.now()),
        body: body ?? Buffer.alloc(0),
      };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (isLate())
        throw new OutboundError('timeout', `${url.host} did not answer within ${request.timeoutMs} ms.`, isConnected);
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed';
      throw new OutboundError(
        'unreachable',
        isConnected ? `${url.host} broke off the connection (${code}).` : `${url.host} cannot be reached (${code}).`,
        isConnected,
      );
    } finally {
      release();
    }
  }

  /** Throws an OutboundError if requests to this address are not allowed. Unresolvable addresses are allowed. */
  async check(address: string): Promise<void> {
    const url = parseHttpUrl(address);
    if (url === undefined) throw new OutboundError('bad-url', 'Not an absolute http or https address.');
    await allowedAddresses(url.hostname, this.#policy).catch((error: unknown) => {
      if (!(error instanceof OutboundError) || error.trouble !== 'unresolvable') throw error;
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #exchange(
    url: URL,
    { method, headers = {}, body, isAlone }: OutboundRequest,
    addresses: readonly Address[],
    signal: AbortSignal,
    onConnected: () => void,
  ): Promise<IncomingMessage> {
    const isTls = url.protocol === 'https:';
    return new Promise((fulfil, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(body.length) }) },
        agent: isAlone === true ? false : isTls ? this.#https : this.#http,
        lookup: pinned(addresses),
        signal,
      });
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', onConnected);
        else onConnected();
      });
      request.on('response', fulfil);
      request.on('error', reject);
      request.end(body);
    });
  }
}

/** The timeout and the caller's signal combined; cleans up after itself. */
function limited({ timeoutMs, signal }: Pick<OutboundRequest, 'timeoutMs' | 'signal'>): {
  readonly signal: AbortSignal;
  isLate(): boolean;
  release(): void;
} {
  const controller = new AbortController();
  let late = false;
  const stop = (): void => controller.abort();
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  return {
    signal: controller.signal,
    isLate: () => late,
    release() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((fulfil, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(fulfil, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
