// The tool `file_history`: what agents did to one file, call by call.

import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { cleanLine, cleanText, isoTime } from '../clean-text.ts';
import { callId, callIdOf, place, placeText, time, titleText } from '../rows.ts';
import { filterIn, wholePath } from '../scope.ts';
import { cursorInput, defineTool, filterInput, limitInput, nextOutput } from '../tool.ts';

const USUAL = 20;
const DIFF_MAX = 1200;

/** The lines of the hunks, one after the other. */
function diffText(diff: unknown): string | null {
  if (!isObject(diff) || !Array.isArray(diff['files'])) return null;
  const lines = diff['files'].flatMap((file: unknown) => {
    const hunks = isObject(file) && Array.isArray(file['hunks']) ? file['hunks'] : [];
    return hunks.flatMap((hunk: unknown) => (isObject(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : []));
  });
  return lines.length === 0 ? null : cleanText(lines.map(String).join('\n'), DIFF_MAX);
}

export const fileHistory = defineTool({
  name: 'file_history',
  title: 'History of a file',
  description:
    'Lists what agents did to one file, oldest first: reads, edits and writes with their diffs, which session, and whether it worked. Use it before changing a file that others worked on, or to find out why a line is as it is.',
  input: z.strictObject({
    path: z.string().min(1).max(4000).describe('Relative to the project, absolute, or beginning with ~/.'),
    filter: filterInput,
    cursor: cursorInput,
    limit: limitInput(USUAL, 50),
  }),
  output: z.object({
    touches: z.array(
      z.object({
        id: callId,
        at: time,
        touch: z.string().describe('read, edit or write'),
        status: z.string().describe('Only "ok" changed anything.'),
        lines_added: z.number().nullable(),
        lines_removed: z.number().nullable(),
        place,
        untrusted: z.object({ summary: z.string(), diff: z.string().nullable(), session_title: z.string().nullable() }),
      }),
    ),
    next: nextOutput,
  }),
  async answer({ path, filter, cursor, limit = USUAL }, { questions, scope, cursors, signal }) {
    const query = {
      path: wholePath(path, scope),
      filter: filterIn(scope, filter),
      ...cursors.find(cursor),
      limit: String(limit),
    };
    const page = await questions.ask('fileHistory', {}, query, signal);
    return {
      touches: page.touches.map((touch) => ({
        id: callIdOf(touch),
        at: isoTime(touch.at),
        touch: touch.touch,
        status: touch.status,
        lines_added: touch.linesAdded,
        lines_removed: touch.linesRemoved,
        place: placeText(touch.place),
        untrusted: {
          summary: cleanLine(touch.summary, 200),
          diff: diffText(touch.diff),
          session_title: titleText(touch.sessionTitle),
        },
      })),
      next: cursors.name(page.next),
    };
  },
});
