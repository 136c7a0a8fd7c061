// Turns a filter on the wire into a question for the index.

import { AppError } from '../base/app-error.ts';
import { explainFilterErrors } from '../model/filter/explain-errors.ts';
import type { Filter } from '../model/filter/filter.ts';
import { parseFilter } from '../model/filter/parse-filter.ts';
import type { CallQuestion } from '../store/questions/call-question.ts';
import { TOOL_FAMILIES } from '../tools/traits.ts';
import type { ServedLibrary } from './served-library.ts';

function readFilter(text: string | undefined, now: number): Filter {
  const parsed = parseFilter(text ?? '', { now });
  if (parsed.ok) return parsed.filter;
  throw new AppError('bad-filter', explainFilterErrors(text ?? '', parsed.errors), {
    hint: 'GET /api/v1/filter?text=… says what is wrong, and what to write instead.',
  });
}

export function questionOf(
  filter: string | undefined,
  { library, now }: { readonly library: ServedLibrary; readonly now: number },
): CallQuestion {
  return { filter: readFilter(filter, now), places: library.places, families: TOOL_FAMILIES };
}

function quoted(text: string): string {
  return `"${text.replace(/(["\\])/g, '\\$1')}"`;
}

/** All calls of a session, and perhaps of others whose id starts with the same characters. */
export function sessionQuestion(
  { agent, session }: { readonly agent: string; readonly session: string },
  asked: { readonly library: ServedLibrary; readonly now: number },
): CallQuestion {
  return questionOf(`session:${quoted(session)} agent:${quoted(agent)}`, asked);
}

/** Page size: as requested, within limits. */
export function pageSize(asked: number | undefined, usual: number, most: number): number {
  return Math.min(most, Math.max(1, asked ?? usual));
}
