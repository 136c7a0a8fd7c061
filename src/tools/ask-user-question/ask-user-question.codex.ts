// Codex's request_user_input: answers come by question id, as JSON in the output text.

import { asArray, asObject, asString, parseJson } from '../../base/json.ts';
import { defineDialect } from '../define.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseList, looseText, orJsonText, text } from '../shapes.ts';
import type { AskAnswered, AskInput, AskResult } from './ask-user-question.ts';
import { answered, bareQuestion, type Question } from './questions.ts';

const question: Shape<Question> = shape
  .object({
    id: looseText,
    header: looseText,
    question: text,
    isSecret: looseFlag,
    options: looseList(
      shape.union([text.transform((label) => ({ label })), shape.object({ label: text, description: looseText })]),
    ),
  })
  .transform((raw) => ({
    id: raw.id,
    question: raw.question,
    header: raw.header,
    options: raw.options,
    multiSelect: false,
    secret: raw.isSecret ?? false,
  }));

const NOTE = 'user_note: ';

/** `{answers: {id: {answers: [label, "user_note: …"]}}}`. */
function readResponse(content: string, input: AskInput | null): AskAnswered | undefined {
  const parsed = parseJson(content);
  const answers = parsed.ok ? asObject(asObject(parsed.value)?.['answers']) : undefined;
  if (answers === undefined) return undefined;
  const asked = input?.questions ?? Object.keys(answers).map((id) => ({ ...bareQuestion(id), id }));
  return {
    kind: 'answered',
    questions: asked.map((one) => {
      const key = one.id ?? one.question;
      const entry = Object.hasOwn(answers, key) ? answers[key] : undefined;
      const given = asArray(asObject(entry)?.['answers'] ?? entry) ?? (typeof entry === 'string' ? [entry] : []);
      const texts = given.map((item) => asString(item)).filter((item) => item !== undefined);
      const notes = texts.find((item) => item.startsWith(NOTE))?.slice(NOTE.length);
      const chosen = texts.filter((item) => !item.startsWith(NOTE));
      const answer = chosen.length === 0 ? (notes ?? null) : chosen.join(', ');
      return answered({ ...one, multiSelect: chosen.length > 1 }, answer, { notes });
    }),
  };
}

export const codex = defineDialect<AskInput, AskResult>({
  agent: 'codex',
  names: ['request_user_input'],
  input: shape.object({ questions: orJsonText(shape.array(question).min(1)) }),
  structured: [],
  text: [
    { kind: 'answered', read: (content, { input }) => readResponse(content, input) },
    { kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) },
  ],
});
