// How Copilot loads skills: the result says that one was loaded; its body reaches the model separately.

import { commandName } from '../command-name.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import type { SkillInput, SkillResult } from './skill.ts';

export const copilot = defineDialect<SkillInput, SkillResult>({
  agent: 'copilot',
  names: ['skill'],
  input: shape.object({ skill: text }).transform((raw): SkillInput => ({ skill: commandName(raw.skill), args: null })),
  structured: [],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});
