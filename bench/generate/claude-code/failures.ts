// The calls that do not run or do not finish: rejected, denied, cancelled, interrupted, in each version's words.

import { Weighted } from '../rng.ts';
import { escapeText } from '../text-pools.ts';
import { sentence } from '../words.ts';
import { failure, type Outcome, type Stage } from './play.ts';

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const STOP = 'STOP what you are doing and wait for the user to tell you how to proceed.';
const NOT_NOW = `The user doesn't want to take this action right now. ${STOP}`;
export const INTERRUPTED_TOOL = '[Request interrupted by user for tool use]';
export const INTERRUPTED = '[Request interrupted by user]';

type RefusalKind = 'rejected' | 'denied' | 'cancelled' | 'interrupted';

/** How often a call of a tool is stopped before or while it runs. */
const RATES: Readonly<Record<string, Readonly<Record<RefusalKind, number>>>> = {
  Bash: { rejected: 0.008, denied: 0.006, cancelled: 0.001, interrupted: 0.0015 },
  Edit: { rejected: 0.009, denied: 0.001, cancelled: 0.001, interrupted: 0.0005 },
  MultiEdit: { rejected: 0.06, denied: 0, cancelled: 0, interrupted: 0 },
  Write: { rejected: 0.01, denied: 0.008, cancelled: 0, interrupted: 0 },
  ExitPlanMode: { rejected: 0.64, denied: 0, cancelled: 0, interrupted: 0 },
  AskUserQuestion: { rejected: 0.12, denied: 0, cancelled: 0, interrupted: 0 },
  Task: { rejected: 0.01, denied: 0, cancelled: 0, interrupted: 0.03 },
  Agent: { rejected: 0.01, denied: 0, cancelled: 0, interrupted: 0.01 },
  WebSearch: { rejected: 0.01, denied: 0.05, cancelled: 0, interrupted: 0 },
  WebFetch: { rejected: 0.02, denied: 0.01, cancelled: 0, interrupted: 0 },
};
const DEFAULT_RATES: Readonly<Record<RefusalKind, number>> = {
  rejected: 0.001,
  denied: 0.001,
  cancelled: 0.0005,
  interrupted: 0.0005,
};

function denialKindOf(stage: Stage, kind: string): { denialKind?: string } {
  return stage.dialect.denialKind ? { denialKind: kind } : {};
}

export function rejected(stage: Stage, durationMs: number): Outcome {
  const feedback = stage.rng.chance(0.56);
  const text = feedback
    ? `${REJECTED} To tell you how to proceed, the user said:\n${sentence(stage.rng)}`
    : `${REJECTED} ${STOP}`;
  const labelled = !feedback && stage.dialect.version.startsWith('2.1');
  return {
    status: 'rejected',
    content: JSON.stringify(text),
    isError: true,
    structured: labelled ? '"User rejected tool use"' : JSON.stringify(`Error: ${text}`),
    durationMs,
    ...denialKindOf(stage, 'user-rejected'),
    ...(feedback ? {} : { stops: 'with-notice' as const }),
  };
}

type DenialForm = 'nobody' | 'rule' | 'approval' | 'hook-exit' | 'hook-json' | 'classifier';
const DENIALS = new Weighted<DenialForm>([
  ['nobody', 3],
  ['rule', 3],
  ['approval', 3],
  ['hook-exit', 2],
  ['hook-json', 1],
  ['classifier', 1],
]);

