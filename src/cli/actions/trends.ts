// `toolscope trends`: weeks or groups as a table, the last weeks against those before them, or all of it as NDJSON.

import { usdText } from '../../api/insight-text.ts';
import {
  changeText,
  changeWord,
  groupName,
  intervalText,
  SHARE_TITLES,
  shareText,
  spanText,
  wholeShareText,
} from '../../api/trend-text.ts';
import { AppError } from '../../base/app-error.ts';
import { terminalJson } from '../../base/terminal.ts';
import { formatCount, formatMs } from '../../base/units.ts';
import {
  askTrends,
  TREND_DIMENSIONS,
  TREND_SHARES,
  type Trend,
  type TrendDimension,
  type TrendSums,
  type Trends,
} from '../../library/trends.ts';
import { TOOL_FAMILIES } from '../../tools/traits.ts';
import type { Invocation } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { filterFrom } from '../filter-from.ts';
import { limitFrom } from '../library-options.ts';
import { withLibrary } from '../open-library.ts';
import type { Output, Style } from '../output.ts';
import { printTable } from '../print-table.ts';
import { prose } from '../prose.ts';
import type { Column, Row } from '../table.ts';

const USUAL_WEEKS = 4;
const MOST_WEEKS = 52;
const MOST_CLASSES = 8;

function byFrom({ options, out }: Invocation): TrendDimension[] {
  const given = options['by'];
  if (given === undefined) return [];
  return String(given)
    .split(',')
    .map((name) => {
      const by = TREND_DIMENSIONS.find((dimension) => dimension === name.trim());
      if (by !== undefined) return by;
      throw new AppError('bad-usage', `--by cannot group by ${out.safe(name)}.`, {
        hint: `Use any of ${TREND_DIMENSIONS.join(', ')}.`,
      });
    });
}

function weeksFrom({ options }: Invocation): number {
  const given = options['weeks'];
  const weeks = given === undefined ? USUAL_WEEKS : Number(given);
  if (Number.isInteger(weeks) && weeks >= 1 && weeks <= MOST_WEEKS) return weeks;
  throw new AppError('bad-usage', `--weeks takes a whole number from 1 to ${MOST_WEEKS}.`);
}

function columns(first: string, withChange: boolean): readonly Column[] {
  return [
    { title: first, grows: true, wants: 16, keeps: 'end' },
    { title: 'CALLS', align: 'right' },
    { title: 'FAILED', align: 'right' },
    { title: '95 % RANGE', align: 'right', hides: 'late', style: 'dim' },
    { title: 'MASKED', align: 'right', hides: true },
    { title: 'RECOVERED', align: 'right', hides: true },
    { title: 'REFUSED', align: 'right', hides: true },
    { title: 'WAITED', align: 'right', hides: true },
    { title: 'COST', align: 'right', hides: true },
    ...(withChange ? [{ title: 'FAILURES' } satisfies Column] : []),
  ];
}

function cellsOf({ calls, failures, masked, recovered, refused, waits, waitMs, usd }: TrendSums): string[] {
  return [
    formatCount(calls),
    shareText(failures),
    intervalText(failures),
    masked.count === 0 ? '' : shareText(masked),
    shareText(recovered),
    refused.count === 0 ? '' : shareText(refused),
    waits === 0 ? '' : formatMs(waitMs),
    usd === null ? '' : usdText(usd),
  ];
}

const STYLES: Readonly<Record<string, Style>> = { worse: 'red', better: 'green' };

/** The newest first; calls without a time are neither new nor old, and come last. */
function weekRows({ weeks }: Trend): Row[] {
  const dated = weeks.filter(({ week }) => week !== null).toReversed();
  return [...dated, ...weeks.filter(({ week }) => week === null)].map(({ week, sums }) => ({
    cells: [week ?? 'no time', ...cellsOf(sums)],
  }));
}

function groupRow(trend: Trend, out: Output): Row {
  const word = changeWord('failures', trend.changes.failures);
  return {
    cells: [out.safe(groupName(trend.key)), ...cellsOf(trend.all), word],
    styles: { FAILURES: STYLES[word] ?? 'dim' },
  };
}

/** The last weeks against those before them, measure by measure. */
async function printChanges({ groups, classes, recent, before }: Trends, out: Output): Promise<void> {
  const [all] = groups;
  if (recent === null || before === null || all === undefined) return;
  await out.line('');
  const spans = `${spanText(before)}, then ${spanText(recent)}:`;
  for (const line of prose(`${spans[0]?.toUpperCase()}${spans.slice(1)}`, out)) await out.line(line);
  for (const name of TREND_SHARES) {
    const change = all.changes[name];
    const word = changeWord(name, change);
    const numbers = `${wholeShareText(all.before[name])}, then ${wholeShareText(all.recent[name])}`;
    const by = change.direction === 'more' || change.direction === 'less' ? `: ${changeText(change)}` : '';
    const style = STYLES[word];
    const said = `${word}${by}`;
    const told = `${SHARE_TITLES[name].padEnd(17)}${style === undefined ? said : out.paint(style, said)}`;
    for (const line of prose(`${told}  ${out.paint('dim', numbers)}`, out)) await out.line(line);
  }
  for (const { code, blame, change, before: was, recent: is } of classes.slice(0, MOST_CLASSES)) {
    if (change.direction !== 'more' && change.direction !== 'less') break;
    const numbers = `${wholeShareText(was)}, then ${wholeShareText(is)}`;
    for (const line of prose(`  ${change.direction} ${code} (${blame}): ${numbers}`, out)) await out.line(line);
  }
}

function records({ groups, classes, recent, before }: Trends, limit: number): object[] {
  return [
    { kind: 'spans', recent, before },
    ...groups
      .slice(0, limit)
      .flatMap(({ key, all, before: was, recent: is, changes, weeks }) => [
        { kind: 'group', ...key, all, before: was, recent: is, changes },
        ...weeks.map(({ week, sums }) => ({ kind: 'week', ...key, week, ...sums })),
      ]),
    ...classes.map((found) => ({ kind: 'class', ...found })),
  ];
}

export async function showTrends(invocation: Invocation): Promise<number> {
  const { out, options } = invocation;
  const [by, weeks, limit] = [byFrom(invocation), weeksFrom(invocation), limitFrom(invocation, LIMITS.trends)];
  const filter = filterFrom(invocation);
  return withLibrary(invocation, async ({ index: { questions }, places }) => {
    const found = await askTrends(questions, { filter, places, families: TOOL_FAMILIES }, { by, weeks });
    const [first] = found.groups;
    if (first === undefined) {
      if (options['json'] !== true) out.note('toolscope: no calls match.');
      return 1;
    }
    if (options['json'] === true) {
      for (const record of records(found, limit)) await out.line(terminalJson(record));
      return 0;
    }
    const rows = by.length === 0 ? weekRows(first) : found.groups.map((group) => groupRow(group, out));
    const title = by.length === 0 ? 'WEEK OF' : by.join(' · ').toUpperCase();
    await printTable(out, columns(title, by.length > 0), rows.slice(0, limit));
    if (rows.length > limit)
      out.note(`toolscope: ${formatCount(limit)} of ${formatCount(rows.length)} rows; --limit 0 shows all.`);
    if (by.length === 0) await printChanges(found, out);
    return 0;
  });
}
