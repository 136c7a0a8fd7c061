// One side of one diff line: its sign, its colours, and the words that changed.

import { LongText, Tokens } from '../text/code-line.tsx';
import type { Token } from '../text/highlight.ts';
import type { DiffLine, DiffRows } from './diff-rows.ts';
import { markTokens, type Spans, type WordMarks, wordMarks } from './word-marks.ts';

export interface DiffColours {
  readonly old: readonly (readonly Token[])[] | null;
  readonly new: readonly (readonly Token[])[] | null;
}

/** Computed when a line is drawn, and cached: lines that are never seen cost nothing. */
export class MarkTable {
  readonly #diff: DiffRows;
  readonly #known = new Map<number, WordMarks | null>();

  constructor(diff: DiffRows) {
    this.#diff = diff;
  }

  spans(index: number): Spans {
    const line = this.#diff.lines[index];
    if (line === undefined || line.pair === null) return [];
    const removed = line.kind === 'removed' ? index : line.pair;
    let marks = this.#known.get(removed);
    if (marks === undefined) {
      const added = line.kind === 'removed' ? line.pair : index;
      marks = wordMarks(this.#diff.lines[removed]?.text ?? '', this.#diff.lines[added]?.text ?? '');
      this.#known.set(removed, marks);
    }
    return (line.kind === 'removed' ? marks?.removed : marks?.added) ?? [];
  }
}

function tokensOf(line: DiffLine, side: 'old' | 'new', colours: DiffColours): readonly Token[] | undefined {
  const index = side === 'old' ? line.oldIndex : line.newIndex;
  return index === null ? undefined : colours[side]?.[index];
}

export const SIGNS = { same: ' ', added: '+', removed: '−', remark: ' ' } as const;

interface DiffTextProps {
  readonly line: DiffLine;
  readonly side: 'old' | 'new';
  readonly spans: Spans;
  readonly colours: DiffColours;
}

export function DiffText({ line, side, spans, colours }: DiffTextProps) {
  const tokens = tokensOf(line, side, colours);
  if (spans.length === 0) return tokens === undefined ? <LongText text={line.text} /> : <Tokens tokens={tokens} />;
  const marked = markTokens(tokens ?? [{ text: line.text, scope: null }], spans);
  return (
    <>
      {marked.map((token, index) =>
        token.isMarked ? (
          <mark key={index} class={`ts-diff__mark ts-diff__mark--${line.kind}`}>
            <Tokens tokens={[token]} />
          </mark>
        ) : (
          <Tokens key={index} tokens={[token]} />
        ),
      )}
    </>
  );
}
