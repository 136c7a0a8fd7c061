// Owns trouble on the wire: problem documents (RFC 9457), and one table from our errors to statuses.

import type { WireError } from '../api/wire/library.ts';
import { AppError, type AppErrorCode } from '../base/app-error.ts';

const STATUS: Record<AppErrorCode, number> = {
  'path-not-found': 404,
  'path-unreadable': 500,
  'no-logs': 404,
  'not-a-log': 400,
  'bad-usage': 400,
  'not-found': 404,
  ambiguous: 409,
  'bad-filter': 400,
  'store-unusable': 503,
  'store-newer': 503,
  'store-busy': 503,
  'disk-full': 507,
  refused: 403,
  internal: 500,
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request cannot be understood.',
  401: 'The token is missing.',
  403: 'The request is refused.',
  404: 'There is no such thing.',
  405: 'This address does not take that method.',
  409: 'The request fits several things.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  421: 'This server does not answer to that name.',
  429: 'Too many requests at once.',
  500: 'Something went wrong inside Toolscope.',
  503: "Toolscope's data cannot be used right now.",
  507: 'The disk is full.',
};

/** Trouble that has a status of its own and no place in the table. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.headers = headers;
  }
}

export interface ProblemReply {
  readonly document: WireError;
  readonly headers: Readonly<Record<string, string>>;
}

function documentOf(status: number, type: string, detail: string, hint?: string): WireError {
  return {
    type: `urn:toolscope:${type}`,
    title: TITLES[status] ?? 'The request failed.',
    status,
    detail,
    ...(hint === undefined ? {} : { hint }),
  };
}

export function problemOf(error: unknown): ProblemReply {
  if (error instanceof HttpProblem) {
    return { document: documentOf(error.status, 'http', error.message), headers: error.headers };
  }
  if (error instanceof AppError) {
    const status = STATUS[error.code];
    const headers = status === 503 ? { 'retry-after': '2' } : {};
    return { document: documentOf(status, error.code, error.message, error.hint), headers };
  }
  // What went wrong inside is told on the terminal, not to whoever asks.
  return { document: documentOf(500, 'internal', ''), headers: {} };
}
