// A thread's goal: get_goal, create_goal and update_goal of Codex.

import { clip } from '../../base/text.ts';
import { formatCount, formatMs } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseText, text } from '../shapes.ts';

export interface GoalInput {
  readonly action: 'get' | 'create' | 'update';
  readonly objective: string | null;
  readonly tokenBudget: number | null;
  /** complete or blocked. */
  readonly status?: string | undefined;
}

export interface Goal {
  readonly objective: string;
  readonly status: string;
  readonly tokenBudget: number | null;
  readonly tokensUsed: number | null;
  readonly timeUsedMs: number | null;
}

export interface GoalState {
  readonly kind: 'goal';
  /** Null: the thread has none. */
  readonly goal: Goal | null;
  readonly remainingTokens: number | null;
  readonly report?: string | undefined;
}

export interface GoalNote {
  readonly kind: 'note';
  readonly text: string;
}

export type GoalResult = GoalState | GoalNote;

/** Spellings of two eras: camelCase in the tool's answer, snake_case in events. */
const goal: Shape<Goal> = shape
  .object({
    objective: text,
    status: looseText,
    tokenBudget: looseNumber,
    token_budget: looseNumber,
    tokensUsed: looseNumber,
    tokens_used: looseNumber,
    timeUsedSeconds: looseNumber,
    time_used_seconds: looseNumber,
  })
  .transform((raw) => {
    const seconds = raw.timeUsedSeconds ?? raw.time_used_seconds;
    return {
      objective: raw.objective,
      status: raw.status ?? 'active',
      tokenBudget: raw.tokenBudget ?? raw.token_budget ?? null,
      tokensUsed: raw.tokensUsed ?? raw.tokens_used ?? null,
      timeUsedMs: seconds === undefined ? null : seconds * 1000,
    };
  });

const state = shape
  .object({
    goal: shape.union([goal, shape.literal(null)]),
    remainingTokens: looseNumber,
    completionBudgetReport: looseText,
  })
  .transform(
    (raw): GoalState => ({
      kind: 'goal',
      goal: raw.goal,
      remainingTokens: raw.remainingTokens ?? null,
      report: raw.completionBudgetReport,
    }),
  );

const ACTIONS = new Map<string, GoalInput['action']>([
  ['get_goal', 'get'],
  ['create_goal', 'create'],
  ['update_goal', 'update'],
]);

const rawInput = shape.object({ objective: looseText, token_budget: looseNumber, status: looseText });

function input(action: GoalInput['action']): Shape<GoalInput> {
  return rawInput.transform((raw) => ({
    action,
    objective: raw.objective ?? null,
    tokenBudget: raw.token_budget ?? null,
    status: raw.status,
  }));
}

const inputs = new Map([...ACTIONS].map(([name, action]) => [name, input(action)]));
const fallbackInput = input('get');

const codex = defineDialect<GoalInput, GoalResult>({
  agent: 'codex',
  names: [...ACTIONS.keys()],
  input: (name) => inputs.get(name) ?? fallbackInput,
  structured: [{ kind: 'goal', schema: state }],
  text: [
    { kind: 'goal', read: (content) => fitted(state, jsonObjectOf(content)) },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

export const goals = defineTool<GoalInput, GoalResult>({
  id: 'goals',
  title: 'Goal',
  family: 'plan',
  dialects: [codex],
  failures: [
    { code: 'goal-exists', blame: 'agent', pattern: /already has a goal/ },
    { code: 'no-goal', blame: 'agent', pattern: /no goal|has no (?:active )?goal|goal not found/i },
    { code: 'status-not-allowed', blame: 'agent', pattern: /^update_goal can only/ },
  ],
  facts: ({ result }) => {
    const tokens = result?.kind === 'goal' ? (result.goal?.tokensUsed ?? null) : null;
    return {
      ...(tokens === null ? {} : { tokens }),
      ...(result?.kind === 'goal' && result.goal !== null ? { note: result.goal.status } : {}),
    };
  },
  summary: ({ input: asked, result }) => {
    if (result?.kind === 'goal' && result.goal === null) return 'no goal';
    const found = result?.kind === 'goal' ? result.goal : null;
    const objective = clip(found?.objective ?? asked?.objective ?? '', 80);
    if (found === null) return [asked?.action, asked?.status, objective].filter((part) => part).join(' ');
    const used = [
      found.tokensUsed === null ? null : `${formatCount(found.tokensUsed)} tokens`,
      found.timeUsedMs === null || found.timeUsedMs === 0 ? null : formatMs(found.timeUsedMs),
    ].filter((part) => part !== null);
    return `${objective} → ${[found.status, ...used].join(' · ')}`;
  },
  target: (asked) => `${asked.action} ${asked.objective ?? asked.status ?? ''}`.trim(),
});
