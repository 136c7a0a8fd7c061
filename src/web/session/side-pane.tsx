// The side pane: what the URL names (a call, a message, a log line, the session as a whole), or a note that it does not
// exist.

import type { ComponentChildren } from 'preact';
import type { SessionInsights } from '../../api/wire/insights.ts';
import { CallPane } from '../call/call-pane.tsx';
import { MessagePane } from '../call/message-pane.tsx';
import { PaneFrame } from '../call/pane-frame.tsx';
import { RecordPane } from '../call/record-pane.tsx';
import { lazyPage } from '../parts/lazy-page.tsx';
import { EmptyState } from '../parts/states.tsx';
import type { SessionName } from '../state/addresses.ts';
import { NestedCalls } from './nested-calls.tsx';
import type { OpenedSession } from './opened-session.ts';

const AboutPane = lazyPage(async () => (await import('./about-pane.tsx')).AboutPane);
const InsightsPane = lazyPage(async () => (await import('./insights-pane.tsx')).InsightsPane);

/** For a URL that names something the session does not have. */
function GonePane({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  return (
    <PaneFrame title="Not in this session" label="Nothing found" onClose={onClose}>
      <EmptyState
        title="The session has nothing at this address."
        hint="The address may be incomplete, or the log may have been rewritten."
      />
    </PaneFrame>
  );
}

interface SidePaneProps {
  readonly state: OpenedSession;
  readonly name: SessionName;
  readonly chosen: number | undefined;
  /** The query of the URL. */
  readonly query: URLSearchParams;
  /** Conclusions about the session; undefined while loading. */
  readonly insights: SessionInsights | undefined;
  /** Calls nested in the selected one. */
  readonly nested: readonly number[];
  readonly onClose: () => void;
}

/** Query parameters that name something to show; at most one is set. */
export const NOTHING_NAMED = {
  call: undefined,
  at: undefined,
  line: undefined,
  about: undefined,
  insights: undefined,
} as const;

export function isSomethingNamed(query: URLSearchParams): boolean {
  return Object.keys(NOTHING_NAMED).some((key) => query.has(key));
}

/** Panes other than for an entry of the table: the session as a whole, a log line, or not found. */
function otherPane({ state, query, insights, onClose }: SidePaneProps): ComponentChildren {
  const detail = state.detail.value;
  if (query.has('insights'))
    return insights === undefined ? null : <InsightsPane insights={insights} onClose={onClose} />;
  if (detail !== undefined && query.has('about')) return <AboutPane detail={detail} onClose={onClose} />;
  const [source, line] = (query.get('line') ?? '').split(':').map(Number);
  const file = detail?.sources.find(({ number }) => number === source)?.path;
  if (file !== undefined && line !== undefined) {
    return <RecordPane key={`${source}:${line}`} file={file} line={line} onClose={onClose} />;
  }
  return isSomethingNamed(query) && state.isLoaded.value && detail !== undefined ? (
    <GonePane onClose={onClose} />
  ) : null;
}

/** Null when there is nothing to show. */
export function sidePane(props: SidePaneProps): ComponentChildren {
  const { state, name, chosen: i, nested, onClose } = props;
  if (i === undefined) return otherPane(props);
  const { entries, version } = state;
  const { agent, session } = name;
  const { columns } = entries;
  if ((columns.key[i] ?? 0) > 0) {
    const call = { agent, session, callId: columns.callId[i] ?? '', occurrence: columns.occurrence[i] ?? 1 };
    return (
      <CallPane
        key={`${call.callId} ${call.occurrence}`}
        call={call}
        // Loaded again when the call changes.
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
