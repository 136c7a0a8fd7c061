// Request handling: guard, route, answer; one error format.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { openApi } from '../api/openapi.ts';
import type { Route } from '../api/route.ts';
import { FRESH_IN_HEADER, SEQ_HEADER } from '../api/seq-header.ts';
import { CorruptStore } from '../base/corrupt-store.ts';
import { addressOf, hasOneHost } from '../http/request.ts';
import type { RapHandler } from '../rap/http/handler.ts';
import type { AccessRule } from './auth/access.ts';
import { SIGN_IN_PATH, signIn, turnAway } from './auth/sign-in.ts';
import type { BundleUploads } from './bundle-uploads.ts';
import type { EventHub } from './event-hub.ts';
import { guardRequest } from './guard.ts';
import type { Bytes, Lines } from './handler.ts';
import { HOOK_PATH, takeHook } from './hook-route.ts';
import type { Limits } from './limits.ts';
import { HttpProblem, problemOf } from './problem.ts';
import { type QueryPool, ReadyJson, ReadyProblem } from './query-pool.ts';
import type { RapRequests } from './rap-requests.ts';
import { sendAnswer, sendBytes, sendLines, sendProblem } from './reply.ts';
import { findRoute, type Match } from './router.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { answerBeside, type SideProtocol } from './side-protocol.ts';
import { SlowReader } from './slow-reader.ts';
import type { StaticFiles } from './static-files.ts';
import type { UserRequests } from './user-requests.ts';
import { version } from './version.ts';

const PREFIX = '/api/v1';
const DOCUMENT_PATH = '/openapi.json';
/** The Model Context Protocol, for agents. */
const MCP_PATH = '/mcp';
const LONGEST_ADDRESS = 16_384;

interface AppParts {
  readonly pool: QueryPool;
  readonly hub: EventHub;
  readonly web: StaticFiles;
  readonly limits: Limits;
  /** For hooks. Their key grants less than a token, so they must not use up the dashboard's limits. */
  readonly hookLimits: Limits;
  readonly access: AccessRule;
  /** Other machines can reach the server. */
  readonly isExposed: boolean;
  /** Where hooks are filed; undefined: hooks are off. */
  readonly inbox?: string;
  /** Handles RAP requests by rules of its own: tools on other machines deliver results there. */
  readonly rap?: RapHandler;
  readonly rapRequests: RapRequests;
  readonly bundles: BundleUploads;
  readonly userRequests: UserRequests;
  /** Undefined: MCP is off. */
  readonly mcp?: SideProtocol;
  readonly now?: () => number;
  /** Called with internal errors. */
  readonly onError?: (error: unknown) => void;
  /** Called with the path of a file that a question found damaged. */
  readonly onDamage?: (path: string) => void;
}

function readQuery({ query }: Route, given: URLSearchParams): unknown {
  if (query === undefined) return undefined;
  const parsed = query.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const told = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new HttpProblem(400, told.join('; '));
}

/** Where the client stopped. A reconnecting browser sends it in a header, which is newer than the URL. */
function sinceFrom({ headers }: IncomingMessage, query: URLSearchParams): number | undefined {
  const told = headers['last-event-id'] ?? query.get('since') ?? '';
  return typeof told === 'string' && /^\d{1,15}$/.test(told) ? Number(told) : undefined;
}

function damagedIn(error: unknown): string | null {
  if (error instanceof ReadyProblem) return error.damaged;
  return error instanceof CorruptStore ? error.path : null;
}

export class App {
  readonly #parts: AppParts;

