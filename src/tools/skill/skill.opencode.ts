// How OpenCode loads skills: the body of the skill is the result itself.

import { commandName } from '../command-name.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import type { SkillInput, SkillResult } from './skill.ts';

export const openCode = defineDialect<SkillInput, SkillResult>({
  agent: 'opencode',
  names: ['skill'],
  input: shape.object({ name: text }).transform((raw): SkillInput => ({ skill: commandName(raw.name), args: null })),
  structured: [],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});
