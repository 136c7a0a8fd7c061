// Answers as JSON, never cached; errors have the same statuses on every server.

import type { ServerResponse } from 'node:http';
import { AppError } from '../../base/app-error.ts';
import { HTTP_STATUS } from '../../base/http-status.ts';

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  // A string is sent together with the headers, in one write; a buffer would not be.
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { error: message, code }, headers);
}

export function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof AppError) {
    const status = HTTP_STATUS[error.code];
    const message = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    sendProblem(response, status, error.code, message, status === 503 ? { 'retry-after': '5' } : {});
    return;
  }
  // Internal errors are not shown to clients.
  sendProblem(response, 500, 'internal', 'Something went wrong inside Toolscope.');
}
