// Shows first what went wrong in a call: what happened, who is to blame, and whether the agent recovered.

import { formatMs, plural } from '../../base/units.ts';
import type { Blame, CallStatus } from '../../model/outcome.ts';
import { Callout, type CalloutProps } from '../parts/callout.tsx';
import { oneLine } from '../text/one-line.ts';
import type { ViewCall, ViewLinks } from '../tool-view.ts';

const HAPPENED: Readonly<Record<CallStatus, string | null>> = {
  ok: null,
  error: 'Failed',
  rejected: 'Rejected by the person',
  denied: 'Denied: it never ran',
  cancelled: 'Cancelled before it ran',
  interrupted: 'Interrupted',
  running: null,
  background: null,
  lost: 'No result: the log ends or moves on without one',
  unknown: 'Not known: this agent does not log how its calls come out',
};

const WHOSE: Readonly<Record<Blame, string>> = {
  expected: 'expected: nothing is wrong',
  agent: 'the agent’s mistake',
  code: 'the code under work',
  environment: 'the environment’s problem',
  tool: 'the tool’s problem',
  policy: 'by a rule',
  user: 'by the person’s choice',
  unknown: 'whose problem it is, is not known',
};

function toneOf({ status, failure }: ViewCall): CalloutProps['tone'] {
  if (failure?.blame === 'expected') return 'quiet';
  if (status === 'error' && failure?.blame !== 'user') return 'error';
  return status === 'lost' || status === 'unknown' || status === 'cancelled' ? 'quiet' : 'warn';
}

function Recovery({ call, links }: { readonly call: ViewCall; readonly links: ViewLinks }) {
  const recovery = call.recovery ?? null;
  if (recovery === null) return null;
  if (recovery.callId === null) return <div>The agent did not recover from it.</div>;
  const cost = [
    recovery.calls === null ? '' : plural(recovery.calls, 'call'),
    recovery.ms === null ? '' : formatMs(recovery.ms),
  ].filter((part) => part !== '');
  return (
    <div>
      <a href={links.call(recovery.callId)}>
        {recovery.rule === 'same-program' ? 'Recovered by the same program' : 'Recovered by a later call'}
      </a>
      {cost.length > 0 && ` after ${cost.join(' and ')}`}.
    </div>
  );
}

/** The call succeeded, but something in it failed. */
function MaskedCallout({ call, links }: { readonly call: ViewCall; readonly links: ViewLinks }) {
  const masked = call.masked ?? null;
  if (masked === null) return null;
  return (
    <Callout
      tone="warn"
      title="This call succeeded, but something in it failed"
      aside={
        <>
          {WHOSE[masked.blame]} · <code>{masked.code}</code>
        </>
      }
    >
      <div>{oneLine(masked.message)}</div>
      <div>
        <a href={masked.href} target="_blank" rel="noopener">
          The record that says so
        </a>
      </div>
      <Recovery call={call} links={links} />
    </Callout>
  );
}

export function FailureCallout({ call, links }: { readonly call: ViewCall; readonly links: ViewLinks }) {
  const { status, failure, feedback } = call;
  const happened = HAPPENED[status];
  const message = oneLine(failure?.message ?? '');
  if (happened === null && failure === null) return <MaskedCallout call={call} links={links} />;
  // An expected failure has its message as title; a rejection by the user needs no message from the agent.
  const isAnswer = failure?.blame === 'expected' && status === 'error';
  const isSaidByTitle = status === 'rejected' || status === 'lost';
  const hasMessage = !isAnswer && message !== '' && !isSaidByTitle;
  return (
    <Callout
      tone={toneOf(call)}
      title={isAnswer ? message : (happened ?? 'Failed')}
      aside={
        failure === null || status === 'lost' ? undefined : (
          <>
            {WHOSE[failure.blame]} · <code>{failure.code}</code>
          </>
        )
      }
    >
      {hasMessage && <div>{message}</div>}
      {feedback !== null && feedback !== '' && <div>The person said: “{oneLine(feedback)}”</div>}
      <Recovery call={call} links={links} />
    </Callout>
  );
}
