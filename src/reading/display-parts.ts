// What can be shown of a call besides its one line: changes, output, lists and texts, for any tool. Looks at the shape of typed
// inputs and results, never at a tool's name.

import { asObject, type JsonObject } from '../base/json.ts';
import { base64Bytes } from '../model/content.ts';
import type { PlacedSegment } from '../model/display-segment.ts';
import type { CallStatus } from '../model/outcome.ts';
import type { ToolCall } from '../model/tool-call.ts';
import type { FileDiff } from '../tools/hunks.ts';
import { diffOfUnified } from '../tools/unified-diff.ts';
import type { OpenedCall } from './open-call.ts';

export type { FileDiff, Hunk } from '../tools/hunks.ts';

/** `written`: done. `proposed`: requested, and not done. `staged`: waits for a person. `unknown`: the log does not say. */
export type ChangeState = 'written' | 'proposed' | 'staged' | 'unknown';

export type DisplayPart =
  | { readonly kind: 'diff'; readonly state: ChangeState; readonly files: readonly FileDiff[] }
  /** Written by a program for a terminal: may contain colours. */
  | { readonly kind: 'output'; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'list'; readonly items: readonly { readonly state: string; readonly text: string }[] }
  /** Stays in the log: the pointer leads from the result's record to its base64. */
  | { readonly kind: 'image'; readonly mediaType: string; readonly bytes: number; readonly pointer: string }
  /** Words for a person. */
  | { readonly kind: 'prose'; readonly text: string }
  /** What the model saw, if no better part is known. */
  | { readonly kind: 'text'; readonly text: string };

function isFileDiff(value: unknown): value is FileDiff {
  const file = asObject(value);
  return typeof file?.['path'] === 'string' && typeof file['change'] === 'string' && 'hunks' in file;
}

function diffsOf(value: unknown): readonly FileDiff[] {
  return Array.isArray(value) ? value.filter(isFileDiff) : [];
}

/** It is not on record whether these did what they should. */
const UNCERTAIN: ReadonlySet<CallStatus> = new Set(['running', 'background', 'lost', 'unknown', 'interrupted']);

/** A successful call may still have changed nothing. */
function changeState({ status, failure }: ToolCall, result: JsonObject | undefined): ChangeState {
  if (status === 'ok' && failure === null) return result?.['staged'] === true ? 'staged' : 'written';
  return UNCERTAIN.has(status) ? 'unknown' : 'proposed';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textsOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value);
}

function listOf(value: unknown): DisplayPart | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: { state: string; text: string }[] = [];
  for (const raw of value) {
    const item = asObject(raw);
    const text = item?.['text'] ?? item?.['question'];
    if (item === undefined || typeof text !== 'string') return undefined;
    const { answer } = item;
    const isAnswered = typeof answer === 'string' && answer !== '';
    items.push({
      state: isAnswered ? 'answered' : textOf(item['status']),
      text: isAnswered ? `${text} → ${answer}` : text,
    });
  }
  return { kind: 'list', items };
}

function outputOf(result: JsonObject | undefined): DisplayPart | undefined {
  if (result === undefined) return undefined;
  if (typeof result['stdout'] === 'string') {
    return { kind: 'output', stdout: result['stdout'], stderr: textOf(result['stderr']) };
  }
  const output = 'outputs' in result ? textsOf(result['outputs']) : result['output'];
  if (typeof output !== 'string') return undefined;
  return { kind: 'output', stdout: output, stderr: textOf(result['error']) };
}

/** What the tool itself wants people to see. It represents the whole; the raw text is elsewhere. */
function chosenPart(call: ToolCall, segment: PlacedSegment): DisplayPart {
  switch (segment.type) {
    case 'diff': {
      const { path, patch } = segment.content;
      return { kind: 'diff', state: changeState(call, undefined), files: [diffOfUnified(path, patch)] };
    }
    case 'image': {
      const { mediaType, data } = segment.content;
      return { kind: 'image', mediaType, bytes: base64Bytes(data), pointer: `${segment.pointer}/content/data` };
    }
    case 'text':
      return { kind: 'prose', text: segment.content };
  }
}

export function displayParts(call: ToolCall, { typed, text, display }: OpenedCall): readonly DisplayPart[] {
  const [chosen] = display;
  if (chosen !== undefined) return [chosenPart(call, chosen)];
  const input = asObject(typed.input);
  const result = asObject(typed.result);
  const changed = diffsOf(result?.['files']);
  const files = changed.length > 0 ? changed : diffsOf(input?.['proposed']);
  if (files.length > 0) return [{ kind: 'diff', state: changeState(call, result), files }];
  const list =
    listOf(result?.['after']) ??
    listOf(result?.['questions']) ??
    listOf(input?.['todos']) ??
    listOf(input?.['questions']);
  if (list !== undefined) return [list];
  const plan = result?.['plan'] ?? input?.['plan'];
  if (typeof plan === 'string' && plan !== '') return [{ kind: 'prose', text: plan }];
  const output = outputOf(result);
  if (output !== undefined) return [output];
  return text === null || text === '' ? [] : [{ kind: 'text', text }];
}
