// Tools of MCP servers, identified by a name pattern: any input, blocks as result.

import { asArray, asBoolean, asObject, isObject } from '../../base/json.ts';
import { clip, firstLine } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { blocksText, bodyBlocks, contentBlocks, countBlocks, listLength, textBlock } from '../blocks.ts';
import { defineDialect, defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';
import { codex } from './mcp.codex.ts';
import { causesIn } from './mcp-causes.ts';
import { complaintIn } from './mcp-complaint.ts';
import { failureSaying, mcpFailures } from './mcp-failures.ts';
import { mcpName } from './mcp-name.ts';
import { inputOf, type McpInput, type McpReply, type McpResult, type McpValue, reply } from './mcp-result.ts';

export type { McpError, McpInput, McpReply, McpResult, McpValue } from './mcp-result.ts';

const structuredString = shape.string().transform((raw): McpReply => reply([textBlock(raw)]));

/** Blocks have a type; any other list is kept as one value. */
const structuredList = shape.array(shape.unknown()).transform((list): McpReply => {
  const blocks = list.every((item) => typeof item === 'string' || asObject(item)?.['type'] !== undefined);
  return blocks ? reply(bodyBlocks(list, '')) : reply([{ type: 'other', kind: 'list', value: list }]);
});

const structuredReply = shape
  .record(shape.unknown())
  .refine((raw) => asArray(raw['content']) !== undefined || typeof raw['content'] === 'string')
  .transform((raw): McpReply => {
    const links = bodyBlocks(raw['resourceLinks'], '/resourceLinks');
    return reply([...bodyBlocks(raw['content'], '/content'), ...links], {
      structured: raw['structuredContent'],
      meta: raw['_meta'],
      isError: asBoolean(raw['isError']) ?? false,
    });
  });

const structuredValue = shape.record(shape.unknown()).transform((value): McpValue => ({ kind: 'value', value }));

const claudeCode = defineDialect<McpInput, McpResult>({
  agent: 'claude-code',
  names: [],
  pattern: /^mcp__/,
  input: inputOf((raw) => raw),
  structured: [
    { kind: 'reply', schema: structuredList },
    { kind: 'reply', schema: structuredReply },
    { kind: 'value', schema: structuredValue },
    { kind: 'reply', schema: structuredString },
  ],
  text: [
    {
      kind: 'reply',
      read: (content, { blocks }) => reply(blocks.length > 0 ? contentBlocks(blocks) : [textBlock(content)]),
    },
  ],
});

const copilot = defineDialect<McpInput, McpResult>({ ...claudeCode, agent: 'copilot', structured: [] });
const kimi = defineDialect<McpInput, McpResult>({ ...copilot, agent: 'kimi' });
const kimiCode = defineDialect<McpInput, McpResult>({ ...copilot, agent: 'kimi-code' });

/** `mcp_<server>_<tool>`, and `<server>__<tool>` in old versions. */
const gemini = defineDialect<McpInput, McpResult>({
  ...copilot,
  agent: 'gemini',
  pattern: /^(?:mcp_(?!_)|[A-Za-z][\w.-]{0,80}?__[A-Za-z])/,
});
const qwen = defineDialect<McpInput, McpResult>({ ...copilot, agent: 'qwen' });

/** How much was found, from a reply's JSON. */
function matchesOf(result: McpResult | null): number | null {
  if (result?.kind === 'value') return listLength(result.value);
  if (result?.kind !== 'reply') return null;
  const structured = listLength(result.structured);
  if (structured !== null) return structured;
  const [first] = result.blocks;
  if (result.blocks.length !== 1 || first === undefined) return null;
  return first.type === 'text' || first.type === 'other' ? listLength(first.value) : null;
}

function told(result: McpResult): string {
  if (result.kind === 'error') return clip(causesIn(result.message)[0] ?? firstLine(result.message), 60);
  const matches = matchesOf(result);
  if (matches !== null) return plural(matches, 'item');
  if (result.kind === 'value') return '';
  const { images } = countBlocks(result.blocks);
  return images > 0 ? plural(images, 'image') : '';
}

export const mcp = defineTool<McpInput, McpResult>({
  id: 'mcp',
  title: 'MCP tool',
  family: 'mcp',
  dialects: [claudeCode, codex, copilot, gemini, qwen, kimi, kimiCode],
  failures: mcpFailures,
  facts: ({ name, result }) => {
    const counted = result?.kind === 'reply' ? countBlocks(result.blocks) : null;
    const matches = matchesOf(result);
    return {
      server: mcpName(name).server,
      ...(counted === null ? {} : { bytes: counted.bytes }),
      ...(counted === null || counted.images === 0 ? {} : { images: counted.images }),
      ...(matches === null ? {} : { matches }),
    };
  },
  summary: ({ name, input, result }) => {
    const named = mcpName(name);
    const what = clip(guessSummary(input?.arguments), 90);
    const asked = what === '' ? named.tool : `${named.tool} ${what}`;
    const answer = result === null ? '' : told(result);
    return answer === '' ? asked : `${asked} → ${answer}`;
  },
  target: (input) => {
    const what = isObject(input.arguments) ? clip(guessSummary(input.arguments), 200) : '';
    return `${input.server} ${input.tool} ${what}`.trim();
  },
  reportedMs: (result) => (result.kind === 'value' ? null : result.durationMs),
  quietFailure: (result) => {
    if (result.kind === 'error') return failureSaying(result.message);
    const complaint = complaintIn(result);
    if (complaint !== null) return failureSaying(complaint);
    if (result.kind !== 'reply' || !result.isError) return null;
    return failureSaying(firstLine(blocksText(result.blocks)));
  },
});
