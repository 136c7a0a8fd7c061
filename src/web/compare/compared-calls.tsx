// The calls of two sessions side by side, under the prompts that led to them.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { outcomeText } from '../../api/compare-text.ts';
import type { WireComparedCall, WireComparison } from '../../api/wire/compare.ts';
import { plural } from '../../base/units.ts';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { VirtualRows, type VirtualRowsHandle } from '../../ui/virtual-rows.tsx';
import { durationText } from '../parts/display-text.ts';
import { FoldButton } from '../parts/fold-button.tsx';
import { callAddress, type SessionName } from '../state/addresses.ts';
import type { ComparedNames } from '../state/compared.ts';
import { useKept } from '../state/kept.ts';
import { useKeys } from '../state/keys.ts';
import { isNarrow } from '../state/narrow.ts';
import { type ComparedLine, comparedLines, foldsOf } from './compared-lines.ts';

interface SideProps {
  readonly call: WireComparedCall | null;
  readonly of: SessionName;
  readonly side: 'A' | 'B';
  /** Shown only where the two differ, or where something is wrong. */
  readonly withOutcome: boolean;
  readonly isElsewhere: boolean;
}

function tone({ status, blame, masked }: WireComparedCall): string {
  if (status === 'ok') return masked === null ? 'dim' : 'warn-text';
  return status === 'error' && blame !== 'expected' ? 'error-text' : 'dim';
}

function Side({ call, of, side, withOutcome, isElsewhere }: SideProps): ComponentChildren {
  if (call === null) return <span role="cell" class={`compared__side compared__side--none compared__side--${side}`} />;
  const { callId, occurrence, tool, summary, ms, bound } = call;
  const isQuiet = call.status === 'ok' && call.masked === null && !withOutcome;
  return (
    <span role="cell" class={`compared__side compared__side--${side}`}>
      <a href={callAddress({ ...of, callId, occurrence })} title={`${side}: ${oneLine(summary)}`}>
        <span class="dim">{toolName(tool)}</span> {oneLine(summary)}
      </a>
      {isElsewhere ? (
        <span class="compared__note" title="The other session made the same call at another point">
          elsewhere in {side === 'A' ? 'B' : 'A'}
        </span>
      ) : null}
      {isQuiet ? null : <span class={`compared__note ${tone(call)}`}>{outcomeText(call)}</span>}
      {ms === null ? null : <span class="compared__ms">{durationText(ms, bound)}</span>}
    </span>
  );
}

const SIGNS = { both: '', otherwise: '≠', A: '−', B: '+' } as const;
const WORDS = { both: 'in both', otherwise: 'ended otherwise', A: 'only in A', B: 'only in B' } as const;

function Prompt({ line }: { readonly line: ComparedLine & { readonly kind: 'prompt' } }): ComponentChildren {
  const { a, b, isSame } = line.pair;
  const words = (turn: typeof a): string => (turn?.asked == null ? 'Nothing was asked' : oneLine(turn.asked.text));
  const text = isSame || b === null ? words(a) : a === null ? words(b) : `${words(a)} ↔ ${words(b)}`;
  const note = isSame ? '' : a === null ? 'only in B' : b === null ? 'only in A' : 'other words';
  return (
    <>
      <span role="cell" class="compared__sign">
        {line.number}
      </span>
      <span role="cell" class="compared__words" title={text}>
        {text}
        {note === '' ? null : <span class="compared__note warn-text">{note}</span>}
      </span>
    </>
  );
}

interface ComparedCallsProps {
  readonly comparison: WireComparison;
  readonly names: ComparedNames;
  /** Scrolls to the first difference when it opens. */
  readonly isSought: boolean;
}

export function ComparedCalls({ comparison, names, isSought }: ComparedCallsProps): ComponentChildren {
  const [opened, setOpened] = useKept('opened');
  const { lines, divergence } = useMemo(() => comparedLines(comparison, opened), [comparison, opened]);
  const rows = useRef<VirtualRowsHandle>(null);
  const toDifference = (): void => {
    if (divergence !== null) rows.current?.show(divergence);
  };
  useEffect(() => {
    if (isSought) toDifference();
  }, [isSought]);
  const toggleAll = (): void => setOpened(opened.length > 0 ? [] : foldsOf(comparison));
  useKeys('Compare', [
    { keys: ['d'], does: 'Go to the first difference', run: toDifference },
    { keys: ['z'], does: 'Show what both did, or fold it', words: 'collapse expand', run: toggleAll },
  ]);
  return (
    <VirtualRows
      count={lines.length}
      rowHeight={isNarrow.value ? 44 : 26}
      label="Calls of both sessions"
      handle={rows}
      header={
        <div class="compared compared--head" role="row">
          <span role="columnheader" class="compared__sign">
            <span class="visually-hidden">Difference</span>
          </span>
          <span role="columnheader" class="compared__side">
            A
          </span>
          <span role="columnheader" class="compared__side">
            B
          </span>
        </div>
      }
      row={(i, slot) => {
        const line = lines[i];
        if (line === undefined) return null;
        const isFirst = i === divergence;
        if (line.kind === 'prompt') {
          return (
            <div class="compared compared--prompt" role="row" key={slot} aria-current={isFirst}>
              <Prompt line={line} />
            </div>
          );
        }
        if (line.kind === 'fold') {
          return (
            <div class="compared compared--fold" role="row" key={slot}>
              <span role="cell" class="compared__sign" />
              <span role="cell" class="compared__words">
                <FoldButton isOpen={false} onToggle={() => setOpened([...opened, line.id])}>
                  <span>{plural(line.count, 'call')} in both</span>
                </FoldButton>
              </span>
            </div>
          );
        }
        const { a, b, isElsewhere } = line.pair;
        const how = a === null ? 'B' : b === null ? 'A' : line.isOtherwise ? 'otherwise' : 'both';
        return (
          <div class={`compared compared--${how}`} role="row" key={slot} aria-current={isFirst}>
            <span role="cell" class="compared__sign">
              <span aria-hidden="true">{SIGNS[how]}</span>
              <span class="visually-hidden">{WORDS[how]}</span>
            </span>
            <Side call={a} of={names.a} side="A" withOutcome={line.isOtherwise} isElsewhere={isElsewhere} />
            <Side call={b} of={names.b} side="B" withOutcome={line.isOtherwise} isElsewhere={isElsewhere} />
          </div>
        );
      }}
    />
  );
}
