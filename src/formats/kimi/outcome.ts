// How a call came out: the flag of its result, Kimi's words for what did not run, and earlier decisions.

import { asArray, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { PermissionDecided } from '../../model/observation.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';

const MESSAGE_MAX = 240;

/** A decision against a call. */
export interface Refusal {
  readonly by: 'user' | 'hook';
  readonly feedback: string | null;
}

function failed(status: Verdict['status'], rule: string, failure: Failure): Verdict {
  return { status, rule, failure };
}

export function refused({ by, feedback }: Refusal, message: string): Verdict {
  const verdict =
    by === 'user'
      ? failed('rejected', 'refused-by:user', { code: 'user-rejected', blame: 'user', message })
      : failed('denied', 'refused-by:hook', { code: 'hook-blocked', blame: 'policy', message });
  return feedback === null ? verdict : { ...verdict, feedback };
}

/** Words that are not a tool's own, in the order in which they are tested. */
const WORDS: readonly { readonly pattern: RegExp; readonly verdict: (message: string) => Verdict }[] = [
  {
    pattern: /^The tool call is rejected by the user/,
    verdict: (message) => refused({ by: 'user', feedback: null }, message),
  },
  {
    pattern: /^Tool "[^"]{0,200}" was aborted|^Tool execution was interrupted before its result was recorded/,
    verdict: (message) => failed('interrupted', 'result-text:aborted', { code: 'interrupted', blame: 'user', message }),
  },
  {
    pattern: /^Tool "?[^"\n]{0,200}"? not found|^Tool not found/,
    verdict: (message) => failed('error', 'result-text:no-tool', { code: 'unknown-tool', blame: 'agent', message }),
  },
  {
    pattern: /^Invalid args for tool |^Error (?:parsing|validating) JSON arguments/,
    verdict: (message) => failed('error', 'result-text:bad-input', { code: 'invalid-input', blame: 'agent', message }),
  },
];

/** What is written when a session is resumed has the time of the resume, not of the end. */
export function isWrittenLate(text: string): boolean {
  return text.startsWith('Tool execution was interrupted before its result was recorded');
}

export function verdictOf(isError: boolean, said: string, text: string, refusal: Refusal | null): Verdict {
  if (!isError) return { status: 'ok', rule: 'error-flag', failure: null };
  const message = clip(firstLine(said === '' ? text : said), MESSAGE_MAX);
  if (refusal !== null) return refused(refusal, message);
  const known = WORDS.find(({ pattern }) => pattern.test(said) || pattern.test(text));
  return known?.verdict(message) ?? failed('error', 'error-flag', { code: 'error', blame: 'unknown', message });
}

/** A hook's refusal is shown to people literally. */
export function isHookBlocked(returned: JsonObject): boolean {
  return (asArray(returned['display']) ?? []).some((part) => asString(asObject(part)?.['text']) === 'Hook blocked');
}

type Decision = Pick<PermissionDecided, 'decision' | 'by'>;

const ANSWERS: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ['approve', { decision: 'allowed', by: 'user' }],
  ['approve_for_session', { decision: 'allowed', by: 'user' }],
  ['approved', { decision: 'allowed', by: 'user' }],
  ['reject', { decision: 'rejected', by: 'user' }],
  ['rejected', { decision: 'rejected', by: 'user' }],
]);

/** Undefined for a withdrawn question, and for future words. */
export function answerOf(word: string | undefined): Decision | undefined {
  return word === undefined ? undefined : ANSWERS.get(word);
}
