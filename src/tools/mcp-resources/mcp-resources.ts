// MCP resources and MCP server maintenance: list, read, subscribe, refresh, in both agents' spellings.

import { parseJson } from '../../base/json.ts';
import { clip, utf8Bytes } from '../../base/text.ts';
import { plural } from '../../base/units.ts';
import { defineDialect, defineTool, type StructuredVariant, type TextVariant } from '../define.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { anything, listOf, looseFlag, looseNumber, looseText, orJsonText, text } from '../shapes.ts';
import { codex } from './mcp-resources.codex.ts';
import { contents, type ResourcesInput, type ResourcesResult, resources } from './resource-shapes.ts';

export type * from './resource-shapes.ts';

const refreshed = listOf(
  shape.object({
    server: text,
    status: text,
    toolCount: looseNumber,
    added: shape.array(shape.string()).optional().catch(undefined),
    removed: shape.array(shape.string()).optional().catch(undefined),
    error: looseText,
  }),
).refine((servers) => servers.length > 0);

const subscribed = shape
  .object({ subscribed: looseFlag, subscriptionId: looseText })
  .refine((raw) => raw.subscribed !== undefined || raw.subscriptionId !== undefined);

const structured: readonly StructuredVariant<ResourcesResult>[] = [
  { kind: 'refreshed', schema: refreshed.transform((servers): ResourcesResult => ({ kind: 'refreshed', servers })) },
  { kind: 'contents', schema: contents },
  { kind: 'resources', schema: resources },
  {
    kind: 'subscribed',
    schema: subscribed.transform(
      (raw): ResourcesResult => ({
        kind: 'subscribed',
        success: raw.subscribed ?? true,
        subscriptionId: raw.subscriptionId ?? null,
      }),
    ),
  },
  {
    kind: 'unsubscribed',
    schema: shape
      .object({ unsubscribed: shape.boolean() })
      .transform((raw): ResourcesResult => ({ kind: 'unsubscribed', success: raw.unsubscribed })),
  },
];

/** The text is usually the structured result as JSON. */
const asJson: TextVariant<ResourcesInput, ResourcesResult>[] = structured.map(({ kind, schema }) => ({
  kind,
  read: (content) => {
    const parsed = parseJson(content);
    return parsed.ok ? fitted(schema, parsed.value) : undefined;
  },
}));

const OPERATIONS = new Map<string, ResourcesInput['operation']>([
  ['ListMcpResourcesTool', 'list'],
  ['ListMcpResources', 'list'],
  ['ReadMcpResourceTool', 'read'],
  ['ReadMcpResource', 'read'],
  ['ReadMcpResourceDirTool', 'read-dir'],
  ['ReadMcpResourceDir', 'read-dir'],
  ['RefreshMcpTools', 'refresh'],
  ['SubscribeMcpResource', 'subscribe'],
  ['UnsubscribeMcpResource', 'unsubscribe'],
  ['SubscribePolling', 'subscribe'],
  ['UnsubscribePolling', 'unsubscribe'],
]);

const rawInput = shape.object({
  server: looseText,
  uri: looseText,
  target: looseText,
  toolName: looseText,
  subscriptionId: looseText,
  intervalMs: looseNumber,
  reason: looseText,
  arguments: orJsonText(anything).optional(),
});

const inputs = new Map(
  [...OPERATIONS].map(([name, operation]) => [
    name,
    rawInput.transform(
      (raw): ResourcesInput => ({
        operation,
        server: raw.server ?? null,
        uri: raw.uri ?? raw.target ?? null,
        tool: raw.toolName,
        subscriptionId: raw.subscriptionId,
        intervalMs: raw.intervalMs,
        reason: raw.reason,
        arguments: raw.arguments,
      }),
    ),
  ]),
);

const fallbackInput = rawInput.transform(
  (raw): ResourcesInput => ({ operation: 'list', server: raw.server ?? null, uri: raw.uri ?? null }),
);

const claudeCode = defineDialect<ResourcesInput, ResourcesResult>({
  agent: 'claude-code',
  names: [...OPERATIONS.keys()],
  input: (name) => inputs.get(name) ?? fallbackInput,
  structured,
  text: [
    {
      kind: 'resources',
      read: (content) =>
        /^No resources found/.test(content)
          ? { kind: 'resources', resources: [], templates: [], error: null, nextCursor: null }
          : undefined,
    },
    ...asJson.filter(({ kind }) => kind === 'refreshed' || kind === 'resources' || kind === 'contents'),
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});

function errorOf(result: ResourcesResult): string | null {
  if (result.kind === 'resources' || result.kind === 'contents') return result.error;
  if (result.kind === 'refreshed') return result.servers.find((one) => one.error !== undefined)?.error ?? null;
  if (result.kind === 'note') return null;
  return result.success ? null : 'The subscription was not changed.';
}

function told(result: ResourcesResult): string {
  switch (result.kind) {
    case 'resources':
      return result.templates.length > 0
        ? plural(result.templates.length, 'template')
        : plural(result.resources.length, 'resource');
    case 'contents':
      return plural(result.contents.length, 'content');
    case 'refreshed':
      return result.servers.map((one) => `${one.server} ${one.status}`).join(', ');
    case 'note':
      return result.text;
    default:
      return result.success ? result.kind : `not ${result.kind}`;
  }
}

export const mcpResources = defineTool<ResourcesInput, ResourcesResult>({
  id: 'mcp-resources',
  title: 'MCP resources',
  family: 'mcp',
  dialects: [claudeCode, codex],
  failures: [
    { code: 'unknown-server', blame: 'agent', pattern: /^(?:Server "?[^"\n]{1,200}"? not found|unknown MCP server)/i },
    {
      code: 'server-not-connected',
      blame: 'environment',
      pattern: /^[^\n]{0,200}(?:is not connected|not connected|Connection closed)/,
    },
    { code: 'no-resources', blame: 'agent', pattern: /^[^\n]{0,200}does not support resources/ },
    { code: 'resource-failed', blame: 'tool', pattern: /^resources\/(?:list|read|templates\/list) failed/ },
  ],
  facts: ({ input, result }) => ({
    ...(input?.server === null || input?.server === undefined ? {} : { server: input.server }),
    ...(input?.uri === null || input?.uri === undefined ? {} : { url: input.uri }),
    ...(result?.kind === 'resources' ? { matches: result.resources.length + result.templates.length } : {}),
    ...(result?.kind === 'contents'
      ? { bytes: result.contents.reduce((sum, one) => sum + utf8Bytes(one.text ?? ''), 0) }
      : {}),
  }),
  summary: ({ input, result }) => {
    const what = [input?.operation, input?.server, input?.uri, input?.tool].filter((part) => part).join(' ');
    return result === null ? what : `${what} → ${clip(told(result), 80)}`;
  },
  target: (input) => `${input.operation} ${input.server ?? ''} ${input.uri ?? input.tool ?? ''}`.trim(),
  quietFailure: (result) => {
    const message = errorOf(result);
    return message === null ? null : { code: 'resource-failed', blame: 'tool', message };
  },
});
