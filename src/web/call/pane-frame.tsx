// The frame of a pane beside a session's table that shows no call: its title, what is said below it, and how to close it.

import type { ComponentChildren } from 'preact';
import './call-pane.css';
import { PaneClose } from './pane-close.tsx';

export interface PaneFrameProps {
  readonly title: string;
  /** What the pane holds, for a screen reader. */
  readonly label: string;
  readonly note?: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function PaneFrame({ title, label, note, onClose, children }: PaneFrameProps): ComponentChildren {
  return (
    <section class="call-pane" aria-label={title}>
      <header class="call-pane__head">
        <div class="call-pane__line">
          <h2>{title}</h2>
          <span class="call-pane__actions">
            <PaneClose onClose={onClose} />
          </span>
        </div>
        {note === undefined ? null : <p class="call-pane__dim">{note}</p>}
      </header>
      {/* Scrolls by keys as well. */}
      <div class="call-pane__panel" role="group" aria-label={label} {...{ tabIndex: 0 }}>
        {children}
      </div>
    </section>
  );
}
