// What Gemini CLI and Qwen Code share, which began as one program: contents in parts, a call's outcome by its status and its words, and
// token counts.

import { asArray, asCount, asName, asObject, asString, isObject, type JsonObject } from '../base/json.ts';
import { clip, firstLine } from '../base/text.ts';
import { base64Bytes, type ContentBlock, type ResultContent } from '../model/content.ts';
import type { Failure, Verdict } from '../model/outcome.ts';
import type { TokenUsage } from '../model/usage.ts';

/** Newer versions put what a command printed between marks for the model. */
const MARKED = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>\s{0,9}$/;

function responseBlocks(response: unknown, pointer: string): ContentBlock[] {
  const object = asObject(response);
  const output = object?.['output'] ?? object?.['error'];
  if (typeof output === 'string') return [{ type: 'text', text: MARKED.exec(output)?.[1] ?? output }];
  if (isObject(output)) return [{ type: 'other', kind: 'output', value: output }];
  if (object === undefined || Object.keys(object).length === 0) return [];
  return [{ type: 'other', kind: pointer, value: object }];
}

function dataBlock(data: JsonObject, pointer: string): ContentBlock {
  const mediaType = asName(data['mimeType']) ?? 'application/octet-stream';
  const bytes = base64Bytes(asString(data['data']) ?? '');
  const type = mediaType.startsWith('image/') ? 'image' : 'document';
  return { type, mediaType, bytes, pointer: `${pointer}/inlineData/data` };
}

function blocksOf(part: unknown, pointer: string): ContentBlock[] {
  if (typeof part === 'string') return [{ type: 'text', text: part }];
  const object = asObject(part);
  if (object === undefined) return [];
  const answer = asObject(object['functionResponse']);
  if (answer !== undefined) {
    const inside = (asArray(answer['parts']) ?? []).flatMap((inner, i) =>
      blocksOf(inner, `${pointer}/functionResponse/parts/${i}`),
    );
    return [...responseBlocks(answer['response'], 'response'), ...inside];
  }
  const text = asString(object['text']);
  if (text !== undefined) return [{ type: 'text', text }];
  const data = asObject(object['inlineData']);
  if (data !== undefined) return [dataBlock(data, pointer)];
  const uri = asName(asObject(object['fileData'])?.['fileUri']);
  if (uri !== undefined) return [{ type: 'link', uri, title: null }];
  return [{ type: 'other', kind: Object.keys(object)[0] ?? 'part', value: part }];
}

/** A result is a text, a part, or a list of parts. A single text stays a text. */
export function contentOfParts(parts: unknown, pointer: string): ResultContent {
  const list = asArray(parts);
  const blocks =
    list === undefined ? blocksOf(parts, pointer) : list.flatMap((part, i) => blocksOf(part, `${pointer}/${i}`));
  const [first, second] = blocks;
  if (first === undefined) return '';
  return first.type === 'text' && second === undefined ? first.text : blocks;
}

/** The texts among the parts of a message, each with its place. */
export function textsIn(content: unknown, pointer: string): { readonly text: string; readonly pointer: string }[] {
  if (typeof content === 'string') return [{ text: content, pointer }];
  const list = asArray(content) ?? [content];
  const at = Array.isArray(content) ? (i: number) => `${pointer}/${i}` : () => pointer;
  return list.flatMap((part, i) => {
    if (typeof part === 'string') return [{ text: part, pointer: at(i) }];
    const text = asString(asObject(part)?.['text']);
    return text === undefined ? [] : [{ text, pointer: `${at(i)}/text` }];
  });
}

const MESSAGE_MAX = 240;

interface Rule {
  readonly rule: string;
  readonly status: Verdict['status'];
  readonly code: string;
  readonly blame: Failure['blame'];
  readonly pattern: RegExp;
}

const CANCELLED: readonly Rule[] = [
  {
    rule: 'text:denied-by-user',
    status: 'rejected',
    code: 'user-rejected',
    blame: 'user',
    pattern: /^(?:\[Operation Cancelled\] Reason: )?User (?:denied execution|did not allow tool call)\b/,
  },
  { rule: 'status:cancelled', status: 'interrupted', code: 'interrupted', blame: 'user', pattern: /^/ },
];

const FAILED: readonly Rule[] = [
  {
    rule: 'text:denied-by-hook',
    status: 'denied',
    code: 'hook-blocked',
    blame: 'policy',
    pattern:
      /^(?:Permission denied by hook for |Tool execution blocked(?: by hook)?\b|Tool execution for "[^"\n]{1,200}" was blocked by hook\b)/,
  },
  {
    rule: 'text:denied-by-rule',
    status: 'denied',
    code: 'permission-rule',
    blame: 'policy',
    pattern:
      /^(?:Tool execution denied by policy\b|Tool "[^"\n]{1,200}" is denied by permission rules\b|Tool invocation denied by host policy\b)/,
  },
  {
    rule: 'text:unknown-tool',
    status: 'error',
    code: 'unknown-tool',
    blame: 'agent',
    pattern: /^Tool "[^"\n]{1,200}" not found\b/,
  },
  {
    rule: 'text:invalid-input',
    status: 'error',
    code: 'invalid-input',
    blame: 'agent',
    pattern: /^(?:Error: )?(?:params(?:\/\w{1,80})? must |Invalid parameters? )/,
  },
  { rule: 'status:error', status: 'error', code: 'error', blame: 'unknown', pattern: /^/ },
];

/** Types of errors, which Qwen Code writes next to the status. */
const BY_TYPE: ReadonlyMap<string, string> = new Map([
  ['invalid_tool_params', 'text:invalid-input'],
  ['tool_not_registered', 'text:unknown-tool'],
  ['execution_denied', 'text:denied-by-rule'],
]);

/** Undefined while a call has not ended, or if its status is unknown. */
export function verdictOfStatus(status: string | undefined, text: string, errorType?: string): Verdict | undefined {
  if (status === 'success') return { status: 'ok', rule: 'status:success', failure: null };
  const rules = status === 'cancelled' ? CANCELLED : status === 'error' ? FAILED : undefined;
  const known =
    rules?.find(({ rule }) => errorType !== undefined && rule === BY_TYPE.get(errorType)) ??
    rules?.find(({ pattern }) => pattern.test(text));
  if (known === undefined) return undefined;
  const { rule, status: came, code, blame } = known;
  return { status: came, rule, failure: { code, blame, message: clip(firstLine(text), MESSAGE_MAX) } };
}

interface Counts {
  readonly prompt: unknown;
  readonly answer: unknown;
  readonly cached: unknown;
  readonly thoughts: unknown;
  readonly tool: unknown;
  readonly total: unknown;
}

/**
 * The prompt includes what came from the cache. Whether thoughts are part of the answer differs between the services behind the two
 * programs: the total shows it.
 */
export function usageOfCounts({ prompt, answer, cached, thoughts, tool, total }: Counts): TokenUsage {
  const count = (value: unknown): number => asCount(value) ?? 0;
  const cacheRead = Math.min(count(cached), count(prompt));
  const reasoning = count(thoughts);
  const isBeside = count(prompt) + count(answer) + reasoning + count(tool) <= count(total);
  return {
    input: count(prompt) - cacheRead + count(tool),
    output: count(answer) + (isBeside ? reasoning : 0),
    cacheRead,
    cacheWrite: 0,
    reasoning,
  };
}
