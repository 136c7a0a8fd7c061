// Errors on the wire: problem documents (RFC 9457).

import type { WireError } from '../api/wire/library.ts';
import { AppError } from '../base/app-error.ts';
import { HTTP_STATUS } from '../base/http-status.ts';
import { systemCode } from '../base/system-code.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request cannot be understood.',
  401: 'The token is missing, or a wrong one.',
  403: 'The request is refused.',
  404: 'There is no such thing.',
  405: 'This address does not support that method.',
  409: 'The request conflicts with the current state.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  421: 'This server does not answer to that name.',
  429: 'Too many requests at once.',
  500: 'Something went wrong inside Toolscope.',
  503: "Toolscope's data cannot be used right now.",
};

/** An error with an HTTP status of its own that is not in the table. */
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
    const status = HTTP_STATUS[error.code];
    const headers = status === 503 ? { 'retry-after': '2' } : {};
    return { document: documentOf(status, error.code, error.message, error.hint), headers };
  }
  if (systemCode(error) === 'ERR_MODULE_NOT_FOUND') {
    // An update or a build took the place of files that are loaded only when they are needed.
    const detail = 'The files of Toolscope were replaced while it ran.';
    return { document: documentOf(500, 'internal', detail, 'Stop it, and start it again.'), headers: {} };
  }
  // Internal errors are reported on the terminal, not to clients.
  return { document: documentOf(500, 'internal', ''), headers: {} };
}
