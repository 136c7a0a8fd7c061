// `toolscope ls`: lists sessions, pinned ones first, then the newest.

import { shortCost, shortEnding } from '../../api/insight-text.ts';
import { placesText } from '../../api/places-text.ts';
import { lastPart } from '../../base/last-part.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatInstant } from '../../base/time.ts';
import { formatBytes, formatCount, formatMs, plural } from '../../base/units.ts';
import { LiveStates } from '../../library/live-states.ts';
import { placesOfLogs } from '../../library/roots.ts';
import { type Filter, joined } from '../../model/filter/filter.ts';
import { parseFilter } from '../../model/filter/parse-filter.ts';
import type { LiveState, LiveStateName } from '../../model/live-state.ts';
import { startedAs } from '../../server/started-as.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { SessionRow } from '../../store/questions/sessions.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import { readMarks, type SessionMark, type SessionMarks } from '../../user/session-marks.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { fateText, LogFates } from '../log-fate.ts';
import { type Library, withLibrary } from '../open-library.ts';
import type { Output, Style } from '../output.ts';
import { PagedTable } from '../print-table.ts';
import type { Column, Row } from '../table.ts';
import { minuteText } from '../when-text.ts';

const PAGE = 500;

export const SESSION_COLUMNS: readonly Column[] = [
  { title: 'LAST', style: 'dim' },
  { title: 'AGENT', max: 12, hides: true, style: 'dim' },
  { title: 'SESSION' },
  { title: 'PROJECT', max: 24, hides: true },
  { title: 'STATE', hides: 'late', mayBeEmpty: true },
  { title: 'TITLE', grows: true, wants: 24 },
  { title: 'CALLS', align: 'right', hides: 'late' },
  { title: 'FAILED', align: 'right', style: 'red' },
  { title: 'MASKED', align: 'right', hides: true, style: 'yellow' },
  { title: 'SIZE', align: 'right', hides: true, style: 'dim' },
  { title: 'DELETED IN', align: 'right', hides: true, mayBeEmpty: true, style: 'dim' },
];

/** With --long: how it ended, its time without idle, and its cost. */
const LONG_COLUMNS: readonly Column[] = [
  { title: 'ENDED' },
  { title: 'ACTIVE', align: 'right', hides: 'late' },
  { title: 'COST', align: 'right' },
];

function longCells({ insights }: SessionRow): string[] {
  if (insights === null) return ['', '', ''];
  const { ending, activeMs, costUsd, costBasis } = insights;
  const cost = costUsd === null ? '' : shortCost(costUsd, costBasis);
  return [shortEnding(ending), activeMs === 0 ? '' : formatMs(activeMs), cost];
}

/** Newest first; with a filter, sessions with a matching call. */
async function* sessionsOf({ index: { questions }, places }: Library, filter: Filter): AsyncGenerator<SessionRow> {
  const question = { filter, places, families: TOOL_FAMILIES };
  let page = await questions.sessions.page(question, { limit: PAGE });
  for (;;) {
    yield* page.sessions;
    if (page.next === null) return;
    page = await questions.sessions.page(question, { limit: PAGE, after: page.next });
  }
}

/** Pinned sessions that match, however old they are. */
async function* pinnedOf(
  { index: { questions }, places }: Library,
  filter: Filter,
  marks: SessionMarks,
): AsyncGenerator<SessionRow> {
  for (const { agent, session, isPinned } of marks.all) {
    if (!isPinned) continue;
    const one = parseFilter(`session:${JSON.stringify(session)} agent:${JSON.stringify(agent)}`, { now: Date.now() });
    if (!one.ok) continue;
    const question = { filter: joined('and', [filter, one.filter]), places, families: TOOL_FAMILIES };
    const page = await questions.sessions.page(question, { limit: PAGE });
    yield* page.sessions.filter((row) => row.agent === agent && row.id === session);
  }
}

/** In display order; hidden ones only on request. */
async function* listed(
  library: Library,
  filter: Filter,
  marks: SessionMarks,
  withHidden: boolean,
): AsyncGenerator<SessionRow> {
  const isShown = ({ agent, id }: SessionRow): boolean => withHidden || !marks.of(agent, id).isHidden;
  for await (const row of pinnedOf(library, filter, marks)) if (isShown(row)) yield row;
  for await (const row of sessionsOf(library, filter)) {
    if (isShown(row) && !marks.of(row.agent, row.id).isPinned) yield row;
  }
}

