// Picks the view of a call's tool, and what it is given. A view that breaks gives way to the generic one.

import type { ComponentChildren } from 'preact';
import type { CallDetail } from '../../api/wire/call.ts';
import { genericView as GenericView, viewOf, views } from '../../tools/views.ts';
import { Callout } from '../../ui/parts/callout.tsx';
import type { ToolViewProps, ViewBodies } from '../../ui/tool-view.ts';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { EmptyState } from '../parts/states.tsx';
import { callAddress, fileAddress } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { recordUrl } from '../state/record-url.ts';
import { blocksOf, textOf } from './content-text.ts';
import { ShownPart } from './shown-part.tsx';

type AnyProps = ToolViewProps<unknown, { readonly kind: string }>;

function isKinded(value: unknown): value is { readonly kind: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

function bodiesOf(detail: CallDetail): ViewBodies {
  const { agent, session, callId, occurrence, bodies } = detail;
  const parts = { agent, session, callId, occurrence: String(occurrence) };
  return {
    url: (from, pointer) => api.url('callBody', { parts, query: pointer === undefined ? { from } : { from, pointer } }),
    cutAt: (body, pointer) => bodies?.cuts.find((cut) => cut.body === body && cut.pointer === pointer)?.characters,
    cuts: bodies?.cuts ?? [],
    spilled: bodies?.spilled ?? null,
  };
}

function propsOf(detail: CallDetail, nested: ComponentChildren): AnyProps {
  const { agent, session, bodies, recovery, masked } = detail;
  const result = bodies?.result;
  return {
    call: {
      ...detail,
      masked: masked === null ? null : { ...masked, href: recordUrl({ agent, session }, masked.place) },
      recovery:
        recovery === null
          ? null
          : {
              callId: recovery.by?.callId ?? null,
              rule: recovery.rule,
              calls: recovery.calls,
              ms: recovery.ms,
            },
    },
    input: bodies?.input ?? null,
    result: isKinded(result) ? result : null,
    text: textOf(bodies?.content),
    blocks: blocksOf(bodies?.content),
    bodies: bodiesOf(detail),
    links: {
      call: (callId) => callAddress({ agent, session, callId, occurrence: 1 }),
      file: (path) => fileAddress(path),
    },
    nested,
  };
}

export function CallPreview({
  detail,
  nested,
}: {
  readonly detail: CallDetail;
  readonly nested: ComponentChildren;
}): ComponentChildren {
  if (detail.bodies === null) {
    return (
      <EmptyState
        title="The log is gone, and the input and result with it."
        hint="Toolscope keeps copies of the logs it has indexed, unless it runs with --no-archive."
      />
    );
  }
  const View = viewOf(detail.toolId);
  const props = propsOf(detail, nested);
  return (
    <ErrorBoundary
      key={detail.toolId}
      what="The view of this tool"
      fallback={(error) => (
        <>
          <Callout tone="warn" title="The view of this tool could not draw it.">
            {error.message}
          </Callout>
          <GenericView {...props} />
        </>
      )}
    >
      <div data-view={views.has(detail.toolId) ? detail.toolId : 'generic'} data-call={detail.callId}>
        {detail.bodies.shown !== null && (
          <ShownPart shown={detail.bodies.shown} bodies={props.bodies} links={props.links} />
        )}
        <View {...props} />
      </div>
    </ErrorBoundary>
  );
}
