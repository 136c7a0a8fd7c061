// Frame of a side pane that does not show a call: title, content, and close button.

import type { ComponentChildren } from 'preact';
import './call-pane.css';
import { PaneClose } from './pane-close.tsx';

interface PaneFrameProps {
  readonly title: string;
  /** Describes the content, for screen readers. */
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
          <h2 class="cut">{title}</h2>
          <span class="call-pane__actions">
            <PaneClose onClose={onClose} />
          </span>
        </div>
        {note === undefined ? null : <p class="call-pane__dim">{note}</p>}
      </header>
      {/* Focusable, so that keys can scroll it. */}
      <div class="call-pane__panel" role="group" aria-label={label} {...{ tabIndex: 0 }}>
        {children}
      </div>
    </section>
  );
}
