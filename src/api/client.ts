// HTTP API client: one method per kind of answer, typed by the contract. Loads no schema code.

import type { Contract } from './contract.ts';
import type { AnswerOf, BodyOf, PartsOf, QueryOf, Route } from './route.ts';
import type { WireError } from './wire/library.ts';

/** The part of fetch that the client needs: a browser's and Node's both match, each with its own kind of abort signal. */
type Fetch<Signal> = (url: string, options: FetchOptions<Signal>) => Promise<Reply>;

interface FetchOptions<Signal> {
  readonly signal: Signal | null;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Reply {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
  json(): Promise<unknown>;
  text(): Promise<string>;
}

type RouteName = keyof Contract;
type NamesOf<Kind> = {
  [Name in RouteName]: Contract[Name]['answer']['kind'] extends Kind ? Name : never;
}[RouteName];

export type Ask<Asked extends Route> = (PartsOf<Asked> extends Record<string, never>
  ? { readonly parts?: undefined }
  : { readonly parts: PartsOf<Asked> }) &
  (QueryOf<Asked> extends undefined ? { readonly query?: undefined } : { readonly query?: QueryOf<Asked> });

/** The paths of the contract, so that the contract itself, with its schemas, stays out of a browser. */
export type Paths = { readonly [Name in RouteName]: Contract[Name]['path'] };

export class ApiError extends Error {
  readonly status: number;
  /** The kind of error, as the problem document names it; empty when there was none. */
  readonly type: string;
  readonly hint: string | undefined;

  constructor({ status, title, detail, hint, type }: Pick<WireError, 'status' | 'title' | 'detail' | 'hint' | 'type'>) {
    super(detail === '' ? title : detail);
    this.name = 'ApiError';
    this.status = status;
    this.type = type;
    this.hint = hint;
  }
}

function isWireError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && 'title' in value && 'status' in value && 'detail' in value;
}

/** Fills in the named parts, each percent-encoded. */
export function urlOf(
  path: string,
  parts: Readonly<Record<string, string>> | undefined,
  query: Readonly<Record<string, unknown>> | undefined,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts?.[name] ?? ''));
  const pairs = Object.entries(query ?? {}).flatMap(([key, value]) =>
    typeof value !== 'string' || value === '' ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
  );
  return `/api/v1${filled}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

export async function errorOf(reply: Reply): Promise<ApiError> {
  const told = await reply.json().catch(() => undefined);
  if (isWireError(told)) return new ApiError(told);
  return new ApiError({ status: reply.status, title: 'The server answered with an error.', detail: '', type: '' });
}

export class Client<Signal> {
  readonly #paths: Paths;
  readonly #fetch: Fetch<Signal>;
  readonly #base: string;

  constructor(paths: Paths, fetch: Fetch<Signal>, base = '') {
    this.#paths = paths;
    this.#fetch = fetch;
    this.#base = base;
  }

  url<Name extends RouteName>(name: Name, ask: Ask<Contract[Name]>): string {
    return this.#base + urlOf(this.#paths[name], ask.parts, ask.query);
  }

  async get<Name extends NamesOf<'json'>>(
    name: Name,
    ask: Ask<Contract[Name]>,
    signal?: Signal,
  ): Promise<AnswerOf<Contract[Name]>> {
    const reply = await this.#fetch(this.url(name, ask), { signal: signal ?? null });
    if (!reply.ok) throw await errorOf(reply);
    // The server's answers are checked against the contract by its own tests.
    return (await reply.json()) as AnswerOf<Contract[Name]>;
  }

  /** Sends a command. */
  async post<Name extends NamesOf<'json'>>(
    name: Name,
    ask: Ask<Contract[Name]>,
    body: BodyOf<Contract[Name]>,
  ): Promise<AnswerOf<Contract[Name]>> {
    const reply = await this.#fetch(this.url(name, ask), {
      signal: null,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw await errorOf(reply);
    return (await reply.json()) as AnswerOf<Contract[Name]>;
  }
}
