// Owns what stands beside a session's table: the call or message that the address names, or that there is no such thing.

import type { ComponentChildren } from 'preact';
import { CallPane } from '../call/call-pane.tsx';
import { MessagePane } from '../call/message-pane.tsx';
import { PaneClose } from '../call/pane-close.tsx';
import { EmptyState } from '../parts/states.tsx';
import { NestedCalls } from './nested-calls.tsx';
import type { SessionName, SessionState } from './session-state.ts';

/** For an address that names what the session does not have. */
function GonePane({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <section class="call-pane" aria-label="Nothing found">
      <header class="call-pane__head">
        <div class="call-pane__line">
          <h2>Not in this session</h2>
          <span class="call-pane__actions">
            <PaneClose onClose={onClose} />
          </span>
        </div>
      </header>
      <EmptyState
        title="The session has nothing at this address."
        hint="The address may be cut short, or its log was written anew."
      />
    </section>
  );
}

export interface SidePaneProps {
  readonly state: SessionState;
  readonly name: SessionName;
  readonly chosen: number | undefined;
  /** The address names something. */
  readonly isNamed: boolean;
  /** What the chosen call brought about. */
  readonly nested: readonly number[];
  readonly onClose: () => void;
}

/** Null when nothing is to be shown. */
export function sidePane({ state, name, chosen: i, isNamed, nested, onClose }: SidePaneProps): ComponentChildren {
  if (i === undefined) return isNamed && state.isLoaded.value ? <GonePane onClose={onClose} /> : null;
  const { entries, version } = state;
  const { agent, session } = name;
  const { columns } = entries;
  if ((columns.key[i] ?? 0) > 0) {
    const call = { agent, session, callId: columns.callId[i] ?? '', occurrence: columns.occurrence[i] ?? 1 };
    return (
      <CallPane
        key={`${call.callId} ${call.occurrence}`}
        call={call}
        // Asked again when the call changes.
        state={`${columns.status[i]} ${columns.endedAt[i]} ${columns.status[i] === 'running' ? version.value : ''}`}
        nested={
          nested.length === 0 ? null : <NestedCalls name={{ agent, session }} entries={entries} nested={nested} />
        }
        onClose={onClose}
      />
    );
  }
  return (
    <MessagePane
      key={`${columns.source[i]}:${columns.offset[i]}:${columns.pointer[i]}`}
      agent={agent}
      session={session}
      kind={columns.kind[i] ?? ''}
      source={columns.source[i] ?? 0}
      offset={columns.offset[i] ?? 0}
      pointer={columns.pointer[i] ?? ''}
      preview={columns.text[i] ?? ''}
      onClose={onClose}
    />
  );
}
