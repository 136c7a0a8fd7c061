// Tables of `toolscope stats`: columns and rows for each grouping.

import { formatInstant } from '../base/time.ts';
import { formatBytes, formatCount, formatMs, formatShare } from '../base/units.ts';
import type {
  BackgroundWork,
  CallGroup,
  DayStats,
  HookStats,
  PermissionStats,
  StatsBy,
} from '../store/questions/stats.ts';
import type { Questions } from '../store/questions.ts';
import { statusWord } from './call-table.ts';
import type { Output, Style } from './output.ts';
import type { Column, Row } from './table.ts';
import { minuteText, secondText } from './when-text.ts';

export interface StatsTable {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

function count(n: number): string {
  return n === 0 ? '' : formatCount(n);
}

function rateText(failures: number, rate: number | null): string {
  return rate === null || failures === 0 ? '' : formatShare(rate);
}

function spanText(ms: number | null, { bound }: CallGroup['durations']): string {
  return ms === null ? '' : `${bound === 'at-most' ? '≤ ' : ''}${formatMs(ms)}`;
}

/** Styles by column number. */
function styled(out: Output, styles: Readonly<Record<number, Style>>): NonNullable<Row['paint']> {
  return (cell, column) => {
    const style = styles[column];
    return style === undefined ? cell : out.paint(style, cell);
  };
}

export function groupTable(groups: readonly CallGroup[], by: StatsBy, out: Output): StatsTable {
  const columns: readonly Column[] = [
    // A tool used by two agents has two rows: without the agent they would look like duplicates.
    by === 'agent' || by === 'project' ? { title: '', hides: true } : { title: 'AGENT', max: 12, wants: 12 },
    { title: by.toUpperCase(), grows: true, wants: 20, keeps: 'end' },
    { title: 'CALLS', align: 'right' },
    { title: 'FAILED', align: 'right', hides: 'late' },
    { title: '% OF ENDED', align: 'right' },
    { title: 'EXPECTED', align: 'right', hides: 'late' },
    { title: 'MASKED', align: 'right', hides: true },
    { title: 'REFUSED', align: 'right', hides: true },
    { title: 'P50', align: 'right' },
    { title: 'P95', align: 'right' },
    { title: 'IN ALL', align: 'right', hides: true },
    { title: 'WAITED', align: 'right', hides: true },
    { title: 'BYTES', align: 'right', hides: true },
    { title: 'TOKENS', align: 'right', hides: true },
    { title: 'KNOWN BY', max: 28, wants: 28, hides: true },
  ];
  const paint = styled(out, { 0: 'dim', 3: 'red', 4: 'red', 5: 'dim', 6: 'yellow', 14: 'dim' });
  const rows = groups.map((group): Row => {
    const { durations, bytes } = group;
    const basis = Object.entries(durations.basis).sort((a, b) => b[1] - a[1]);
    return {
      cells: [
        by === 'agent' ? '' : (group.agent ?? ''),
        out.safe(group.key ?? 'not known'),
        formatCount(group.calls),
        count(group.failures),
        rateText(group.failures, group.failureRate),
        count(group.expectedFailures),
        count(group.masked),
        count(group.refused),
        spanText(durations.p50Ms, durations),
        spanText(durations.p95Ms, durations),
        durations.known === 0 ? '' : spanText(durations.totalMs, durations),
        group.waits === 0 ? '' : formatMs(group.waitMs),
        bytes === 0 ? '' : formatBytes(bytes),
        count(group.tokens),
        basis.map(([name]) => name).join(', '),
      ],
      paint,
    };
  });
  return { columns, rows };
}

export function dayTable(days: readonly DayStats[], out: Output): StatsTable {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const columns: readonly Column[] = [
    { title: 'DAY' },
    { title: 'CALLS', align: 'right' },
    { title: 'FAILED', align: 'right' },
    { title: 'EXPECTED', align: 'right', hides: true },
    { title: 'MASKED', align: 'right', hides: true },
    { title: 'REFUSED', align: 'right', hides: true },
    { title: '', grows: true },
  ];
  const paint = styled(out, { 2: 'red', 3: 'dim', 4: 'yellow', 6: 'cyan' });
  const rows = days.map(
    ({ day, calls, failures, expectedFailures, masked, refused }): Row => ({
      cells: [
        day ?? 'no time',
        formatCount(calls),
        count(failures),
        count(expectedFailures),
        count(masked),
        count(refused),
        '▇'.repeat(Math.round((30 * calls) / most)),
      ],
      paint,
    }),
  );
  return { columns, rows };
}

export function hookTable(hooks: readonly HookStats[], out: Output): StatsTable {
  const columns: readonly Column[] = [
    { title: 'EVENT', max: 20 },
    { title: 'HOOK', grows: true, wants: 24 },
    { title: 'RUNS', align: 'right' },
    { title: 'STOPPED', align: 'right' },
    { title: 'BROKE', align: 'right', hides: 'late' },
    { title: 'TIME', align: 'right' },
    { title: 'MEAN', align: 'right' },
    { title: 'LONGEST', align: 'right', hides: true },
    { title: 'LAST', hides: true },
  ];
  const paint = styled(out, { 0: 'dim', 3: 'yellow', 4: 'red', 8: 'dim' });
  const rows = hooks.map(({ event, name, command, runs, blocked, failed, timed, totalMs, maxMs, lastAt }): Row => {
    // Names mostly repeat the event, followed by a colon and what it matched.
    const matched = name.startsWith(event) ? name.slice(event.length).replace(/^:/, '') : name;
    const cells = [
      out.safe(event),
      out.safe([matched, command].filter((part) => part !== null && part !== '').join(': ') || name),
      formatCount(runs),
      count(blocked),
      count(failed),
      timed === 0 ? '' : formatMs(totalMs),
      timed === 0 ? '' : formatMs(totalMs / timed),
      maxMs === null ? '' : formatMs(maxMs),
      minuteText(lastAt),
    ];
    return { cells, paint };
  });
  return { columns, rows };
}

export function permissionTable(decisions: readonly PermissionStats[], out: Output): StatsTable {
  const columns: readonly Column[] = [
    { title: 'AGENT', max: 12, hides: true },
    { title: 'TOOL', grows: true },
    { title: 'DECISION' },
    { title: 'BY' },
    { title: 'CALLS', align: 'right' },
    { title: 'WAITED', align: 'right', hides: true },
    { title: 'FIRST', hides: true },
    { title: 'LAST', hides: true },
  ];
  const rows = decisions.map(
    ({ agent, toolId, decision, by, calls, waits, waitMs, firstAt, lastAt }): Row => ({
      cells: [
        agent,
        out.safe(toolId),
        out.safe(decision),
        out.safe(by),
        formatCount(calls),
        waits === 0 ? '' : formatMs(waitMs),
        minuteText(firstAt),
        minuteText(lastAt),
      ],
      paint: styled(out, { 0: 'dim', 2: decision === 'allowed' ? 'green' : 'yellow', 6: 'dim', 7: 'dim' }),
    }),
  );
  return { columns, rows };
}

export async function backgroundTable(
  work: readonly BackgroundWork[],
  { calls }: Questions,
  out: Output,
): Promise<StatsTable> {
  const columns: readonly Column[] = [
    { title: 'TIME', hides: 'late' },
    { title: 'ID' },
    { title: 'KIND', max: 12 },
    { title: 'SUMMARY', grows: true, wants: 30 },
    { title: 'STATUS' },
    { title: 'TOOK', align: 'right' },
    { title: 'END LEARNED BY', max: 20, hides: true },
  ];
  const paint = styled(out, { 0: 'dim', 1: 'dim', 6: 'dim' });
  const ids = await calls.shortIds(work.map(({ call }) => call.callId));
  const rows: Row[] = [];
  for (const [i, { call, endedVia, tookMs }] of work.entries()) {
    rows.push({
      cells: [
        secondText(call.requestedAt),
        out.safe(ids[i] ?? ''),
        call.background?.kind ?? '',
        out.safe(call.summary),
        statusWord(call),
        tookMs === null ? '' : `≤ ${formatMs(tookMs)}`,
        endedVia ?? 'not on record',
      ],
      paint,
    });
  }
  return { columns, rows };
}

/** A hook as NDJSON. */
export function hookRecord(hook: HookStats): object {
  return { ...hook, firstAt: formatInstant(hook.firstAt), lastAt: formatInstant(hook.lastAt) };
}

/** A decision as NDJSON. */
export function permissionRecord(decisions: PermissionStats): object {
  return { ...decisions, firstAt: formatInstant(decisions.firstAt), lastAt: formatInstant(decisions.lastAt) };
}
