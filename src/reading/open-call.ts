// A call with its bodies: read from the log on demand, and typed by its tool.

import type { JsonObject } from '../base/json.ts';
import type { Format } from '../formats/format.ts';
import { formatOfAgent, formatOfFile } from '../formats/registry.ts';
import { contentText, type ResultContent } from '../model/content.ts';
import type { PlacedSegment } from '../model/display-segment.ts';
import { pathOfSource, type Session } from '../model/session.ts';
import type { BodyRef } from '../model/source.ts';
import { recordedVerdict, type ToolCall } from '../model/tool-call.ts';
import type { AnyResult, ListedCall, ToolId } from '../parse/parsed-call.ts';
import { BodyReader } from '../sources/body-reader.ts';
import { type FullInterpretation, interpret } from '../tools/interpret.ts';
import type { ToolTypes } from '../tools/tool-types.ts';
import { findSpilled, type SpilledOutput } from './spilled-output.ts';

export interface OpenedCall<Id extends ToolId = ToolId> {
  /** The input as the log has it. */
  readonly rawInput: unknown;
  /** What the model saw; null while there is no result. */
  readonly content: ResultContent | null;
  readonly text: string | null;
  /** The structured companion as the log has it; undefined when there is none. */
  readonly structured: unknown;
  /** What the tool wants people to see instead of the text, best first; empty if it does not say. */
  readonly display: readonly PlacedSegment[];
  /** The whole output, if it was too large for the log; null when nothing was spilled. */
  readonly spilled: SpilledOutput | null;
  /** Typed input and result, by the tool's definition. */
  readonly typed: {
    readonly input: ToolTypes[Id]['input'] | null;
    readonly result: AnyResult<Id> | null;
    readonly light: FullInterpretation['light'];
  };
}

/**
 * Reads a call's bodies. Undefined when its agent is unknown or its log is gone.
 *
 * @example
 * const session = await readSession('logs/4f1c….jsonl');
 * for (const call of session.calls) {
 *   if (!isTool(call, 'shell')) continue;
 *   const result = openCall(session, call)?.typed.result;
 *   if (result?.kind === 'output') console.log(result.stdout);
 * }
 */
export function openCall<Id extends ToolId>(session: Session, call: ListedCall<Id>): OpenedCall<Id> | undefined;
export function openCall(session: Session, call: ToolCall): OpenedCall | undefined;
export function openCall(session: Session, call: ToolCall): OpenedCall | undefined {
  const paths = [...session.sources.keys(), ...session.sideFiles.keys()].map((source) => pathOfSource(session, source));
  const reader = new BodyReader(paths);
  try {
    return openCallWith(reader, call);
  } finally {
    reader.close();
  }
}

/** Of the types of the tool it was made by: `ToolTypes` is generated from the same definitions. */
function typedBy(made: Pick<FullInterpretation, 'input' | 'result' | 'light'>): OpenedCall['typed'] {
  return made as OpenedCall['typed'];
}

/** The same with a reader that stays open: for callers that open many calls of one session. */
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
    spilled: findSpilled(
      { text, structured: companion },
      { logPath: reader.pathOf(content ?? input), session: call.session },
      (path) => reader.copySize(path),
    ),
    typed: typedBy({ input: typedInput, result, light }),
  };
}
