// Tests that the tools' schemas give the same whether run by plan or by the schema library, on all samples and odd values.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { tools } from '../../src/tools/all-tools.ts';
import type { ToolDefinition } from '../../src/tools/define.ts';
import { fitTo, MISFIT, planOf } from '../../src/tools/fit-to.ts';
import { samplesOf } from './tool-samples.ts';

function schemasOf(tool: ToolDefinition): readonly ZodType[] {
  return tool.dialects.flatMap(({ names, input, structured }) => [
    ...(typeof input === 'function' ? [...names, 'mcp__a__b'].map(input) : [input]),
    ...structured.map(({ schema }) => schema),
  ]);
}

function expectSame(schema: ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  const made = fitTo(schema, value);
  if (parsed.success) expect(made).toEqual(parsed.data);
  else expect(made).toBe(MISFIT);
}

describe('schemas run by plan', () => {
  it.each(tools.map((tool) => [tool.id, tool] as const))('%s', (id, tool) => {
    const values = samplesOf(id).flatMap(({ sample }) => [sample.input, sample.outcome?.structured]);
    const schemas = [...new Set(schemasOf(tool))];
    for (const schema of schemas) for (const value of values) expectSame(schema, value);
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.jsonValue({ maxDepth: 2 }), (schema, value) => {
        expectSame(schema, value);
      }),
      { numRuns: 50 },
    );
  });

  it('are known to plans', () => {
    const left = tools.filter((tool) => schemasOf(tool).some((schema) => planOf(schema).kind === 'library'));
    expect(left.map(({ id }) => id)).toEqual([]);
  });
});
