// Facets of a search by session: kind of text, tool, agent, project and month.

import type { ComponentChildren } from 'preact';
import type { HitRole, SessionGroups } from '../../api/wire/search.ts';
import '../parts/filter-chips.css';
import { lastPart } from '../../base/last-part.ts';
import { filterTerm, narrowed, topTerms, withoutTerm } from '../state/addresses.ts';
import { goWith } from '../state/route.ts';

type Facet = SessionGroups['facets']['role'];

export const ROLES = [
  ['prompt', 'Prompts'],
  ['answer', 'Answers'],
  ['thinking', 'Thinking'],
  ['input', 'Given to tools'],
  ['result', 'Results of tools'],
  ['other', 'Other records'],
] as const satisfies readonly (readonly [HitRole, string])[];

function roleTitle(role: string): string {
  return ROLES.find(([key]) => key === role)?.[1] ?? role;
}

const month = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long' });

function monthTitle(key: string): string {
  const [year, number] = key.split('-').map(Number);
  return month.format(new Date(year ?? 0, (number ?? 1) - 1, 1));
}

interface ChoiceProps {
  readonly label: string;
  readonly facet: Facet;
  readonly used: string;
  readonly titleOf?: (key: string) => string;
  readonly onChoose: (key: string) => void;
}

function Choice({ label, facet, used, titleOf = (key) => key, onChoose }: ChoiceProps): ComponentChildren {
  if (facet.length === 0 && used === '') return null;
  const isListed = used === '' || facet.some(({ key }) => key === used);
  return (
    <select
      class={`chips__chip${used === '' ? '' : ' chips__chip--on'}`}
      aria-label={label}
      value={used}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{label}</option>
      {isListed ? null : <option value={used}>{titleOf(used)}</option>}
      {facet.map(({ key, sessions }) => (
        <option key={key} value={key} title={key}>
          {titleOf(key)} ({sessions})
        </option>
      ))}
    </select>
  );
}

interface Term {
  readonly name: 'tool' | 'agent' | 'project' | 'on';
  readonly label: string;
  readonly facet: 'tool' | 'agent' | 'project' | 'month';
  readonly titleOf?: (key: string) => string;
}

const TERMS: readonly Term[] = [
  { name: 'tool', label: 'Tool', facet: 'tool' },
  { name: 'agent', label: 'Agent', facet: 'agent' },
  { name: 'project', label: 'Project', facet: 'project', titleOf: lastPart },
  { name: 'on', label: 'Month', facet: 'month', titleOf: monthTitle },
];

/** The value of a term in the query, if it was chosen here. */
function usedOf(words: string, name: string): string {
  const term = topTerms(words).find((one) => one.startsWith(`${name}:`)) ?? '';
  const value = term.slice(name.length + 1);
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
}

interface SearchFacetsProps {
  readonly words: string;
  readonly role: string;
  readonly facets: SessionGroups['facets'];
}

export function SearchFacets({ words, role, facets }: SearchFacetsProps): ComponentChildren {
  const setWords = (q: string): void => goWith({ q, reach: undefined }, { replace: true });
  return (
    <fieldset class="chips search__facets" aria-label="Narrow down">
      <Choice
        label="Found in"
        facet={facets.role}
        used={role}
        titleOf={roleTitle}
        onChoose={(key) => goWith({ role: key, reach: undefined }, { replace: true })}
      />
      {TERMS.map(({ name, label, facet, titleOf }) => {
        const used = usedOf(words, name);
        return (
          <Choice
            key={name}
            label={label}
            facet={facets[facet]}
            used={used}
            {...(titleOf === undefined ? {} : { titleOf })}
            onChoose={(key) => {
              const rest = used === '' ? words : withoutTerm(words, filterTerm(name, used));
              setWords(key === '' ? rest : narrowed(rest, filterTerm(name, key)));
            }}
          />
        );
      })}
    </fieldset>
  );
}
