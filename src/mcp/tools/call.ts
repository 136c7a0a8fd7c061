// The tool `call`: everything about one call, with its input and output, a part at a time where they are long.

import { z } from 'zod';
import type { CallDetail } from '../../api/wire/call.ts';
import { isObject } from '../../base/json.ts';
import { dropCutEnds } from '../../redaction/drop-cut-ends.ts';
import { cleanLine, cleanText, isoTime } from '../clean-text.ts';
import { findCall } from '../find-by-id.ts';
import { callId, callIdOf, callRow, callRowOf, place, placeText, time, titleText } from '../rows.ts';
import { defineTool } from '../tool.ts';

const INPUT_MAX = 4000;
const RESULT_MAX = 8000;
const MOST_EVIDENCE = 10;

/** What the model saw of a result: texts as they are, anything else as JSON. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : JSON.stringify(content);
  return content
    .map((block: unknown) =>
      isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(block),
    )
    .join('\n');
}

function recoveryOf({ recovery }: CallDetail): z.input<typeof recovered> | null {
  if (recovery === null) return null;
  return {
    by: recovery.by === null ? null : callIdOf(recovery.by),
    rule: recovery.rule,
    calls: recovery.calls,
    ms: recovery.ms,
  };
}

const recovered = z.object({
  by: callId.nullable().describe('The later call that worked; null when none did.'),
  rule: z.string().nullable(),
  calls: z.number().nullable(),
  ms: z.number().nullable(),
});

export const call = defineTool({
  name: 'call',
  title: 'Show one tool call',
  description:
    'Shows one tool call in full: input, output, who allowed it, hooks, whether a failure was recovered from and by which call. Long output comes in parts: ask again with "from" set to "next_from".',
  input: z.strictObject({
    id: z.string().min(1).max(2000).describe('"id" of a row, or an id of the agent itself such as toolu_01….'),
    from: z.number().int().min(0).optional().describe('Character of the output to begin at (default 0).'),
  }),
  output: z.object({
    call: callRow,
    ended_at: time,
    duration: z.object({ ms: z.number(), bound: z.string(), basis: z.string() }).nullable(),
    turn: z.number(),
    permission: z.object({ decision: z.string(), by: z.string(), place }).nullable(),
    recovery: recovered.nullable(),
    evidence: z.array(z.object({ role: z.string(), place })).describe('The lines of the log that tell about it.'),
    body_from: z.string().describe('log, archive (the log is gone, a copy was kept) or gone.'),
    output_from: z.number(),
    output_length: z.number().nullable(),
    next_from: z.number().nullable().describe('Where the output goes on; null at its end.'),
    is_cut: z.boolean().describe('The output is longer still: the rest is only in the log, at its place.'),
    untrusted: z.object({
      tool: z.string().describe('Its name in the log.'),
      thread: z.string(),
      model: z.string().nullable(),
      input: z.string().nullable(),
      output: z.string().nullable(),
    }),
  }),
  async answer({ id, from = 0 }, asked) {
    const { questions, signal } = asked;
    const detail = await questions.ask('call', await findCall(id, asked), undefined, signal);
    const { permission } = detail;
    // Bodies of more than 200,000 characters were cut before they were redacted.
    const bodies = detail.bodies === null ? null : dropCutEnds(detail.bodies);
    const result = bodies === null ? null : textOf(bodies.content ?? bodies.structured);
    const end = result === null ? 0 : Math.min(result.length, from + RESULT_MAX);
    const input = bodies === null ? null : textOf(bodies.rawInput);
    return {
      call: callRowOf(detail),
      ended_at: isoTime(detail.endedAt),
      duration:
        detail.duration === null
          ? null
          : { ms: detail.duration.ms, bound: detail.duration.bound, basis: detail.duration.basis },
      turn: detail.turn,
      permission:
        permission === null
          ? null
          : { decision: permission.decision, by: permission.by, place: placeText(permission.place) },
      recovery: recoveryOf(detail),
      evidence: detail.evidence.slice(0, MOST_EVIDENCE).map((line) => ({ role: line.role, place: placeText(line) })),
      body_from: detail.from,
      output_from: from,
      output_length: result?.length ?? null,
      next_from: result !== null && end < result.length ? end : null,
      is_cut: bodies?.cuts.some(({ body }) => body === 'content') ?? false,
      untrusted: {
        tool: cleanLine(detail.tool, 200),
        thread: cleanLine(detail.thread, 200),
        model: titleText(detail.model),
        input: input === null ? null : cleanText(input, INPUT_MAX),
        output: result === null ? null : cleanText(result.slice(from, end), RESULT_MAX),
      },
    };
  },
});
