// How a call came out, by the end of its execution: the flag, the code of an error, and earlier decisions.

import { asName, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { BackgroundHandle } from '../../model/observation.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';
import { textOf } from './bodies.ts';
import type { OpenCall, Refusal } from './memory.ts';

const MESSAGE_MAX = 240;

/** Versions before the flag said it in the result. */
function succeeded(data: JsonObject): boolean | undefined {
  const { success } = data;
  if (typeof success === 'boolean') return success;
  const result = asObject(data['result']);
  const word = asName(result?.['result_type']) ?? asName(result?.['resultType']);
  if (word !== undefined) return word === 'success';
  if ('error' in data) return false;
  return result === undefined ? undefined : true;
}

/** The last line of a shell's output, if the command keeps running. */
const STILL_RUNS =
  /<command (?:with (?:shellId|id): (\S{1,200}) is still running|started in background with (?:shellId|id): ([^\s>]{1,200}))[^\n<]{0,600}>\s*$/;
const AGENT_STARTED = /^Agent started in background with agent_id: (\S{1,200}?)\.?(?:\s|$)/;

export function backgroundOf(leaves: OpenCall['leaves'], text: string): BackgroundHandle | null {
  if (leaves === 'shell') {
    const [, waited, asked] = STILL_RUNS.exec(text.slice(-1000)) ?? [];
    const taskId = waited ?? asked;
    return taskId === undefined ? null : { kind: 'shell', taskId };
  }
  const taskId = leaves === 'agent' ? AGENT_STARTED.exec(text.slice(0, 400))?.[1] : undefined;
  return taskId === undefined ? null : { kind: 'agent', taskId };
}

/** The shell tool's text for a command that it never ran; the flag says success. */
const NOT_RUN = /^Command not executed\. /;

const BY_HOOK = /^Denied by (?:preToolUse|permissionRequest) hook/i;
const BY_RULE = /^Permission to run this tool was denied due to the following rules\b/;
const NOBODY_THERE = /^Permission denied and could not request permission from user/;

const CODES: Readonly<Record<Refusal['by'], string>> = {
  user: 'user-rejected',
  rule: 'permission-rule',
  hook: 'hook-blocked',
  nobody: 'permission-not-granted',
  unknown: 'permission-not-granted',
};

function refusedBy(code: string | undefined, message: string, refusal: Refusal | null): Refusal | null {
  if (refusal !== null) return refusal;
  if (BY_HOOK.test(message)) return { by: 'hook', feedback: null };
  if (BY_RULE.test(message)) return { by: 'rule', feedback: null };
  if (NOBODY_THERE.test(message)) return { by: 'nobody', feedback: null };
  if (code === 'rejected') return { by: 'user', feedback: null };
  return code === 'denied' ? { by: 'unknown', feedback: null } : null;
}

function refused({ by, feedback }: Refusal, message: string): Verdict {
  const isPerson = by === 'user';
  const failure: Failure = { code: CODES[by], blame: isPerson ? 'user' : 'policy', message };
  const verdict: Verdict = { status: isPerson ? 'rejected' : 'denied', rule: `refused-by:${by}`, failure };
  return feedback === null ? verdict : { ...verdict, feedback };
}

/** Failures that can be recognised without knowing the tool. */
const OWN_FAILURES: readonly (Pick<Failure, 'code' | 'blame'> & { readonly pattern: RegExp })[] = [
  { code: 'unknown-tool', blame: 'agent', pattern: /^Tool '[^'\n]{1,200}' does not exist\./ },
  {
    code: 'invalid-input',
    blame: 'agent',
    pattern: /^(?:Invalid input: )?"[^"\n]{1,200}": (?:Required|Expected |Invalid |Unrecognized )/,
  },
];

export function verdictOf(data: JsonObject, open: OpenCall | undefined): Verdict {
  const success = succeeded(data);
  if (success === true) {
    const said = textOf(data['result']);
    if (open?.leaves === 'shell' && NOT_RUN.test(said)) {
      const failure: Failure = { code: 'tool-policy', blame: 'policy', message: clip(firstLine(said), MESSAGE_MAX) };
      return { status: 'denied', rule: 'text:not-run', failure };
    }
    const background = backgroundOf(open?.leaves ?? null, said);
    if (background === null) return { status: 'ok', rule: 'success-flag', failure: null };
    return { status: 'background', rule: `still-running:${background.kind}`, failure: null };
  }
  if (success === undefined) return { status: 'unknown', rule: 'result-not-logged', failure: null };
  const error = data['error'];
  const text = textOf(error) || textOf(data['result']);
  const message = clip(firstLine(text), MESSAGE_MAX);
  const code = asString(asObject(error)?.['code']);
  const refusal = refusedBy(code, text, open?.refusal ?? null);
  if (refusal !== null) return refused(refusal, message);
  if (code === 'timeout') {
    return {
      status: 'error',
      rule: 'error-code:timeout',
      failure: { code: 'timed-out', blame: 'environment', message },
    };
  }
  const own = OWN_FAILURES.find(({ pattern }) => pattern.test(text));
  const failure: Failure = { code: own?.code ?? 'error', blame: own?.blame ?? 'unknown', message };
  return { status: 'error', rule: own === undefined ? 'success-flag' : `error-text:${own.code}`, failure };
}

/** VS Code logs that a call has ended and whether it failed, and nothing about its result. */
export function vscodeVerdict(data: JsonObject, open: OpenCall | undefined): Verdict {
  if (data['success'] === true && !('result' in data)) {
    return { status: 'unknown', rule: 'result-not-logged', failure: null };
  }
  const verdict = verdictOf(data, open);
  const { failure } = verdict;
  if (failure === null || failure.message !== '') return verdict;
  return { ...verdict, failure: { ...failure, message: 'The transcript does not say why.' } };
}
