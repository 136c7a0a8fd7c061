// `toolscope files`: the files agents read and changed, most recently touched first.

import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatCount, plural } from '../../base/units.ts';
import { allTouchedFiles, type TouchedFile, touchedFiles } from '../../library/touched-files.ts';
import { type Filter, joined } from '../../model/filter/filter.ts';
import { TOOL_FAMILIES, TOOL_TOUCHES } from '../../tools/traits.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { findSession } from '../find-by-prefix.ts';
import { limitFrom } from '../library-options.ts';
import { type Library, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { printTable } from '../print-table.ts';
import type { Column, Row } from '../table.ts';
import { minuteText } from '../when-text.ts';

const COLUMNS: readonly Column[] = [
  { title: 'LAST', hides: true, style: 'dim' },
  { title: 'FILE', grows: true, wants: 40, keeps: 'end' },
  { title: 'READS', align: 'right' },
  { title: 'EDITS', align: 'right' },
  { title: 'WRITES', align: 'right' },
  { title: 'ADDED', align: 'right', style: 'green' },
  { title: 'REMOVED', align: 'right', style: 'red' },
  { title: 'FAILED', align: 'right', style: 'red' },
  { title: 'REFUSED', align: 'right', hides: true, style: 'yellow' },
];

function countText(count: number | null): string {
  return count === null || count === 0 ? '' : formatCount(count);
}

function rowOf(file: TouchedFile, out: Output): Row {
  return {
    cells: [
      minuteText(file.lastAt),
      out.safe(file.path),
      countText(file.reads),
      countText(file.edits),
      countText(file.writes),
      file.linesAdded === null || file.linesAdded === 0 ? '' : `+${formatCount(file.linesAdded)}`,
      file.linesRemoved === null || file.linesRemoved === 0 ? '' : `−${formatCount(file.linesRemoved)}`,
      countText(file.failures),
      countText(file.refused),
    ],
  };
}

async function filesOf(library: Library, invocation: Invocation, filter: Filter): Promise<TouchedFile[]> {
  const { index, places } = library;
  const named = invocation.options['session'];
  const question = { places, families: TOOL_FAMILIES, touches: TOOL_TOUCHES };
  if (typeof named !== 'string') return allTouchedFiles(index.questions, { ...question, filter }, index.open);
  const { id, agent } = await findSession(library, named, invocation.out);
  const ofSession: Filter = { type: 'term', key: 'session', values: [{ type: 'exact', value: id.toLowerCase() }] };
  const touches = await index.questions.files.touched({ ...question, filter: joined('and', [ofSession, filter]) });
  return touchedFiles(
    touches.filter((touch) => touch.session === id && touch.agent === agent),
    index.questions,
    index.open,
  );
}

export async function listFiles(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.files);
  const filter = filterFrom(invocation);
  if (options['session'] === '')
    throw new AppError('bad-usage', '--session takes a session id, or the beginning of one.');
  return withLibrary(invocation, async (library) => {
    const found = await filesOf(library, invocation, filter);
    const shown = found.slice(0, limit);
    if (options['json'] === true) {
      for (const file of shown) {
        const times = { firstAt: formatInstant(file.firstAt), lastAt: formatInstant(file.lastAt) };
        await out.line(terminalJson({ ...file, ...times }));
      }
    } else if (shown.length > 0)
      await printTable(
        out,
        COLUMNS,
        shown.map((file) => rowOf(file, out)),
      );
    else out.note('toolscope: no files match.');
    if (found.length > shown.length && options['json'] !== true) {
      out.note(
        `toolscope: ${formatCount(shown.length)} of ${plural(found.length, 'file')} shown; --limit 0 shows all.`,
      );
    }
    return shown.length > 0 ? 0 : 1;
  });
}
