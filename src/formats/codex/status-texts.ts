// The texts with which Codex says that a call did not go as asked. One table; the first row that fits decides.
// What `exec_command failed` wraps around them has been taken off before (`exec-failure.ts`).
// Evidence: B6.1 and the corpus; every pattern is anchored, because an output may quote any of these words.

import type { Blame, Verdict } from '../../model/outcome.ts';

export interface StatusText {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly status: Verdict['status'];
  readonly code: string;
  readonly blame: Blame;
}

const REFUSED_BY_USER = { status: 'rejected', code: 'rejected-by-user', blame: 'user' } as const;
const REFUSED_BY_POLICY = { status: 'denied', code: 'policy-denied', blame: 'policy' } as const;
const REFUSED_BY_REVIEW = { status: 'denied', code: 'approval-review-denied', blame: 'policy' } as const;
const AGENT_ERROR = { status: 'error', blame: 'agent' } as const;
const ENVIRONMENT_ERROR = { status: 'error', blame: 'environment' } as const;

/** A rule forbade the command: `` `<command>` rejected: <why> ``. */
const COMMAND_REJECTED = /^`[\s\S]*` (?=rejected: )/;
/** What precedes the reason of a refusal. */
export const BEFORE_REASON = [
  COMMAND_REJECTED,
  /^This action was rejected due to unacceptable risk\.\s{1,4}(?=Reason: )/,
];

