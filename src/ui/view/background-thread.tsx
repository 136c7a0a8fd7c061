// Owns background work as one thread: its launch, the calls that looked at it, and its end.

import { Badge } from '../parts/badge.tsx';
import type { ViewCall, ViewLinks } from '../tool-view.ts';
import './background-thread.css';

export interface BackgroundThreadProps {
  readonly view: { readonly call: ViewCall; readonly links: ViewLinks };
  /** The id it goes by; where the call does not know it, the result does. */
  readonly taskId?: string | null;
}

/** How the end was learned. The last call that touched the work is the one that saw or made its end, where a call did. */
const ENDS: Readonly<Record<string, { readonly words: string; readonly byCall: boolean }>> = {
  notification: { words: 'the agent was told that it ended', byCall: false },
  event: { words: 'the log says that it ended', byCall: false },
  poll: { words: 'a later call saw that it had ended', byCall: true },
  kill: { words: 'a later call ended it', byCall: true },
};

/** Looks at one work come by the dozen; all of them are in the list of calls. */
const LOOKS_MAX = 20;

function End({ view, by }: { readonly view: BackgroundThreadProps['view']; readonly by: string | undefined }) {
  const { background, status } = view.call;
  if (background === null || background.endedVia === null) {
    return <li class="ts-thread__open">{status === 'background' ? 'no end seen yet' : `it came out as: ${status}`}</li>;
  }
  const words = ENDS[background.endedVia]?.words ?? background.endedVia;
  return (
    <li>
      ended: {by === undefined ? words : <a href={view.links.call(by)}>{words}</a>}
      {background.exitCode !== null && (
        <>
          {' '}
          <Badge tone={background.exitCode === 0 ? 'ok' : 'error'}>exit {background.exitCode}</Badge>
        </>
      )}
    </li>
  );
}

export function BackgroundThread({ view, taskId = null }: BackgroundThreadProps) {
  const { call, links } = view;
  const { background } = call;
  const calls = background?.pollCalls ?? [];
  const endedByCall = ENDS[background?.endedVia ?? '']?.byCall === true;
  const looks = endedByCall ? calls.slice(0, -1) : calls;
  const id = background?.taskId ?? taskId;
  return (
    <ol class="ts-thread" aria-label="Background work">
      <li>
        launched{id !== null && ' as '}
        {id !== null && <code>{id}</code>}
      </li>
      {looks.slice(0, LOOKS_MAX).map((callId, index) => (
        <li key={callId}>
          <a href={links.call(callId)}>looked at{looks.length > 1 && `, time ${index + 1}`}</a>
        </li>
      ))}
      {looks.length > LOOKS_MAX && <li>and {looks.length - LOOKS_MAX} looks more</li>}
      <End view={view} by={endedByCall ? calls.at(-1) : undefined} />
    </ol>
  );
}
