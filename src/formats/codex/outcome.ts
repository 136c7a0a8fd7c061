// The verdict on an output: from its header, its known texts, an end record, or, failing all, that it arrived.

import { clip, firstLine, lineAt } from '../../base/text.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import { type ExecReport, readExecReport } from '../../model/exec-report.ts';
import { type Blame, type Failure, SANDBOX_RULES, type Verdict } from '../../model/outcome.ts';
import { leadingText } from './content.ts';
import { type ExecFailure, readExecFailure } from './exec-failure.ts';
import type { Sandbox } from './session.ts';
import { BEFORE_REASON, REFUSALS, SANDBOX_WORDS, STATUS_TEXTS, SUSPECTED_SANDBOX } from './status-texts.ts';

const MESSAGE_MAX = 240;

export interface Judged {
  readonly verdict: Verdict;
  readonly reportedMs: number | null;
  readonly exitCode: number | null;
  /** `session:<n>` or `cell:<n>`: the work continues. */
  readonly handle: string | null;
  /** The header says that the work is over. */
  readonly ended: boolean;
  /** Whether the text has a header at all. */
  readonly hasHead: boolean;
}

export function failure(code: string, blame: Blame, text: string): Failure {
  return { code, blame, message: clip(firstLine(text), MESSAGE_MAX) };
}

const TIMED_OUT = /^command timed out\b/;
const ABORTED = /^aborted by user\b/;

/** The verdicts on nearly all outputs: calls share them. */
function ok(rule: string): Verdict {
  return { status: 'ok', rule, failure: null };
}
const SCRIPT_COMPLETED = ok('script-completed');
const WALL_TIME = ok('wall-time');
const SUCCESS_FLAG = ok('success-flag');
/** For an output without a header, a known text, or an end record. */
export const ARRIVAL_RULE = 'output-arrived';
const OUTPUT_ARRIVED = ok(ARRIVAL_RULE);
const SCRIPT_RUNNING: Verdict = { status: 'background', rule: 'script-running', failure: null };
const PROCESS_RUNNING: Verdict = { status: 'background', rule: 'process-running', failure: null };
/** Commands that exited with zero, by the encoding that says so. */
const EXITED: { readonly [encoding in ExecReport['encoding']]: Verdict } = {
  metadata: ok('metadata:exit-code'),
  'exit-code': ok('exit-code:exit-code'),
  unified: ok('unified:exit-code'),
  script: ok('script:exit-code'),
  'wall-time': ok('wall-time:exit-code'),
};

/** By exit code (B6); `done` is the verdict on zero. A timeout is recognised by its text; 124 may be the command's own code. */
export function byExitCode(exitCode: number, body: string, done: Verdict): Verdict {
  if (TIMED_OUT.test(body))
    return { status: 'error', rule: 'timed-out', failure: failure('timed-out', 'environment', body) };
  if (exitCode === 0) return done;
  const said = firstLine(body);
  return {
    status: 'error',
    rule: done.rule,
    failure: failure('exit-code', 'environment', said === '' ? `exit code ${exitCode}` : said),
  };
}

/** `session:<n>` or `cell:<n>`: the work continues under this handle. */
function handleOf({ sessionId, cellId }: ExecReport): string | null {
  if (sessionId !== null) return `session:${sessionId}`;
  return cellId === null ? null : `cell:${cellId}`;
}

function byHead(head: ExecReport, handle: string | null, content: ResultContent): Verdict {
  if (ABORTED.test(head.output)) {
    return { status: 'interrupted', rule: 'aborted-by-user', failure: failure('aborted', 'user', head.output) };
  }
  if (handle !== null) {
    return head.encoding === 'script' ? SCRIPT_RUNNING : PROCESS_RUNNING;
  }
  if (head.script !== null && head.script !== 'running') return byScript(head.script, head.output, content);
  if (head.exitCode !== null) return byExitCode(head.exitCode, head.output, EXITED[head.encoding]);
  return WALL_TIME;
}

function byScript(script: 'completed' | 'failed' | 'terminated', body: string, content: ResultContent): Verdict {
  if (script === 'completed') return SCRIPT_COMPLETED;
  if (script === 'terminated') {
    return {
      status: 'interrupted',
      rule: 'script-terminated',
      failure: failure('terminated', 'expected', 'Script terminated'),
    };
  }
  // "Script error:" is on a separate line before the reason.
  const rest = typeof content === 'string' ? body : contentText(content.slice(1));
  const said = rest.replace(/^\s*Script error:\s*/, '');
  return { status: 'error', rule: 'script-failed', failure: failure('script-failed', 'agent', said) };
}

