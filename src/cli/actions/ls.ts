// Owns what `toolscope ls` does: the sessions, newest first.

import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes, formatCount, plural } from '../../base/units.ts';
import { TOOL_FAMILIES } from '../../ingest/index/tool-families.ts';
import type { Filter } from '../../model/filter/filter.ts';
import { FindCalls } from '../../store/queries/find-calls.ts';
import { SessionList, type SessionRow } from '../../store/queries/session-list.ts';
import type { Invocation } from '../command.ts';
import { USUAL } from '../commands/ls.ts';
import { limitFrom } from '../library-options.ts';
import { filterFrom, type Library, withLibrary } from '../open-library.ts';
import type { Output } from '../output.ts';
import { type Column, layOut, type Row, renderRow } from '../table.ts';

const PAGE = 500;

const COLUMNS: readonly Column[] = [
  { title: 'LAST' },
  { title: 'AGENT', max: 12, hides: true },
  { title: 'SESSION', max: 10 },
  { title: 'PROJECT', max: 24, hides: true },
  { title: 'TITLE', grows: true },
  { title: 'CALLS', align: 'right' },
  { title: 'FAILED', align: 'right' },
  { title: 'SIZE', align: 'right', hides: true },
];

function* allSessions(list: SessionList): Generator<SessionRow> {
  let page = list.page({ limit: PAGE });
  for (;;) {
    yield* page.sessions;
    if (page.next === null) return;
    page = list.page({ limit: PAGE, after: page.next });
  }
}

/** Sessions with a call that fits, the one with the newest such call first. */
function* fittingSessions({ index, places }: Library, filter: Filter): Generator<SessionRow> {
  const list = new SessionList(index.database, places);
  const seen = new Set<string>();
  for (const { call } of new FindCalls(index.database, { filter, places, families: TOOL_FAMILIES }).newestFirst()) {
    const key = `${call.agent} ${call.session}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const session = list.get(call.agent, call.session);
    if (session !== undefined) yield session;
  }
}

function sessionsOf(library: Library, filter: Filter): Generator<SessionRow> {
  if (filter.type !== 'all') return fittingSessions(library, filter);
  return allSessions(new SessionList(library.index.database, library.places));
}

/** Local day and time, to the minute. */
function whenText(at: number | null): string {
  if (at === null || formatInstant(at) === null) return '';
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

function rowOf(session: SessionRow, out: Output): Row {
  const project = session.project?.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return {
    cells: [
      whenText(session.lastAt),
      session.agent,
      out.safe(session.id).slice(0, 8),
      out.safe(project),
      `${session.live ? '● ' : ''}${out.safe(session.title ?? '')}`,
      formatCount(session.calls),
      session.failures === 0 ? '' : formatCount(session.failures),
      formatBytes(session.bytes),
    ],
    paint: (cell, column) => {
      if (column === 6) return out.paint('red', cell);
      if (column === 4 && session.live) return out.paint('cyan', cell);
      return column === 0 || column === 1 || column === 7 ? out.paint('dim', cell) : cell;
    },
  };
}

export async function listSessions(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, USUAL);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async (library) => {
    const shown: SessionRow[] = [];
    let more = false;
    for (const session of sessionsOf(library, filter)) {
      if (shown.length >= limit) {
        more = true;
        break;
      }
      if (options['json'] !== true) shown.push(session);
      else {
        shown.length++;
        await out.line(
          terminalJson({
            ...session,
            startedAt: formatInstant(session.startedAt),
            lastAt: formatInstant(session.lastAt),
          }),
        );
      }
    }
    if (shown.length === 0) {
      if (options['json'] !== true) out.note('toolscope: no session fits.');
      return 1;
    }
    if (options['json'] === true) return 0;
    const rows = shown.map((session) => rowOf(session, out));
    const widths = layOut(COLUMNS, rows, out.width);
    await out.line(out.paint('dim', renderRow(COLUMNS, widths, { cells: COLUMNS.map(({ title }) => title) })));
    for (const row of rows) await out.line(renderRow(COLUMNS, widths, row));
    if (more) out.note(`toolscope: ${plural(shown.length, 'session')} shown; --limit 0 shows all.`);
    return 0;
  });
}
