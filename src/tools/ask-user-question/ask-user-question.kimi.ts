// How Kimi asks a person: a list of questions, and the answers as a text.

import { defineDialect } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseList, looseText, text } from '../shapes.ts';
import type { AskInput, AskResult } from './ask-user-question.ts';
import { bareQuestion, type Question } from './questions.ts';

const question: Shape<Question> = shape
  .object({
    question: text,
    header: looseText,
    multi_select: looseFlag,
    options: looseList(shape.object({ label: text, description: looseText })),
  })
  .transform((raw) => ({
    ...bareQuestion(raw.question),
    header: raw.header,
    options: raw.options,
    multiSelect: raw.multi_select ?? false,
  }));

export const kimi = defineDialect<AskInput, AskResult>({
  agent: 'kimi',
  names: ['AskUserQuestion'],
  input: shape.object({ questions: shape.array(question).min(1) }),
  structured: [],
  text: [{ kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) }],
});

export const kimiCode = defineDialect<AskInput, AskResult>({ ...kimi, agent: 'kimi-code' });
