// Owns background work as one thread: its launch, the calls that looked at it, and its end.

import { Badge } from '../parts/badge.tsx';
import type { ViewCall, ViewLinks } from '../tool-view.ts';
import './background-thread.css';

export interface BackgroundThreadProps {
  readonly view: { readonly call: ViewCall; readonly links: ViewLinks };
  /** The id it goes by; where the call does not know it, the result does. */
  readonly taskId?: string | null;
}

const ENDS: Readonly<Record<string, string>> = {
  notification: 'the agent was told that it ended',
  poll: 'a later call saw that it had ended',
  kill: 'a later call ended it',
  message: 'a message ended it',
};

function End({ call }: { readonly call: ViewCall }) {
  const { background, status } = call;
  if (background === null || background.endedVia === null) {
    return <li class="ts-thread__open">{status === 'background' ? 'no end seen yet' : `it came out as: ${status}`}</li>;
  }
  return (
    <li>
      ended: {ENDS[background.endedVia] ?? background.endedVia}
      {background.exitCode !== null && (
        <>
          {' '}
          <Badge tone={background.exitCode === 0 ? 'ok' : 'error'}>exit {background.exitCode}</Badge>
        </>
      )}
    </li>
  );
}

/** Looks at one work come by the dozen; all of them are in the list of calls. */
const POLLS_MAX = 20;

export function BackgroundThread({ view, taskId = null }: BackgroundThreadProps) {
  const { call, links } = view;
  const polls = call.background?.pollCalls ?? [];
  const id = call.background?.taskId ?? taskId;
  return (
    <ol class="ts-thread" aria-label="Background work">
      <li>
        launched{id !== null && ' as '}
        {id !== null && <code>{id}</code>}
      </li>
      {polls.slice(0, POLLS_MAX).map((callId, index) => (
        <li key={callId}>
          <a href={links.call(callId)}>looked at, {index + 1}</a>
        </li>
      ))}
      {polls.length > POLLS_MAX && <li>and {polls.length - POLLS_MAX} looks more</li>}
      <End call={call} />
    </ol>
  );
}
