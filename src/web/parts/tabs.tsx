// Tabs: one of several views of the same thing, by click or by arrow keys.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import './tabs.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly isQuiet?: boolean;
}

export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}): ComponentChildren {
  const { tabs, chosen, onChoose, label } = props;
  const list = useRef<HTMLDivElement>(null);
  // Moves the focus as well: only the chosen tab is in the tab order.
  const move = (by: number): void => {
    const at = (tabs.findIndex(({ id }) => id === chosen) + by + tabs.length) % tabs.length;
    const next = tabs[at];
    if (next === undefined) return;
    onChoose(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map(({ id, title, isQuiet = false }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          aria-selected={id === chosen}
          aria-controls="tab-panel"
          tabIndex={id === chosen ? 0 : -1}
          class={`tabs__tab${isQuiet ? ' tabs__tab--quiet' : ''}`}
          onClick={() => onChoose(id)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') move(1);
            else if (event.key === 'ArrowLeft') move(-1);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
