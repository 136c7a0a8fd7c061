// The failure behind an HTTP status, and who is to blame.

import type { Blame } from '../model/outcome.ts';

export interface HttpFailure {
  readonly code: string;
  readonly blame: Blame;
}

/** Null for statuses below 400: they are answers. */
export function httpFailure(status: number): HttpFailure | null {
  if (status < 400) return null;
  if (status >= 500) return { code: 'http-server-error', blame: 'environment' };
  if (status === 404 || status === 410) return { code: 'http-not-found', blame: 'agent' };
  if (status === 401 || status === 403 || status === 407 || status === 451) {
    return { code: 'http-refused', blame: 'environment' };
  }
  if (status === 408 || status === 429) return { code: 'http-too-many-requests', blame: 'environment' };
  return { code: 'http-bad-request', blame: 'agent' };
}

/** A URL for a dense row: no scheme, no trailing slash. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}
