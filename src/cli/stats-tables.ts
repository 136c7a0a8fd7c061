// Tables of `toolscope stats`: columns and rows for each grouping.

import { boundedMs } from '../api/insight-text.ts';
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
import type { Output } from './output.ts';
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
  return ms === null ? '' : boundedMs(ms, bound);
}

export function groupTable(groups: readonly CallGroup[], by: StatsBy, out: Output): StatsTable {
  const columns: readonly Column[] = [
    // A tool used by two agents has two rows: without the agent they would look like duplicates.
    by === 'agent' || by === 'project'
      ? { title: '', hides: true }
      : { title: 'AGENT', max: 12, wants: 12, style: 'dim' },
    { title: by.toUpperCase(), grows: true, wants: 20, keeps: 'end' },
    { title: 'CALLS', align: 'right' },
    { title: 'FAILED', align: 'right', hides: 'late', style: 'red' },
    { title: '% OF ENDED', align: 'right', style: 'red' },
    { title: 'EXPECTED', align: 'right', hides: 'late', style: 'dim' },
    { title: 'MASKED', align: 'right', hides: true, style: 'yellow' },
    { title: 'REFUSED', align: 'right', hides: true },
    { title: 'P50', align: 'right' },
    { title: 'P95', align: 'right' },
    { title: 'IN ALL', align: 'right', hides: true },
    { title: 'WAITED', align: 'right', hides: true },
    { title: 'BYTES', align: 'right', hides: true },
    { title: 'TOKENS', align: 'right', hides: true },
    { title: 'KNOWN BY', max: 28, wants: 28, hides: true, style: 'dim' },
  ];
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
    };
  });
  return { columns, rows };
}

export function dayTable(days: readonly DayStats[]): StatsTable {
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  const columns: readonly Column[] = [
    { title: 'DAY' },
    { title: 'CALLS', align: 'right' },
    { title: 'FAILED', align: 'right', style: 'red' },
    { title: 'EXPECTED', align: 'right', hides: true, style: 'dim' },
    { title: 'MASKED', align: 'right', hides: true, style: 'yellow' },
    { title: 'REFUSED', align: 'right', hides: true },
    { title: '', grows: true, style: 'cyan' },
  ];
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
    }),
  );
  return { columns, rows };
}

export function hookTable(hooks: readonly HookStats[], out: Output): StatsTable {
  const columns: readonly Column[] = [
    { title: 'EVENT', max: 20, style: 'dim' },
    { title: 'HOOK', grows: true, wants: 24 },
    { title: 'RUNS', align: 'right' },
    { title: 'STOPPED', align: 'right', style: 'yellow' },
    { title: 'BROKE', align: 'right', hides: 'late', style: 'red' },
    { title: 'TIME', align: 'right' },
    { title: 'MEAN', align: 'right' },
    { title: 'LONGEST', align: 'right', hides: true },
    { title: 'LAST', hides: true, style: 'dim' },
  ];
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
    return { cells };
  });
  return { columns, rows };
}

export function permissionTable(decisions: readonly PermissionStats[], out: Output): StatsTable {
  const columns: readonly Column[] = [
    { title: 'AGENT', max: 12, hides: true, style: 'dim' },
    { title: 'TOOL', grows: true },
    { title: 'DECISION' },
    { title: 'BY' },
    { title: 'CALLS', align: 'right' },
    { title: 'WAITED', align: 'right', hides: true },
    { title: 'FIRST', hides: true, style: 'dim' },
    { title: 'LAST', hides: true, style: 'dim' },
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
      styles: { DECISION: decision === 'allowed' ? 'green' : 'yellow' },
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
    { title: 'TIME', hides: 'late', style: 'dim' },
    { title: 'ID', style: 'dim' },
    { title: 'KIND', max: 12 },
    { title: 'SUMMARY', grows: true, wants: 30 },
    { title: 'STATUS' },
    { title: 'TOOK', align: 'right' },
    { title: 'END LEARNED BY', max: 20, hides: true, style: 'dim' },
  ];
  const ids = await calls.shortIds(work.map(({ call }) => call.callId));
  const rows = work.map(({ call, endedVia, tookMs }, i) => ({
    cells: [
      secondText(call.requestedAt),
      out.safe(ids[i] ?? ''),
      call.background?.kind ?? '',
      out.safe(call.summary),
      statusWord(call),
      tookMs === null ? '' : `≤ ${formatMs(tookMs)}`,
      endedVia ?? 'not on record',
    ],
  }));
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
