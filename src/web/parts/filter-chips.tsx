// One-click terms next to the filter box: the most common ones, each added to the filter or removed.

import type { ComponentChildren } from 'preact';
import { filterTerm, narrowed, topTerms, withoutTerm } from '../state/addresses.ts';
import { status } from '../state/live.ts';
import './filter-chips.css';

const TERMS = [
  { title: 'Errors', term: 'is:failed', help: 'Unexpected errors' },
  { title: 'Masked', term: 'is:masked', help: 'Calls that succeeded although something in them failed' },
  { title: 'Waiting', term: 'has:wait', help: 'Calls that waited for a person’s permission, or still do' },
  { title: 'Slow', term: 'duration:>10s', help: 'Calls that took longer than ten seconds' },
] as const;

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly values: readonly (readonly [value: string, title: string])[];
  readonly filter: string;
  readonly onChange: (filter: string) => void;
}

/** One of several values of a key. */
function Choice({ label, name, values, filter, onChange }: ChoiceProps): ComponentChildren {
  const terms = values.map(([value]) => filterTerm(name, value));
  const used = topTerms(filter).find((term) => terms.includes(term)) ?? '';
  if (values.length < 2 && used === '') return null;
  return (
    <select
      class={`chips__chip${used === '' ? '' : ' chips__chip--on'}`}
      aria-label={label}
      value={used}
      onChange={(event) => {
        const term = event.currentTarget.value;
        onChange(narrowed(withoutTerm(filter, used), term));
      }}
    >
      <option value="">{label}</option>
      {values.map(([value, title], i) => (
        <option key={value} value={terms[i]}>
          {title}
        </option>
      ))}
    </select>
  );
}

export function FilterChips(props: {
  readonly filter: string;
  readonly isOneAgent: boolean;
  readonly onChange: (filter: string) => void;
}): ComponentChildren {
  const { filter, isOneAgent, onChange } = props;
  const used = topTerms(filter);
  const known = status.value;
  const families = [...new Set(known?.tools.map(({ family }) => family))].sort();
  const agents = known?.agents.map(({ id, title }) => [id, title] as const) ?? [];
  return (
    <fieldset class="chips" aria-label="Common filters">
      {TERMS.map(({ title, term, help }) => (
        <button
          key={term}
          type="button"
          class="chips__chip"
          aria-pressed={used.includes(term)}
          title={`${help}: ${term}`}
          onClick={() => onChange(used.includes(term) ? withoutTerm(filter, term) : narrowed(filter, term))}
        >
          {title}
        </button>
      ))}
      {isOneAgent ? null : <Choice label="Agent" name="agent" values={agents} filter={filter} onChange={onChange} />}
      <Choice
        label="Tools"
        name="tool"
        values={families.map((family) => [family, family])}
        filter={filter}
        onChange={onChange}
      />
    </fieldset>
  );
}
