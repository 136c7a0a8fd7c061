// Short facts with their names, on as few lines as possible; unknown ones are left out.

import type { ComponentChildren } from 'preact';
import './facts.css';

/** A name and its value; null, undefined and empty are left out. */
export type Fact = readonly [name: string, value: ComponentChildren];

function isKnown([, value]: Fact): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(isKnown);
  if (known.length === 0) return null;
  return (
    <dl class="ts-facts">
      {known.map(([name, value]) => (
        <div key={name} class="ts-facts__fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
