// `Batch` of 0.2.x: one call whose input holds the calls of other tools. They become calls of their own inside it. A result names no
// tool, so the reader remembers which calls were batches until they are answered.

import { asArray, asName, asObject, asString, memberOf } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { contentText, type ResultContent } from '../../model/content.ts';
import type { CallRequested, CallResulted, Observation } from '../../model/observation.ts';
import type { Verdict } from '../../model/outcome.ts';
import { neutralContent } from './content.ts';
import { promptHash } from './prompt-hash.ts';

const BATCHES: ReadonlySet<string> = new Set(['Batch', 'BatchTool']);
/** More than any batch has; a log is not trusted beyond this. */
const MOST_CALLS = 64;
/** Batches that never get an answer must not pile up. */
const MOST_OPEN = 64;

/** How many calls each unanswered batch holds. */
export type OpenBatches = Map<string, number>;

function innerId(batch: string, index: number): string {
  return `${batch}:${index}`;
}

function innerRequest(batch: CallRequested, invocation: unknown, index: number): CallRequested {
  const asked = asObject(invocation);
  const input = asked?.['input'];
  const prompt = asName(asObject(input)?.['prompt']);
  return {
    ...batch,
    callId: innerId(batch.callId, index),
    tool: asString(asked?.['tool_name']) ?? asString(asked?.['name']) ?? '',
    input,
    pointer: `${batch.pointer}/invocations/${index}/input`,
    parentCall: batch.callId,
    promptHash: prompt === undefined ? undefined : promptHash(prompt),
    wirePointer: undefined,
  };
}

/** Adds the calls inside the batches among the observations. */
export function expandRequests(observations: Observation[], open: OpenBatches): void {
  for (const batch of observations.slice()) {
    if (batch.kind !== 'call-requested' || !BATCHES.has(batch.tool)) continue;
    const invocations = asArray(asObject(batch.input)?.['invocations'])?.slice(0, MOST_CALLS) ?? [];
    if (invocations.length === 0) continue;
    for (const [i, invocation] of invocations.entries()) observations.push(innerRequest(batch, invocation, i));
    open.set(batch.callId, invocations.length);
    const oldest = open.size > MOST_OPEN ? open.keys().next().value : undefined;
    if (oldest !== undefined) open.delete(oldest);
  }
}

/** What a batch's result contains for one of its calls. */
interface Part {
  readonly content: ResultContent;
  readonly contentPointer: string;
  readonly structured: unknown;
  readonly structuredPointer: string | null;
  /** Null if the part does not say. */
  readonly isError: boolean | null;
}

const NOWHERE = '/message/content/-';
/** Where the part of one call keeps what its tool returned. */
const RETURNED = ['result', 'data', 'output'];

function structuredPart(part: unknown, pointer: string): Part {
  const held = asObject(part);
  const key = held === undefined ? undefined : RETURNED.find((name) => held[name] !== undefined);
  const value = held === undefined || key === undefined ? part : held[key];
  const at = key === undefined ? pointer : `${pointer}/${key}`;
  const text = asString(value);
  const blocks = held === undefined ? undefined : memberOf(held, 'content');
  const hasBlocks = text === undefined && blocks !== undefined;
  const flag = held?.['is_error'] ?? held?.['isError'] ?? held?.['error'];
  const isTold = text !== undefined || hasBlocks;
  return {
    content: text ?? (hasBlocks ? neutralContent(blocks, `${pointer}/content`) : ''),
    contentPointer: isTold ? (hasBlocks ? `${pointer}/content` : at) : NOWHERE,
    structured: text === undefined ? value : undefined,
    structuredPointer: text === undefined ? at : null,
    isError: flag === undefined ? null : flag !== false && flag !== null && flag !== '',
  };
}

/** The parts of a result, one for each call; null if it cannot be split. */
function partsOf({ content, structured, pointers }: CallResulted, count: number): readonly Part[] | null {
  const list = asArray(structured) ?? asArray(asObject(structured)?.['results']);
  if (list !== undefined && list.length === count && pointers.structured !== null) {
    const base = Array.isArray(structured) ? pointers.structured : `${pointers.structured}/results`;
    return list.map((part, i) => structuredPart(part, `${base}/${i}`));
  }
  if (typeof content === 'string' || content.length !== count) return null;
  return content.map((block, i) => ({
    content: block.type === 'text' ? block.text : [block],
    contentPointer: `${pointers.content}/${i}${block.type === 'text' ? '/text' : ''}`,
    structured: undefined,
    structuredPointer: null,
    isError: null,
  }));
}

function verdictOf(batch: Verdict, { content, isError }: Part): Verdict {
  if (batch.status !== 'ok' && batch.status !== 'error') return batch;
  const text = contentText(content);
  const hasFailed = isError ?? (text.startsWith('Error: ') || text.startsWith('<tool_use_error>'));
  if (!hasFailed) return { status: 'ok', rule: 'batch-part', failure: null };
  const failure = { code: 'error', blame: 'unknown', message: clip(firstLine(text), 240) } as const;
  return { status: 'error', rule: 'batch-part', failure };
}

const WHOLE: Verdict = { status: 'ok', rule: 'batch-whole', failure: null };

/** Adds the results of the calls inside an answered batch among the observations. */
export function expandResults(observations: Observation[], open: OpenBatches): void {
  for (const batch of observations.slice()) {
    const count = batch.kind === 'call-resulted' ? open.get(batch.callId) : undefined;
    if (batch.kind !== 'call-resulted' || count === undefined) continue;
    open.delete(batch.callId);
    const parts = partsOf(batch, count);
    for (let i = 0; i < count; i++) {
      const part = parts?.[i];
      const callId = innerId(batch.callId, i);
      if (part === undefined) {
        // It ran, if the batch did; the outcome is reported only for all of them together.
        const verdict = batch.verdict.status === 'ok' ? WHOLE : batch.verdict;
        const pointers = { content: NOWHERE, structured: null };
        observations.push({ ...batch, callId, verdict, content: '', structured: undefined, pointers });
        continue;
      }
      const { content, contentPointer, structured, structuredPointer } = part;
      const pointers = { content: contentPointer, structured: structuredPointer };
      const verdict = verdictOf(batch.verdict, part);
      observations.push({ ...batch, callId, verdict, content, structured, pointers });
    }
  }
}
