// The tool `session_changes`: what a session changed in the end, one diff per file.

import { z } from 'zod';
import type { NetFileOnWire } from '../../api/wire/changes.ts';
import { cleanText } from '../clean-text.ts';
import { findSession } from '../find-by-id.ts';
import { callId, callIdOf, place, placeText, sessionIdOf } from '../rows.ts';
import { defineTool } from '../tool.ts';

/** Characters of all diffs together, and of one among several. */
const ALL_MAX = 16_000;
const FILE_MAX = 4000;
const MOST_FILES = 40;
const MOST_CALLS = 10;

function diffOf({ hunks }: NetFileOnWire): string {
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      const head = `@@ -${oldStart ?? '?'},${oldLines} +${newStart ?? '?'},${newLines} @@`;
      return [head, ...lines].join('\n');
    })
    .join('\n');
}

export const sessionChanges = defineTool({
  name: 'session_changes',
  title: 'What a session changed',
  description:
    'Shows what a session changed in the end: one net diff per file, from before its first change to after its last, with the calls that made it. Name a "path" of the answer for one file alone, in full.',
  input: z.strictObject({
    id: z.string().min(1).max(1000).describe('Session id, its beginning, or "latest".'),
    path: z.string().max(4000).optional().describe('One file, as the answer without a path names it.'),
    from: z.number().int().min(0).optional().describe('File to begin at (default 0).'),
  }),
  output: z.object({
    session: z.string(),
    files: z.array(
      z.object({
        change: z.string().describe('added, deleted, modified, or same: in the end as it was.'),
        lines_added: z.number().nullable(),
        lines_removed: z.number().nullable(),
        calls: z.array(z.object({ id: callId, place })),
        is_cut: z.boolean().describe('The diff goes on: name the path to get more of it.'),
        remarks: z.array(z.string()).describe('What is not certain about the diff.'),
        untrusted: z.object({ path: z.string(), moved_to: z.string().nullable(), diff: z.string() }),
      }),
    ),
    total: z.number(),
    next_from: z.number().nullable(),
  }),
  async answer({ id, path, from = 0 }, asked) {
    const { agent, id: session } = await findSession(id, asked);
    const { home } = asked.scope;
    const wanted = path?.startsWith('~/') ? home + path.slice(1) : path;
    const query = wanted === undefined ? {} : { path: wanted };
    const changes = await asked.questions.ask('sessionChanges', { agent, session }, query, asked.signal);
    let left = ALL_MAX;
    const most = path === undefined ? FILE_MAX : ALL_MAX;
    const end = Math.min(changes.files.length, from + MOST_FILES);
    const files = changes.files.slice(from, end).map((file) => {
      const whole = diffOf(file);
      const diff = cleanText(whole, Math.max(1, Math.min(most, left)));
      left -= diff.length;
      return {
        change: file.change,
        lines_added: file.linesAdded,
        lines_removed: file.linesRemoved,
        calls: file.calls.slice(-MOST_CALLS).flatMap((number) => {
          const call = changes.calls[number];
          return call === undefined
            ? []
            : [{ id: callIdOf({ agent, session, ...call }), place: placeText(call.place) }];
        }),
        is_cut: diff.length < whole.length || file.linesLeftOut > 0,
        remarks: [...file.notes.map(({ message }) => message), ...(file.doubt === null ? [] : [file.doubt.message])],
        untrusted: {
          path: cleanText(file.path, 500),
          moved_to: file.movedTo === null ? null : cleanText(file.movedTo, 500),
          diff,
        },
      };
    });
    return {
      session: sessionIdOf(agent, session),
      files,
      total: changes.files.length,
      next_from: end < changes.files.length ? end : null,
    };
  },
});