/** Empty where nothing is marked. */
function markRecord({ title }: SessionRow, { isPinned, isHidden, name }: SessionMark): object {
  if (!isPinned && !isHidden && name === null) return {};
  return { pinned: isPinned, hidden: isHidden, ...(name === null ? {} : { title: name, ownTitle: title }) };
}

/** An ended session shows no state. */
const STATE_TEXT: Readonly<Record<LiveStateName, { readonly text: string; readonly style: Style }>> = {
  working: { text: '● working', style: 'cyan' },
  'waiting-permission': { text: '● permission?', style: 'yellow' },
  'waiting-answer': { text: '● answer?', style: 'yellow' },
  idle: { text: '○ idle', style: 'dim' },
  ended: { text: '', style: 'dim' },
};

interface Shown {
  readonly session: SessionRow;
  readonly mark: SessionMark;
  readonly state: LiveState;
  /** The short id that people type. */
  readonly id: string;
}

function rowOf({ session, mark, state, id }: Shown, fates: LogFates, out: Output, isLong: boolean): Row {
  const project = lastPart(session.project ?? '');
  return {
    cells: [
      minuteText(session.lastAt),
      session.agent,
      out.safe(id),
      out.safe(project),
      STATE_TEXT[state.state].text,
      `${mark.isPinned ? '★ ' : ''}${out.safe(mark.name ?? session.title ?? '')}`,
      session.isUnread ? '…' : formatCount(session.calls),
      session.failures === 0 ? '' : formatCount(session.failures),
      session.masked === 0 ? '' : formatCount(session.masked),
      formatBytes(session.bytes),
      fateText(fates.of(session.agent, session.id)),
      ...(isLong ? longCells(session) : []),
    ],
    styles: { STATE: STATE_TEXT[state.state].style },
  };
}

/** With the rule and the log line it is based on. */
function stateRecord({ since, ...state }: LiveState): unknown {
  return { ...state, since: formatInstant(since) };
}

/** Whether the filter leaves nothing, or there is nothing: somebody new has no filter to change. */
async function nothingText({ index: { questions }, places }: Library): Promise<string> {
  const { sessions } = await questions.health.placeTotals(places);
  if (sessions > 0) return 'no sessions match.';
  return `there are no sessions in ${placesText(placesOfLogs(places), `${startedAs()} doctor`)}.`;
}

export async function listSessions(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const limit = limitFrom(invocation, LIMITS.ls);
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async (library) => {
    const isLong = options['long'] === true;
    const table = new PagedTable(out, isLong ? [...SESSION_COLUMNS, ...LONG_COLUMNS] : SESSION_COLUMNS);
    const { questions, store } = library.index;
    const now = Date.now();
    const fates = new LogFates(store.local, now);
    const states = new LiveStates(questions, now);
    const marks = readMarks(dataFolder());
    let shown = 0;
    let more = false;
    for await (const session of listed(library, filter, marks, options['hidden'] === true)) {
      if (shown >= limit) {
        more = true;
        break;
      }
      shown++;
      const state = await states.of(session);
      const mark = marks.of(session.agent, session.id);
      if (options['json'] === true) {
        const times = { startedAt: formatInstant(session.startedAt), lastAt: formatInstant(session.lastAt) };
        const told = { ...fates.of(session.agent, session.id), state: stateRecord(state) };
        await out.line(terminalJson({ ...session, ...times, ...told, ...markRecord(session, mark) }));
      } else {
        const [id = session.id] = await questions.sessions.shortIds([session.id]);
        await table.add(rowOf({ session, mark, state, id }, fates, out, isLong));
      }
    }
    await table.end();
    if (shown === 0) {
      if (options['json'] !== true) out.note(`toolscope: ${await nothingText(library)}`);
      return 1;
    }
    if (more && options['json'] !== true)
      out.note(`toolscope: ${plural(shown, 'session')} shown; --limit 0 shows all.`);
    return 0;
  });
}
