// Proposals to the person: ProposeGoal and propose_skills of Claude Code.

import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { listOf, looseFlag, looseNumber, looseText, orJsonText, text } from '../shapes.ts';

export interface SkillProposal {
  readonly name: string;
  /** `new` or `improvement`. */
  readonly change: string;
  readonly target?: string | undefined;
  readonly description?: string | undefined;
  readonly skillMd?: string | undefined;
}

export type ProposeInput =
  | { readonly what: 'goal'; readonly condition: string; readonly askUser: boolean }
  | { readonly what: 'skills'; readonly proposals: readonly SkillProposal[] };

export interface GoalProposed {
  readonly kind: 'goal';
  readonly condition: string;
  /** False: it was set without asking. */
  readonly askUser: boolean;
}

export interface SkillsProposed {
  readonly kind: 'skills';
  readonly count: number;
}

export interface ProposeNote {
  readonly kind: 'note';
  readonly text: string;
}

export type ProposeResult = GoalProposed | SkillsProposed | ProposeNote;

const proposal: Shape<SkillProposal> = shape
  .object({ name: text, kind: looseText, target: looseText, description: looseText, skillMd: looseText })
  .transform((raw) => ({
    name: raw.name,
    change: raw.kind ?? 'new',
    target: raw.target,
    description: raw.description,
    skillMd: raw.skillMd,
  }));

const goalInput = shape
  .object({ condition: text, ask_user: looseFlag })
  .transform((raw): ProposeInput => ({ what: 'goal', condition: raw.condition, askUser: raw.ask_user ?? true }));

const skillsInput = shape
  .object({ proposals: orJsonText(listOf(proposal)) })
  .transform((raw): ProposeInput => ({ what: 'skills', proposals: raw.proposals }));

const claudeCode = defineDialect<ProposeInput, ProposeResult>({
  agent: 'claude-code',
  names: ['ProposeGoal', 'propose_skills', 'ProposeSkills'],
  input: (name) => (name === 'ProposeGoal' ? goalInput : skillsInput),
  structured: [
    {
      kind: 'goal',
      schema: shape
        .object({ condition: text, askUser: looseFlag })
        .transform((raw): GoalProposed => ({ kind: 'goal', condition: raw.condition, askUser: raw.askUser ?? true })),
    },
    {
      kind: 'skills',
      schema: shape
        .object({ proposalCount: looseNumber })
        .refine((raw) => raw.proposalCount !== undefined)
        .transform((raw): SkillsProposed => ({ kind: 'skills', count: raw.proposalCount ?? 0 })),
    },
  ],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

export const propose = defineTool<ProposeInput, ProposeResult>({
  id: 'propose',
  title: 'Proposal',
  family: 'dialogue',
  awaits: 'answer',
  dialects: [claudeCode],
  failures: [{ code: 'proposal-declined', blame: 'expected', pattern: /^/, statuses: ['rejected'] }],
  facts: () => ({}),
  summary: ({ input, result }) => {
    if (input?.what === 'goal') return `goal: ${input.condition}`;
    if (input?.what === 'skills') {
      return `${plural(input.proposals.length, 'skill')}: ${input.proposals.map((one) => one.name).join(', ')}`;
    }
    if (result?.kind === 'goal') return `goal: ${result.condition}`;
    return result?.kind === 'skills' ? plural(result.count, 'skill') : '';
  },
});
