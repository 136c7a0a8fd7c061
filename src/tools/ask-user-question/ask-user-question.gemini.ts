// How Gemini CLI and Qwen Code ask a person: questions with options, and a text with the answers.

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
    multiSelect: looseFlag,
    options: looseList(shape.object({ label: text, description: looseText })),
  })
  .transform((raw) => ({
    ...bareQuestion(raw.question),
    header: raw.header,
    options: raw.options,
    multiSelect: raw.multiSelect ?? false,
  }));

export const gemini = defineDialect<AskInput, AskResult>({
  agent: 'gemini',
  lends: false,
  names: ['ask_user'],
  input: shape.object({ questions: shape.array(question).min(1) }),
  structured: [],
  text: [{ kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) }],
});

export const qwen = defineDialect<AskInput, AskResult>({ ...gemini, agent: 'qwen', names: ['ask_user_question'] });
