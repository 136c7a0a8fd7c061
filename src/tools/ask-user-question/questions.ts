// Questions and their answers: what was offered, what was chosen, and what was typed instead.

export interface QuestionOption {
  readonly label: string;
  readonly description?: string | undefined;
  /** What the user saw while the option was focused. */
  readonly preview?: string | undefined;
}

export interface Question {
  /** Codex answers by this id; Claude Code by the question's text. */
  readonly id?: string | undefined;
  readonly question: string;
  readonly header?: string | undefined;
  readonly options: readonly QuestionOption[];
  readonly multiSelect: boolean;
  /** The answer must not be shown. */
  readonly secret: boolean;
}

export interface AnsweredQuestion extends Question {
  readonly options: readonly (QuestionOption & { readonly chosen: boolean })[];
  /** The answer as in the log; null when there is none. */
  readonly answer: string | null;
  /** The part of the answer that is not an option: what the user typed. */
  readonly typed: string | null;
  readonly notes?: string | undefined;
  /** The preview of the chosen option. */
  readonly chosenPreview?: string | undefined;
  /** Why it was not answered: skipped, replied_in_chat, dismissed. */
  readonly unanswered?: string | undefined;
}

const SEPARATOR = ', ';
/** With more options than this, answers are not matched: no one chooses among more. */
const MATCHED_MAX = 100;

export interface Choice {
  readonly labels: ReadonlySet<string>;
  readonly typed: string | null;
}

/**
 * Which labels an answer consists of. Several choices are joined by ", ", which labels may contain themselves: at each
 * position the longest label that ends there wins, and the rest was typed.
 */
export function matchAnswer(answer: string, options: readonly QuestionOption[], multiSelect: boolean): Choice {
  if (answer.trim() === '') return { labels: new Set(), typed: null };
  const labels = options.slice(0, MATCHED_MAX).map((option) => option.label);
  if (labels.includes(answer)) return { labels: new Set([answer]), typed: null };
  const byLength = labels.filter((label) => label !== '' && answer.includes(label)).sort((a, b) => b.length - a.length);
  if (byLength.length === 0) return { labels: new Set(), typed: answer };
  const chosen = new Set<string>();
  const typed: string[] = [];
  let at = 0;
  while (at < answer.length) {
    const label = byLength.find((candidate) => endsAt(answer, at, candidate));
    if (label !== undefined) {
      chosen.add(label);
      at += label.length + SEPARATOR.length;
      continue;
    }
    const next = answer.indexOf(SEPARATOR, at);
    const end = next === -1 ? answer.length : next;
    typed.push(answer.slice(at, end));
    at = end + SEPARATOR.length;
  }
  // A single choice is one label or typed text; a label that happens to occur in a sentence was not chosen.
  if (!multiSelect && typed.length > 0) return { labels: new Set(), typed: answer };
  return { labels: chosen, typed: typed.length === 0 ? null : typed.join(SEPARATOR) };
}

function endsAt(answer: string, at: number, label: string): boolean {
  if (!answer.startsWith(label, at)) return false;
  const end = at + label.length;
  return end === answer.length || answer.startsWith(SEPARATOR, end);
}

export interface AnswerNotes {
  readonly notes?: string | undefined;
  readonly preview?: string | undefined;
  readonly unanswered?: string | undefined;
}

export function answered(question: Question, answer: string | null, notes: AnswerNotes = {}): AnsweredQuestion {
  const choice = answer === null ? null : matchAnswer(answer, question.options, question.multiSelect);
  return {
    id: question.id,
    question: question.question,
    header: question.header,
    multiSelect: question.multiSelect,
    secret: question.secret,
    options: question.options.map((option) => ({ ...option, chosen: choice?.labels.has(option.label) ?? false })),
    answer,
    typed: choice?.typed ?? null,
    notes: notes.notes,
    chosenPreview: notes.preview,
    unanswered: notes.unanswered,
  };
}

/** A question of which only the text is known. */
export function bareQuestion(question: string): Question {
  return { question, options: [], multiSelect: false, secret: false };
}
