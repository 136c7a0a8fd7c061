// The call as it leaves the program: plain JSON with ISO times and file paths, the same in every output.

import { formatInstant } from '../base/time.ts';
import type { Duration } from './duration.ts';
import type { Facts, ResultShape } from './interpretation.ts';
import type { CallStatus, Failure } from './outcome.ts';
import type { CallFlag, Copy, EvidenceRole, ToolCall } from './tool-call.ts';

export interface EvidenceRecord {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly role: EvidenceRole;
}

export interface CallRecord {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly callId: string;
  readonly occurrence: number;
  readonly turn: number;
  readonly tool: string;
  readonly toolId: string;
  readonly status: CallStatus;
  readonly statusRule: string;
  readonly failure: Failure | null;
  /** A failure that the call's success hides, and the line that says so. */
  readonly masked: (Failure & Omit<EvidenceRecord, 'role'>) | null;
  readonly requestedAt: string | null;
  readonly endedAt: string | null;
  readonly duration: Duration | null;
  readonly result: ResultShape | null;
  readonly summary: string;
  readonly facts: Facts;
  readonly model: string | null;
  /** Id of the model's message that requested it. */
  readonly messageId: string | null;
  readonly parallelGroup: string | null;
  readonly parentCall: string | null;
  readonly agentId: string | null;
  readonly background: ToolCall['background'];
  readonly feedback: string | null;
  readonly flags: readonly CallFlag[];
  readonly copies: readonly Copy[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly evidence: readonly EvidenceRecord[];
}

function maskedRecord({ masked }: ToolCall, pathOf: (source: number) => string): CallRecord['masked'] {
  if (masked === null) return null;
  const { ref, code, blame, message } = masked;
  return { code, blame, message, file: pathOf(ref.source), line: ref.line, offset: ref.offset, length: ref.length };
}

export function callRecord(call: ToolCall, pathOf: (source: number) => string): CallRecord {
  return {
    agent: call.agent,
    session: call.session,
    thread: call.thread,
    callId: call.callId,
    occurrence: call.occurrence,
    turn: call.turn,
    tool: call.tool,
    toolId: call.toolId,
    status: call.status,
    statusRule: call.statusRule,
    failure: call.failure,
    masked: maskedRecord(call, pathOf),
    requestedAt: formatInstant(call.requestedAt),
    endedAt: formatInstant(call.endedAt),
    duration: call.duration,
    result: call.result,
    summary: call.summary,
    facts: call.facts,
    model: call.model,
    messageId: call.messageId,
    parallelGroup: call.parallelGroup,
    parentCall: call.parentCall,
    agentId: call.agentId,
    background: call.background,
    feedback: call.feedback,
    flags: call.flags,
    copies: call.copies,
    problems: call.problems.map(({ code, message }) => ({ code, message })),
    evidence: call.evidence.map(({ source, line, offset, length, role }) => ({
      file: pathOf(source),
      line,
      offset,
      length,
      role,
    })),
  };
}
