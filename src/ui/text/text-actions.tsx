// Actions on a text: wrap its lines, copy it.

import { CopyButton } from '../parts/copy-button.tsx';
import { lineBreaks } from './preferences.ts';

export function TextActions({ text, canBreak }: { readonly text: string; readonly canBreak: boolean }) {
  const isBroken = lineBreaks.value === 'broken';
  return (
    <>
      {canBreak && (
        <button
          type="button"
          class="ts-button ts-button--small"
          aria-pressed={isBroken}
          onClick={() => {
            lineBreaks.value = isBroken ? 'whole' : 'broken';
          }}
        >
          Wrap
        </button>
      )}
      <CopyButton text={text} />
    </>
  );
}
