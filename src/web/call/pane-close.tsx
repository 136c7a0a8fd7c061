// The button that closes the side pane.

import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';

export function PaneClose({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <button
      type="button"
      class="button button--plain"
      onClick={onClose}
      aria-label="Close the pane"
      title="Close (Esc)"
    >
      <Icon name="close" />
    </button>
  );
}
