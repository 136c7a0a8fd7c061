// The table of calls on the terminal: one dense row per call, a heading per session, totals at the end.

import { boundedMs } from '../api/insight-text.ts';
import { formatCount, plural } from '../base/units.ts';
import type { CallStatus } from '../model/outcome.ts';
import { isUnexpectedFailure } from '../model/outcome.ts';
import { aftermathIn, type Recoveries, type Recovery } from '../model/recoveries.ts';
import type { Session } from '../model/session.ts';
import type { CallFlag, ToolCall } from '../model/tool-call.ts';
import type { Output, Style } from './output.ts';
import { tableLines } from './print-table.ts';
import { type Column, cells, fitCells } from './table.ts';
import { dayText } from './when-text.ts';

const COLUMNS: readonly Column[] = [
  { title: 'TIME', hides: true, style: 'dim' },
  { title: 'TOOL', max: 28, keeps: 'end' },
  { title: 'SUMMARY', grows: true, wants: 24 },
  { title: 'STATUS' },
  { title: 'DURATION', align: 'right' },
  { title: 'NOTES', max: 40, style: 'dim' },
];

/** Minimum width of a session's title. */
const TITLE_MIN = 20;

const STATUS_STYLE: Record<StatusWord, Style> = {
  ok: 'green',
  error: 'red',
  expected: 'grey',
  rejected: 'yellow',
  denied: 'yellow',
  cancelled: 'grey',
  interrupted: 'yellow',
  running: 'cyan',
  background: 'cyan',
  lost: 'magenta',
  unknown: 'grey',
};

/** The status a call is counted as: an expected failure, such as a search without hits, is not an error. */
type StatusWord = CallStatus | 'expected';

export function statusWord(call: Pick<ToolCall, 'status' | 'failure'>): StatusWord {
  return call.status === 'error' && !isUnexpectedFailure(call) ? 'expected' : call.status;
}

/** Expected failures are dim, and a success that hides a failure is not green. */
export function statusStyle(call: Pick<ToolCall, 'status' | 'failure' | 'masked'>): Style {
  if (call.masked !== null) return 'yellow';
  return STATUS_STYLE[statusWord(call)];
}

export function durationText({ duration }: Pick<ToolCall, 'duration'>): string {
  return duration === null ? '' : boundedMs(duration.ms, duration.bound);
}

/** Flags of whole stretches of a session say nothing about one call, and a masked failure has its own text. */
const QUIET: ReadonlySet<string> = new Set<CallFlag>(['pre-compaction', 'implied', 'nested', 'masks-failure']);

export function notesOf(call: ToolCall, recovery?: Recovery): string {
  const notes: string[] = [];
  if (call.failure !== null && call.status !== 'ok') notes.push(call.failure.code);
  if (call.masked !== null) notes.push(`hides ${call.masked.code}`);
  if (recovery?.calls !== null && recovery?.calls !== undefined) {
    const by = recovery.rule === 'same-program' ? ' by the same program' : '';
    notes.push(`fixed${by} after ${plural(recovery.calls, 'call')}`);
  }
  notes.push(...call.flags.filter((flag) => !QUIET.has(flag)));
  if (call.copies.length > 0) notes.push(plural(call.copies.length, 'copy', 'copies'));
  for (const { code } of call.problems) notes.push(code);
  return notes.join(' ');
}

/** Paths inside the session's folder are shown relative to it. */
function withoutFolder(summary: string, cwd: string | undefined): string {
  return cwd === undefined || cwd.length < 2 ? summary : summary.replaceAll(`${cwd}/`, '');
}

function timeText(at: number | null, withDay: boolean): string {
  if (at === null) return '';
  const time = new Date(at).toTimeString().slice(0, 8);
  return withDay ? `${dayText(at).slice(5)} ${time}` : time;
}

/** Whether a session's calls span several days: then times need a date. */
function spansDays(calls: readonly ToolCall[]): boolean {
  const days = new Set<string>();
  for (const { requestedAt, endedAt } of calls) {
    const at = requestedAt ?? endedAt;
    if (at !== null) days.add(dayText(at));
    if (days.size > 1) return true;
  }
  return false;
}

export class CallTable {
  readonly #out: Output;

  constructor(out: Output) {
    this.#out = out;
  }

