// The button that expands what is below it, with a chevron that shows whether it is.

import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';
import './fold-button.css';

interface FoldButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly title?: string;
  /** Levels it is indented by. */
  readonly depth?: number;
  readonly children: ComponentChildren;
}

export function FoldButton({ isOpen, onToggle, title, depth = 0, children }: FoldButtonProps): ComponentChildren {
  return (
    <button
      type="button"
      class="text-button fold"
      style={{ paddingLeft: `${18 * depth}px` }}
      aria-expanded={isOpen}
      title={title}
      onClick={onToggle}
    >
      <Icon name="chevron" />
      {children}
    </button>
  );
}
