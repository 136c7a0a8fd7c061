import { expect, test } from 'vitest';
import { findImports, lineAt, scanSource } from './scan-source.mjs';

const importsOf = (source) =>
  findImports(source, scanSource(source).code).map(({ at, specifier, kind }) => [lineAt(source, at), kind, specifier]);

test('finds every form of import and tells types from values', () => {
  const source = [
    `import def from './default.ts';`,
    `import * as all from './all.ts';`,
    `import def2, { type A, b } from './mixed.ts';`,
    `import {`,
    `  type C,`,
    `  type D as E, // from './comment.ts'`,
    `} from './inline.ts';`,
    `import type { F } from './type.ts';`,
    `import type G from './type-default.ts';`,
    `import type * as H from './type-all.ts';`,
    `import type from './named-type.ts';`,
    `import './effect.css';`,
    `export * from './export-all.ts';`,
    `export * as ns from './export-ns.ts';`,
    `export { i, type J } from './export-some.ts';`,
    `export type { K } from './export-type.ts';`,
    `export type * from './export-type-all.ts';`,
    `const l = await import('./dynamic.ts');`,
    'const m = import(`./plain-template.ts`);',
    `type N = typeof import('./typeof.ts');`,
    `import data from './data.json' with { type: 'json' };`,
    `import{o}from"./tight.ts";`,
    `const p = import(\`./\${name}.ts\`);`,
    `const q = import(name);`,
  ].join('\n');
  expect(importsOf(source)).toEqual([
    [1, 'value', './default.ts'],
    [2, 'value', './all.ts'],
    [3, 'value', './mixed.ts'],
    [4, 'inline', './inline.ts'],
    [8, 'type', './type.ts'],
    [9, 'type', './type-default.ts'],
    [10, 'type', './type-all.ts'],
    [11, 'value', './named-type.ts'],
    [12, 'value', './effect.css'],
    [13, 'value', './export-all.ts'],
    [14, 'value', './export-ns.ts'],
    [15, 'value', './export-some.ts'],
    [16, 'type', './export-type.ts'],
    [17, 'type', './export-type-all.ts'],
    [18, 'value', './dynamic.ts'],
    [19, 'value', './plain-template.ts'],
    [20, 'type', './typeof.ts'],
    [21, 'value', './data.json'],
    [22, 'value', './tight.ts'],
    [23, 'computed', ''],
    [24, 'computed', ''],
  ]);
});

test('is not misled by text that only looks like an import', () => {
  const source = [
    `// import a from './a.ts'`,
    `/* import b from './b.ts' */`,
    `const c = "import c from './c.ts'";`,
    `const d = \`text \${f("}")} import d from "./d.ts" \${\`nested \${1}\`} import "./e.ts"\`;`,
    `const quote = /['"\`]/.test(x) ? a / b / c : /[/'"]import ".\\/f.ts"/;`,
    `const half = total / 2; // it's "half`,
    `const here = import.meta.url;`,
    `loader.import('./g.ts');`,
    `export const from = './h.ts';`,
    `export type I = { from: './i.ts' };`,
    `export { from };`,
    `const view = <p title="a">don't </p>;`,
    `import last from './last.ts';`,
  ].join('\n');
  expect(importsOf(source)).toEqual([[13, 'value', './last.ts']]);
});

test('keeps offsets, and hands out the comments', () => {
  const source = `const a = 'x\\'y'; // one\n/* two */ const b = 1;`;
  const { code, comments } = scanSource(source);
  expect(code).toBe(`const a = '    ';       \n          const b = 1;`);
  expect(comments).toEqual([
    { at: 18, text: '// one' },
    { at: 25, text: '/* two */' },
  ]);
});
