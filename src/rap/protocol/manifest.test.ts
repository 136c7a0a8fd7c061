// Tests manifests and the validator behind them.
import { expect, test } from 'vitest';
import { compileSchema } from './json-schema.ts';
import { parseManifest } from './manifest.ts';

const TOOL = {
  name: 'deploy',
  description: 'Deploys.',
  inputSchema: { type: 'object', properties: { env: { enum: ['prod', 'test'] } }, required: ['env'] },
};
const MANIFEST = { name: 'ops', endpoint: 'https://ops.example/invoke', tools: [TOOL] };

test('a manifest becomes tools that check their arguments', () => {
  const manifest = parseManifest({
    ...MANIFEST,
    tools: [{ ...TOOL, annotations: { readOnly: true, 'x-acme-cost': 1 }, displayScript: '"hi"' }],
  });
  const [tool] = manifest.tools;
  expect({
    ...manifest,
    tools: manifest.tools.map(({ name, annotations, displayScript }) => ({ name, annotations, displayScript })),
  }).toEqual({
    name: 'ops',
    description: null,
    endpoint: 'https://ops.example/invoke',
    needsMigration: false,
    tools: [
      {
        name: 'deploy',
        annotations: {
          ...{ requiresAuth: null, readOnly: true, destructive: false, idempotent: false, longRunning: false },
          'x-acme-cost': 1,
        },
        displayScript: '"hi"',
      },
    ],
  });
  expect([tool?.check({ env: 'prod' }), tool?.check({}), tool?.check({ env: 'x' })]).toEqual([
    undefined,
    "The value must have required property 'env'.",
    'env must be equal to one of the allowed values.',
  ]);
});

test.each([
  ['not an object', [], 'The manifest is not a JSON object.'],
  ['no name', { ...MANIFEST, name: '' }, 'The manifest needs a name of 1 to 128 characters.'],
  [
    'relative endpoint',
    { ...MANIFEST, endpoint: '/invoke' },
    "The manifest's endpoint is not an absolute http or https URL.",
  ],
  ['no tools', { ...MANIFEST, tools: [] }, 'The manifest needs between 1 and 512 tools.'],
  [
    'a name with a space',
    { ...MANIFEST, tools: [{ ...TOOL, name: 'a b' }] },
    'Tool 0 needs a name of 1 to 128 ASCII letters, digits, _ and -.',
  ],
  ['a name twice', { ...MANIFEST, tools: [TOOL, TOOL] }, 'The manifest has two tools called deploy.'],
  ['no schema', { ...MANIFEST, tools: [{ ...TOOL, inputSchema: undefined }] }, 'Tool deploy has no inputSchema.'],
])('one bad part refuses the whole: %s', (_, value, message) => {
  expect(() => parseManifest(value)).toThrow(message);
});

test('an unusable schema refuses the whole', () => {
  const tools = [TOOL, { ...TOOL, name: 'other', inputSchema: { type: 'objekt' } }];
  expect(() => parseManifest({ ...MANIFEST, tools })).toThrow('The inputSchema of other is not usable');
});

test('the vocabulary of 2020-12 works, and so do older drafts that say so', () => {
  const tuple = compileSchema({ prefixItems: [{ type: 'string' }], items: false });
  expect([tuple(['a']), tuple(['a', 1]) === undefined]).toEqual([undefined, false]);
  const closed = compileSchema({ allOf: [{ properties: { a: true } }], unevaluatedProperties: false });
  expect([closed({ a: 1 }), closed({ b: 1 }) === undefined]).toEqual([undefined, false]);
  const old = compileSchema({ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] });
  expect([old(['a', 1]), old([1]) === undefined]).toEqual([undefined, false]);
  const recursive = compileSchema({
    $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    $ref: '#/$defs/node',
  });
  expect([recursive({ next: { next: {} } }), recursive({ next: 1 }) === undefined]).toEqual([undefined, false]);
});

test('the same $id in two manifests does not clash, and a remote schema is not fetched', () => {
  expect(compileSchema({ $id: 'https://x.example/s', type: 'string' })('a')).toBeUndefined();
  expect(compileSchema({ $id: 'https://x.example/s', type: 'number' })(1)).toBeUndefined();
  expect(() => compileSchema({ $ref: 'https://elsewhere.example/schema.json' })).toThrow("can't resolve reference");
});

test('a pattern that never ends is cut off', () => {
  const check = compileSchema({ type: 'string', pattern: '^(a+)+$' });
  expect(check(`${'a'.repeat(40)}!`)).toBe('The value could not be checked in time.');
  expect(check('aaa')).toBeUndefined();
});

test('a machine that stands still for a moment does not make a value wrong', () => {
  let stalls = 1;
  const value = {
    get n(): number {
      if (stalls-- > 0) for (;;);
      return 1;
    },
  };
  expect(compileSchema({ properties: { n: { type: 'number' } } })(value)).toBeUndefined();
});
