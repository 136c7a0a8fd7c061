// How Gemini CLI and Qwen Code load skills: activate_skill and skill, whose result is the body of the skill.

import { commandName } from '../command-name.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import type { SkillInput, SkillResult } from './skill.ts';

export const gemini = defineDialect<SkillInput, SkillResult>({
  agent: 'gemini',
  lends: false,
  names: ['activate_skill'],
  input: shape
    .object({ name: looseText, skill: looseText })
    .refine((raw) => (raw.name ?? raw.skill) !== undefined, { place: 'name' })
    .transform((raw): SkillInput => ({ skill: commandName(raw.name ?? raw.skill ?? ''), args: null })),
  structured: [],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

export const qwen = defineDialect<SkillInput, SkillResult>({ ...gemini, agent: 'qwen', names: ['skill'] });
