// A call on the wire, without its bodies.

import type { WireCall } from '../../api/wire/call.ts';
import { toolTitle } from '../../library/catalogue.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { type PathOf, placeOf, problemOnWire } from './place.ts';

export function wireCall(call: ToolCall, pathOf: PathOf): WireCall {
  const { background, duration, facts, masked } = call;
  return {
    agent: call.agent,
    session: call.session,
    callId: call.callId,
    occurrence: call.occurrence,
    thread: call.thread,
    turn: call.turn,
    tool: call.tool,
    toolId: call.toolId,
    toolTitle: toolTitle(call.toolId),
    model: call.model,
    status: call.status,
    statusRule: call.statusRule,
    failure: call.failure,
    masked:
      masked === null
        ? null
        : { code: masked.code, blame: masked.blame, message: masked.message, place: placeOf(masked.ref, pathOf) },
    feedback: call.feedback,
    requestedAt: call.requestedAt,
    endedAt: call.endedAt,
    duration: duration === null ? null : { ...duration, includes: [...duration.includes] },
    result: call.result,
    summary: call.summary,
    facts: { ...facts },
    target: call.target,
    aim: call.aim,
    messageId: call.messageId,
    parallelGroup: call.parallelGroup,
    parentCall: call.parentCall,
    agentId: call.agentId,
    background: background === null ? null : { ...background, pollCalls: [...background.pollCalls] },
    progressCount: call.progressCount,
    flags: [...call.flags],
    problems: call.problems.map((problem) => problemOnWire(problem, pathOf)),
    place: placeOf(call.bodies.input, pathOf),
  };
}
