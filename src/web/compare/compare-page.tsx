// Compares two sessions: outcomes, calls side by side, and files.

import type { ComponentChildren } from 'preact';
import { divergenceText, sharedText, sumRows } from '../../api/compare-text.ts';
import type { WireComparison } from '../../api/wire/compare.ts';
import { plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { AskedPage } from '../parts/asked-page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { type SessionName, sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { type ComparedNames, chooseAddress, compareAddress, comparedNames } from '../state/compared.ts';
import { addressWith, goWith, place } from '../state/route.ts';
import { ComparedCalls } from './compared-calls.tsx';
import { ComparedFiles } from './compared-files.tsx';
import '../pages/section-page.css';
import '../parts/sort-table.css';
import './compare-page.css';

const TABS = ['sums', 'calls', 'files'] as const;
type TabId = (typeof TABS)[number];

function Sums({ comparison }: { readonly comparison: WireComparison }): ComponentChildren {
  const where = divergenceText(comparison);
  return (
    <div class="section-page compare">
      <p class="compare__first">
        {where === null ? (
          'Both did the same, with the same outcome.'
        ) : (
          <>
            First difference: <a href={addressWith({ tab: 'calls', at: 'first' })}>{oneLine(where)}</a>
          </>
        )}
      </p>
      <p class="dim">{sharedText(comparison)}.</p>
      <table class="sort-table compare__sums" aria-label="What each came to">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">What</span>
            </th>
            <th scope="col" class="sort-table__number">
              A
            </th>
            <th scope="col" class="sort-table__number">
              B
            </th>
            <th scope="col" class="sort-table__number">
              B − A
            </th>
          </tr>
        </thead>
        <tbody>
          {sumRows(comparison).map(({ title, a, b, difference }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td class="sort-table__number">{a}</td>
              <td class="sort-table__number">{b}</td>
              <td class="sort-table__number">{difference === '' ? <span class="dim">–</span> : difference}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SessionLink({
  name,
  title,
  side,
}: {
  readonly name: SessionName;
  readonly title: string;
  readonly side: string;
}) {
  return (
    <a class="cut compare__session" href={sessionAddress(name.agent, name.session)} title={title}>
      <b class="dim">{side}</b> {title}
    </a>
  );
}

function Compared({ a, b }: ComparedNames): ComponentChildren {
  const parts = { ...a, otherAgent: b.agent, otherSession: b.session };
  const question = useQuestion((stop) => api.get('compare', { parts }, stop), Object.values(parts));
  const { answer } = question.state.value;
  const { query } = place.value;
  const tab = TABS.find((id) => id === query.get('tab')) ?? 'sums';
  // Two attempts at one task have the same title.
  const isAlike = answer !== undefined && answer.titles.a === answer.titles.b;
  const titleOf = (side: 'a' | 'b', { session }: SessionName): string =>
    oneLine(`${isAlike ? `${session.slice(0, 8)} ` : ''}${answer?.titles[side] ?? session}`);
  const titles: Readonly<Record<TabId, string>> = {
    sums: 'Summary',
    calls: 'Calls',
    files: answer === undefined ? 'Files' : plural(answer.final.length, 'changed file'),
  };
  return (
    <AskedPage
      title="Compare"
      question={question}
      tools={
        <>
          <SessionLink name={a} title={titleOf('a', a)} side="A" />
          <SessionLink name={b} title={titleOf('b', b)} side="B" />
          <a class="button" href={compareAddress(b, a)} title="The second becomes the first">
            Swap
          </a>
          <a class="button" href={chooseAddress(a)}>
            Compare A with another
          </a>
          <Tabs
            label="Parts of the comparison"
            tabs={TABS.map((id) => ({ id, title: titles[id] }))}
            chosen={tab}
            onChoose={(id) => goWith({ tab: id === 'sums' ? undefined : id, at: undefined }, { replace: true })}
          />
        </>
      }
    >
      {(comparison) => (
        <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} class="compare__panel">
          {tab === 'sums' ? <Sums comparison={comparison} /> : null}
          {tab === 'calls' ? (
            <ComparedCalls comparison={comparison} names={{ a, b }} isSought={query.get('at') === 'first'} />
          ) : null}
          {tab === 'files' ? <ComparedFiles comparison={comparison} names={{ a, b }} /> : null}
        </div>
      )}
    </AskedPage>
  );
}

export function ComparePage(): ComponentChildren {
  const names = comparedNames();
  if (names === null) {
    return (
      <div class="page">
        <div class="page__head">
          <h1>Compare</h1>
        </div>
        <EmptyState
          title="Two sessions are compared here."
          hint={<a href={chooseAddress()}>Choose two from the list</a>}
        />
      </div>
    );
  }
  return <Compared key={place.value.query.toString().replace(/&?(?:tab|at)=[^&]*/g, '')} {...names} />;
}