  async session(session: Session, recovered: Recoveries): Promise<void> {
    if (session.calls.length === 0) return;
    const out = this.#out;
    const day = session.startedAt === null ? '' : `  ${dayText(session.startedAt)}`;
    const heading = `${session.agent}  ${out.safe(session.id)}${day}`;
    const title = fitCells(out.safe(session.fields.title ?? ''), Math.max(TITLE_MIN, out.width - cells(heading) - 2));
    await out.line(out.paint('bold', title === '' ? heading : `${heading}  ${title}`));
    const depths = new Map(session.threads.map(({ id, depth }) => [id, depth]));
    const aftermathOf = aftermathIn(recovered);
    const withDay = spansDays(session.calls);
    const rows = session.calls.map((call) => ({
      cells: [
        // A call known only from its end has no other time.
        timeText(call.requestedAt ?? call.endedAt, withDay),
        `${'· '.repeat((depths.get(call.thread) ?? 0) + Number(call.flags.includes('nested')))}${out.safe(call.tool)}`,
        out.safe(withoutFolder(call.summary, session.fields.cwd)),
        statusWord(call),
        durationText(call),
        out.safe(notesOf(call, aftermathOf(call).recovery)),
      ],
      styles: { STATUS: statusStyle(call) },
    }));
    for (const line of tableLines(COLUMNS, rows, out)) await out.line(line);
    await out.line('');
  }
}

function add(counts: Map<string, number>, code: string, n: number): void {
  counts.set(code, (counts.get(code) ?? 0) + n);
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([code, n]) => `${n} ${code}`).join(', ');
}

export class Totals {
  readonly #statuses = new Map<StatusWord, number>();
  /** Problems of lines, which ledgers count, and of calls and sessions. */
  readonly #lineProblems = new Map<string, number>();
  readonly #otherProblems = new Map<string, number>();
  #sessions = 0;
  #calls = 0;
  #unexpected = 0;
  #masked = 0;
  #recovered = 0;
  #loops = 0;

  add(session: Session, recovered: Recoveries): void {
    this.#sessions++;
    const aftermathOf = aftermathIn(recovered);
    const loops = new Set<unknown>();
    for (const call of session.calls) {
      this.#calls++;
      const word = statusWord(call);
      this.#statuses.set(word, (this.#statuses.get(word) ?? 0) + 1);
      if (isUnexpectedFailure(call)) this.#unexpected++;
      if (call.masked !== null) this.#masked++;
      const { recovery, loop } = aftermathOf(call);
      if (recovery !== undefined && recovery.by !== null) this.#recovered++;
      if (loop !== undefined) loops.add(loop);
    }
    this.#loops += loops.size;
    const ofLines = new Set<string>();
    for (const { ledger } of session.sources) {
      for (const [code, n] of ledger.problems) {
        ofLines.add(code);
        add(this.#lineProblems, code, n);
      }
    }
    for (const { code } of session.problems) if (!ofLines.has(code)) add(this.#otherProblems, code, 1);
  }

  lines(out: Output): string[] {
    const loops = this.#loops === 0 ? '' : `, ${plural(this.#loops, 'loop')} of the same failing call`;
    // Both kinds are fixed: without a sum it would seem to be about the last one named.
    const of = this.#masked === 0 ? '' : ` of these ${formatCount(this.#unexpected + this.#masked)}`;
    const recovered = this.#recovered === 0 ? '' : `, ${formatCount(this.#recovered)}${of} fixed later`;
    const masked = this.#masked === 0 ? '' : `, ${formatCount(this.#masked)} more inside calls that succeeded`;
    const failures = `${plural(this.#unexpected, 'unexpected failure')}${masked}${recovered}${loops}`;
    const statuses = [...this.#statuses]
      .sort((a, b) => b[1] - a[1])
      .map(([status, n]) => out.paint(STATUS_STYLE[status], `${formatCount(n)} ${status}`));
    const counts = `${plural(this.#calls, 'call')} in ${plural(this.#sessions, 'session')}`;
    const lines = this.#calls === 0 ? [counts] : [`${counts}: ${statuses.join(', ')}`, failures];
    if (this.#lineProblems.size > 0) {
      lines.push(out.paint('yellow', `Problems in the logs: ${out.safe(listed(this.#lineProblems))}. See --ledger.`));
    }
    if (this.#otherProblems.size > 0) {
      lines.push(out.paint('yellow', `Problems with calls and sessions: ${out.safe(listed(this.#otherProblems))}.`));
    }
    return lines;
  }
}
