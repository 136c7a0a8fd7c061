// Tests that the published schemas are those of the program. To write them again:
// TOOLSCOPE_WRITE_SCHEMAS=1 npx vitest run test/rap/schemas.test.ts
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { SCHEMA_BASE, SCHEMAS } from '../../src/rap/protocol/schemas.ts';

const folder = new URL('../../schemas/rap/', import.meta.url);
const fileOf = (name: string): URL => new URL(`${name}.schema.json`, folder);
const textOf = (schema: unknown): string => `${JSON.stringify(schema, null, 2)}\n`;

test('the files under schemas/rap are current', () => {
  if (process.env['TOOLSCOPE_WRITE_SCHEMAS'] === '1') {
    mkdirSync(folder, { recursive: true });
    for (const [name, schema] of Object.entries(SCHEMAS)) writeFileSync(fileOf(name), textOf(schema));
  }
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(names.sort()).toEqual(
    Object.keys(SCHEMAS)
      .map((name) => `${name}.schema.json`)
      .sort(),
  );
  for (const [name, schema] of Object.entries(SCHEMAS))
    expect([name, readFileSync(fileOf(name), 'utf8')]).toEqual([name, textOf(schema)]);
});

test('they are valid JSON Schema, and accept the examples of the specification', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  for (const schema of Object.values(SCHEMAS)) ajv.addSchema(schema);
  const check = (name: string, value: unknown): boolean => ajv.validate(`${SCHEMA_BASE}${name}`, value);
  const example = {
    type: 'tool_result',
    group_id: 'thread_xyz',
    id: 'call_abc123',
    call_id: null,
    text: 'Deployment completed successfully. Instance i-0abc123 is running.',
    display_as: [{ type: 'text', content: 'Deployed instance i-0abc123' }],
  };
  const patch = '--- src/main.rs\n+++ src/main.rs\n@@ -1,3 +1,4 @@\n fn main() {\n+ println!("hello");\n }';
  expect([
    check('callback', example),
    check('tool-result', { ...example, display_as: [{ type: 'diff', content: { path: 'src/main.rs', patch } }] }),
    check('tool-result', { ...example, text: undefined }),
    check('invocation', {
      ...{
        operation: 'deploy',
        arguments: {},
        id: 'i',
        group_id: 'g',
        callback_url: 'https://agent.example.com/callback',
      },
    }),
    check('manifest', {
      name: 't',
      endpoint: 'https://t.example/i',
      tools: [{ name: 'a', description: '', inputSchema: {} }],
    }),
    check('manifest', { name: 't', endpoint: 'https://t.example/i', tools: [] }),
    check('user-choice-response', { id: 'i', selected: 0 }),
    check('cancel-tool-call', { thread_id: 'g', tool_call_id: 'i' }),
    check('close-thread', { thread_id: 'g' }),
  ]).toEqual([true, true, false, true, true, false, true, true, true]);
});
