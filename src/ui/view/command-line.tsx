// A named command with its arguments.

import type { ComponentChildren } from 'preact';

interface CommandLineProps {
  readonly name: { readonly category: string | null; readonly name: string };
  readonly args: string | null;
  readonly sign?: string;
  readonly children?: ComponentChildren;
}

export function CommandLine({ name, args, sign = '', children }: CommandLineProps) {
  return (
    <div class="ts-view__line">
      <code>
        {name.category !== null && (
          <span class="ts-view__dim">
            {sign}
            {name.category}:
          </span>
        )}
        <span class="ts-view__lead">
          {name.category === null && sign}
          {name.name}
        </span>
        {args !== null && args !== '' && ` ${args}`}
      </code>
      {children}
    </div>
  );
}
