// A call's bodies as in the log: the input, what the model saw, and the structured result.

import type { ComponentChildren } from 'preact';
import type { CallDetail } from '../../api/wire/call.ts';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { JsonTree } from '../../ui/tree/json-tree.tsx';
import { EmptyState } from '../parts/states.tsx';
import { callParts } from '../state/addresses.ts';
import { api } from '../state/api.ts';

type From = 'input' | 'content' | 'structured';

function urlOf(detail: CallDetail, from: From, pointer: string): string {
  return api.url('callBody', { parts: callParts(detail), query: { from, pointer } });
}

const BODIES = { input: 'rawInput', content: 'content', structured: 'structured' } as const;

function Cuts(props: { readonly detail: CallDetail; readonly from: From }): ComponentChildren {
  const cuts = props.detail.bodies?.cuts.filter(({ body }) => body === BODIES[props.from]) ?? [];
  return cuts.map(({ pointer, characters }) => (
    <p class="call-pane__dim" key={pointer}>
      {pointer === '' ? 'The text' : <code>{pointer}</code>} has {characters.toLocaleString()} characters and was cut.{' '}
      <a href={urlOf(props.detail, props.from, pointer)} target="_blank" rel="noopener">
        Open the full text
      </a>
    </p>
  ));
}

function Gone(): ComponentChildren {
  return <EmptyState title="The log is gone." hint="The input and result of this call were not kept." />;
}

export function CallInput({ detail }: { readonly detail: CallDetail }): ComponentChildren {
  if (detail.bodies === null) return <Gone />;
  return (
    <>
      <JsonTree value={detail.bodies.rawInput} label="Input" />
      <Cuts detail={detail} from="input" />
    </>
  );
}

export function CallResult({ detail }: { readonly detail: CallDetail }): ComponentChildren {
  if (detail.bodies === null) return <Gone />;
  const { content } = detail.bodies;
  if (content === null || content === undefined) {
    const isOpen = detail.status === 'running' || detail.status === 'background';
    return <EmptyState title={isOpen ? 'There is no result yet.' : 'There is no result in the log.'} />;
  }
  return (
    <>
      <p class="call-pane__dim">What the model saw.</p>
      {typeof content === 'string' ? (
        <CodeBlock text={content} label="Result" />
      ) : (
        <JsonTree value={content} label="Result" />
      )}
      <Cuts detail={detail} from="content" />
    </>
  );
}

export function CallStructured({ detail }: { readonly detail: CallDetail }): ComponentChildren {
  if (detail.bodies === null) return <Gone />;
  const { structured } = detail.bodies;
  if (structured === null || structured === undefined) {
    return (
      <EmptyState
        title="The log has no structured result for this call."
        hint="What is shown was read from its text."
      />
    );
  }
  return (
    <>
      <JsonTree value={structured} label="Structured result" />
      <Cuts detail={detail} from="structured" />
    </>
  );
}
