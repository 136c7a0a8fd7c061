// The errors page: failures by class, who is to blame, their trend, and whether agents recover.

import type { ComponentChildren } from 'preact';
import type { ErrorClass } from '../../api/wire/library.ts';
import { formatCount } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { percent, shortFailure } from '../parts/display-text.ts';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState } from '../parts/states.tsx';
import { TimeBars, Trend } from '../parts/time-bars.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { timeColumn } from '../parts/when.tsx';
import { callAddress, callsAddress, filterTerm, narrowed, sessionsAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { goWith, place } from '../state/route.ts';

const BLAMES: Readonly<Record<ErrorClass['blame'], string>> = {
  expected: 'no one’s: expected',
  agent: 'the agent’s',
  code: 'the code under work',
  environment: 'the environment’s',
  tool: 'the tool’s',
  policy: 'a rule’s',
  user: 'the person’s',
  unknown: 'not known',
};

/** Where the mean of the failures is in time, from 0 to 1. */
function recency(trend: readonly number[]): number {
  const sum = trend.reduce((all, count) => all + count, 0);
  return sum === 0 ? 0 : trend.reduce((all, count, i) => all + count * i, 0) / sum / Math.max(1, trend.length - 1);
}

/** The calls of a class, within the page's filter. */
function filterOf(filter: string, { toolId, code, blame, masked }: ErrorClass): string {
  if (masked) return narrowed(filter, filterTerm('toolid', toolId), filterTerm('masked', code));
  const ofClass = [filterTerm('toolid', toolId), filterTerm('code', code), filterTerm('blame', blame)];
  return narrowed(filter, 'status:error', ...ofClass);
}

function unexpected(classes: readonly ErrorClass[]): number {
  return classes.reduce((sum, { count, blame, masked }) => sum + (masked || blame === 'expected' ? 0 : count), 0);
}

function columnsFor(filter: string): readonly Column<ErrorClass>[] {
  const link = (one: ErrorClass): string => callsAddress(filterOf(filter, one));
  return [
    {
      id: 'class',
      title: 'What',
      sort: ({ code }) => code,
      cell: (one) => (
        <>
          <a
            class={`row-link ${one.blame === 'expected' ? 'dim' : one.masked ? 'warn-text' : 'error-text'}`}
            href={link(one)}
          >
            {one.code}
          </a>
          <span class="sort-table__second">
            {one.title} · {BLAMES[one.blame]}
          </span>
          {one.masked ? (
            <span class="warn-text" title="Calls that succeeded although something in them failed">
              {' '}
              <span aria-hidden="true">⚠</span> masked
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'tool', title: 'Tool', isExtra: true, sort: ({ title }) => title },
    {
      id: 'blame',
      title: 'Whose',
      isExtra: true,
      sort: ({ blame }) => blame,
      cell: ({ blame }) => BLAMES[blame],
    },
    {
      id: 'count',
      title: 'Times',
      isNumber: true,
      sort: ({ count }) => count,
      cell: (one) => <a href={link(one)}>{formatCount(one.count)}</a>,
    },
    {
      id: 'sessions',
      title: 'Sessions',
      isRoomy: true,
      isNumber: true,
      sort: ({ sessions }) => sessions,
      cell: (one) => <a href={sessionsAddress(filterOf(filter, one))}>{formatCount(one.sessions)}</a>,
    },
    {
      id: 'trend',
      title: 'Trend',
      isRoomy: true,
      help: 'Sorted by how much of it is recent',
      sort: ({ trend }) => recency(trend),
      cell: ({ trend, code }) => <Trend counts={trend} label={`${code} over time`} />,
    },
    {
      id: 'recovered',
      title: 'Recovered',
      help: 'A later call of the same tool succeeded at the same thing, or the same program worked soon after',
      isNumber: true,
      sort: ({ recovered, examined }) => recovered / Math.max(1, examined),
      cell: ({ recovered, recoveredBySameProgram, examined }) => (
        <span
          title={`${formatCount(recovered)} of ${formatCount(examined)} that were examined, ${formatCount(recoveredBySameProgram)} of them by the same program`}
        >
          {percent(examined === 0 ? null : recovered / examined)}
        </span>
      ),
    },
    {
      id: 'cost',
      title: 'Calls to recover',
      isRoomy: true,
      help: 'Median',
      isNumber: true,
      sort: ({ callsToRecover }) => callsToRecover ?? -1,
      cell: ({ callsToRecover }) => callsToRecover ?? '–',
    },
    timeColumn('last', 'Last', ({ lastAt }) => lastAt, { isExtra: true }),
    {
      id: 'example',
      title: 'Latest example',
      isExtra: true,
      isWide: true,
      sort: ({ example }) => example.message,
      cell: ({ example }) => (
        <a href={callAddress(example)} title={oneLine(example.message)}>
          {example.message === '' ? oneLine(example.summary) : shortFailure(example.message)}
        </a>
      ),
    },
  ];
}

export function ErrorsPage(): ComponentChildren {
  const { query } = place.value;
  const filter = query.get('f') ?? '';
  const expected = query.get('expected') === '1' ? '1' : '0';
  const masked = query.get('masked') === '1' ? '1' : '0';
  const question = useQuestion(
    (stop) => api.get('errors', { query: { filter, expected, masked } }, stop),
    [filter, expected, masked],
  );
  return (
    <AskedPage
      title="Errors"
      question={question}
      placeholder="Filter: tool:Bash blame:agent since:7d"
      tools={
        <>
          <Toggle
            isOn={masked === '1'}
            help="Failures inside calls that succeeded, such as failing tests behind “| tail”"
            onToggle={() => goWith({ masked: masked === '1' ? undefined : '1' }, { replace: true })}
          >
            Include masked ones
          </Toggle>
          <Toggle
            isOn={expected === '1'}
            help="Failures that are no one’s problem"
            onToggle={() => goWith({ expected: expected === '1' ? undefined : '1' }, { replace: true })}
          >
            Include expected ones
          </Toggle>
        </>
      }
    >
      {({ classes, timeline }) =>
        classes.length === 0 ? (
          <EmptyState title="No unexpected errors." hint={filter === '' ? undefined : 'None match the filter.'} />
        ) : (
          <>
            <TimeBars timeline={timeline} filter={filter} failures={unexpected(classes)} failuresOnly />
            <SortTable
              label="Errors"
              columns={columnsFor(filter)}
              rows={classes}
              keyOf={(one) => `${one.toolId} ${one.code} ${one.blame} ${one.masked}`}
              firstSort="count"
            />
          </>
        )
      }
    </AskedPage>
  );
}
