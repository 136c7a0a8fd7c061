// A block of code or plain text: line numbers, highlighting, wrapping, copying, and cut where it is too long.

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Block, type BlockProps } from '../parts/block.tsx';
import { CodeLine } from './code-line.tsx';
import { type Cut, CutNote } from './cut.tsx';
import { type Language, languageOfName, languageOfPath } from './languages.ts';
import { LineWindow, WINDOW_FROM } from './line-window.tsx';
import { lineBreaks } from './preferences.ts';
import { TextActions } from './text-actions.tsx';
import { useHighlight } from './use-highlight.ts';

interface CodeBlockProps {
  readonly text: string;
  /** Determines the language by its extension. */
  readonly path?: string | null | undefined;
  /** Determines the language by its name. */
  readonly language?: string | null | undefined;
  readonly title?: ComponentChildren;
  readonly facts?: ComponentChildren;
  readonly tone?: BlockProps['tone'];
  /** Number of the first line; null for lines without numbers. */
  readonly startLine?: number | null;
  /** Highlighted lines, by their numbers. */
  readonly marked?: ReadonlySet<number>;
  readonly cut?: Cut | undefined;
  /** Prose is always wrapped, whatever the preference for code. */
  readonly isProse?: boolean;
  readonly label?: string;
}

/** Lines of a text; a trailing line end does not start another line. */
export function linesOf(text: string): readonly string[] {
  const lines = (text.includes('\r') ? text.replaceAll('\r\n', '\n') : text).split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

function languageOf({ language, path }: Pick<CodeBlockProps, 'language' | 'path'>): Language | null {
  return languageOfName(language) ?? languageOfPath(path);
}

export function CodeBlock(props: CodeBlockProps) {
  const { text, title, facts, tone, startLine = null, marked, cut, isProse = false, label = 'Text' } = props;
  const lines = useMemo(() => linesOf(text), [text]);
  const coloured = useHighlight(text, languageOf(props));
  const digits = startLine === null ? 0 : String(startLine + lines.length - 1).length;
  const canBreak = !isProse && lines.length <= WINDOW_FROM;
  return (
    <Block
      title={title}
      facts={facts}
      tone={tone ?? 'plain'}
      actions={text === '' ? undefined : <TextActions text={text} canBreak={canBreak} />}
    >
      <LineWindow
        count={lines.length}
        label={label}
        wrap={isProse || lineBreaks.value === 'broken'}
        draw={(index) => {
          const number = startLine === null ? null : startLine + index;
          return (
            <CodeLine
              key={index}
              text={lines[index] ?? ''}
              tokens={coloured?.[index]}
              number={number}
              digits={digits}
              isMarked={number !== null && marked?.has(number) === true}
            />
          );
        }}
      />
      {cut !== undefined && <CutNote shown={text.length} cut={cut} />}
    </Block>
  );
}
