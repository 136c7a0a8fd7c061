// Tests the generated JSON Schemas: they compile, they take every sample, and they take what published fragments take.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { ContentBlock } from '../../src/model/content.ts';
import { tools } from '../../src/tools/all-tools.ts';
import { generic } from '../../src/tools/generic/generic.ts';
import { interpret } from '../../src/tools/interpret.ts';
import { toolSchema } from '../../src/tools/schemas.ts';
import { interpretable, interpretSample, samplesOf } from './tool-samples.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictTypes: false, strictRequired: false });
const validators = new Map([...tools, generic].map((tool) => [tool.id, ajv.compile(toolSchema(tool))]));

function problemsOf(toolId: string, document: unknown): readonly string[] {
  const validate = validators.get(toolId);
  if (validate === undefined) return [`no schema for ${toolId}`];
  if (validate(document)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('schemas', () => {
  it.each([...validators.keys()])('of %s take its samples', (id) => {
    for (const { name, sample } of samplesOf(id)) {
      const { light } = interpretSample(sample);
      // Samples of inputs and results that are not of the tool's shape are not the schema's business.
      if (light.problems.some(({ code }) => code === 'unexpected-input')) continue;
      const { structured, ...outcome } = sample.outcome ?? {};
      const understood = light.result?.via === 'structured' || typeof structured !== 'object';
      const document = { ...sample, outcome: sample.outcome === null ? null : understood ? sample.outcome : outcome };
      expect({ name, problems: problemsOf(id, document) }).toEqual({ name, problems: [] });
    }
  });

  it('refuse a call that lacks what makes it one', () => {
    const call = { agent: 'claude-code', tool: 'Bash', input: { description: 'no command' } };
    expect(problemsOf('shell', call)).not.toEqual([]);
    expect(problemsOf('shell', { ...call, input: { command: 'date' } })).toEqual([]);
    expect(problemsOf('shell', { ...call, tool: 'Nothing', input: { command: 'date' } })).not.toEqual([]);
  });
});

/** Fragments of schemas for tool results, as they have been published for three tools, with documents they describe. */
const toolResult = (content: object) => ({
  type: 'object',
  required: ['type', 'tool_use_id', 'content'],
  properties: {
    type: { const: 'tool_result' },
    tool_use_id: { type: 'string', pattern: '^toolu_' },
    content,
    is_error: { type: 'boolean' },
  },
});

interface Fragment {
  readonly fragment: string;
  readonly schema: object;
  readonly toolId: string;
  readonly tool: string;
  readonly input: unknown;
  readonly documents: readonly {
    readonly content: string | ContentBlock[];
    readonly isError: boolean;
    readonly kind: string;
    readonly blame: string | null;
  }[];
}

const FRAGMENTS: readonly Fragment[] = [
  {
    fragment: 'ToolResultContent_Edit',
    schema: toolResult({ type: 'string' }),
    toolId: 'edit',
    tool: 'Edit',
    input: { file_path: '/home/ann/clock.ts', old_string: 'tick', new_string: 'tock' },
    documents: [
      {
        content:
          "The file /home/ann/clock.ts has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     1→const sound = 'tock';\n     2→",
        isError: false,
        kind: 'edited',
        blame: null,
      },
      {
        content: '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
        isError: true,
        kind: 'failure',
        blame: 'agent',
      },
    ],
  },
  {
    fragment: 'ToolResultContent_Task',
    schema: toolResult({
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'text'],
        properties: { type: { const: 'text' }, text: { type: 'string' } },
      },
      minItems: 1,
      maxItems: 1,
    }),
    toolId: 'agent',
    tool: 'Task',
    input: { description: 'Find the clocks', prompt: 'Where are they?', subagent_type: 'Explore' },
    documents: [
      {
        content: [{ type: 'text', text: '## Findings\n\nThere are three clocks.' }],
        isError: false,
        kind: 'completed',
        blame: null,
      },
      {
        content: [{ type: 'text', text: '<tool_use_error>Subagent failed: no clocks</tool_use_error>' }],
        isError: true,
        kind: 'failure',
        blame: null,
      },
    ],
  },
  {
    fragment: 'ToolResultContent_KillShell',
    schema: toolResult({ type: 'string' }),
    toolId: 'task-stop',
    tool: 'KillShell',
    input: { shell_id: '4e33a5' },
    documents: [
      {
        content: '{"message":"Successfully killed shell: 4e33a5 (npm run (dev))","shell_id":"4e33a5"}',
        isError: false,
        kind: 'stopped',
        blame: null,
      },
      {
        content: 'Shell 4e33a5 is not running, so cannot be killed (status: completed)',
        isError: true,
        kind: 'failure',
        blame: 'expected',
      },
    ],
  },
];

describe('published fragments', () => {
  it.each(FRAGMENTS.map((entry) => [entry.fragment, entry] as const))('%s', (_name, entry) => {
    const validate = ajv.compile(entry.schema);
    for (const { content, isError, kind, blame } of entry.documents) {
      const document = {
        type: 'tool_result',
        tool_use_id: 'toolu_01',
        content,
        ...(isError ? { is_error: true } : {}),
      };
      expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
      const call = { agent: 'claude-code', tool: entry.tool, input: entry.input };
      const outcome = { status: isError ? ('error' as const) : ('ok' as const), content };
      expect(problemsOf(entry.toolId, { ...call, outcome })).toEqual([]);
      const { light } = interpret(interpretable({ ...call, outcome }));
      expect({ tool: light.toolId, result: light.result, blame: light.failure?.blame ?? null }).toEqual({
        tool: entry.toolId,
        result: { kind, via: 'text' },
        blame,
      });
    }
  });
});
