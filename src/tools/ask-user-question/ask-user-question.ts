// Questions to the person: AskUserQuestion of Claude Code, request_user_input of Codex.

import { asObject, asString, type JsonObject } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { formatMs, plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseList, looseNumber, looseText, orJsonText, text } from '../shapes.ts';
import { type Clarification, readAnswers, readClarification } from './answer-text.ts';
import { codex } from './ask-user-question.codex.ts';
import { copilot } from './ask-user-question.copilot.ts';
import { gemini, qwen } from './ask-user-question.gemini.ts';
import { kimi, kimiCode } from './ask-user-question.kimi.ts';
import { openCode } from './ask-user-question.opencode.ts';
import { type AnsweredQuestion, answered, bareQuestion, type Question } from './questions.ts';

export type { AnsweredQuestion, Question, QuestionOption } from './questions.ts';

export interface AskInput {
  readonly questions: readonly Question[];
}

export interface AskAnswered {
  readonly kind: 'answered';
  readonly questions: readonly AnsweredQuestion[];
  /** What the user typed instead of choosing, for all questions together. */
  readonly response?: string | undefined;
  /** Not answered: the dialog closed itself after this long. */
  readonly idleMs?: number | undefined;
}

/** The user closed the questions, to discuss them first or to be asked no more; some may already be answered. */
export interface AskClarify {
  readonly kind: 'clarify';
  readonly wish: Clarification['wish'];
  readonly questions: readonly AnsweredQuestion[];
}

/** A free-form answer. */
export interface AskReply {
  readonly kind: 'reply';
  readonly text: string;
}

export type AskResult = AskAnswered | AskClarify | AskReply;

const option = shape.union([
  text.transform((label) => ({ label })),
  shape.object({ label: text, description: looseText, preview: looseText }),
]);

export const question: Shape<Question> = shape
  .object({
    question: text,
    id: looseText,
    header: looseText,
    options: looseList(option),
    multiSelect: looseFlag,
    isSecret: looseFlag,
  })
  .transform((raw) => ({
    id: raw.id,
    question: raw.question,
    header: raw.header,
    options: raw.options,
    multiSelect: raw.multiSelect ?? false,
    secret: raw.isSecret ?? false,
  }));

const questions = orJsonText(shape.array(question).min(1));

const annotation = shape.object({ notes: looseText, preview: looseText, unanswered: looseText });

/** Answers by question text, or in the order of the questions. */
function answerOf(answers: unknown, asked: Question, index: number): string | null {
  const value = Array.isArray(answers) ? answers[index] : lookUp(asObject(answers), asked);
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : null;
}

function lookUp(answers: JsonObject | undefined, asked: Question): unknown {
  if (answers === undefined) return undefined;
  const key = [asked.question, asked.header, asked.id].find(
    (name) => name !== undefined && Object.hasOwn(answers, name),
  );
  return key === undefined ? undefined : answers[key];
}

const structuredAnswered = shape
  .object({
    questions: looseList(question),
    answers: shape.union([shape.record(anything), shape.array(anything)]),
    response: looseText,
    annotations: shape.record(anything).optional().catch(undefined),
    afkTimeoutMs: looseNumber,
  })
  .transform((raw): AskAnswered => {
    const asked =
      raw.questions.length > 0 || Array.isArray(raw.answers)
        ? raw.questions
        : Object.keys(raw.answers).map(bareQuestion);
    return {
      kind: 'answered',
      questions: asked.map((one, i) => {
        const notes =
          raw.annotations !== undefined && Object.hasOwn(raw.annotations, one.question)
            ? fitted(annotation, raw.annotations[one.question])
            : undefined;
        return answered(one, answerOf(raw.answers, one, i), notes);
      }),
      response: raw.response,
      idleMs: raw.afkTimeoutMs,
    };
  });

