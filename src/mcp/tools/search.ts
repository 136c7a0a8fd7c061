// The tool `search`: any text in any log of the scope, newest first.

import { z } from 'zod';
import type { SearchPage } from '../../api/wire/library.ts';
import { AppError } from '../../base/app-error.ts';
import { cleanLine, isoTime } from '../clean-text.ts';
import { callId, callIdOf, place, placeText, sessionIdOf, time, titleText } from '../rows.ts';
import { filterIn, quoted } from '../scope.ts';
import { cursorInput, defineTool, filterInput, limitInput, nextOutput } from '../tool.ts';

const USUAL = 10;
/** Characters of a snippet, and how many of them stand before what was found. */
const SNIPPET_MAX = 200;
const BEFORE = 60;
/** Looked through for secrets on either side before a snippet is cut: as long as the longest key. */
const AROUND = 8192;

/** Words as they are: what an error says is full of colons and brackets that would mean something in a filter. */
function wordsOf(text: string): string {
  const words = text.match(/"[^"]*"|\/(?:[^/\\]|\\.)+\/[is]{0,2}(?=\s|$)|\S+/g) ?? [];
  const taken = words.map((word) => {
    if (/^\/(?:[^/\\]|\\.)+\/[is]{0,2}$/.test(word)) return word;
    const inner = /^"[^"]+"$/.test(word) ? word.slice(1, -1) : word;
    return /^[\p{L}\p{N}_]+\*$/u.test(inner) ? inner : quoted(inner);
  });
  if (taken.length === 0) throw new AppError('bad-usage', 'Say what to look for in "text".');
  return taken.join(' ');
}

function shortSnippet({ text, marks }: SearchPage['hits'][number]['snippet']): string {
  const start = Math.max(0, (marks[0]?.[0] ?? 0) - BEFORE);
  return `${start > 0 ? '…' : ''}${cleanLine(text.slice(start), SNIPPET_MAX)}`;
}

export const search = defineTool({
  name: 'search',
  title: 'Search all logs',
  description:
    'Finds text in everything that was said and done: prompts, answers, tool inputs, outputs, paths, errors. All words must stand in one record; "a phrase" in quotes, prefix*, /regular expression/. Newest first, with a snippet and the call or message it is in. For an error message, similar_failures answers better.',
  input: z.strictObject({
    text: z.string().min(1).max(4000).describe('What to look for.'),
    filter: filterInput,
    cursor: cursorInput,
    limit: limitInput(USUAL, 30),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        session: z.string(),
        call: callId.nullable(),
        what: z.string().describe('call, prompt, answer, thinking …'),
        part: z.string(),
        at: time,
        place,
        untrusted: z.object({ snippet: z.string(), summary: z.string().nullable(), title: z.string().nullable() }),
      }),
    ),
    is_complete: z.boolean().describe('False: it was stopped early, and older hits may be missing; next goes on.'),
    next: nextOutput,
  }),
  async answer({ text, filter, cursor, limit = USUAL }, { questions, scope, cursors, signal }) {
    const q = `${wordsOf(text)} ${filterIn(scope, filter)}`;
    const query = { q, ...cursors.find(cursor), limit: String(limit), around: String(AROUND) };
    const page = await questions.ask('search', {}, query, signal);
    return {
      hits: page.hits.map((hit) => ({
        session: sessionIdOf(hit.agent, hit.session),
        call: hit.call === null ? null : callIdOf(hit.call),
        what: hit.what,
        part: hit.part,
        at: isoTime(hit.at),
        place: placeText(hit),
        untrusted: {
          snippet: shortSnippet(hit.snippet),
          summary: hit.call === null ? null : cleanLine(hit.call.summary, 200),
          title: titleText(hit.sessionTitle),
        },
      })),
      is_complete: page.searched.isComplete,
      next: cursors.name(page.next),
    };
  },
});
