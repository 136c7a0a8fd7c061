// A program's output as a terminal would show it.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Block, type BlockProps } from '../parts/block.tsx';
import { LongText } from './code-line.tsx';
import { type Cut, CutNote } from './cut.tsx';
import { LineWindow, WINDOW_FROM } from './line-window.tsx';
import { lineBreaks } from './preferences.ts';
import { type Run, terminalLines } from './terminal-lines.ts';
import { TextActions } from './text-actions.tsx';
import './terminal-block.css';

/** The 16 named colours follow the theme; custom colours are mixed with the text colour, so that they are readable. */
function colour(value: string, part: 'fg' | 'bg'): string {
  if (!value.includes(',')) return part === 'fg' ? `var(--ansi-${value})` : `var(--ansi-bg-${value}, transparent)`;
  return part === 'fg'
    ? `color-mix(in oklab, rgb(${value}) 65%, var(--text))`
    : `rgb(${value} / 30%)`.replaceAll(',', '');
}

function RunText({ run }: { readonly run: Run }) {
  const { text, fg, bg, decorations } = run;
  if (fg === null && bg === null && decorations.length === 0) return <LongText text={text} />;
  return (
    <span
      class={decorations.map((name) => `ts-run--${name}`).join(' ')}
      style={{
        ...(fg === null ? {} : { color: colour(fg, 'fg') }),
        ...(bg === null ? {} : { backgroundColor: colour(bg, 'bg') }),
      }}
    >
      <LongText text={text} />
    </span>
  );
}

interface TerminalBlockProps {
  readonly text: string;
  readonly title?: ComponentChildren;
  readonly facts?: ComponentChildren;
  readonly tone?: BlockProps['tone'];
  readonly cut?: Cut | undefined;
  readonly label?: string;
}

export function TerminalBlock({ text, title, facts, tone, cut, label = 'Output' }: TerminalBlockProps) {
  const lines = useMemo(() => terminalLines(text), [text]);
  return (
    <Block
      title={title}
      facts={facts}
      tone={tone ?? 'plain'}
      actions={<TextActions text={text} canBreak={lines.length <= WINDOW_FROM} />}
    >
      <LineWindow
        count={lines.length}
        label={label}
        wrap={lineBreaks.value === 'broken'}
        draw={(index) => (
          <div key={index} class="ts-terminal__line">
            {lines[index]?.runs.map((run, at) => (
              <RunText key={at} run={run} />
            ))}
            {'\n'}
          </div>
        )}
      />
      {cut !== undefined && <CutNote shown={text.length} cut={cut} />}
    </Block>
  );
}