/** By the texts of B6.1; undefined when none matches. */
export function byText(text: string): Verdict | undefined {
  const suspected = SUSPECTED_SANDBOX.exec(text);
  if (suspected !== null) {
    const denied = SANDBOX_WORDS.test(text.slice(suspected[0].length, suspected[0].length + 4000));
    const told = denied ? failure('sandbox-denied', 'policy', text) : failure('exit-code', 'environment', text);
    return { status: 'error', rule: 'suspected-sandbox', failure: told };
  }
  const wrapped = readExecFailure(text);
  return wrapped === undefined ? byWords(text) : (byWords(wrapped.words) ?? byExecFailure(wrapped));
}

function byWords(words: string): Verdict | undefined {
  const known = STATUS_TEXTS.find(({ pattern }) => pattern.test(words));
  if (known === undefined) return undefined;
  const { status, rule, code, blame } = known;
  // A message is one line of limited length, and must not be all command.
  const reason = BEFORE_REASON.reduce((left, before) => left.replace(before, ''), words);
  return { status, rule, failure: failure(code, blame, reason) };
}

/** The line with the refused operation: a program may print much before it. */
function refusedIn(words: string): string {
  const at = words.search(SANDBOX_WORDS);
  return at === -1 ? words : lineAt(words, at);
}

function byExecFailure({ error, words, isRejected }: ExecFailure): Verdict {
  if (isRejected) return { status: 'denied', rule: 'policy', failure: failure('policy-denied', 'policy', words) };
  return error === 'SandboxDenied'
    ? { status: 'error', rule: 'sandbox-denied', failure: failure('sandbox-denied', 'policy', refusedIn(words)) }
    : { status: 'error', rule: 'spawn-failed', failure: failure('spawn-failed', 'environment', words) };
}

/** Tools whose output is other people's text: Codex's own words cannot be recognised in it. */
function isForeignTool(tool: string): boolean {
  return tool.startsWith('mcp__') || (tool.includes('/') && !tool.startsWith('collaboration/'));
}

const AGENT_TOOL =
  /^(?:collaboration\/)?(?:spawn_agent|send_message|send_input|followup_task|wait_agent|close_agent|resume_agent|interrupt_agent|list_agents)$/;

/** Refusals without a fixed text. Tools about agents answer in JSON, or not at all: a sentence is a refusal. */
function byRefusal(tool: string, text: string): Verdict | undefined {
  if (isForeignTool(tool) || text === '') return undefined;
  const sentence = AGENT_TOOL.test(tool) && !/^\s*[{["]/.test(text);
  if (!sentence && !REFUSALS.some((pattern) => pattern.test(text))) return undefined;
  return { status: 'error', rule: 'refusal', failure: failure('refused', 'agent', text) };
}

const ABORTED_AFTER = /^aborted by user after ([\d.]{1,20})s/;

function reportedOf(head: ExecReport | undefined, text: string): number | null {
  if (head !== undefined) return head.wallMs;
  const seconds = Number(ABORTED_AFTER.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}

/** If the texts say nothing: the end record (an MCP error is only there), the old flag, or plain arrival. */
function bySilence(success: boolean | null, end: Verdict | null, text: string): Verdict {
  if (end !== null && end.status !== 'ok') return end;
  if (success === false)
    return { status: 'error', rule: 'success-flag', failure: failure('reported-failure', 'unknown', text) };
  return success === true ? SUCCESS_FLAG : OUTPUT_ARRIVED;
}

/**
 * A command that failed under a sandbox: the rule says so, because the tool, which knows what blocked commands print, does not know the
 * policy.
 */
function inSandbox(verdict: Verdict, sandbox: Sandbox): Verdict {
  if (sandbox === null || verdict.failure?.code !== 'exit-code') return verdict;
  return { ...verdict, rule: `${verdict.rule}${SANDBOX_RULES[sandbox]}` };
}

/** `success` is the flag of older builds, `end` is the verdict of an earlier end record. */
export function judge(
  tool: string,
  content: ResultContent,
  success: boolean | null,
  end: Verdict | null,
  sandbox: Sandbox = null,
): Judged {
  const text = leadingText(content);
  const head = readExecReport(text);
  const reportedMs = reportedOf(head, text);
  if (head === undefined) {
    const verdict = byText(text) ?? byRefusal(tool, text) ?? bySilence(success, end, text);
    return { verdict, reportedMs, exitCode: null, handle: null, ended: false, hasHead: false };
  }
  const { exitCode, script } = head;
  const handle = handleOf(head);
  const told = byHead(head, handle, content);
  const isSilent = head.encoding === 'wall-time' && told.status === 'ok';
  const silent = isSilent ? bySilence(success, end, head.output) : told;
  const verdict = inSandbox(silent.status === 'ok' ? told : silent, sandbox);
  const ended = exitCode !== null || (script !== null && script !== 'running');
  return { verdict, reportedMs, exitCode, handle, ended, hasHead: true };
}
