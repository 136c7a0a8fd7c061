// A collapsible section: a title, perhaps a figure, and its content.

import { type ComponentChildren, createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import './section.css';

interface SectionProps {
  readonly title: ComponentChildren;
  readonly facts?: ComponentChildren;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** True where nothing can be drawn later, because no script runs. */
export const DrawAll = createContext(false);

/** The content is drawn when it is opened for the first time. */
export function Section({ title, facts, isOpen = false, children }: SectionProps) {
  const [isDrawn, setDrawn] = useState(isOpen || useContext(DrawAll));
  return (
    <details
      class="ts-section"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) setDrawn(true);
      }}
    >
      <summary class="ts-section__head">
        <span class="ts-section__title">{title}</span>
        {facts !== undefined && <span class="ts-section__facts">{facts}</span>}
      </summary>
      {isDrawn && <div class="ts-section__body">{children}</div>}
    </details>
  );
}
