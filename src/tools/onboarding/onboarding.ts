// The first-steps tools of Claude Code: ShowOnboardingRolePicker, OfferChromeSetup, ShareOnboardingGuide.

import { asObject } from '../../base/json.ts';
import { defineDialect, defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';

export interface OnboardingInput {
  readonly step: 'role' | 'chrome' | 'guide';
  readonly reason?: string | undefined;
}

export interface RolePicked {
  readonly kind: 'role';
  /** Null when the user closed the picker. */
  readonly role: string | null;
}

export interface ChromeOffered {
  readonly kind: 'chrome';
  /** connected, not_now, no_attempt_yet. */
  readonly outcome: string;
}

export interface OnboardingNote {
  readonly kind: 'note';
  readonly text: string;
  /** The whole result, if its shape is unknown. */
  readonly value?: unknown;
}

export type OnboardingResult = RolePicked | ChromeOffered | OnboardingNote;

const STEPS = new Map<string, OnboardingInput['step']>([
  ['ShowOnboardingRolePicker', 'role'],
  ['OfferChromeSetup', 'chrome'],
  ['ShareOnboardingGuide', 'guide'],
]);

const inputs = new Map(
  [...STEPS].map(([name, step]) => [
    name,
    shape.object({ reason: looseText }).transform((raw): OnboardingInput => ({ step, reason: raw.reason })),
  ]),
);

const guideInput = shape
  .object({ reason: looseText })
  .transform((raw): OnboardingInput => ({ step: 'guide', reason: raw.reason }));

const claudeCode = defineDialect<OnboardingInput, OnboardingResult>({
  agent: 'claude-code',
  names: ['ShowOnboardingRolePicker', 'OfferChromeSetup', 'ShareOnboardingGuide'],
  input: (name) => inputs.get(name) ?? guideInput,
  structured: [
    {
      kind: 'role',
      schema: shape
        .object({ role: looseText, dismissed: looseFlag })
        .refine((raw) => raw.role !== undefined || raw.dismissed !== undefined)
        .transform((raw): RolePicked => ({ kind: 'role', role: raw.role ?? null })),
    },
    {
      kind: 'chrome',
      schema: shape
        .object({ outcome: text })
        .transform((raw): ChromeOffered => ({ kind: 'chrome', outcome: raw.outcome })),
    },
    {
      kind: 'note',
      schema: shape
        .unknown()
        .refine((raw) => asObject(raw) !== undefined)
        .transform((raw): OnboardingNote => ({ kind: 'note', text: guessSummary(raw), value: raw })),
    },
  ],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

export const onboarding = defineTool<OnboardingInput, OnboardingResult>({
  id: 'onboarding',
  title: 'Onboarding',
  family: 'dialogue',
  dialects: [claudeCode],
  failures: [{ code: 'offer-declined', blame: 'expected', pattern: /^/, statuses: ['rejected'] }],
  facts: () => ({}),
  summary: ({ input, result }) => {
    if (result?.kind === 'role') return result.role === null ? 'role picker closed' : `role: ${result.role}`;
    if (result?.kind === 'chrome') return `browser: ${result.outcome}`;
    return result?.text || input?.reason || (input === null ? '' : input.step);
  },
});