const claudeCode = defineDialect<AskInput, AskResult>({
  agent: 'claude-code',
  names: ['AskUserQuestion', 'ask_user_question'],
  input: shape.union([
    shape.object({ questions }),
    // Older form: one question as plain text, or as the question object itself.
    question.transform((one) => ({ questions: [one] })),
  ]),
  structured: [{ kind: 'answered', schema: structuredAnswered }],
  text: [
    {
      kind: 'answered',
      read: (content, { input }) => {
        const found = readAnswers(content, input?.questions ?? []);
        return found === undefined ? undefined : { kind: 'answered', questions: found };
      },
    },
    { kind: 'reply', read: (content) => ({ kind: 'reply', text: content }) },
  ],
  errorText: [
    {
      kind: 'clarify',
      read: (content, { input }) => {
        const found = readClarification(content, input?.questions ?? []);
        return found === undefined ? undefined : { kind: 'clarify', wish: found.wish, questions: found.questions };
      },
    },
  ],
});

/** A user who chose nothing but wrote a note has answered. */
function isUnanswered({ unanswered, answer, notes }: AnsweredQuestion): boolean {
  return unanswered !== undefined || ((answer === null || answer.trim() === '') && (notes ?? '').trim() === '');
}

function shownAnswer({ secret, answer, notes }: AnsweredQuestion): string {
  const told = answer === null || answer === '' ? (notes ?? answer) : answer;
  return secret && told !== null ? '•••' : (told ?? '–');
}

export const askUserQuestion = defineTool<AskInput, AskResult>({
  id: 'ask-user-question',
  title: 'Question to the person',
  family: 'dialogue',
  awaits: 'answer',
  dialects: [claudeCode, codex, copilot, openCode, gemini, qwen, kimi, kimiCode],
  failures: [
    {
      code: 'clarification-wanted',
      blame: 'expected',
      pattern: /The user wants to clarify these questions/,
      statuses: ['rejected', 'error'],
    },
    {
      code: 'no-more-questions',
      blame: 'expected',
      pattern: /The user has indicated they have provided enough answers/,
      statuses: ['rejected', 'error'],
    },
    { code: 'unanswered', blame: 'expected', pattern: /^/, statuses: ['rejected'] },
    {
      code: 'unanswered',
      blame: 'expected',
      pattern: /^request_user_input was cancelled/,
      statuses: ['error', 'cancelled', 'interrupted'],
    },
    { code: 'not-in-this-mode', blame: 'agent', pattern: /^request_user_input (?:is unavailable in|can only be used)/ },
  ],
  facts: ({ result }) => {
    if (result?.kind === 'answered' && result.idleMs !== undefined) {
      return { note: `closed by itself after ${formatMs(result.idleMs)}` };
    }
    const typed = result?.kind === 'answered' && result.questions.some((one) => one.typed !== null);
    return typed ? { note: 'typed answer' } : {};
  },
  summary: ({ input, result }) => {
    if (result?.kind === 'reply') return `${input?.questions[0]?.question ?? ''} → ${result.text}`;
    const asked = result?.questions ?? input?.questions ?? [];
    const first = asked[0];
    if (first === undefined) return '';
    const what = asked.length === 1 ? clip(first.question, 90) : plural(asked.length, 'question');
    if (result === null) {
      return asked.length === 1
        ? what
        : `${what}: ${asked.map((one) => one.header ?? clip(one.question, 30)).join(' · ')}`;
    }
    if (result.kind === 'answered' && result.response !== undefined) return `${what} → ${result.response}`;
    return `${what} → ${result.questions.map((one) => clip(shownAnswer(one), 60)).join(' · ')}`;
  },
  target: (input) => clip(input.questions.map((one) => one.question).join(' · '), 200),
  quietFailure: (result) => {
    if (result.kind !== 'answered' || result.response !== undefined || result.questions.length === 0) return null;
    if (!result.questions.every(isUnanswered)) return null;
    const how = asString(result.questions[0]?.unanswered);
    return {
      code: 'unanswered',
      blame: 'expected',
      message: `No question was answered${how === undefined ? '' : ` (${how})`}.`,
    };
  },
});
