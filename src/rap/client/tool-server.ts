// A tool server: manifest, invocations, cancel and close. It follows the protocol's rules for its author.

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { AppError } from '../../base/app-error.ts';
import { asObject, type JsonObject } from '../../base/json.ts';
import { BodyBudget, readBody, wrongContentType } from '../../http/body.ts';
import { closeServer, httpUrl, listen, TIMEOUTS } from '../../http/listen.ts';
import { isLoopback } from '../../http/loopback.ts';
import { addressOf } from '../../http/request.ts';
import { sendJson } from '../../http/send-json.ts';
import { sendProblem } from '../http/reply.ts';
import { OutboundError } from '../outbound/request.ts';
import { type Manifest, parseManifest, type ToolDefinition } from '../protocol/manifest.ts';
import { parseBody } from '../protocol/parse-body.ts';
import { below } from '../protocol/parse-url.ts';
import { CallbackSender, type SenderOptions } from './callback-sender.ts';
import { readInvocation } from './invocation.ts';
import { type Migrate, Migrations } from './migrations.ts';
import { type ToolAuth, ToolGuard } from './tool-auth.ts';
import type { ToolCall } from './tool-call.ts';
import type { ToolOutcome } from './tool-outcome.ts';
import { type Handler, ToolRunner } from './tool-runner.ts';
import { WaitingChoices } from './waiting-choices.ts';

export interface ToolServerOptions {
  readonly manifest: {
    readonly name: string;
    readonly description?: string;
    readonly tools: readonly (Pick<ToolDefinition, 'name' | 'description'> & {
      readonly inputSchema: JsonObject;
      readonly annotations?: Partial<ToolDefinition['annotations']>;
      /** In Rhai; some clients use it to describe a call to people. */
      readonly displayScript?: string;
    })[];
  };
  /**
   * For servers that keep session state: hands all of it over to the server at the address, an instance of the same tools,
   * and returns when that one can serve it. The manifest then says `needsMigration`.
   */
  readonly migrate?: Migrate;
  /** One for each tool of the manifest. */
  readonly handlers: Readonly<Record<string, Handler>>;
  /** Who may call. Required if other machines can reach the server. */
  readonly auth?: ToolAuth;
  /** The address that runtimes use, if it differs from where it listens. */
  readonly publicUrl?: string;
  readonly sender?: SenderOptions;
  /** After this time the call is answered with an error. Null: never. */
  readonly timeoutMs?: number | null;
  /** Called with errors inside a handler, which the runtime does not see, and with every result that did not arrive. */
  readonly onError?: (error: unknown, reference: string) => void;
  /** Gets a line for each of these. Default: standard error. */
  readonly log?: (line: string) => void;
}

export interface ToolServer {
  /** Where it listens: the base address for runtimes. */
  readonly url: string;
  /** For mounting on your own server. False: not one of our paths. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  listen(port?: number, host?: string): Promise<string>;
  /** Active subscriptions. */
  subscriptions(): ToolCall[];
  /** Lets calls finish for a while, then ends them with an error result. */
  close(graceMs?: number): Promise<void>;
}

export type { Handler, Migrate, ToolAuth, ToolOutcome };

/** The answer to a request. */
type Outcome = { readonly status: number; readonly error?: string };

interface Action {
  readonly run: (body: unknown) => Outcome | Promise<Outcome>;
  /** Notices about what has ended: always answered with 200, so that they are not sent again. */
  readonly isNotice?: boolean;
  /** The address itself is secret; all others need authentication. */
  readonly isOpen?: boolean;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** For all requests together. */
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024;

class HttpToolServer implements ToolServer {
  readonly #options: ToolServerOptions;
  readonly #manifest: Manifest;
  readonly #door: ToolGuard;
  readonly #choices: WaitingChoices;
  readonly #server: Server;
  readonly #migrations: Migrations | undefined;
  readonly #bodies = new BodyBudget(MAX_BYTES_IN_MEMORY);
  #runner: ToolRunner | undefined;
  #sender: CallbackSender | undefined;
  #url: string | undefined;

