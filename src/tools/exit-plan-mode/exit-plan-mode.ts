// Plans presented to the user: ExitPlanMode of Claude Code, approved, edited or rejected.

import { clip, countLines, firstLine } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseList, looseText, orJsonText, text } from '../shapes.ts';

export interface PlanInput {
  /** Newer versions keep the plan in a file and send none. */
  readonly plan: string | null;
  readonly filePath?: string | undefined;
  readonly allowedPrompts: readonly { readonly tool: string; readonly prompt: string }[];
}

export interface PlanApproved {
  readonly kind: 'approved';
  readonly plan: string | null;
  readonly filePath?: string | undefined;
  /** The user changed the plan before approving it. */
  readonly edited: boolean;
  /** The plan of a subagent. */
  readonly isAgent: boolean;
}

/** A teammate's plan that waits for its leader. */
export interface PlanAwaiting {
  readonly kind: 'awaiting';
  readonly plan: string | null;
  readonly filePath?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface PlanRejected {
  readonly kind: 'rejected';
  /** The user's feedback with the rejection. */
  readonly feedback: string | null;
}

/** A free-form answer. */
export interface PlanNote {
  readonly kind: 'note';
  readonly text: string;
}

export type PlanResult = PlanApproved | PlanAwaiting | PlanRejected | PlanNote;

const structuredPlan = {
  plan: shape.union([text, shape.literal(null)]),
  filePath: looseText,
};

const structuredAwaiting = shape
  .object({ ...structuredPlan, awaitingLeaderApproval: shape.literal(true), requestId: looseText })
  .transform(
    (raw): PlanAwaiting => ({
      kind: 'awaiting',
      plan: raw.plan,
      filePath: raw.filePath,
      requestId: raw.requestId,
    }),
  );

const structuredApproved = shape.object({ ...structuredPlan, isAgent: looseFlag, planWasEdited: looseFlag }).transform(
  (raw): PlanApproved => ({
    kind: 'approved',
    plan: raw.plan,
    filePath: raw.filePath,
    edited: raw.planWasEdited ?? false,
    isAgent: raw.isAgent ?? false,
  }),
);

const APPROVED = /^User has approved (?:your plan|exiting plan mode|the plan)/;
const SAVED = 'Your plan has been saved to: ';
const PLAN = /\n## Approved Plan( \(edited by user\))?:\n/;

/** The text after a phrase, up to the end of its line. */
function lineAfter(content: string, phrase: string): string | undefined {
  const at = content.indexOf(phrase);
  if (at === -1) return undefined;
  const end = content.indexOf('\n', at);
  return content.slice(at + phrase.length, end === -1 ? content.length : end).trim();
}

function readApproved(content: string): PlanApproved | undefined {
  if (!APPROVED.test(content)) return undefined;
  const marker = PLAN.exec(content);
  return {
    kind: 'approved',
    plan: marker === null ? null : content.slice(marker.index + marker[0].length),
    filePath: lineAfter(content.slice(0, marker?.index ?? 2_000), SAVED),
    edited: marker?.[1] !== undefined,
    isAgent: false,
  };
}

function readAwaiting(content: string): PlanAwaiting | undefined {
  if (!/^Your plan has been submitted to the team lead/.test(content)) return undefined;
  const head = content.slice(0, 2_000);
  return {
    kind: 'awaiting',
    plan: null,
    filePath: lineAfter(head, 'Plan file: '),
    requestId: lineAfter(head, 'Request ID: '),
  };
}

/** In the terminal, and in editors. */
const SAID = /the user said:\n|the following reason for the rejection:/;

function readRejected(content: string): PlanRejected | undefined {
  if (
    !/^(?:The user doesn't want to proceed|User rejected|The agent proposed a plan that was rejected)/.test(content)
  ) {
    return undefined;
  }
  const said = SAID.exec(content);
  return { kind: 'rejected', feedback: said === null ? null : content.slice(said.index + said[0].length).trim() };
}

const claudeCode = defineDialect<PlanInput, PlanResult>({
  agent: 'claude-code',
  names: ['ExitPlanMode', 'exit_plan_mode', 'ExitPlanModeV2'],
  input: shape
    .object({
      plan: looseText,
      planFilePath: looseText,
      allowedPrompts: orJsonText(looseList(shape.object({ tool: text, prompt: text }))),
    })
    .transform(
      (raw): PlanInput => ({
        plan: raw.plan ?? null,
        filePath: raw.planFilePath,
        allowedPrompts: raw.allowedPrompts,
      }),
    ),
  structured: [
    { kind: 'awaiting', schema: structuredAwaiting },
    { kind: 'approved', schema: structuredApproved },
  ],
  text: [
    { kind: 'approved', read: readApproved },
    { kind: 'awaiting', read: readAwaiting },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
  errorText: [{ kind: 'rejected', read: readRejected }],
});

/** The plan's first line without its heading marks. */
function titleOf(plan: string | null | undefined): string {
  return clip(firstLine(plan ?? '').replace(/^#+\s*/, ''), 90);
}

function outcomeOf(result: PlanResult): string {
  if (result.kind === 'awaiting') return 'waits for the leader';
  if (result.kind === 'note') return result.text;
  if (result.kind === 'rejected') return result.feedback === null ? 'sent back' : `sent back: ${result.feedback}`;
  return result.edited ? 'approved with changes' : 'approved';
}

export const exitPlanMode = defineTool<PlanInput, PlanResult>({
  id: 'exit-plan-mode',
  title: 'Plan',
  family: 'plan',
  awaits: 'answer',
  dialects: [claudeCode],
  failures: [
    { code: 'plan-rejected', blame: 'expected', pattern: /^/, statuses: ['rejected'] },
    { code: 'not-in-plan-mode', blame: 'agent', pattern: /^You are not in plan mode/ },
    { code: 'no-plan', blame: 'agent', pattern: /^No plan file found/ },
  ],
  facts: ({ input, result }) => {
    const given = result?.kind === 'approved' || result?.kind === 'awaiting' ? result : null;
    const plan = given?.plan ?? input?.plan ?? null;
    const path = given?.filePath ?? input?.filePath;
    return {
      ...(path === undefined ? {} : { path }),
      ...(plan === null ? {} : { lines: countLines(plan) }),
      ...(result?.kind === 'approved' && result.edited ? { userModified: true } : {}),
    };
  },
  summary: ({ input, result }) => {
    const plan =
      result?.kind === 'approved' || result?.kind === 'awaiting' ? (result.plan ?? input?.plan) : input?.plan;
    const title = titleOf(plan) || 'plan';
    return result === null ? title : `${title} → ${outcomeOf(result)}`;
  },
  target: () => 'plan',
});
