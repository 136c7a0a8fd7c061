// Messages of commands that a sandbox blocked. Under a policy that forbids it, the policy is to blame.

import { SANDBOX_RULES } from '../model/outcome.ts';
import type { KnownFailure } from './define.ts';

/** Writing outside the allowed folders. A mere "permission denied" may have other causes, unless something was to be written. */
const WRITES = [
  /Operation not permitted|\bEPERM\b|[Rr]ead-only file system|\bEROFS\b/,
  /(?:cannot (?:touch|create|remove|move|copy|open [^\n]{0,200} for writing)|[Uu]nable to (?:create|write|unlink)|[Cc]ould not (?:create|lock|write)|failed to (?:create|write))[^\n]{0,300}Permission denied/,
];
const NETWORK =
  /[Cc]ould not resolve host|[Tt]emporary failure in name resolution|[Nn]ame or service not known|nodename nor servname|[Nn]etwork is unreachable|\bENETUNREACH\b|getaddrinfo E(?:AI_AGAIN|NOTFOUND)|failed to lookup address information|dial tcp: lookup [^\n]{1,200}: no such host/;

function wordsFor(rule: string | undefined): readonly RegExp[] {
  if (rule?.endsWith(SANDBOX_RULES.offline) === true) return [...WRITES, NETWORK];
  return rule?.endsWith(SANDBOX_RULES.online) === true ? WRITES : [];
}

/** The line with the match. */
function lineWith(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(text.lastIndexOf('\n', at) + 1, end === -1 ? text.length : end).trim();
}

const ALL = [...WRITES, NETWORK];

export const SANDBOX_DENIED: KnownFailure<unknown> = {
  code: 'sandbox-denied',
  blame: 'policy',
  pattern: /^/,
  when: (_input, text, _result, rule) => wordsFor(rule).some((words) => words.test(text)),
  message: (text) => {
    const at = ALL.map((words) => text.search(words)).find((found) => found !== -1);
    return lineWith(text, at ?? 0);
  },
};