  constructor(options: ToolServerOptions) {
    this.#options = options;
    this.#manifest = checkManifest(options);
    this.#door = new ToolGuard(options.auth);
    this.#migrations = options.migrate === undefined ? undefined : new Migrations(options.migrate, this.#onError);
    this.#choices = new WaitingChoices((token) => below(this.url, `choices/${token}`));
    this.#server = createServer(TIMEOUTS, (request, response) => {
      if (!this.handle(request, response)) sendProblem(response, 404, 'not-found', 'There is nothing at this address.');
    });
    if (options.publicUrl !== undefined) {
      this.#url = options.publicUrl.replace(/\/+$/, '');
      this.#runner = this.#makeRunner(false);
    }
  }

  /** An error in an author's callback must not lose a result. */
  readonly #onError = (error: unknown, reference: string): void => {
    const { onError, log = (line) => process.stderr.write(`${line}\n`) } = this.#options;
    const warn = (trouble: unknown): void => process.emitWarning(explain(trouble));
    // Separately: each is called even if the other fails, at once or later.
    const tell = (told: () => unknown): void => void new Promise((resolve) => resolve(told())).catch(warn);
    tell(() => log(`toolscope/rap: ${explain(error)} (reference ${reference})`));
    tell(() => onError?.(error, reference));
  };

  get url(): string {
    if (this.#url === undefined)
      throw new AppError('bad-usage', 'The tool server is not listening yet, and has no publicUrl.');
    return this.#url;
  }

  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    const isLocal = isLoopback(host);
    if (!isLocal && !this.#door.isLocked) {
      throw new AppError('refused', `Listening on ${host} lets anyone call the tools.`, {
        hint: 'Set auth, listen on 127.0.0.1, or say auth: { insecure: true }.',
      });
    }
    const listening = await listen(this.#server, host, [port]);
    this.#url ??= httpUrl(host, listening.port);
    this.#runner ??= this.#makeRunner(isLocal);
    return this.#url;
  }

  subscriptions(): ToolCall[] {
    return this.#runner?.subscriptions() ?? [];
  }

  close(graceMs = 5000): Promise<void> {
    return closeServer(this.#server, async () => this.#runner?.close(graceMs));
  }

  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const { path } = addressOf(request);
    if (path === '/.well-known/rap-toolset') {
      if (request.method === 'GET') sendJson(response, 200, this.#manifestWire());
      else sendProblem(response, 405, 'method-not-allowed', 'The manifest is read with GET.', { allow: 'GET' });
      return true;
    }
    const act = this.#action(path);
    if (act === undefined) return false;
    if (request.method === 'POST') this.#post(request, response, act).catch(() => response.destroy());
    else sendProblem(response, 405, 'method-not-allowed', 'Send it with POST.', { allow: 'POST' });
    return true;
  }

  #action(path: string): Action | undefined {
    const runner = this.#runner;
    if (runner === undefined) return undefined;
    const migrations = this.#migrations;
    if (path === '/migrate') return migrations === undefined ? undefined : { run: (body) => migrations.handle(body) };
    if (path === '/invoke') return { run: (body) => this.#invoke(runner, body) };
    if (path === '/cancel_tool_call') return { run: (body) => cancel(runner, body, true), isNotice: true };
    if (path === '/close_thread') return { run: (body) => cancel(runner, body, false), isNotice: true };
    const token = /^\/choices\/([\w-]+)$/.exec(path)?.[1];
    return token === undefined ? undefined : { run: (body) => this.#choices.answer(token, body), isOpen: true };
  }

  /**
   * Acknowledged at once: problems with operation or arguments become a result, not a status. Only a call that could never
   * be answered is refused, and not run.
   */
  async #invoke(runner: ToolRunner, body: unknown): Promise<Outcome> {
    let callback = '';
    try {
      const { invocation, wrong } = readInvocation(body);
      callback = invocation.callbackUrl;
      await this.#sender?.check(callback);
      runner.start(invocation, wrong);
      return { status: 200 };
    } catch (error) {
      const message = explain(error);
      if (!(error instanceof OutboundError)) return { status: 400, error: message };
      const told = new AppError('refused', `A call was refused, because its result could not be sent: ${message}`, {
        hint: "Allow the address with sender: { allow: ['private'] }.",
      });
      this.#onError(told, randomBytes(4).toString('hex'));
      return { status: 403, error: `This tool server may not post to the callback address: ${message}` };
    }
  }

  async #post(
    request: IncomingMessage,
    response: ServerResponse,
    { run, isNotice = false, isOpen = false }: Action,
  ): Promise<void> {
    const body = await readBody(request, MAX_BODY_BYTES, this.#bodies);
    if (body.kind === 'busy') {
      sendProblem(response, 503, 'busy', 'Too many requests are being received.', {
        connection: 'close',
        'retry-after': '1',
      });
      return;
    }
    if (body.kind === 'too-large') {
      sendProblem(response, 413, 'too-large', `The body may have ${MAX_BODY_BYTES} bytes.`, { connection: 'close' });
      return;
    }
    if (body.kind !== 'read') return;
    this.#bodies.giveBack(body.bytes.length);
    const refusal = isOpen ? undefined : this.#door.check(request, body.bytes);
    if (refusal !== undefined) {
      sendProblem(response, refusal.status, refusal.code, refusal.message);
      return;
    }
    const wrongType = isNotice ? undefined : wrongContentType(request);
    if (wrongType !== undefined) {
      sendProblem(response, 415, 'wrong-content-type', wrongType);
      return;
    }
    let value: unknown;
    try {
      ({ value } = parseBody(body.bytes));
    } catch (error) {
      if (isNotice) sendEmpty(response);
      else sendProblem(response, 400, 'malformed', explain(error));
      return;
    }
    const { status, error } = await run(value);
    if (isNotice) sendEmpty(response);
    else if (error === undefined) sendJson(response, status, { ok: true });
    else sendProblem(response, status, 'refused', error);
  }

  #makeRunner(isLocal: boolean): ToolRunner {
    const { handlers, timeoutMs, sender } = this.#options;
    this.#sender = new CallbackSender({ ...(isLocal ? { allow: ['loopback'] } : {}), ...sender });
    return new ToolRunner({
      manifest: this.#manifest,
      handlers,
      openChoice: this.#choices.open,
      sender: this.#sender,
      timeoutMs: timeoutMs === undefined ? 3_600_000 : timeoutMs,
      onError: this.#onError,
    });
  }

  #manifestWire(): unknown {
    const migrating = this.#migrations === undefined ? {} : { needsMigration: true };
    return { ...this.#options.manifest, ...migrating, endpoint: below(this.url, 'invoke') };
  }
}

