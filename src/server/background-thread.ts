// Background work as one thread of calls: the launch, the calls that looked at it or stopped it, and its end. The same
// for each of these calls, so that every one leads to the others.

import type { BackgroundThread, ThreadCall } from '../api/wire/call.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { CallQuestion } from '../store/questions/call-question.ts';
import type { ServedLibrary } from './served-library.ts';

/** The same work may be looked at dozens of times. */
const MOST_CALLS = 40;
/** Launches of a session that are searched for the one a call refers to. */
const MOST_LAUNCHES = 2000;

function onWire({ callId, occurrence, tool, toolId, summary, status, requestedAt }: ToolCall): ThreadCall {
  return { callId, occurrence, tool, toolId, summary, status, at: requestedAt };
}

export interface ThreadQuestion {
  readonly library: ServedLibrary;
  /** Limits questions to the session. */
  readonly question: CallQuestion;
}

/** The launch that a call refers to: the call itself, or the last launch that names the same work. */
async function launchOf(
  { library, question }: ThreadQuestion,
  call: ToolCall,
  isVisitor: boolean,
): Promise<ToolCall | undefined> {
  if (call.background !== null) return call;
  if (!isVisitor) return undefined;
  const { work } = await library.questions.stats.background(question, { limit: MOST_LAUNCHES });
  return work
    .map((one) => one.call)
    .find(
      ({ agent, session, background }) =>
        agent === call.agent && session === call.session && background?.pollCalls.includes(call.callId) === true,
    );
}

/** `isVisitor`: the call looks at background work, sends something to it, or stops it. Null when it has nothing to do with any. */
export async function backgroundThread(
  asked: ThreadQuestion,
  call: ToolCall,
  isVisitor: boolean,
): Promise<BackgroundThread | null> {
  const launch = await launchOf(asked, call, isVisitor);
  if (launch === undefined || launch.background === null) return null;
  const { taskId, kind, endedVia, exitCode, pollCalls } = launch.background;
  const { agent, session } = call;
  const polls = pollCalls.map((callId) => ({ agent, session, callId, occurrence: 1 }));
  const calls = (await asked.library.questions.calls.several(polls)).filter((poll) => poll !== undefined);
  // The call that saw or made the end is the one whose result came at that moment; else the last that spoke of it.
  const endedByCall = endedVia === 'poll' || endedVia === 'kill';
  const end = endedByCall
    ? (calls.find(({ endedAt }) => endedAt !== null && endedAt === launch.endedAt) ?? calls.at(-1))
    : undefined;
  const shown = calls.filter((one, at) => at < MOST_CALLS || one === end || one.callId === call.callId);
  return {
    launch: onWire(launch),
    taskId,
    kind,
    calls: shown.map(onWire),
    more: calls.length - shown.length,
    end: endedVia === null ? null : { via: endedVia, exitCode, at: launch.endedAt, callId: end?.callId ?? null },
  };
}
