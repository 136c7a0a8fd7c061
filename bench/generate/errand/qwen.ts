// Writes an errand as Qwen Code does: records linked by parent, and the program's own telemetry.

import type { Rng } from '../rng.ts';
import { iso } from '../session-request.ts';
import type { ErrandKind, ErrandWriter } from './errand.ts';
import { argumentsOf, functionResponse, NAMES as SHARED, statusOf } from './parts.ts';

const NAMES: Readonly<Record<ErrandKind, string>> = { ...SHARED, edit: 'edit' };

export function qwenWriter(rng: Rng, _atMs: number): ErrandWriter {
  const id = rng.uuid();
  let last: string | null = null;
  let cwd = '';
  const record = (at: number, type: string, more: object): object => {
    const parentUuid = last;
    last = rng.uuid();
    const envelope = { uuid: last, parentUuid, sessionId: id, timestamp: iso(at), type, cwd, version: '0.22.0' };
    return { ...envelope, gitBranch: 'main', ...more };
  };
  return {
    agent: 'qwen',
    version: '0.22.0',
    id,
    path: `.qwen/projects/-home-dev/chats/${id}.jsonl`,
    shown: {},
    nameOf: (kind) => NAMES[kind],
    begin: (_at, folder) => {
      cwd = folder;
      return [];
    },
    prompt: (at, text) => [record(at, 'user', { message: { role: 'user', parts: [{ text }] } })],
    calls: (at, text, calls) => {
      const asked = calls.map((call) => ({
        functionCall: { id: call.id, name: NAMES[call.kind], args: argumentsOf(call) },
      }));
      const usageMetadata = {
        promptTokenCount: 20_000,
        candidatesTokenCount: rng.int(400),
        cachedContentTokenCount: 15_000,
      };
      const about = { model: 'qwen3-coder-plus', usageMetadata, contextWindowSize: 262_144 };
      const spoken = record(at, 'assistant', {
        ...about,
        message: { role: 'model', parts: [{ text, thought: true }, ...asked] },
      });
      const ends = calls.flatMap((call) => {
        if (call.status === 'lost') return [];
        const status = statusOf(call);
        const message = { role: 'user', parts: [functionResponse(call)] };
        const result = record(call.endedAt, 'tool_result', { message, toolCallResult: { callId: call.id, status } });
        const uiEvent = {
          'event.name': 'qwen-code.tool_call',
          'event.timestamp': iso(call.endedAt),
          call_id: call.id,
          function_name: NAMES[call.kind],
          function_args: argumentsOf(call),
          duration_ms: call.endedAt - call.startedAt,
          success: status === 'success',
          decision: status === 'cancelled' ? 'reject' : 'auto_accept',
        };
        return [result, record(call.endedAt, 'system', { subtype: 'ui_telemetry', systemPayload: { uiEvent } })];
      });
      return [spoken, ...ends];
    },
  };
}
