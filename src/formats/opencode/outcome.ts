// How a call came out, by the state of its part and OpenCode's words for what people and rules decide.

import { asName, asNumber, asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import type { Failure, Verdict } from '../../model/outcome.ts';

const MESSAGE_MAX = 240;
const FEEDBACK = ' with the following feedback: ';
const REJECTED = /^(?:Error: )?The user rejected permission to use this specific tool call/;
const RULE = /^(?:Error: )?The user has specified a rule which prevents you from using this specific tool call/;
const DISMISSED = /^(?:Error: )?The user dismissed this question/;
/** As the model called it, without having to know its tool. */
const BAD_INPUT = /^(?:Error: )?The \S{1,200} tool was called with invalid arguments:/;
const ABORTED = /^(?:Error: )?Tool execution aborted/;
/** At the end of a command's output, in the tool's own block. */
const STOPPED = /<(?:bash|shell)_metadata>[^<]{0,400}User aborted the command/;
const TIMED_OUT = /<(?:bash|shell)_metadata>[^<]{0,400}terminated command after exceeding timeout/;
/** The agent called an unknown tool, or with invalid input. */
const INVALID = 'invalid';

function failed(status: Verdict['status'], rule: string, failure: Failure): Verdict {
  return { status, rule, failure };
}

function verdictOfError(error: string, metadata: JsonObject | undefined): Verdict {
  const message = clip(firstLine(error), MESSAGE_MAX);
  if (metadata?.['interrupted'] === true || ABORTED.test(error)) {
    return failed('interrupted', 'error-text:aborted', { code: 'interrupted', blame: 'user', message });
  }
  if (REJECTED.test(error)) {
    const at = error.indexOf(FEEDBACK);
    const verdict = failed('rejected', 'error-text:rejected', { code: 'user-rejected', blame: 'user', message });
    return at === -1 ? verdict : { ...verdict, feedback: error.slice(at + FEEDBACK.length) };
  }
  if (DISMISSED.test(error)) {
    return failed('rejected', 'error-text:dismissed', { code: 'user-rejected', blame: 'user', message });
  }
  if (RULE.test(error)) {
    return failed('denied', 'error-text:rule', { code: 'permission-rule', blame: 'policy', message });
  }
  if (BAD_INPUT.test(error)) {
    return failed('error', 'error-text:invalid-input', { code: 'invalid-input', blame: 'agent', message });
  }
  return failed('error', 'state:error', { code: 'error', blame: 'unknown', message });
}

/** A command without an exit code was stopped, by a person or by a timeout. */
function verdictOfEnd(end: string): Verdict | undefined {
  if (STOPPED.test(end)) {
    const message = 'User aborted the command';
    return failed('interrupted', 'output:aborted', { code: 'interrupted', blame: 'user', message });
  }
  if (!TIMED_OUT.test(end)) return undefined;
  const message = 'The command was stopped when its time was up.';
  return failed('error', 'output:timeout', { code: 'timed-out', blame: 'environment', message });
}

const OK: Verdict = { status: 'ok', rule: 'state:completed', failure: null };

/** Undefined while it has not ended. A command that exits with a failure is completed like any other: its tool decides. */
export function verdictOf(part: JsonObject): Verdict | undefined {
  const state = asObject(part['state']) ?? {};
  const metadata = asObject(state['metadata']);
  if (state['status'] === 'error') return verdictOfError(asString(state['error']) ?? '', metadata);
  if (state['status'] !== 'completed') return undefined;
  const output = asString(state['output']) ?? '';
  if (asName(part['tool']) === INVALID) {
    const message = clip(firstLine(output), MESSAGE_MAX);
    return failed('error', 'tool:invalid', { code: 'invalid-input', blame: 'agent', message });
  }
  return (asNumber(metadata?.['exit']) === undefined ? verdictOfEnd(output.slice(-1000)) : undefined) ?? OK;
}
