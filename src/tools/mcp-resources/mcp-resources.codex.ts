// MCP resources in Codex: JSON in the output text, or inside the end event of an MCP call.

import { asArray, asObject, asString, parseJson } from '../../base/json.ts';
import { defineDialect } from '../define.ts';
import { fitted } from '../parse-shape.ts';
import type { Shape } from '../shape.ts';
import * as shape from '../shape.ts';
import { anything, looseText } from '../shapes.ts';
import { contents, type ResourcesInput, type ResourcesResult, resources } from './resource-shapes.ts';

const OPERATIONS = new Map<string, ResourcesInput['operation']>([
  ['list_mcp_resources', 'list'],
  ['list_mcp_resource_templates', 'list-templates'],
  ['read_mcp_resource', 'read'],
]);

const rawInput = shape.object({ server: looseText, uri: looseText, cursor: looseText });

const inputs = new Map(
  [...OPERATIONS].map(([name, operation]) => [
    name,
    rawInput.transform(
      (raw): ResourcesInput => ({
        operation,
        server: raw.server ?? null,
        uri: raw.uri ?? null,
        cursor: raw.cursor,
      }),
    ),
  ]),
);

const fallbackInput = rawInput.transform(
  (raw): ResourcesInput => ({ operation: 'list', server: raw.server ?? null, uri: raw.uri ?? null }),
);

/** The JSON text of an `mcp_tool_call_end`'s only block. */
const inEndEvent = shape.record(anything).transform((raw) => {
  const ok = asObject(asObject(raw['result'])?.['Ok']);
  const [first] = asArray(ok?.['content']) ?? [];
  const parsed = parseJson(asString(asObject(first)?.['text']) ?? '');
  return parsed.ok ? parsed.value : undefined;
});

function fromJson<Value>(schema: Shape<Value>): (content: string) => Value | undefined {
  return (content) => {
    const parsed = parseJson(content);
    return parsed.ok ? fitted(schema, parsed.value) : undefined;
  };
}

export const codex = defineDialect<ResourcesInput, ResourcesResult>({
  agent: 'codex',
  names: [...OPERATIONS.keys()],
  input: (name) => inputs.get(name) ?? fallbackInput,
  structured: [
    { kind: 'contents', schema: inEndEvent.pipe(contents) },
    { kind: 'resources', schema: inEndEvent.pipe(resources) },
  ],
  text: [
    { kind: 'contents', read: fromJson(contents) },
    { kind: 'resources', read: fromJson(resources) },
    { kind: 'note', read: (content) => ({ kind: 'note', text: content }) },
  ],
});
