// Errors as RAP words them, with the status that every server gives them.

import type { ServerResponse } from 'node:http';
import { AppError } from '../../base/app-error.ts';
import { HTTP_STATUS } from '../../base/http-status.ts';
import { sendJson } from '../../http/send-json.ts';

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