function checkManifest({ manifest, handlers }: ToolServerOptions): Manifest {
  let parsed: Manifest;
  try {
    parsed = parseManifest({ ...manifest, endpoint: 'http://127.0.0.1/invoke' });
  } catch (error) {
    throw new AppError('bad-usage', explain(error));
  }
  const names = new Set(parsed.tools.map(({ name }) => name));
  for (const name of names)
    if (!Object.hasOwn(handlers, name)) throw new AppError('bad-usage', `The tool ${name} has no handler.`);
  for (const name of Object.keys(handlers))
    if (!names.has(name)) throw new AppError('bad-usage', `The handler ${name} belongs to no tool of the manifest.`);
  return parsed;
}

/** Anything can be thrown, and not everything can be converted to a string. */
function explain(error: unknown): string {
  return error instanceof Error ? error.message : inspect(error, { depth: 1 });
}

function sendEmpty(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 0 }).end();
}

/** An unknown call or thread has nothing to cancel. */
function cancel(runner: ToolRunner, body: unknown, isCall: boolean): Outcome {
  const { thread_id: groupId, tool_call_id: id } = asObject(body) ?? {};
  const isCallNamed = typeof id === 'string';
  if (typeof groupId === 'string' && (!isCall || isCallNamed))
    runner.cancel(groupId, isCall && isCallNamed ? id : undefined);
  return { status: 200 };
}

/** Creates a tool server. Call `listen`, and give its address to a runtime. */
export function createToolServer(options: ToolServerOptions): ToolServer {
  return new HttpToolServer(options);
}