export const STATUS_TEXTS: readonly StatusText[] = [
  // A person refused.
  { rule: 'rejected-by-user', pattern: /^(?:exec command |patch )?rejected by user\b/, ...REFUSED_BY_USER },
  { rule: 'rejected-by-user', pattern: /^user (?:rejected|cancelled) MCP tool call/, ...REFUSED_BY_USER },
  { rule: 'rejected-by-user', pattern: /^request_user_input was cancel+ed/, ...REFUSED_BY_USER },
  {
    rule: 'aborted-by-user',
    pattern: /^(?:aborted by user\b|Codex\(TurnAborted\b)/,
    status: 'interrupted',
    code: 'aborted',
    blame: 'user',
  },
  // A hook, a reviewer or a rule refused.
  {
    rule: 'blocked-by-hook',
    pattern: /^(?:Command|Tool call) blocked by \w{1,40} hook\b/,
    status: 'denied',
    code: 'hook-blocked',
    blame: 'policy',
  },
  {
    rule: 'approval-review',
    pattern:
      /^(?:This action was rejected due to unacceptable risk|(?:The |The action was not executed because )?[Aa]utomatic (?:permission )?approval review (?:denied|failed|timed out|did not finish|could not))/,
    ...REFUSED_BY_REVIEW,
  },
  { rule: 'policy', pattern: /^patch rejected: /, ...REFUSED_BY_POLICY },
  { rule: 'policy', pattern: COMMAND_REJECTED, ...REFUSED_BY_POLICY },
  { rule: 'policy', pattern: /^rejected by configuration\b/, ...REFUSED_BY_POLICY },
  {
    rule: 'policy',
    pattern: /^approval (?:policy is\b[^\n]{0,200}\breject command|required by policy)/,
    ...REFUSED_BY_POLICY,
  },
  {
    rule: 'policy',
    pattern: /^(?:command|exec command|action) (?:forbidden|rejected|blocked) by (?:policy|rule)/i,
    ...REFUSED_BY_POLICY,
  },
  // The sandbox: the command started, and could not do what it tried.
  {
    rule: 'sandbox-denied',
    pattern: /^Codex\(Sandbox\(Denied\b/,
    status: 'error',
    code: 'sandbox-denied',
    blame: 'policy',
  },
  {
    rule: 'timed-out',
    pattern: /^(?:failed in sandbox\b[^\n]{0,200}: )?command timed out\b/,
    ...ENVIRONMENT_ERROR,
    code: 'timed-out',
  },
  { rule: 'timed-out', pattern: /^execution error: [^\n]{0,200}\bTimeout\b/, ...ENVIRONMENT_ERROR, code: 'timed-out' },
  {
    rule: 'sandbox-denied',
    pattern: /^execution error: [^\n]{0,200}\bDenied\b/,
    status: 'error',
    code: 'sandbox-denied',
    blame: 'policy',
  },
  // The request was wrong.
  { rule: 'unknown-tool', pattern: /^unsupported (?:custom tool )?call: /, ...AGENT_ERROR, code: 'unknown-tool' },
  { rule: 'unknown-tool', pattern: /^tool `?[\w./-]{1,80}`? is not enabled\b/, ...AGENT_ERROR, code: 'unknown-tool' },
  {
    rule: 'invalid-arguments',
    pattern: /^failed to parse [\w ]{1,60} arguments\b/,
    ...AGENT_ERROR,
    code: 'invalid-arguments',
  },
  {
    rule: 'patch-failed',
    pattern:
      /^(?:apply_patch verification failed|error: (?:Failed to find (?:expected lines|context)|[Ii]nvalid (?:hunk|patch)))/,
    ...AGENT_ERROR,
    code: 'patch-not-applicable',
  },
  {
    rule: 'stdin-closed',
    pattern: /^write_stdin failed: [^\n]{0,80}(?:stdin is closed|StdinClosed)/,
    ...AGENT_ERROR,
    code: 'stdin-closed',
  },
  {
    rule: 'unknown-session',
    pattern: /^write_stdin failed: [^\n]{0,80}(?:[Uu]nknown (?:process|session)|UnknownProcessId|not found)/,
    ...AGENT_ERROR,
    code: 'unknown-session',
  },
  // The machine did not do it.
  {
    rule: 'sandbox-failed',
    pattern:
      /^(?:Failed to create unified exec process: (?!No such file)|execution error: [^\n]{0,200}\bwindows sandbox: )/,
    ...ENVIRONMENT_ERROR,
    code: 'sandbox-failed',
  },
  {
    rule: 'spawn-failed',
    pattern:
      /^(?:Failed to create unified exec process|Unified exec process failed|missing command line for|failed to spawn code-mode host)\b/,
    ...ENVIRONMENT_ERROR,
    code: 'spawn-failed',
  },
  {
    rule: 'execution-error',
    pattern: /^(?:execution error: |failed in sandbox\b)/,
    ...ENVIRONMENT_ERROR,
    code: 'execution-error',
  },
  { rule: 'write-failed', pattern: /^write_stdin failed\b/, ...ENVIRONMENT_ERROR, code: 'write-failed' },
  { rule: 'mcp-error', pattern: /^tool call (?:error|failed)\b/, status: 'error', code: 'mcp-error', blame: 'tool' },
];

/** Refusals of Codex's own tools without a fixed form. Not used for tools that return other people's text. */
export const REFUSALS: readonly RegExp[] = [
  /^(?:error|fatal)[: ]/i,
  /^(?:unable to|failed to|cannot|could not|unsupported|missing required) /i,
  /^[\w./-]{1,80} is (?:not allowed|unavailable|not available|not supported|only available|a TODO)/,
  /^image path `[^\n]{0,400}` is not a file/,
  /^[\w./-]{1,80} (?:handler received|failed(?::| for | to ))/,
];

/**
 * `failed in sandbox … sandbox denied exec error, exit code: N, stdout: …, stderr: …` (2025): the command ran and ended with N, and
 * that made Codex suspect the sandbox. Only these words make it more than a suspicion.
 */
export const SUSPECTED_SANDBOX = /^failed in sandbox\b[^\n]{0,200}\bexit code: (-?\d{1,12})\b/;
export const SANDBOX_WORDS =
  /operation not permitted|permission denied|read-only file system|seccomp|landlock|sandbox-exec|network is unreachable|could not resolve host/i;
