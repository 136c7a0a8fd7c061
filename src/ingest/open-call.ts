// Owns a call with its bodies: read from the log when somebody looks at it, and typed by its tool.

import { formats } from '../formats/registry.ts';
import { contentText, type ResultContent } from '../model/content.ts';
import type { Verdict } from '../model/outcome.ts';
import { pathOfSource, type Session } from '../model/session.ts';
import type { BodyRef } from '../model/source.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { type FullInterpretation, interpret } from '../tools/interpret.ts';
import { BodyReader } from './body-reader.ts';
import { findSpilled, type SpilledOutput } from './spilled-output.ts';

export interface OpenedCall {
  /** The input as the log has it. */
  readonly rawInput: unknown;
  /** What the model saw; null while there is no result. */
  readonly content: ResultContent | null;
  readonly text: string | null;
  /** The structured companion as the log has it; undefined when there is none. */
  readonly structured: unknown;
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
  const format = formats.find(({ agent }) => agent === call.agent);
  const { input, content, structured } = call.bodies;
  const record = reader.record(input);
  if (format === undefined || record === undefined) return undefined;
  const read = <Value>(
    ref: BodyRef | null,
    how: (record: Readonly<Record<string, unknown>>, pointer: string) => Value,
  ): Value | undefined => {
    const line = ref === null ? undefined : reader.record(ref);
    return ref === null || line === undefined ? undefined : how(line, ref.pointer);
  };
  const rawInput = format.inputAt(record, input.pointer);
  const shown = read(content, format.contentAt) ?? null;
  const text = shown === null ? null : contentText(shown);
  const companion = read(structured, format.structuredAt);
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
    spilled: findSpilled(
      { text, structured: companion },
      { logPath: reader.pathOf(content ?? input), session: call.session },
    ),
    typed: { input: typedInput, result, light },
  };
}
