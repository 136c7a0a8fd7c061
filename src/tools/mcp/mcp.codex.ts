// MCP calls of Codex: the output text, the end event with its Ok or Err, and the items of newer logs.

import { asBoolean, asName, asObject, asString, isObject, type JsonObject } from '../../base/json.ts';
import { bodyBlocks, contentBlocks, textBlock } from '../blocks.ts';
import { defineDialect } from '../define.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { looseElapsedMs } from '../shapes.ts';
import { inputOf, type McpError, type McpInput, type McpReply, type McpResult, reply } from './mcp-result.ts';

/** A call without its own request has its end event or item as input: the arguments are inside. */
function argumentsOf(raw: unknown): unknown {
  if (!isObject(raw)) return raw;
  const invocation = asObject(raw['invocation']);
  if (invocation !== undefined) return invocation['arguments'];
  return typeof raw['server'] === 'string' && typeof raw['tool'] === 'string' && 'arguments' in raw
    ? raw['arguments']
    : raw;
}

function elapsedMs(raw: JsonObject): number | null {
  return fitted(looseElapsedMs, raw['duration']) ?? null;
}

/** `result: {"Err": text}` of events, `error: {message}` of items. */
function errorOf(raw: JsonObject): string | undefined {
  const result = asObject(raw['result']);
  return asString(result?.['Err']) ?? asName(asObject(raw['error'])?.['message']) ?? asName(raw['error']);
}

const ended = shape.record(shape.unknown());

const structuredError = ended
  .refine((raw) => errorOf(raw) !== undefined)
  .transform((raw): McpError => ({ kind: 'error', message: errorOf(raw) ?? '', durationMs: elapsedMs(raw) }));

const structuredReply = ended
  .refine((raw) => asObject(raw['result']) !== undefined)
  .transform((raw): McpReply => {
    const wrapped = asObject(raw['result']) ?? {};
    const inner = asObject(wrapped['Ok']);
    const result = inner ?? wrapped;
    const pointer = inner === undefined ? '/result/content' : '/result/Ok/content';
    return reply(bodyBlocks(result['content'], pointer), {
      structured: result['structuredContent'] ?? result['structured_content'],
      meta: result['_meta'],
      isError: asBoolean(result['isError'] ?? result['is_error']) ?? false,
      durationMs: elapsedMs(raw),
    });
  });

const WALL = /^Wall time: ([\d.]{1,20}) seconds(?:\n|$)(?:Output:(?:\n|$))?/;

function readOutput(content: string): McpReply {
  const head = WALL.exec(content);
  if (head === null) return reply([textBlock(content)]);
  const seconds = Number(head[1]);
  const rest = content.slice(head[0].length);
  return reply(rest === '' ? [] : [textBlock(rest)], {
    durationMs: Number.isFinite(seconds) ? seconds * 1000 : null,
  });
}

export const codex = defineDialect<McpInput, McpResult>({
  agent: 'codex',
  names: [],
  pattern: /^mcp__/,
  input: inputOf(argumentsOf),
  structured: [
    { kind: 'error', schema: structuredError },
    { kind: 'reply', schema: structuredReply },
  ],
  text: [
    {
      kind: 'reply',
      read: (content, { blocks }) => {
        const [first, ...rest] = blocks;
        if (first === undefined) return readOutput(content);
        if (first.type !== 'text') return reply(contentBlocks(blocks));
        const head = readOutput(first.text);
        return { ...head, blocks: [...head.blocks, ...contentBlocks(rest)] };
      },
    },
  ],
});
