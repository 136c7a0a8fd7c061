// Owns reading answers out of the sentence the model saw, where questions and answers may hold quotes of their own.

import { type AnsweredQuestion, answered, bareQuestion, type Question } from './questions.ts';

const OPENINGS = ['User has answered your questions:', 'Your questions have been answered:'];
const CLOSING = '. You can now continue with ';
const BETWEEN = '"="';
const NEXT = '", "';
const NOTES = ' user notes: ';
const PREVIEW = '" selected preview:';

interface Marker {
  readonly question: Question;
  /** Where `"question"="` starts, and where the answer after it does. */
  readonly from: number;
  readonly to: number;
}

/** `"question"="answer", …` between the opening words and the closing ones; undefined when it is another text. */
export function readAnswers(text: string, questions: readonly Question[]): readonly AnsweredQuestion[] | undefined {
  const opening = OPENINGS.find((words) => text.startsWith(words));
  if (opening === undefined) return undefined;
  const closing = text.lastIndexOf(CLOSING);
  const body = text.slice(opening.length, closing === -1 ? text.length : closing).trim();
  const markers = findMarkers(body, questions);
  return markers.length > 0 ? byMarkers(body, markers, questions) : byQuotes(body);
}

/** The asked questions tell where each answer starts, whatever quotes they hold. */
function findMarkers(body: string, questions: readonly Question[]): readonly Marker[] {
  const markers: Marker[] = [];
  let after = 0;
  for (const question of questions) {
    const needle = `"${question.question}"="`;
    const found = body.indexOf(needle, after);
    const from = found === -1 ? body.indexOf(needle) : found;
    if (from === -1) continue;
    markers.push({ question, from, to: from + needle.length });
    after = from + needle.length;
  }
  return markers.sort((a, b) => a.from - b.from);
}

function byMarkers(body: string, markers: readonly Marker[], questions: readonly Question[]): AnsweredQuestion[] {
  const found = new Map<Question, AnsweredQuestion>();
  for (const [i, { question, to }] of markers.entries()) {
    const end = markers[i + 1]?.from ?? body.length;
    found.set(question, answeredBy(question, body.slice(to, Math.max(to, end))));
  }
  return questions.map((question) => found.get(question) ?? answered(question, null));
}

/** Without the questions: an answer ends at the last `", "` before the next `"="`. */
function byQuotes(body: string): AnsweredQuestion[] {
  const results: AnsweredQuestion[] = [];
  let between = body.indexOf(BETWEEN);
  let question = body.slice(body.startsWith('"') ? 1 : 0, Math.max(0, between));
  while (between !== -1) {
    const start = between + BETWEEN.length;
    const following = body.indexOf(BETWEEN, start);
    const split = following === -1 ? -1 : body.lastIndexOf(NEXT, following);
    const end = split >= start ? split : body.length;
    results.push(answeredBy(bareQuestion(question), body.slice(start, end)));
    if (split < start) break;
    question = body.slice(split + NEXT.length, following);
    between = following;
  }
  return results;
}

/** An answer with what follows it: its closing quote, the preview it was chosen by, notes, a comma. */
function answeredBy(question: Question, rest: string): AnsweredQuestion {
  const previewAt = rest.indexOf(PREVIEW);
  const tailAt = previewAt === -1 ? 0 : previewAt + PREVIEW.length;
  const notesAt = rest.lastIndexOf(NOTES);
  const hasNotes = notesAt >= tailAt && (previewAt !== -1 || rest[notesAt - 1] === '"');
  const notes = hasNotes ? trimEnd(rest.slice(notesAt + NOTES.length)) : undefined;
  const untilNotes = hasNotes ? rest.slice(0, notesAt) : rest;
  if (previewAt === -1) return answered(question, trimEnd(untilNotes), { notes });
  return answered(question, rest.slice(0, previewAt), { notes, preview: trimEnd(untilNotes.slice(tailAt)).trim() });
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\n')) end--;
  if (text[end - 1] === ',') end--;
  if (text[end - 1] === '"') end--;
  return text.slice(0, end);
}

const ASKED = 'Questions asked:';
const ANSWER = '  Answer: ';

/** The list a rejection carries when the person wants to talk about the questions first. */
export function readClarification(text: string, questions: readonly Question[]): AnsweredQuestion[] | undefined {
  if (!text.includes('The user wants to clarify these questions')) return undefined;
  const start = text.indexOf(ASKED);
  if (start === -1) return questions.map((question) => answered(question, null));
  const byText = new Map(questions.map((question) => [question.question, question]));
  const results: AnsweredQuestion[] = [];
  let current: Question | null = null;
  let answer: string | null = null;
  const flush = () => {
    if (current !== null) results.push(answered(current, answer));
    answer = null;
  };
  for (const line of text.slice(start + ASKED.length).split('\n')) {
    if (line.startsWith('- "')) {
      flush();
      const asked = line.slice(3).replace(/"\s*$/, '');
      current = byText.get(asked) ?? bareQuestion(asked);
    } else if (line.startsWith(ANSWER)) {
      answer = line.slice(ANSWER.length);
    } else if (answer !== null && line.trim() !== '') {
      answer += `\n${line}`;
    }
  }
  flush();
  return results;
}
