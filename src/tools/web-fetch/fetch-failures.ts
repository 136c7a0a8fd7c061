// Why a page could not be fetched, by the messages in the log.

import type { KnownFailure } from '../define.ts';
import { httpFailure } from '../http-status.ts';
import type { FetchInput, FetchResult } from './web-fetch.ts';

/** Messages of axios, and of Effect's client in OpenCode. */
const STATUS = /^(?:Request failed with status code |StatusCode: non 2xx status code \()(\d{3})/;

/** One entry for each class of HTTP status, so that every code is listed. */
const byStatus = [404, 403, 429, 400, 500].map((example): KnownFailure<FetchInput, FetchResult> => {
  const { code, blame } = httpFailure(example) ?? { code: 'http-error', blame: 'unknown' };
  return {
    code,
    blame,
    pattern: STATUS,
    when: (_input, text) => httpFailure(Number(STATUS.exec(text)?.[1]))?.code === code,
  };
});

export const fetchFailures: readonly KnownFailure<FetchInput, FetchResult>[] = [
  {
    code: 'fetch-refused',
    blame: 'environment',
    pattern: /^/,
    when: (_input, _text, result) => result?.kind === 'refused',
    message: (_text, result) => (result?.kind === 'refused' ? result.errorCode : ''),
  },
  ...byStatus,
  {
    code: 'domain-blocked',
    blame: 'policy',
    pattern: /unable to fetch from|is not (?:allowed|safe) to fetch|[Dd]omain .{0,200} (?:is )?blocked/,
  },
  { code: 'domain-not-verified', blame: 'environment', pattern: /[Uu]nable to verify if domain/ },
  { code: 'invalid-url', blame: 'agent', pattern: /[Ii]nvalid URL|URL exceeds maximum length/ },
  {
    code: 'too-large',
    blame: 'environment',
    pattern: /maxContentLength|exceeds? (?:the )?maximum (?:allowed )?(?:size|length)/,
  },
  { code: 'timed-out', blame: 'environment', pattern: /timeout of \d+ ?ms exceeded|ETIMEDOUT|ECONNABORTED|timed out/ },
  {
    code: 'unreachable',
    blame: 'environment',
    pattern: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|socket hang up|certificate|SSL|getaddrinfo/,
  },
  {
    code: 'redirect-loop',
    blame: 'environment',
    pattern: /[Tt]oo many redirects|[Mm]aximum number of redirects|^Request failed with status code 3\d\d/,
  },
];
