// Chooses the view of a call's tool and its props. If a view throws, the generic one is shown.

import type { ComponentChildren } from 'preact';
import type { CallDetail } from '../../api/wire/call.ts';
import { genericView as GenericView, viewOf, views } from '../../tools/views.ts';
import { Callout } from '../../ui/parts/callout.tsx';
import { ErrorBoundary } from '../parts/error-boundary.tsx';
import { EmptyState } from '../parts/states.tsx';
import { callAddress, callParts, fileAddress } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { recordUrl } from '../state/record-url.ts';
import { ShownPart } from './shown-part.tsx';
import { type ViewAddresses, viewProps } from './view-props.ts';

function addressesOf(detail: CallDetail): ViewAddresses {
  const { agent, session } = detail;
  const parts = callParts(detail);
  return {
    masked: (place) => recordUrl({ agent, session }, place),
    body: (from, pointer) =>
      api.url('callBody', { parts, query: pointer === undefined ? { from } : { from, pointer } }),
    links: {
      call: (id) => callAddress({ agent, session, callId: id, occurrence: 1 }),
      file: (path) => fileAddress(path),
    },
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
  const props = viewProps(detail, addressesOf(detail), nested);
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
