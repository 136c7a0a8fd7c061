// Background work as one thread: its launch, the calls that looked at it, and its end. Drawn in each of its calls, with
// that call marked and links to all others.

import type { ComponentChildren } from 'preact';
import { plural } from '../../base/units.ts';
import { Badge } from '../parts/badge.tsx';
import type { ThreadCall, ViewCall, ViewLinks, ViewThread } from '../tool-view.ts';
import { Clock } from './instant.tsx';
import './background-thread.css';

interface BackgroundThreadProps {
  readonly view: { readonly call: ViewCall; readonly links: ViewLinks };
  /** Its id, where only the result has it. */
  readonly taskId?: string | null;
}

/** How the end was learned. */
const ENDS: Readonly<Record<string, string>> = {
  notification: 'the agent was told that it ended',
  event: 'the log says that it ended',
  poll: 'a call saw that it had ended',
  kill: 'a call ended it',
};

/** The thread from the launch alone, where nothing is known about other calls. */
function alone({ callId, tool, summary, background }: ViewCall): ViewThread {
  const launch = { callId, tool, summary, at: null };
  if (background === null) return { launch, taskId: null, calls: [], more: 0, end: null };
  const { taskId, endedVia, exitCode, pollCalls } = background;
  const endedByCall = endedVia === 'poll' || endedVia === 'kill';
  return {
    launch,
    taskId,
    calls: pollCalls.map((id) => ({ callId: id, tool: 'a later call', summary: '', at: null })),
    more: 0,
    end:
      endedVia === null
        ? null
        : { via: endedVia, exitCode, at: null, callId: endedByCall ? (pollCalls.at(-1) ?? null) : null },
  };
}

interface StepProps {
  readonly step: ThreadCall;
  readonly view: BackgroundThreadProps['view'];
  readonly children?: ComponentChildren;
}

/** A call of the thread: a link, unless it is the current one. */
function Step({ step, view, children }: StepProps) {
  const isHere = step.callId === view.call.callId;
  const words = step.summary === '' ? step.tool : `${step.tool}: ${step.summary}`;
  return (
    <li
      class={isHere ? 'ts-thread__step ts-thread__here' : 'ts-thread__step'}
      aria-current={isHere ? 'step' : undefined}
    >
      {isHere ? <strong>this call</strong> : <a href={view.links.call(step.callId)}>{words}</a>}
      {children}
      <Clock at={step.at} />
    </li>
  );
}

/** What the work used, if its end reported that: stored with the call that launched it. */
function usedWords({ toolCalls, tokens }: ViewCall['facts']): string {
  const calls = typeof toolCalls === 'number' ? [plural(toolCalls, 'call')] : [];
  return [...calls, ...(typeof tokens === 'number' ? [plural(tokens, 'token')] : [])].join(', ');
}

function End({ view, thread }: { readonly view: BackgroundThreadProps['view']; readonly thread: ViewThread }) {
  const { end } = thread;
  const { status, callId, facts } = view.call;
  const isLaunch = callId === thread.launch.callId;
  if (end === null) {
    return (
      <li class="ts-thread__open">
        {!isLaunch || status === 'background' ? 'no end seen yet' : `it came out as: ${status}`}
      </li>
    );
  }
  const words = ENDS[end.via] ?? end.via;
  const used = isLaunch ? usedWords(facts) : '';
  const by = end.callId === null || end.callId === view.call.callId ? null : end.callId;
  return (
    <li class="ts-thread__step">
      ended: {by === null ? words : <a href={view.links.call(by)}>{words}</a>}
      {end.exitCode !== null && <Badge tone={end.exitCode === 0 ? 'ok' : 'error'}>exit {end.exitCode}</Badge>}
      {used !== '' && <Badge>{used}</Badge>}
      <Clock at={end.at} />
    </li>
  );
}

export function BackgroundThread({ view, taskId = null }: BackgroundThreadProps) {
  const thread = view.call.work ?? alone(view.call);
  const id = thread.taskId ?? taskId;
  return (
    <ol class="ts-thread" aria-label="Background work">
      <Step step={thread.launch} view={view}>
        launched it{id !== null && ' as '}
        {id !== null && <code>{id}</code>}
      </Step>
      {thread.calls.map((step) => (
        <Step key={step.callId} step={step} view={view} />
      ))}
      {thread.more > 0 && (
        <li class="ts-thread__open">polled by {plural(thread.more, thread.calls.length > 0 ? 'more call' : 'call')}</li>
      )}
      <End view={view} thread={thread} />
    </ol>
  );
}
