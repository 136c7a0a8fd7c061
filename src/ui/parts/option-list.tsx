// A question with its options, the chosen ones marked.

import type { ComponentChildren } from 'preact';
import './option-list.css';

export interface Option {
  readonly label: string;
  readonly description?: string | undefined;
  /** Shown while the option was highlighted. */
  readonly preview?: string | undefined;
  readonly isChosen: boolean;
}

interface OptionListProps {
  readonly question: string;
  readonly header?: string | undefined;
  readonly options: readonly Option[];
  readonly isMany: boolean;
  /** What the user typed, or why there is no answer. */
  readonly children?: ComponentChildren;
}

export function OptionList({ question, header, options, isMany, children }: OptionListProps) {
  return (
    <div class="ts-options">
      {header !== undefined && header !== '' && <div class="ts-options__header">{header}</div>}
      <div class="ts-options__question">{question}</div>
      <ul class="ts-options__list" aria-label={isMany ? 'Options, any number' : 'Options, one of them'}>
        {options.map(({ label, description, preview, isChosen }, index) => (
          <li key={index} class={isChosen ? 'ts-options__option ts-options__option--chosen' : 'ts-options__option'}>
            <span class="ts-options__sign" role="img" aria-label={isChosen ? 'chosen' : 'not chosen'}>
              {isMany ? (isChosen ? '☑' : '☐') : isChosen ? '◉' : '○'}
            </span>
            <span class="ts-options__text">
              <span class="ts-options__label">{label}</span>
              {description !== undefined && description !== '' && (
                <span class="ts-options__description">{description}</span>
              )}
              {preview !== undefined && preview !== '' && <span class="ts-options__preview">{preview}</span>}
            </span>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}
