// A button that is on or off.

import type { ComponentChildren } from 'preact';

interface ToggleProps {
  readonly isOn: boolean;
  readonly help?: string;
  readonly onToggle: () => void;
  readonly children: ComponentChildren;
}

export function Toggle({ isOn, help, onToggle, children }: ToggleProps): ComponentChildren {
  return (
    <button type="button" class="button" aria-pressed={isOn} title={help} onClick={onToggle}>
      {children}
    </button>
  );
}
