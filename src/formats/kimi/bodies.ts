// Inputs and results in the form in which they are read: arguments that were written in pieces are joined.

import { asArray, asObject, asString, atPointer, isObject, type JsonObject, parseJson } from '../../base/json.ts';
import type { ResultContent } from '../../model/content.ts';
import { FURTHER_LINES } from '../../model/source.ts';

/** Arguments are JSON in a text; unparsable ones stay a text. */
export function argumentsOf(text: string): unknown {
  const parsed = text.trim() === '' ? undefined : parseJson(text);
  if (parsed === undefined) return {};
  return parsed.ok ? parsed.value : text;
}

/** Whether the text is complete. */
export function isWhole(text: string): boolean {
  return text.trimEnd().endsWith('}') && parseJson(text).ok;
}

/** A message from the stream of the thread: those of subagents are nested in others. */
export interface Spoken {
  readonly type: string;
  readonly payload: JsonObject;
  /** Null for the thread that the file is about. */
  readonly agent: string | null;
  /** The call whose subagent speaks. */
  readonly parentCall: string | null;
  readonly agentType: string | null;
  /** JSON pointer to the payload. */
  readonly pointer: string;
}

const NESTED_MAX = 8;

/** Undefined if the record holds no message. */
export function messageOf(record: JsonObject): Spoken | undefined {
  let message = asObject(record['message']);
  let pointer = '/message';
  let agent: string | null = null;
  let parentCall: string | null = null;
  let agentType: string | null = null;
  for (let depth = 0; depth < NESTED_MAX; depth++) {
    const type = asString(message?.['type']);
    const payload = asObject(message?.['payload']) ?? {};
    if (message === undefined || type === undefined) return undefined;
    if (type !== 'SubagentEvent') {
      return { type, payload, agent, parentCall, agentType, pointer: `${pointer}/payload` };
    }
    parentCall = asString(payload['parent_tool_call_id']) ?? asString(payload['task_tool_call_id']) ?? null;
    agent = asString(payload['agent_id']) ?? (parentCall === null ? 'unknown' : `call-${parentCall}`);
    agentType = asString(payload['subagent_type']) ?? null;
    message = asObject(payload['event']);
    pointer = `${pointer}/payload/event`;
  }
  return undefined;
}

/** The pieces after a request, up to the next request of the same thread. */
function piecesOf(record: JsonObject): string {
  const first = messageOf(record);
  const agent = first?.agent ?? null;
  let text = '';
  let last = '';
  for (const line of asArray(record[FURTHER_LINES]) ?? []) {
    const said = isObject(line) ? messageOf(line) : undefined;
    if (said === undefined || said.agent !== agent) continue;
    // A duplicated one is the same.
    if (said.type === 'ToolCall' && said.payload['id'] !== first?.payload['id']) break;
    if (said.type !== 'ToolCallPart') continue;
    const piece = asString(said.payload['arguments_part']) ?? '';
    // A duplicated line is one piece.
    const mark = `${asObject(line)?.['timestamp']} ${piece}`;
    if (mark !== last) text += piece;
    last = mark;
  }
  return text;
}

export function inputAt(record: JsonObject, pointer: string): unknown {
  const value = atPointer(record, pointer);
  return argumentsOf(`${asString(value) ?? ''}${piecesOf(record)}`);
}

function textOfParts(value: unknown): string {
  if (typeof value === 'string') return value;
  const texts = (asArray(value) ?? []).map((part) => asString(asObject(part)?.['text']) ?? '');
  return texts.filter((text) => text !== '').join('\n');
}

/** What the model saw of a result: the output, and the tool's remark about it. */
export function returnText(value: unknown): string {
  const returned = asObject(value);
  const output = textOfParts(returned?.['output']);
  const message = asString(returned?.['message']) ?? '';
  if (output === '' || message === '') return output || message;
  return `${output.trimEnd()}\n${message}`;
}

export function contentAt(record: JsonObject, pointer: string): ResultContent {
  return returnText(atPointer(record, pointer));
}

/** The text of a text or of parts. */
export function wordsOf(value: unknown): string {
  return textOfParts(value);
}
