// Results without a drawing of their own: a note in plain words, or an untyped result.

import { CodeBlock } from '../text/code-block.tsx';
import { resultCut } from './cuts.ts';
import { type AnyView, isTyped, UntypedResult } from './untyped-result.tsx';

function noteOf(result: AnyView['result']): string | null {
  return result !== null && result.kind === 'note' && 'text' in result && typeof result.text === 'string'
    ? result.text
    : null;
}

/** Draws nothing for a result that the view draws itself. */
export function OtherResult({ view }: { readonly view: AnyView }) {
  const { result } = view;
  const note = noteOf(result);
  if (note !== null) return <CodeBlock isProse text={note} label="Answer" cut={resultCut(view, '/text')} />;
  return isTyped(result) ? null : <UntypedResult view={view} />;
}
