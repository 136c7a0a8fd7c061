// Messages of commands that a sandbox blocked. Under a policy that forbids it, the policy is to blame.

import { isWarning, withCauses } from '../commands/error-line.ts';
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

/** npm names the error before it tells of it. */
const FIELD = /^npm (?:ERR!|error) (?:code|errno) /;

const ALL = [...WRITES, NETWORK];

export const SANDBOX_DENIED: KnownFailure<unknown> = {
  code: 'sandbox-denied',
  blame: 'policy',
  pattern: /^/,
  when: (_input, text, _result, rule) => {
    const said = wordsFor(rule).filter((words) => words.test(text));
    // What only warns did not stop the command.
    return (
      said.length > 0 && text.split('\n').some((line) => !isWarning(line, 0) && said.some((words) => words.test(line)))
    );
  },
  message: (text) => {
    const lines = text.split('\n').filter((line) => ALL.some((words) => words.test(line)));
    const tells = lines.find((line) => !isWarning(line, 0) && !FIELD.test(line));
    return withCauses(tells ?? lines[0] ?? '', text).trim();
  },
};
