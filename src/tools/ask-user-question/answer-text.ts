// Parses answers from the sentence the model saw, where questions and answers may contain quotes.

import { type AnsweredQuestion, answered, bareQuestion, type Question } from './questions.ts';

const OPENINGS = ['User has answered your questions:', 'Your questions have been answered:', 'The user answered:'];
const CLOSINGS = ['. You can now continue with ', '. Read the answers carefully'];
/** In place of the answer if the user only typed notes. */
const NONE = '(no option selected)';
const BETWEEN = '"="';
const NEXT = '", "';
const NOTES = ' user notes: ';
const PREVIEW = '" selected preview:';

interface Marker {
  readonly question: Question;
  /** Where `"question"=` starts, and where the answer after it does, after its quote. */
  readonly from: number;
  readonly to: number;
}

/** `"question"="answer", …` between the opening words and the closing ones; undefined when it is another text. */
export function readAnswers(text: string, questions: readonly Question[]): readonly AnsweredQuestion[] | undefined {
  const opening = OPENINGS.find((words) => text.startsWith(words));
  if (opening === undefined) return undefined;
  const closing = Math.max(...CLOSINGS.map((words) => text.lastIndexOf(words)));
  const body = text.slice(opening.length, closing === -1 ? text.length : closing).trim();
  const markers = findMarkers(body, questions);
  return markers.length > 0 ? byMarkers(body, markers, questions) : byQuotes(body);
}

/** The known questions determine where each answer starts, whatever quotes they contain. */
function findMarkers(body: string, questions: readonly Question[]): readonly Marker[] {
  const markers: Marker[] = [];
  let after = 0;
  for (const question of questions) {
    const asked = `"${question.question}"=`;
    const marker = markerAt(body, question, asked, after) ?? markerAt(body, question, asked, 0);
    if (marker === undefined) continue;
    markers.push(marker);
    after = marker.to;
  }
  return markers.sort((a, b) => a.from - b.from);
}

function markerAt(body: string, question: Question, asked: string, after: number): Marker | undefined {
  const quoted = body.indexOf(`${asked}"`, after);
  const from = quoted === -1 ? body.indexOf(asked + NONE, after) : quoted;
  return from === -1 ? undefined : { question, from, to: from + asked.length + (quoted === -1 ? 0 : 1) };
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
  if (rest.startsWith(NONE)) {
    const notes = /^ (?:user )?notes: ([\s\S]*)$/.exec(rest.slice(NONE.length))?.[1]?.trimEnd();
    return answered(question, null, { notes: notes?.endsWith(',') ? notes.slice(0, -1) : notes });
  }
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

/** What a user pressed instead of answering: to discuss the questions first, or to be asked no more. */
const LISTS = [
  { wish: 'talk', said: 'The user wants to clarify these questions', list: 'Questions asked:' },
  {
    wish: 'go-on',
    said: 'The user has indicated they have provided enough answers',
    list: 'Questions asked and answers provided:',
  },
] as const;
const ANSWER = '  Answer: ';
const OWN_NOTES = '  User notes: ';

export interface Clarification {
  readonly wish: (typeof LISTS)[number]['wish'];
  readonly questions: readonly AnsweredQuestion[];
}

/** The list in a rejection after the user closed the questions; some may already be answered. */
export function readClarification(text: string, questions: readonly Question[]): Clarification | undefined {
  const known = LISTS.find(({ said }) => text.includes(said));
  if (known === undefined) return undefined;
  const { wish, list } = known;
  const start = text.indexOf(list);
  if (start === -1) return { wish, questions: questions.map((question) => answered(question, null)) };
  return { wish, questions: readList(text.slice(start + list.length), questions) };
}

function readList(text: string, questions: readonly Question[]): readonly AnsweredQuestion[] {
  const byText = new Map(questions.map((question) => [question.question, question]));
  const results: AnsweredQuestion[] = [];
  let current: Question | null = null;
  let answer: string | null = null;
  let notes: string | undefined;
  const flush = () => {
    if (current !== null) results.push(answered(current, answer, { notes }));
    answer = null;
    notes = undefined;
  };
  for (const line of text.split('\n')) {
    if (line.startsWith('- "')) {
      flush();
      const asked = line.slice(3).replace(/"\s*$/, '');
      current = byText.get(asked) ?? bareQuestion(asked);
    } else if (line.startsWith(ANSWER)) {
      answer = line.slice(ANSWER.length);
    } else if (line.startsWith(OWN_NOTES)) {
      notes = line.slice(OWN_NOTES.length);
    } else if (line.trim() !== '') {
      if (notes !== undefined) notes += `\n${line}`;
      else if (answer !== null) answer += `\n${line}`;
    }
  }
  flush();
  return results;
}
