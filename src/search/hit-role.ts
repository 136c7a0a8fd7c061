// What kind of text a hit stands in, and how much that says about its session.

import type { SpokenKind } from '../model/observation.ts';
import type { RecordPart } from './text/record-parts.ts';

/** `other`: texts that agents put in, notices, and records that are neither call nor words. */
export const HIT_ROLES = ['prompt', 'answer', 'thinking', 'input', 'result', 'other'] as const;

export type HitRole = (typeof HIT_ROLES)[number];

const SPOKEN: Readonly<Partial<Record<SpokenKind, HitRole>>> = {
  prompt: 'prompt',
  command: 'prompt',
  answer: 'answer',
  thinking: 'thinking',
  shell: 'input',
};

export function roleOf(part: RecordPart | null): HitRole {
  if (part === null) return 'other';
  return part.kind === 'call' ? part.part : (SPOKEN[part.what] ?? 'other');
}

/** What was said between person and agent, then what tools were given and gave, then everything else. */
export const CLASS_OF: Readonly<Record<HitRole, 0 | 1 | 2>> = {
  prompt: 0,
  answer: 0,
  thinking: 1,
  input: 1,
  result: 1,
  other: 2,
};

/** A title is said about all of a session. */
export const TITLE_WEIGHT = 1.5;

/** Within a class: a person's words tell what a session was about better than an agent's. */
export const WEIGHT_OF: Readonly<Record<HitRole, number>> = {
  prompt: 1,
  answer: 0.5,
  thinking: 1,
  input: 1,
  result: 0.5,
  other: 1,
};
