// How a call came out, by the flag of its result and by the words of pi itself.

import { clip, firstLine } from '../../base/text.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';

const MESSAGE_MAX = 240;
/** How a command ended is after its output: only the end is searched, because outputs are long. */
const TAIL = 200;

interface Rule {
  readonly rule: string;
  readonly status: Verdict['status'];
  readonly code: string;
  readonly blame: Failure['blame'];
  readonly pattern: RegExp;
}

/** Tested on the whole text, from its start. */
const FROM_START: readonly Rule[] = [
  { rule: 'text:aborted', status: 'interrupted', code: 'interrupted', blame: 'user', pattern: /^Operation aborted$/ },
  {
    rule: 'text:skipped',
    status: 'cancelled',
    code: 'steered',
    blame: 'user',
    pattern: /^Skipped due to queued user message\b/,
  },
  {
    rule: 'text:cut-off',
    status: 'cancelled',
    code: 'cut-off',
    blame: 'agent',
    pattern: /^Tool call "[^"\n]{1,200}" was not executed: /,
  },
  {
    rule: 'text:unknown-tool',
    status: 'error',
    code: 'unknown-tool',
    blame: 'agent',
    pattern: /^Tool \S{1,200} not found$/,
  },
  {
    rule: 'text:invalid-input',
    status: 'error',
    code: 'invalid-input',
    blame: 'agent',
    pattern: /^Validation failed for tool "/,
  },
  {
    rule: 'text:timed-out',
    status: 'error',
    code: 'timed-out',
    blame: 'environment',
    pattern: /^Tool "[^"\n]{1,200}" timed out after /,
  },
  // Extensions refuse in their own words: the usual ones, after a sign or a name, and pi's if they say nothing.
  {
    rule: 'text:blocked-by-user',
    status: 'rejected',
    code: 'user-rejected',
    blame: 'user',
    pattern: /^(?:[^\w\s]{1,4} ?)?Blocked by (?:the )?user\b/,
  },
  {
    rule: 'text:blocked',
    status: 'denied',
    code: 'hook-blocked',
    blame: 'policy',
    pattern:
      /^(?:[^\w\s]{1,4} ?)?(?:Tool execution was blocked|Blocked(?: by [^:\n]{1,80})?:|(?:[A-Z][\w-]{0,30} ){0,2}(?:Gate|Guard|Hook|Policy|Protection) blocked )/,
  },
];

/** Tested on the last line. */
const AT_END: readonly Rule[] = [
  {
    rule: 'text:aborted',
    status: 'interrupted',
    code: 'interrupted',
    blame: 'user',
    pattern: /(?:^|\n)Command aborted\s*$/,
  },
  {
    rule: 'text:timed-out',
    status: 'error',
    code: 'timed-out',
    blame: 'environment',
    pattern: /(?:^|\n)Command timed out after [\d.]{1,12} seconds\s*$/,
  },
];

/** A command that exited with a nonzero code wrote its own text. */
const EXITED = /(?:^|\n)Command exited with code -?\d{1,10}\s*$/;

function ruleOf(text: string): Rule | undefined {
  const end = text.slice(-TAIL);
  if (EXITED.test(end)) return undefined;
  return AT_END.find(({ pattern }) => pattern.test(end)) ?? FROM_START.find(({ pattern }) => pattern.test(text));
}

export function verdictOf(isError: boolean, text: string): Verdict {
  if (!isError) return { status: 'ok', rule: 'error-flag:absent', failure: null };
  const known = ruleOf(text);
  if (known === undefined) {
    const message = clip(firstLine(text), MESSAGE_MAX);
    return { status: 'error', rule: 'error-flag', failure: { code: 'error', blame: 'unknown', message } };
  }
  const { rule, status, code, blame, pattern } = known;
  const said = AT_END.includes(known) ? (pattern.exec(text.slice(-TAIL))?.[0] ?? '').trim() : firstLine(text);
  return { status, rule, failure: { code, blame, message: clip(said, MESSAGE_MAX) } };
}

/** Calls of a message that a person stopped, or the service failed to finish, are never run. */
export function verdictOfStop(stopReason: string, message: string): Verdict {
  const isPerson = stopReason === 'aborted';
  const failure: Failure = {
    code: isPerson ? 'interrupted' : 'model-failed',
    blame: isPerson ? 'user' : 'environment',
    message: clip(firstLine(message), MESSAGE_MAX),
  };
  return { status: 'cancelled', rule: `stop-reason:${stopReason}`, failure, placeholder: true };
}