  constructor(parts: AppParts) {
    this.#parts = parts;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#handle(request, response).catch((error: unknown) => {
      const damaged = damagedIn(error);
      if (damaged !== null) this.#parts.onDamage?.(damaged);
      if (response.destroyed) return;
      const problem = error instanceof ReadyProblem ? error.problem : problemOf(error);
      if (problem.document.status === 500) {
        this.#parts.onError?.(error instanceof ReadyProblem ? error.inside : error);
      }
      sendProblem(response, problem);
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limits, access, isExposed, rap } = this.#parts;
    if ((request.url ?? '').length > LONGEST_ADDRESS) throw new HttpProblem(414, 'The address is too long.');
    if (!hasOneHost(request)) throw new HttpProblem(421, 'Send one Host header.', { connection: 'close' });
    // Results of tools are not rate-limited: a sender that is turned away may never retry.
    if (rap?.(request, response) === true) return;
    limits.take(request.socket, performance.now());
    const { path, query } = addressOf(request);
    const isHook = path === HOOK_PATH || path.startsWith(`${HOOK_PATH}/`);
    const isApi = path === PREFIX || path.startsWith(`${PREFIX}/`) || isHook || path === MCP_PATH;
    guardRequest(request, !isApi, { isExposed });
    if (path === SIGN_IN_PATH) {
      if (access === 'open-to-local-users') response.writeHead(303, { ...SECURITY_HEADERS, location: '/' }).end();
      else signIn(request, response, query, access);
    } else if (!this.#isAllowed(request, isHook, query)) {
      turnAway(!isApi, request, response);
    } else if (isHook) {
      await this.#takeHook(request, response, path.slice(HOOK_PATH.length + 1));
    } else if (path === MCP_PATH) {
      await this.#answerAgent(request, response);
    } else if (isApi) {
      await this.#answer(request, response, path.slice(PREFIX.length), query);
    } else this.#servePage(request, response, path);
  }

  #isAllowed(request: IncomingMessage, isHook: boolean, query: URLSearchParams): boolean {
    const { access } = this.#parts;
    if (access === 'open-to-local-users') return true;
    return isHook ? access.allowsHook(request, query) : access.allows(request);
  }

  async #takeHook(request: IncomingMessage, response: ServerResponse, agent: string): Promise<void> {
    const { inbox, hookLimits } = this.#parts;
    if (inbox === undefined) throw new HttpProblem(404, 'Hooks are not enabled on this server.');
    if (!/^[a-z-]{0,40}$/.test(agent)) throw new HttpProblem(404, 'No agent has that name.');
    await hookLimits.during(() => takeHook(request, response, agent, inbox));
  }

  async #answerAgent(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mcp, limits } = this.#parts;
    if (mcp === undefined) throw new HttpProblem(404, 'MCP is not enabled on this server.');
    await limits.during(() => answerBeside(request, response, mcp));
  }

  #servePage(request: IncomingMessage, response: ServerResponse, path: string): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new HttpProblem(405, 'Pages are read-only: use GET.', { allow: 'GET, HEAD' });
    }
    this.#parts.pool.expectQuestions();
    if (!this.#parts.web.serve(request, response, path)) throw new HttpProblem(404, 'There is no such page.');
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> {
    if (path === DOCUMENT_PATH && (request.method === 'GET' || request.method === 'HEAD')) {
      await sendAnswer(request, response, JSON.stringify(openApi(version())));
      return;
    }
    const match = findRoute(path);
    if (match === undefined) throw new HttpProblem(404, 'The API has no such address.');
    const { route } = match;
    const methods = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    if (!methods.includes(request.method ?? '')) {
      throw new HttpProblem(405, `Use ${methods.join(' or ')}.`, { allow: methods.join(', ') });
    }
    // Taken before the question is answered: a client whose event stream begins later than this has missed changes.
    response.setHeader(SEQ_HEADER, this.#parts.hub.seq);
    if (match.name === 'events') {
      readQuery(route, query);
      await this.#parts.hub.join(request, response, sinceFrom(request, query), () =>
        this.#isAllowed(request, false, query),
      );
      return;
    }
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    await this.#parts.limits.during(async (slot) => {
      const given = await this.#ask(match, query, request, gone.signal);
      await this.#send(match.route, given, request, response, new SlowReader(slot, response, gone.signal));
    });
  }

  async #ask(match: Match, query: URLSearchParams, request: IncomingMessage, signal: AbortSignal): Promise<unknown> {
    const { name, route, parts } = match;
    if (name === 'events') return undefined;
    if (name === 'rap') return this.#parts.rapRequests.overview();
    if (name === 'rapViews') return this.#parts.rapRequests.views(query.get('group') ?? '');
    if (name === 'rapAct') return this.#parts.rapRequests.act(request);
    if (name === 'bundleUpload') return this.#parts.bundles.take(request);
    if (name === 'settings') return this.#parts.userRequests.settings();
    if (name === 'changeSettings') return this.#parts.userRequests.changeSettings(request);
    if (name === 'markSession') {
      const mark = await this.#parts.userRequests.mark(request, parts);
      this.#parts.pool.forget();
      return mark;
    }
    const now = (this.#parts.now ?? Date.now)();
    return this.#parts.pool.ask({ name, parts, query: readQuery(route, query), now }, signal);
  }

  #send(
    { answer }: Route,
    given: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    reader: SlowReader,
  ): Promise<void> {
    if (answer.kind === 'lines') return sendLines(request, response, given as Lines, reader);
    if (answer.kind === 'bytes') return sendBytes(request, response, given as Bytes, reader);
    if (!(given instanceof ReadyJson)) return sendAnswer(request, response, JSON.stringify(given));
    if (given.freshInMs > 0) response.setHeader(FRESH_IN_HEADER, given.freshInMs);
    return sendAnswer(request, response, given.text);
  }
}
