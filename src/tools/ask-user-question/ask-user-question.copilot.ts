// How Copilot asks the user: `ask_user`, with one question, and an answer that may not be the user's.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseTexts, text } from '../shapes.ts';
import type { AskAnswered, AskInput, AskResult } from './ask-user-question.ts';
import { answered } from './questions.ts';

/** Older versions say `responded` of everything; newer ones `selected` of a choice. */
const ANSWER = /^User (?:responded|selected): /;
/** In autopilot the agent answers for the person. */
const NOBODY = /^The user is not available to respond/;

function readAnswer(content: string, { input }: { readonly input: AskInput | null }): AskAnswered | undefined {
  const question = input?.questions[0];
  const said = ANSWER.exec(content);
  if (question === undefined || said === null) return undefined;
  const answer = content.slice(said[0].length);
  return { kind: 'answered', questions: [answered(question, NOBODY.test(answer) ? null : answer)] };
}

export const copilot = defineDialect<AskInput, AskResult>({
  agent: 'copilot',
  names: ['ask_user'],
  input: shape.object({ question: text, choices: looseTexts.optional() }).transform(
    (raw): AskInput => ({
      questions: [
        {
          question: raw.question,
          options: (raw.choices ?? []).map((label) => ({ label })),
          multiSelect: false,
          secret: false,
        },
      ],
    }),
  ),
  structured: [],
  text: [
    { kind: 'answered', read: readAnswer },
    { kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) },
  ],
});
