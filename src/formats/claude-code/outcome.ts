// The verdict on one tool result: what happened, by the vendor's flags first and the vendor's words second.
// Evidence: docs/formats/claude-code.md, "Outcome matrix" and "Texts". `is_error` does not mean failed, a string result
// does not mean failed, and `user-rejected` does not mean that a person said no.

import { asName, asObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { BackgroundHandle } from '../../model/observation.ts';
import { type Blame, type Failure, UNFRAMED_RULE, type Verdict } from '../../model/outcome.ts';

type FailedStatus = 'error' | 'rejected' | 'denied' | 'cancelled' | 'interrupted';

interface TextRule {
  readonly code: string;
  readonly status: FailedStatus;
  readonly blame: Blame;
  readonly pattern: RegExp;
  /** The relevant words, if they are not the first line. */
  readonly message?: (text: string) => string;
}

/** A person stopped it. */
const INTERRUPTED = /^(?:\[?Request interrupted by user|Interrupted by user\b)/;

/** Texts that can occur with any tool, tested in order at the start of a failed result, without its wrapper tag and `Error: `. */
export const TEXT_RULES: readonly TextRule[] = [
  {
    code: 'user-rejected',
    status: 'rejected',
    blame: 'user',
    pattern: /^The user doesn't want to proceed with this tool use\./,
  },
  { code: 'user-rejected', status: 'rejected', blame: 'user', pattern: /^User rejected tool use/ },
  {
    code: 'queue-aborted',
    status: 'cancelled',
    blame: 'user',
    pattern: /^The user doesn't want to take this action right now\. STOP/,
  },
  { code: 'interrupted', status: 'interrupted', blame: 'user', pattern: INTERRUPTED },
  { code: 'sibling-failed', status: 'cancelled', blame: 'expected', pattern: /^Sibling tool call errored/ },
  { code: 'sibling-failed', status: 'cancelled', blame: 'expected', pattern: /^Cancelled: parallel tool call / },
  {
    code: 'permission-not-granted',
    status: 'denied',
    blame: 'policy',
    pattern: /^Claude requested permissions to [\s\S]{1,4000}? but you haven't granted it yet/,
  },
  // Headless runs, background agents and the mode without questions: nobody could agree.
  {
    code: 'permission-not-granted',
    status: 'denied',
    blame: 'policy',
    pattern: /^Permission to (?:use|read|edit|write)\b[\s\S]{0,8000}? has been auto-denied\b/,
  },
  {
    code: 'permission-not-granted',
    status: 'denied',
    blame: 'policy',
    pattern: /^[^\n]{0,300}\bpermission prompts? (?:are|is) (?:not available|unavailable)\b/i,
  },
  {
    code: 'permission-stream-closed',
    status: 'cancelled',
    blame: 'policy',
    pattern: /^Tool permission (?:stream closed before response received|request failed\b)/,
  },
  {
    code: 'permission-rule',
    status: 'denied',
    blame: 'policy',
    pattern: /^Permission to (?:use|read|edit|write)\b[\s\S]{0,8000}? has been denied/,
  },
  {
    code: 'permission-rule',
    status: 'denied',
    blame: 'policy',
    pattern: /^File is in a directory that is denied by your permission settings/,
  },
  {
    code: 'approval-needed',
    status: 'denied',
    blame: 'policy',
    pattern:
      /^(?:This command requires approval|This \w{1,20} command contains multiple operations|[\s\S]{0,200}?uses shell operators that require approval)/,
  },
  {
    code: 'outside-workspace',
    status: 'denied',
    blame: 'policy',
    pattern: /^[^\n]{0,300}was blocked\. For security, Claude Code /,
  },
  {
    code: 'auto-mode',
    status: 'denied',
    blame: 'policy',
    pattern: /^Permission for this (?:action|tool use) (?:has been|was) denied/,
  },
  {
    code: 'auto-mode-unavailable',
    status: 'denied',
    blame: 'policy',
    pattern: /^[^\n]{0,300}temporarily unavailable, so auto mode cannot determine the safety/,
  },
  {
    code: 'hook-blocked',
    status: 'denied',
    blame: 'policy',
    pattern: /^(?:PreToolUse|PermissionRequest):\S+ (?:hook error|\[)/,
    message: hooksWords,
  },
  { code: 'hook-blocked', status: 'denied', blame: 'policy', pattern: /^Execution stopped by PreToolUse hook/ },
  {
    code: 'hook-blocked',
    status: 'denied',
    blame: 'policy',
    pattern: /^\S{1,100} operation blocked by hook:/,
    message: hooksWords,
  },
  {
    code: 'hook-complained',
    status: 'error',
    blame: 'policy',
    pattern: /^PostToolUse:\S+ (?:hook error|\[)/,
    message: hooksWords,
  },
  { code: 'tool-policy', status: 'denied', blame: 'policy', pattern: /^Blocked: / },
  {
    code: 'stream-fallback',
    status: 'cancelled',
    blame: 'environment',
    pattern: /^Streaming fallback - tool execution discarded/,
  },
  { code: 'invalid-input', status: 'error', blame: 'agent', pattern: /^InputValidationError\b/, message: firstIssue },
  { code: 'invalid-input', status: 'error', blame: 'agent', pattern: /^[^\n]{0,200}could not be parsed as JSON/ },
  { code: 'unknown-tool', status: 'error', blame: 'agent', pattern: /^No such tool available\b/ },
  {
    code: 'working-folder-gone',
    status: 'error',
    blame: 'environment',
    pattern: /^(?:ENOENT: no such file or directory, (?:posix_)?spawn|Working directory "[^\n]{1,4000}" was deleted;)/,
  },
  { code: 'is-folder', status: 'error', blame: 'agent', pattern: /^EISDIR\b/ },
  {
    code: 'os-error',
    status: 'error',
    blame: 'environment',
    pattern: /^(?:ENOENT|EACCES|EPERM|ENOTDIR|ENOSPC|EMFILE|ETIMEDOUT|ECONNREFUSED|spawn )/,
  },
  { code: 'api-error', status: 'error', blame: 'tool', pattern: /^API Error\b/ },
];

/** What precedes a person's own words: in the terminal, and in editors. */
const FEEDBACK =
  /To tell you how to proceed, the user said:\n|The user provided the following reason for the rejection:/;

/** Words that Claude Code attributes to a person who closed its questions with a button. */
const SAID_FOR_THEM =
  /^The user (?:wants to clarify these questions|has indicated they have provided enough answers for the plan interview)\./;

/** Results that replace a missing one; a real result overrides them. */
const PLACEHOLDERS: readonly { readonly rule: string; readonly pattern: RegExp }[] = [
  { rule: 'text:result-missing', pattern: /^\[Tool result missing/ },
  { rule: 'text:result-cleared', pattern: /^\[Old tool result content cleared\]/ },
];

/** The verdict on nearly every result. */
const OK: Verdict = { status: 'ok', rule: 'no-error-flag', failure: null };

const WRAPPER = /^\s*<tool_use_error>([\s\S]*?)(?:<\/tool_use_error>\s*)?$/;
const MESSAGE_MAX = 240;

/** `Error: ` is a label, not part of what happened; a program's own `Error:` is skipped as well. */
export function withoutLabel(text: string): string {
  return text.startsWith('Error: ') ? text.slice('Error: '.length).trimStart() : text;
}

const HOOK_HEAD =
  /^(?:\w{1,40}:\S{1,400} hook error:?|\S{1,100} operation blocked by hook:)\s{0,4}(?:- )?(?:\[[^\]]{0,2000}\]: ?)?/;

/** What a hook said, after its name and its command. */
function hooksWords(text: string): string {
  const head = HOOK_HEAD.exec(text.slice(0, 4000));
  const words = head === null ? '' : firstLine(text.slice(head[0].length));
  return words === '' ? firstLine(text) : words;
}

const ISSUES_HEAD = /^[^\n]{0,300} failed due to the following issues?:[ \t]*\r?\n/;
/** The same as reported by the schema library, in JSON. */
const ISSUE_MESSAGE = /"message": ?"((?:[^"\\\n]|\\.){1,400})"/;

/** What was wrong with the input: not the headline, which only says that something was. */
function firstIssue(text: string): string {
  const start = text.slice(0, 8000);
  const head = ISSUES_HEAD.exec(start);
  const issue = head === null ? ISSUE_MESSAGE.exec(start)?.[1] : firstLine(start.slice(head[0].length));
  return issue === undefined || issue === '' ? firstLine(text) : issue;
}

/** What a person typed with a refusal; undefined if nothing. */
export function personsWords(said: string): string | undefined {
  const words = clip(said, 2000);
  return words === '' || SAID_FOR_THEM.test(words) ? undefined : words;
}

function failed(
  status: FailedStatus,
  rule: string,
  code: string,
  blame: Blame,
  text: string,
  message = firstLine(text),
): Verdict {
  // A command's output may contain these words as well.
  const before = status === 'error' ? null : FEEDBACK.exec(text);
  const feedback = before === null ? undefined : personsWords(text.slice(before.index + before[0].length));
  const failure = { code, blame, message: clip(message, MESSAGE_MAX) };
  return feedback === undefined ? { status, rule, failure } : { status, rule, failure, feedback };
}

function byText(text: string): Verdict | undefined {
  for (const { code, status, blame, pattern, message = firstLine } of TEXT_RULES) {
    if (pattern.test(text)) return failed(status, `text:${code}`, code, blame, text, message(text));
  }
  return undefined;
}

/** `toolDenialKind` (2.1.204 and later) says why a tool did not run. Open: an unknown kind still means that it did not. */
function byDenialKind(kind: string, text: string): Verdict {
  const rule = `denial-kind:${kind}`;
  switch (kind) {
    case 'user-rejected': {
      // Headless runs write the same kind when there was nobody to ask.
      const nobody = /^Claude requested permissions to /.test(text);
      return nobody
        ? failed('denied', `${rule}+nobody-asked`, 'permission-not-granted', 'policy', text)
        : failed('rejected', rule, 'user-rejected', 'user', text);
    }
    case 'permission-rule': {
      const hook = /^(?:PreToolUse|PermissionRequest):\S+ (?:hook error|\[)/.test(text);
      return failed('denied', rule, hook ? 'hook-blocked' : 'permission-rule', 'policy', text);
    }
    case 'automode-blocked':
      return failed('denied', rule, 'auto-mode', 'policy', text);
    case 'automode-unavailable':
      return failed('denied', rule, 'auto-mode-unavailable', 'policy', text);
    case 'interrupted':
      return failed('interrupted', rule, 'interrupted', 'user', text);
    case 'cancelled':
      return /parallel tool call|Sibling tool call/.test(text)
        ? failed('cancelled', rule, 'sibling-failed', 'expected', text)
        : failed('cancelled', rule, 'queue-aborted', 'user', text);
    default:
      return failed('denied', rule, 'not-run', 'policy', text);
  }
}

export interface ResultFacts {
  readonly isError: boolean;
  /** The version that wrote the record, if known. */
  readonly version?: string | undefined;
  readonly content: ResultContent;
  readonly structured: unknown;
  readonly denialKind: string | undefined;
  readonly background: BackgroundHandle | null;
}

/** A structured result that a person interrupted still arrives as an object. */
function wasInterrupted(structured: unknown): boolean {
  return asObject(structured)?.['interrupted'] === true;
}

/** A failed result's text, without its wrapper tag and the `Error: ` that some versions put before it. */
function errorText(content: ResultContent): string {
  const whole = contentText(content);
  return withoutLabel(WRAPPER.exec(whole)?.[1] ?? whole);
}

export function judge({ isError, version, content, structured, denialKind, background }: ResultFacts): Verdict {
  if (denialKind !== undefined) return byDenialKind(denialKind, errorText(content));
  if (isError) {
    const text = errorText(content);
    return judgeError(structured, text, errorRule(text, WRAPPER.test(contentText(content)), version));
  }
  if (background !== null) return { status: 'background', rule: `placeholder:${background.kind}`, failure: null };
  if (wasInterrupted(structured)) {
    const message = clip(firstLine(contentText(content)), MESSAGE_MAX);
    const failure: Failure = { code: 'interrupted', blame: 'user', message };
    return { status: 'interrupted', rule: 'structured:interrupted', failure };
  }
  return typeof content === 'string' && content.startsWith('[') ? judgeBracketed(content) : OK;
}

/** A text in brackets may be the agent's own remark about a result that is not flagged. */
function judgeBracketed(content: string): Verdict {
  const gone = PLACEHOLDERS.find(({ pattern }) => pattern.test(content));
  if (gone !== undefined) return { status: 'ok', rule: gone.rule, failure: null, placeholder: true };
  // Older versions did not always flag an interrupted call.
  return content.startsWith('[Request interrupted by user')
    ? failed('interrupted', 'text:interrupted', 'interrupted', 'user', content)
    : OK;
}

/**
 * Since 2.0 a failed command begins with its exit code, and what Claude Code itself refuses is in a tag or begins with known words.
 * Words without any of these came from the person who was asked for permission: editors and programs pass on what a person typed, and
 * nothing else. Whether the tool writes exit codes at all, the tool knows.
 */
function errorRule(text: string, isWrapped: boolean, version: string | undefined): string {
  const isFramed = isWrapped || text.startsWith('Exit code ') || /^[01]\./.test(version ?? '0.');
  return isFramed ? 'error-flag' : UNFRAMED_RULE;
}

function judgeError(structured: unknown, text: string, rule: string): Verdict {
  const gone = PLACEHOLDERS.find(({ pattern }) => pattern.test(text));
  if (gone !== undefined)
    return { ...failed('error', gone.rule, 'result-missing', 'unknown', text), placeholder: true };
  return (
    byText(text) ??
    byStop(text) ??
    byStructuredLabel(structured, text) ??
    failed('error', rule, 'error', 'unknown', text)
  );
}

const EXIT_CODE = /^Exit code (?:130|137|143)\r?\n/;

/**
 * A command that a person stopped ends by a signal: its exit code precedes the remark, and its output may be between them. After an
 * exit code every other word is the command's own.
 */
function byStop(text: string): Verdict | undefined {
  const head = EXIT_CODE.exec(text.slice(0, 20));
  if (head === null) return undefined;
  const said = text.slice(head[0].length).trim();
  const remark = INTERRUPTED.test(said) ? said : said.slice(said.lastIndexOf('\n') + 1);
  return INTERRUPTED.test(remark)
    ? failed('interrupted', 'text:interrupted', 'interrupted', 'user', remark)
    : undefined;
}

/** The text of a rejection can be the person's own words; the structured companion then holds the label. */
function byStructuredLabel(structured: unknown, text: string): Verdict | undefined {
  const label = asName(structured);
  if (label === undefined) return undefined;
  const verdict = byText(withoutLabel(label));
  return verdict?.status === 'rejected' || verdict?.status === 'interrupted'
    ? failed(
        verdict.status,
        `structured-${verdict.rule}`,
        verdict.failure?.code ?? 'user-rejected',
        verdict.failure?.blame ?? 'user',
        text,
      )
    : undefined;
}
