// Trends: whether it got worse. The last weeks against those before them, week by week, by group, and by class of failure.

import type { ComponentChildren } from 'preact';
import { SHARE_TITLES, spanText, wholeShareText, whyTooFew } from '../../api/trend-text.ts';
import type { WireTrend, WireTrends } from '../../api/wire/trends.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { api, useQuestion } from '../state/api.ts';
import { goWith, place } from '../state/route.ts';
import { MEASURE_TITLES, MEASURES, type Measure, measured } from './measures.ts';
import { TrendChart } from './trend-chart.tsx';
import { classColumns, groupColumns, SHARES, Verdict, weekColumns } from './trend-columns.tsx';
import '../pages/section-page.css';
import './trends-page.css';

const GROUPS: readonly (readonly [string, string])[] = [
  ['', 'Everything together'],
  ['agent', 'By agent'],
  ['version', 'By agent version'],
  ['model', 'By model'],
  ['project', 'By project'],
  ['version,model', 'By agent version and model'],
  ['model,project', 'By model and project'],
  ['version,model,project', 'By agent version, model and project'],
];
const WEEKS = ['1', '2', '4', '8', '13', '26'];

interface ChoiceProps {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, chosen, options, onChoose }: ChoiceProps): ComponentChildren {
  return (
    <select
      class="trends__choice"
      aria-label={label}
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

/** Compares the last weeks with those before them, measure by measure. */
function Comparison({ trend, trends }: { readonly trend: WireTrend; readonly trends: WireTrends }): ComponentChildren {
  return (
    <section>
      <h2>Did it get worse?</h2>
      <table class="sort-table trends__changes" aria-label="The last weeks against those before them">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Measure</span>
            </th>
            <th scope="col">Before: {spanText(trends.before)}</th>
            <th scope="col">Then: {spanText(trends.recent)}</th>
            <th scope="col">So</th>
          </tr>
        </thead>
        <tbody>
          {SHARES.map((name) => (
            <tr key={name}>
              <th scope="row">{SHARE_TITLES[name]}</th>
              <td data-label="Before">{wholeShareText(trend.before[name])}</td>
              <td data-label="Then">{wholeShareText(trend.recent[name])}</td>
              <td data-label="So">
                <Verdict name={name} change={trend.changes[name]} why={whyTooFew(name, trend)} />
              </td>
            </tr>
          ))}
          {(['calls', 'waiting', 'cost'] as const).map((measure) => (
            <tr key={measure}>
              <th scope="row">{MEASURE_TITLES[measure]}</th>
              <td data-label="Before">{measured(trend.before, measure).text || '–'}</td>
              <td data-label="Then">{measured(trend.recent, measure).text || '–'}</td>
              <td class="dim">in all, nothing to conclude</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ShownProps {
  readonly trends: WireTrends;
  readonly filter: string;
  readonly measure: Measure;
  readonly isGrouped: boolean;
}

function Shown({ trends, filter, measure, isGrouped }: ShownProps): ComponentChildren {
  const [first] = trends.groups;
  if (first === undefined) {
    return <EmptyState title={filter === '' ? 'There are no calls yet.' : 'No calls match.'} />;
  }
  return (
    <div class="section-page trends">
      {isGrouped ? (
        <section>
          <h2>Groups</h2>
          <SortTable
            label="Groups"
            name="groups"
            columns={groupColumns(filter, measure, trends)}
            rows={trends.groups}
            keyOf={({ key }) => JSON.stringify(key)}
            firstSort="calls"
          />
        </section>
      ) : (
        <>
          <TrendChart weeks={first.weeks} measure={measure} name="all calls" since={trends.recent?.from ?? null} />
          <Comparison trend={first} trends={trends} />
          <section>
            <h2>Weeks</h2>
            <SortTable
              label="Weeks"
              name="weeks"
              columns={weekColumns(filter)}
              rows={first.weeks}
              keyOf={({ week }) => week ?? ''}
              firstSort="week"
            />
          </section>
        </>
      )}
      {trends.classes.length === 0 ? null : (
        <section>
          <h2>Failures by class</h2>
          <SortTable
            label="Failures by class"
            name="classes"
            columns={classColumns(filter)}
            rows={trends.classes}
            keyOf={({ code, blame }) => `${code} ${blame}`}
          />
        </section>
      )}
      <p class="dim trends__note">
        Intervals are of 95 % (Wilson). “Worse” and “better” are said when the interval of the difference leaves out
        nought, both spans have 30 or more, and five or more were to be expected in each. Calls of one session are
        alike, so the truth is less sure than that. Cost is of the sessions that the calls belong to. Weeks begin on
        Mondays, by UTC; those in which nothing was called or paid are left out.
      </p>
    </div>
  );
}

export function TrendsPage(): ComponentChildren {
  const { query } = place.value;
  const filter = query.get('f') ?? '';
  const by = GROUPS.find(([value]) => value === query.get('by'))?.[0] ?? '';
  const weeks = WEEKS.find((value) => value === query.get('weeks')) ?? '4';
  const measure = MEASURES.find((name) => name === query.get('of')) ?? 'failures';
  const question = useQuestion(
    (stop) => api.get('trends', { query: { filter, by, weeks } }, stop),
    [filter, by, weeks],
  );
  const choose =
    (key: string, usual: string) =>
    (value: string): void =>
      goWith({ [key]: value === usual ? undefined : value }, { replace: true });
  return (
    <AskedPage
      title="Trends"
      question={question}
      placeholder="Filter: agent:codex project:… model:… since:90d"
      tools={
        <>
          <Choice label="Group by" chosen={by} options={GROUPS} onChoose={choose('by', '')} />
          <Choice
            label="Measure"
            chosen={measure}
            options={MEASURES.map((name) => [name, MEASURE_TITLES[name]])}
            onChoose={choose('of', 'failures')}
          />
          <Choice
            label="Weeks to compare"
            chosen={weeks}
            options={WEEKS.map((value) => [value, value === '1' ? 'last week' : `last ${value} weeks`])}
            onChoose={choose('weeks', '4')}
          />
        </>
      }
    >
      {(trends) => <Shown trends={trends} filter={filter} measure={measure} isGrouped={by !== ''} />}
    </AskedPage>
  );
}
