// HTTP status codes for AppErrors: one for each code, whichever server answers.

import type { AppErrorCode } from './app-error.ts';

export const HTTP_STATUS: Readonly<Record<AppErrorCode, number>> = {
  'path-not-found': 404,
  'path-unreadable': 500,
  'no-logs': 404,
  'not-a-log': 400,
  'bad-usage': 400,
  'not-found': 404,
  ambiguous: 409,
  'bad-filter': 400,
  'bad-config': 500,
  'store-unusable': 503,
  'store-newer': 503,
  'store-busy': 503,
  // A later attempt may find room.
  'disk-full': 503,
  refused: 409,
  internal: 500,
};
