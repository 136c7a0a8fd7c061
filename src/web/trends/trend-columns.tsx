// Columns of the trend tables: weeks, groups, and classes of failure.

import type { ComponentChildren } from 'preact';
import {
  changeText,
  changeWord,
  groupName,
  SHARE_TITLES,
  type ShareName,
  spanText,
  tooFewText,
  wholeShareText,
  whyTooFew,
} from '../../api/trend-text.ts';
import type { WireTrend, WireTrendChange, WireTrends } from '../../api/wire/trends.ts';
import { DAY_MS } from '../../base/time.ts';
import { formatCount } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { shortPath } from '../parts/display-text.ts';
import type { Column } from '../parts/sort-table.tsx';
import { callsAddress, filterTerm, narrowed } from '../state/addresses.ts';
import { MEASURE_TITLES, type Measure, measured } from './measures.ts';
import { TrendChart } from './trend-chart.tsx';

export const SHARES: readonly ShareName[] = ['failures', 'masked', 'recovered', 'refused'];
const SHOWN: readonly Measure[] = [...SHARES, 'waiting', 'cost'];
const TONES: Readonly<Record<string, string>> = { worse: 'error-text', better: 'ok-text' };

interface VerdictProps {
  readonly name: ShareName;
  readonly change: WireTrendChange;
  /** Why nothing is concluded. */
  readonly why: string;
}

export function Verdict({ name, change, why }: VerdictProps): ComponentChildren {
  const word = changeWord(name, change);
  const isSaid = change.direction === 'more' || change.direction === 'less';
  return (
    <span class={TONES[word] ?? 'dim'} title={change.direction === 'too-few' ? why : changeText(change)}>
      {word}
      {isSaid ? <span class="dim"> {changeText(change)}</span> : null}
    </span>
  );
}

function callsColumn<Row>(sumsOf: (row: Row) => WireTrend['all']): Column<Row> {
  return {
    id: 'calls',
    title: 'Calls',
    isNumber: true,
    sort: (row) => sumsOf(row).calls,
  };
}

function measureColumns<Row>(sumsOf: (row: Row) => WireTrend['all']): readonly Column<Row>[] {
  return SHOWN.map((measure) => ({
    id: measure,
    title: MEASURE_TITLES[measure],
    isNumber: true,
    isExtra: measure !== 'failures',
    isRoomy: measure === 'refused' || measure === 'waiting',
    sort: (row: Row) => measured(sumsOf(row), measure).value ?? -1,
    cell: (row: Row) => {
      const { text, range, whole } = measured(sumsOf(row), measure);
      if (text === '') return <span class="dim">–</span>;
      return (
        <span title={whole}>
          {text} {measure === 'failures' ? <span class="trends__range">{range}</span> : null}
        </span>
      );
    },
  }));
}

type WeekRow = WireTrend['weeks'][number];

const WEEK_MS = 7 * DAY_MS;

function weekFilter(filter: string, week: string): string {
  const end = new Date(Date.parse(week) + WEEK_MS).toISOString();
  return narrowed(filter, `since:${week}T00:00:00.000Z`, `before:${end}`);
}

function blameText({ sums }: WeekRow): string {
  const blames = Object.entries(sums.blames).sort((a, b) => b[1] - a[1]);
  return blames.map(([blame, count]) => `${blame} ${formatCount(count)}`).join(', ');
}

export function weekColumns(filter: string): readonly Column<WeekRow>[] {
  return [
    {
      id: 'week',
      title: 'Week of',
      help: 'Its Monday, by UTC',
      sort: ({ week }) => week ?? '',
      cell: ({ week }) =>
        week === null ? (
          'no time on record'
        ) : (
          <a class="row-link" href={callsAddress(weekFilter(filter, week))}>
            {week}
          </a>
        ),
    },
    callsColumn<WeekRow>(({ sums }) => sums),
    ...measureColumns<WeekRow>(({ sums }) => sums),
    {
      id: 'blames',
      title: 'Whose problem',
      help: 'Unexpected failures by whose problem they are',
      isRoomy: true,
      cell: (row) => <span class="dim">{blameText(row)}</span>,
    },
  ];
}

/** A group in the filter language; unknown values cannot be filtered by. */
function groupFilter(filter: string, key: WireTrend['key']): string | null {
  const terms: string[] = [];
  for (const [name, value] of Object.entries(key)) {
    if (value == null) return null;
    if (name !== 'version') terms.push(filterTerm(name, value));
    else {
      const space = value.indexOf(' ');
      terms.push(filterTerm('agent', value.slice(0, space)), filterTerm('version', value.slice(space + 1)));
    }
  }
  return narrowed(filter, ...terms);
}

function Group({ filter, name }: { readonly filter: string; readonly name: WireTrend['key'] }): ComponentChildren {
  const own = groupFilter(filter, name);
  const short = oneLine(groupName(name.project == null ? name : { ...name, project: shortPath(name.project) }));
  const whole = oneLine(groupName(name));
  if (own === null) return <span title={whole}>{short}</span>;
  return (
    <a class="row-link" href={callsAddress(own)} title={whole}>
      {short}
    </a>
  );
}

export function groupColumns(filter: string, measure: Measure, trends: WireTrends): readonly Column<WireTrend>[] {
  const compared = SHARES.find((name) => name === measure) ?? 'failures';
  const since = trends.recent?.from ?? null;
  return [
    {
      id: 'group',
      title: 'Group',
      sort: ({ key }) => groupName(key),
      cell: ({ key }) => <Group filter={filter} name={key} />,
    },
    {
      id: 'chart',
      title: `${MEASURE_TITLES[measure]} by week`,
      isExtra: true,
      cell: ({ key, weeks }) => (
        <TrendChart weeks={weeks} measure={measure} name={groupName(key)} since={since} isSmall={true} />
      ),
    },
    callsColumn<WireTrend>(({ all }) => all),
    ...measureColumns<WireTrend>(({ all }) => all),
    {
      id: 'verdict',
      title: `${SHARE_TITLES[compared]} then`,
      help: `The ${spanText(trends.recent)} against the ${spanText(trends.before)}`,
      sort: ({ changes }) => changes[compared].change?.by ?? -2,
      cell: (trend) => <Verdict name={compared} change={trend.changes[compared]} why={whyTooFew(compared, trend)} />,
    },
  ];
}

type FailureRow = WireTrends['classes'][number];

export function classColumns(filter: string): readonly Column<FailureRow>[] {
  return [
    {
      id: 'code',
      title: 'Failure',
      sort: ({ code }) => code,
      cell: ({ code, blame }) => (
        <a class="row-link" href={callsAddress(narrowed(filter, 'status:error', filterTerm('code', code)))}>
          {code} <span class="dim">{blame}</span>
        </a>
      ),
    },
    { id: 'all', title: 'In all', isNumber: true, sort: ({ all }) => all },
    {
      id: 'before',
      title: 'Before',
      isExtra: true,
      sort: ({ before }) => before.share ?? -1,
      cell: ({ before }) => wholeShareText(before),
    },
    {
      id: 'recent',
      title: 'Then',
      isExtra: true,
      sort: ({ recent }) => recent.share ?? -1,
      cell: ({ recent }) => wholeShareText(recent),
    },
    {
      id: 'change',
      title: 'So',
      sort: ({ change }) => change.change?.by ?? -2,
      cell: ({ change, before, recent }) => (
        <Verdict name="failures" change={change} why={tooFewText(before, recent)} />
      ),
    },
  ];
}
