// How OpenCode asks a person: answers come in the order of the questions, each a list of labels.

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
    multiple: looseFlag,
    options: looseList(shape.object({ label: text, description: looseText })),
  })
  .transform((raw) => ({
    ...bareQuestion(raw.question),
    header: raw.header,
    options: raw.options,
    multiSelect: raw.multiple ?? false,
  }));

export const openCode = defineDialect<AskInput, AskResult>({
  agent: 'opencode',
  names: ['question'],
  input: shape.object({ questions: shape.array(question).min(1) }),
  structured: [],
  text: [{ kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) }],
});
