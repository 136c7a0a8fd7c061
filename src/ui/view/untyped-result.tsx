// An untyped result: none yet, a failure's message, or what the model saw.

import { Empty } from '../parts/empty.tsx';
import { Section } from '../parts/section.tsx';
import { CodeBlock } from '../text/code-block.tsx';
import { TerminalBlock } from '../text/terminal-block.tsx';
import type { ToolViewProps } from '../tool-view.ts';
import { ContentBlocks } from './content-blocks.tsx';
import { contentCut } from './cuts.ts';

/** A view without its types, for the parts that all views share. */
export type AnyView = Omit<ToolViewProps<unknown, { readonly kind: string }>, 'input'>;

type Untyped = { readonly kind: 'raw' } | { readonly kind: 'failure' };

/** Whether a view has something of its tool to draw. */
export function isTyped<Result extends { readonly kind: string }>(
  result: Result | Untyped | null,
): result is Exclude<Result, Untyped> {
  return result !== null && result.kind !== 'raw' && result.kind !== 'failure';
}

function waiting(status: AnyView['call']['status']): string | null {
  switch (status) {
    case 'running':
      return 'It is still running: there is no result yet.';
    case 'background':
      return 'It is running in the background.';
    default:
      return null;
  }
}

/** What agents put around a failure's message. */
const WRAPPER_LENGTH = '<tool_use_error></tool_use_error>'.length;

/** Whether a text says more than the message extracted from it. */
export function saysMore(text: string, message: string): boolean {
  const told = text.trim();
  return told !== '' && !(told.includes(message) && told.length <= message.length + WRAPPER_LENGTH);
}

/** A failure's text, if it says more than the message above it. */
function FailureText({ view }: { readonly view: AnyView }) {
  const { text, call } = view;
  if (!saysMore(text, call.failure?.message ?? '')) return null;
  const told = <TerminalBlock title="What the model was told" text={text} cut={contentCut(view)} />;
  // The agent's own text for a rejection by the user is always the same.
  return call.status === 'rejected' ? <Section title="What the model was told">{told}</Section> : told;
}

export function UntypedResult({ view }: { readonly view: AnyView }) {
  const { result, call, text, blocks, bodies } = view;
  if (result === null) {
    const words = waiting(call.status);
    return words === null ? null : <Empty>{words}</Empty>;
  }
  if (result.kind === 'failure') {
    return (
      <>
        <FailureText view={view} />
        <ContentBlocks blocks={blocks} bodies={bodies} withoutText />
      </>
    );
  }
  if (blocks.length > 0) return <ContentBlocks blocks={blocks} bodies={bodies} />;
  return text === '' ? (
    <Empty>The result is empty.</Empty>
  ) : (
    <CodeBlock title="What the model saw" text={text} cut={contentCut(view)} />
  );
}
