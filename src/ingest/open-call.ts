// Owns a call with its bodies: read from the log when somebody looks at it, and typed by its tool.

import type { JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { formatOfAgent, formatOfFile } from '../formats/registry.ts';
import { contentText, type ResultContent } from '../model/content.ts';
import type { PlacedSegment } from '../model/display-segment.ts';
import type { Verdict } from '../model/outcome.ts';
import { pathOfSource, type Session } from '../model/session.ts';
import type { BodyRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type FullInterpretation, interpret } from '../tools/interpret.ts';
import { BodyReader } from './body-reader.ts';
import { isRapPath } from './rap/rap-place.ts';
import { findSpilled, type SpilledOutput } from './spilled-output.ts';

export interface OpenedCall {
  /** The input as the log has it. */
  readonly rawInput: unknown;
  /** What the model saw; null while there is no result. */
  readonly content: ResultContent | null;
  readonly text: string | null;
  /** The structured companion as the log has it; undefined when there is none. */
  readonly structured: unknown;
  /** What the tool wants people to see instead of the text, best first; none when it says nothing about it. */
  readonly display: readonly PlacedSegment[];
  /** The whole output, where it was too large for the log; null when nothing was spilled. */
  readonly spilled: SpilledOutput | null;
  /** Typed input and result, by the tool's definition. */
  readonly typed: Pick<FullInterpretation, 'input' | 'result' | 'light'>;
}

/** What the result record itself said, before a background end or the tool's own reading changed the call's status. */
function recordedVerdict(call: ToolCall): Verdict {
  const rule = call.statusRule;
  if (call.background !== null) return { status: 'background', rule, failure: null };
  const isQuiet = rule.startsWith('tool:');
  const { status } = call;
  if (isQuiet || status === 'running' || status === 'lost') return { status: 'ok', rule, failure: null };
  return { status, rule, failure: call.failure };
}

/** Reads a call's bodies. Undefined when its agent is unknown or its log is gone. */
export function openCall(session: Session, call: ToolCall): OpenedCall | undefined {
  const paths = [...session.sources.keys(), ...session.sideFiles.keys()].map((source) => pathOfSource(session, source));
  const reader = new BodyReader(paths);
  try {
    return openCallWith(reader, call);
  } finally {
    reader.close();
  }
}

/** The same with a reader that stays open: for whoever looks at many calls of one session. */
export function openCallWith(reader: BodyReader, call: ToolCall): OpenedCall | undefined {
  const own = formatOfAgent(call.agent);
  const { input, content, structured } = call.bodies;
  const record = reader.record(input);
  if (own === undefined || record === undefined) return undefined;
  const formatAt = (ref: BodyRef): Format => formatOfFile(reader.pathOf(ref), own);
  const read = <Value>(ref: BodyRef | null, how: (format: Format, record: JsonObject, pointer: string) => Value) => {
    const line = ref === null ? undefined : reader.record(ref);
    return ref === null || line === undefined ? undefined : how(formatAt(ref), line, ref.pointer);
  };
  const rawInput = formatAt(input).inputAt(record, input.pointer);
  const shown = read(content, (format, line, pointer) => format.contentAt(line, pointer)) ?? null;
  const text = shown === null ? null : contentText(shown);
  const companion = read(structured, (format, line, pointer) => format.structuredAt(line, pointer));
  const outcome =
    content === null ? null : { verdict: recordedVerdict(call), content: shown ?? '', structured: companion };
  const {
    input: typedInput,
    result,
    light,
  } = interpret({ agent: call.agent, tool: call.tool, input: rawInput, outcome });
  return {
    rawInput,
    content: shown,
    text,
    structured: companion,
    display: read(content, (format, line) => format.displayOf?.(line)) ?? [],
    spilled: isRapPath(reader.pathOf(input))
      ? null
      : findSpilled(
          { text, structured: companion },
          { logPath: reader.pathOf(content ?? input), session: call.session },
          (path) => reader.copySize(path),
        ),
    typed: { input: typedInput, result, light },
  };
}
