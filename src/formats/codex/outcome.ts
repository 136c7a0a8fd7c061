// Owns the verdict on an output: from its head, its known texts, an end record, or, failing all, that it arrived.

import { clip, firstLine } from '../../base/text.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { Blame, Failure, Verdict } from '../../model/outcome.ts';
import { leadingText } from './content.ts';
import { type ExecHead, readExecHead } from './exec-output.ts';
import { REFUSALS, SANDBOX_WORDS, STATUS_TEXTS, SUSPECTED_SANDBOX } from './status-texts.ts';

const MESSAGE_MAX = 240;

export interface Judged {
  readonly verdict: Verdict;
  readonly reportedMs: number | null;
  readonly exitCode: number | null;
  /** `session:<n>` or `cell:<n>`: the work goes on. */
  readonly handle: string | null;
  /** The head says that the work is over. */
  readonly ended: boolean;
}

export function failure(code: string, blame: Blame, text: string): Failure {
  return { code, blame, message: clip(firstLine(text), MESSAGE_MAX) };
}

const TIMED_OUT = /^command timed out\b/;
const ABORTED = /^aborted by user\b/;

/** By exit code (B6). A timeout is told by its text; the code alone (124) may be the command's own. */
export function byExitCode(exitCode: number, body: string, rule: string): Verdict {
  if (TIMED_OUT.test(body))
    return { status: 'error', rule: 'timed-out', failure: failure('timed-out', 'environment', body) };
  if (exitCode === 0) return { status: 'ok', rule, failure: null };
  const said = firstLine(body);
  return {
    status: 'error',
    rule,
    failure: failure('exit-code', 'environment', said === '' ? `exit code ${exitCode}` : said),
  };
}

function byHead(head: ExecHead, rest: () => string): Verdict {
  if (ABORTED.test(head.body)) {
    return { status: 'interrupted', rule: 'aborted-by-user', failure: failure('aborted', 'user', head.body) };
  }
  if (head.handle !== null) {
    const rule = head.encoding === 'script' ? 'script-running' : 'process-running';
    return { status: 'background', rule, failure: null };
  }
  if (head.script !== null) return byScript(head.script, rest);
  if (head.exitCode !== null) return byExitCode(head.exitCode, head.body, `${head.encoding}:exit-code`);
  return { status: 'ok', rule: 'wall-time', failure: null };
}

function byScript(script: 'completed' | 'failed' | 'terminated', rest: () => string): Verdict {
  if (script === 'completed') return { status: 'ok', rule: 'script-completed', failure: null };
  if (script === 'terminated') {
    return {
      status: 'interrupted',
      rule: 'script-terminated',
      failure: failure('terminated', 'expected', 'Script terminated'),
    };
  }
  // "Script error:" stands on a line of its own before the reason.
  const said = rest().replace(/^\s*Script error:\s*/, '');
  return { status: 'error', rule: 'script-failed', failure: failure('script-failed', 'agent', said) };
}

/** By the texts of B6.1; undefined when none fits. */
export function byText(text: string): Verdict | undefined {
  const suspected = SUSPECTED_SANDBOX.exec(text);
  if (suspected !== null) {
    const denied = SANDBOX_WORDS.test(text.slice(suspected[0].length, suspected[0].length + 4000));
    const told = denied ? failure('sandbox-denied', 'policy', text) : failure('exit-code', 'environment', text);
    return { status: 'error', rule: 'suspected-sandbox', failure: told };
  }
  const known = STATUS_TEXTS.find(({ pattern }) => pattern.test(text));
  if (known === undefined) return undefined;
  return { status: known.status, rule: known.rule, failure: failure(known.code, known.blame, text) };
}

/** Tools whose output is somebody else's text: Codex's own words cannot be told apart in it. */
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

/** Wall times of `exec_command` below this are none: the clock was started after the process had ended (B6). */
const TOO_QUICK_MS = 1;

function reportedOf(head: ExecHead | undefined, text: string): number | null {
  if (head !== undefined) {
    const isEmpty = head.encoding === 'unified' && head.exitCode !== null && (head.wallMs ?? 0) < TOO_QUICK_MS;
    return isEmpty ? null : head.wallMs;
  }
  const seconds = Number(ABORTED_AFTER.exec(text)?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}

/** Where the texts say nothing: the end record (an MCP error is only there), the old flag, or plain arrival. */
function bySilence(success: boolean | null, end: Verdict | null, text: string): Verdict {
  if (end !== null && end.status !== 'ok') return end;
  if (success === false)
    return { status: 'error', rule: 'success-flag', failure: failure('reported-failure', 'unknown', text) };
  return { status: 'ok', rule: success === true ? 'success-flag' : 'output-arrived', failure: null };
}

export interface Evidence {
  readonly tool: string;
  readonly content: ResultContent;
  readonly success: boolean | null;
  readonly end: Verdict | null;
}

export function judge({ tool, content, success, end }: Evidence): Judged {
  const text = leadingText(content);
  const head = readExecHead(text);
  const reportedMs = reportedOf(head, text);
  if (head !== undefined && head.encoding !== 'wall-time') {
    const rest = (): string => (typeof content === 'string' ? head.body : contentText(content.slice(1)));
    const ended = head.exitCode !== null || head.script !== null;
    return { verdict: byHead(head, rest), reportedMs, exitCode: head.exitCode, handle: head.handle, ended };
  }
  const plain = { reportedMs, exitCode: null, handle: null, ended: false };
  if (head !== undefined) {
    const verdict = byHead(head, () => head.body);
    const silent = bySilence(success, end, head.body);
    return { ...plain, verdict: verdict.status === 'ok' && silent.status !== 'ok' ? silent : verdict };
  }
  return { ...plain, verdict: byText(text) ?? byRefusal(tool, text) ?? bySilence(success, end, text) };
}