function denialText(stage: Stage, tool: string, form: DenialForm): { text: string; kind: string } {
  const { rng } = stage;
  switch (form) {
    case 'nobody':
      return {
        text: `Claude requested permissions to use ${tool}, but you haven't granted it yet.`,
        kind: 'user-rejected',
      };
    case 'rule':
      return {
        text: `Permission to use ${tool}${tool === 'Bash' ? ' with command rm -rf build' : ''} has been denied.`,
        kind: 'permission-rule',
      };
    case 'approval':
      return { text: 'This command requires approval', kind: 'user-rejected' };
    case 'hook-exit':
      return {
        text: `PreToolUse:${tool} hook error: [node hooks/guard.mjs]: ${sentence(rng)}`,
        kind: 'permission-rule',
      };
    case 'hook-json':
      // Only the field says that this was a hook: versions without the field would show an ordinary error.
      return { text: `The guard refuses: ${sentence(rng)}`, kind: 'permission-rule' };
    default:
      return {
        text: `Permission for this action was denied by the Claude Code auto mode classifier. Reason: ${sentence(rng)}`,
        kind: 'automode-blocked',
      };
  }
}

export function denied(stage: Stage, tool: string, durationMs: number): Outcome {
  let form = DENIALS.pick(stage.rng);
  if (!stage.dialect.denialKind && (form === 'hook-json' || form === 'classifier')) form = 'rule';
  if (stage.dialect.denialKind && form === 'approval') form = 'nobody';
  const { text, kind } = denialText(stage, tool, form);
  return { ...failure(escapeText(text), durationMs, 'plain'), status: 'denied', ...denialKindOf(stage, kind) };
}

function cancelled(stage: Stage): Outcome {
  return {
    status: 'cancelled',
    content: JSON.stringify(NOT_NOW),
    isError: true,
    structured: JSON.stringify(NOT_NOW),
    durationMs: stage.rng.between(200, 4000),
    stops: 'silently',
    ...denialKindOf(stage, 'cancelled'),
  };
}

function interrupted(stage: Stage, durationMs: number): Outcome {
  const text = JSON.stringify(INTERRUPTED_TOOL);
  return {
    status: 'interrupted',
    content: text,
    isError: true,
    structured: text,
    durationMs,
    stops: 'with-notice',
    ...denialKindOf(stage, 'interrupted'),
  };
}

/** A sibling of the same message failed, so this call was never run. `null` where the version no longer does that. */
export function siblingCancelled(stage: Stage, failed: { tool: string; preview: string }): Outcome | null {
  if (stage.dialect.sibling === 'none') return null;
  const text =
    stage.dialect.sibling === 'old'
      ? 'Sibling tool call errored'
      : `Cancelled: parallel tool call ${failed.tool}(${failed.preview}) errored`;
  return {
    status: 'cancelled',
    content: JSON.stringify(`<tool_use_error>${text}</tool_use_error>`),
    isError: true,
    structured: JSON.stringify(text),
    durationMs: stage.rng.between(20, 400),
  };
}

/** Whether, and how, this call is stopped. A subagent has no user to ask, so no one refuses. */
export function refusal(stage: Stage, tool: string): Outcome | null {
  const rates = RATES[tool] ?? DEFAULT_RATES;
  const at = stage.rng.float();
  const waitMs = stage.rng.size(9000, 90_000, 3_000_000);
  let sum = rates.denied;
  if (at < sum) return denied(stage, tool, stage.rng.between(10, 900));
  if (stage.nested) return null;
  sum += rates.rejected;
  if (at < sum) return rejected(stage, waitMs);
  sum += rates.cancelled;
  if (at < sum) return cancelled(stage);
  sum += rates.interrupted;
  return at < sum ? interrupted(stage, waitMs) : null;
}

/** The model's input did not match the tool. */
export function invalidInput(stage: Stage, tool: string, missing: string): Outcome {
  const text = `InputValidationError: ${tool} failed due to the following issue:\nThe required parameter \`${missing}\` is missing`;
  const issue = [{ code: 'invalid_type', expected: 'string', path: [missing], message: 'Required' }];
  return {
    status: 'error',
    content: JSON.stringify(`<tool_use_error>${text}</tool_use_error>`),
    isError: true,
    structured: JSON.stringify(`InputValidationError: ${JSON.stringify(issue, null, 2)}`),
    durationMs: stage.rng.between(2, 60),
  };
}
