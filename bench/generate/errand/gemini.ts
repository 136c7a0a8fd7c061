// Writes an errand as Gemini CLI does: a message when it was sent, and again with its calls when they have ended.

import type { Rng } from '../rng.ts';
import { iso } from '../session-request.ts';
import type { ErrandWriter } from './errand.ts';
import { argumentsOf, functionResponse, NAMES, statusOf } from './parts.ts';

export function geminiWriter(rng: Rng, atMs: number): ErrandWriter {
  const id = rng.uuid();
  return {
    agent: 'gemini',
    version: '0.56',
    id,
    path: `.gemini/tmp/${rng.lower36(12)}/chats/session-${iso(atMs).slice(0, 16).replace(':', '-')}-${id.slice(0, 8)}.jsonl`,
    // A call that has not ended is not logged.
    shown: { lost: null },
    nameOf: (kind) => NAMES[kind],
    begin: (at, cwd) => [
      {
        sessionId: id,
        projectHash: rng.hex(64),
        startTime: iso(at),
        lastUpdated: iso(at),
        kind: 'main',
        directories: [cwd],
      },
    ],
    prompt: (at, text) => [
      { id: rng.uuid(), timestamp: iso(at), type: 'user', content: [{ text }] },
      { $set: { lastUpdated: iso(at) } },
    ],
    calls: (at, text, calls) => {
      const tokens = {
        input: 20_000 + rng.int(9000),
        output: rng.int(400),
        cached: 15_000,
        thoughts: 0,
        tool: 0,
        total: 99_999,
      };
      const thoughts = [{ subject: 'Next', description: text, timestamp: iso(at) }];
      const said = {
        id: rng.uuid(),
        timestamp: iso(at),
        type: 'gemini',
        content: text,
        thoughts,
        tokens,
        model: 'gemini-2.5-pro',
      };
      const toolCalls = calls.map((call) => ({
        id: call.id,
        name: NAMES[call.kind],
        args: argumentsOf(call),
        result: [functionResponse(call)],
        status: statusOf(call),
        timestamp: iso(call.endedAt),
        displayName: NAMES[call.kind],
        renderOutputAsMarkdown: true,
      }));
      return [said, { ...said, toolCalls }, { $set: { lastUpdated: iso(calls.at(-1)?.endedAt ?? at) } }];
    },
  };
}
