// One line of code: its number, its tokens, and a button if it is too long to draw at once.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../base/units.ts';
import type { Token } from './highlight.ts';
import './code-line.css';

const LINE_MAX = 2_000;
/** Characters added per click: more would stall the page. */
const LINE_STEP = 50_000;

export function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  return (
    <>
      {tokens.map(({ text, scope }, index) =>
        scope === null ? (
          text
        ) : (
          <span key={index} class={`ts-token ts-token--${scope}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** Text on one line; a very long one is cut, and expanded on request. */
export function LongText({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(LINE_MAX);
  if (text.length <= LINE_MAX) return <>{text}</>;
  const left = text.length - shown;
  return (
    <>
      {text.slice(0, shown)}
      {left > 0 && (
        <button type="button" class="ts-code-line__more" onClick={() => setShown(shown + LINE_STEP)}>
          {formatCount(left)} more characters
        </button>
      )}
    </>
  );
}

interface CodeLineProps {
  readonly text: string;
  readonly tokens?: readonly Token[] | undefined;
  readonly number?: number | null | undefined;
  /** Width of the column of numbers, in digits; 0 for none. */
  readonly digits: number;
  readonly isMarked?: boolean;
  readonly children?: ComponentChildren;
}

export function CodeLine({ text, tokens, number, digits, isMarked = false, children }: CodeLineProps) {
  return (
    <div class={isMarked ? 'ts-code-line ts-code-line--marked' : 'ts-code-line'}>
      {digits > 0 && (
        <span class="ts-code-line__number" style={{ width: `${digits + 2}ch` }} data-number={number ?? ''} />
      )}
      <span class="ts-code-line__text">
        {children ?? (tokens === undefined ? <LongText text={text} /> : <Tokens tokens={tokens} />)}
        {'\n'}
      </span>
    </div>
  );
}
