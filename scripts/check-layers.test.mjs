import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTree, toDot } from './check-layers.mjs';

const script = fileURLToPath(new URL('./check-layers.mjs', import.meta.url));
let root;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'toolscope-layers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes files given as path → lines after the opening comment, and returns what the check says about them. */
function check(files) {
  for (const [file, lines] of Object.entries(files)) write(file, `// A test case.\n${lines}\n`);
  return checkTree(root).failures;
}

function write(file, text) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test('accepts a tree that keeps the law', () => {
  const failures = check({
    'src/index.ts': `import { a } from './formats/codex/observe.ts';\nimport { readFile } from 'node:fs/promises';`,
    'src/base/json.ts': '',
    'src/model/call.ts': `import { json } from '../base/json.ts';`,
    'src/formats/format.ts': '',
    'src/formats/registry.ts': `import { a } from './codex/observe.ts';`,
    'src/formats/codex/observe.ts': `import type { F } from '../format.ts';\nimport { c } from '../../model/call.ts';`,
    'src/formats/codex/observe.test.ts': `import { test } from 'vitest';\nimport { readFileSync } from 'node:fs';`,
    'src/tools/registry.ts': `import { edit } from './edit/edit.ts';`,
    'src/tools/views.tsx': `import { view } from './edit/edit.view.tsx';`,
    'src/tools/edit/edit.ts': `import { defineTool } from '../define.ts';`,
    'src/tools/edit/edit.view.tsx': `import type { Edit } from './edit.ts';\nimport { card } from '../../ui/card.tsx';`,
    'src/tools/edit/edit.view.test.tsx': `import { edit } from './edit.ts';\nimport * as fc from 'fast-check';`,
    'src/web/page.tsx': `import { views } from '../tools/views.tsx';\nimport type { Tool } from '../tools/define.ts';`,
    'src/api/contract.ts': `import type { Call } from '../model/call.ts';\nimport { z } from 'zod';`,
    'test/replay.test.ts': `import { x } from '../src/store/db.ts';\nimport y from 'anything';`,
  });
  expect(failures).toEqual([]);
});

test('refuses folders of one layer that import each other, and leaves files directly in the layer alone', () => {
  const failures = check({
    'src/store/rows/a.ts': `import { b } from '../pages/b.ts';\nimport { c } from '../c.ts';`,
    'src/store/pages/b.ts': `import { d } from '../rows/d.ts';`,
    'src/store/rows/d.ts': '',
    'src/store/c.ts': `import { a } from './rows/a.ts';`,
  });
  expect(failures).toEqual([
    'src/store/pages/b.ts:1 imports src/store/rows, and src/store/rows/a.ts imports src/store/pages: let one of the folders import the other.',
  ]);
});

test('lets engines be imported only by those who open them', () => {
  const failures = check({
    'src/store/open-store.ts': `import { engine } from './sqlite/engine.ts';`,
    'src/store/sqlite/engine.ts': `import { driver } from '../../sqlite/driver.ts';\nimport type { Ask } from '../questions.ts';`,
    'src/store/questions.ts': `import type { Row } from './sqlite/engine.ts';`,
    'src/archive/store/copies.ts': `import { driver } from '../../sqlite/driver.ts';`,
    'src/archive/copy.ts': `import { driver } from '../sqlite/driver.ts';`,
    'src/cli/ls.ts': `import { engine } from '../store/sqlite/engine.ts';`,
    'src/sqlite/driver.ts': `import { other } from './other.ts';`,
  });
  const guard = (file, target, folder, may) =>
    `${file} imports '${target}', but only ${may} may import ${folder}: ask through a contract of src/store.`;
  const drivers = 'src/store/sqlite, src/archive/store, src/rap/store, src/sources/kinds, src/user';
  expect(failures).toEqual([
    guard('src/archive/copy.ts:2', 'src/sqlite/driver.ts', 'src/sqlite', drivers),
    guard('src/cli/ls.ts:2', 'src/store/sqlite/engine.ts', 'src/store/sqlite', 'src/store/open-store.ts'),
    guard('src/store/questions.ts:2', 'src/store/sqlite/engine.ts', 'src/store/sqlite', 'src/store/open-store.ts'),
  ]);
});

test('refuses imports against the law, each with a place and a way out', () => {
  const failures = check({
    'src/base/json.ts': `import { c } from '../model/call.ts';`,
    'src/formats/codex/observe.ts': `import { db } from '../../store/db.ts';`,
    'src/lifecycle/pair.ts': `import {\n  a,\n} from '../index.ts';`,
    'src/cli/main.ts': `const { i } = await import('../formats/codex/observe.ts');`,
    'src/tools/edit/edit.ts': `export * from './edit.view.tsx';`,
    'src/ui/card.tsx': `import pkg from '../../package.json';`,
    'src/web/page.tsx': `const page = import(\`./\${name}.ts\`);`,
  });
  expect(failures).toEqual([
    `src/base/json.ts:2 imports 'src/model/call.ts', but base may import no other layer, not model: move the code or pass the value in.`,
    `src/cli/main.ts:2 imports 'src/formats/codex/observe.ts', but cli may import only base, model, lifecycle, tools, http, api, config, store, rap, user, hooks, sources, reading, archive, search, net-diff, library, server, mcp, traces, insights, redaction, not formats: move the code or pass the value in.`,
    `src/formats/codex/observe.ts:2 imports 'src/store/db.ts', but formats may import only base, model, not store: move the code or pass the value in.`,
    `src/lifecycle/pair.ts:2 imports 'src/index.ts', but lifecycle may import only base, model, not index: move the code or pass the value in.`,
    `src/tools/edit/edit.ts:2 imports 'src/tools/edit/edit.view.tsx', but tools may import only base, model, commands, not views: move the code or pass the value in.`,
    `src/ui/card.tsx:2 imports 'package.json' outside src/: move what it needs into a layer.`,
    'src/web/page.tsx:2 imports a computed path, which no check can follow: write the path as one literal string.',
  ]);
});

test('lets a types-only row import types, and nothing that loads the module', () => {
  const failures = check({
    'src/api/client.ts': `import type { Call } from '../model/call.ts';`,
    'src/api/contract.ts': `import { type Call } from '../model/call.ts';`,
    'src/tools/edit/edit.view.tsx': `import { edit } from './edit.ts';`,
  });
  expect(failures).toEqual([
    `src/api/contract.ts:2 imports 'src/model/call.ts' for more than types (an inline \`type\` still loads the module), but api may import only types of model: write \`import type\`.`,
    `src/tools/edit/edit.view.tsx:2 imports 'src/tools/edit/edit.ts' for more than types, but views may import only types of tools: write \`import type\`.`,
  ]);
});

test('keeps formats apart from formats and tools apart from tools, tests included', () => {
  const failures = check({
    'src/formats/codex/records.test.ts': `import { r } from '../claude-code/records.ts';`,
    'src/tools/edit/edit.ts': `import type { Read } from '../read/read.ts';`,
  });
  expect(failures).toEqual([
    `src/formats/codex/records.test.ts:2 imports 'src/formats/claude-code/records.ts', but formats/codex may not import formats/claude-code: share it through a file directly in src/formats.`,
    `src/tools/edit/edit.ts:2 imports 'src/tools/read/read.ts', but tools/edit may not import tools/read: share it through a file directly in src/tools.`,
  ]);
});

test('gives a test file its own folder, base, model and the test packages, and no other layer', () => {
  const failures = check({
    'src/base/json.test.ts': `import { c } from '../model/call.ts';\nimport { spawn } from 'node:child_process';`,
    'src/lifecycle/pair.test.ts': `import { observe } from '../formats/codex/observe.ts';`,
  });
  expect(failures).toEqual([
    `src/lifecycle/pair.test.ts:2 imports 'src/formats/codex/observe.ts', but lifecycle may import only base, model, not formats: move the code or pass the value in.`,
  ]);
});

test('refuses packages outside the layers that may import them', () => {
  const failures = check({
    'src/lifecycle/pair.ts': `import { z } from 'zod';\nimport fs from 'fs';`,
    'src/model/call.ts': `import { readFile } from 'node:fs/promises';`,
    'src/store/db.ts': `import x from '@scope/driver/sub';`,
    'src/ui/card.tsx': `import { test } from 'vitest';`,
  });
  expect(failures).toEqual([
    `src/lifecycle/pair.ts:2 imports 'zod', which lifecycle may not: only api, mcp may, so move this code there or pass the value in.`,
    `src/lifecycle/pair.ts:3 imports 'fs', which lifecycle may not: only http, sqlite, store, config, user, redaction, hooks, sources, reading, archive, search, net-diff, library, rap, server, mcp, cli, index may, so move this code there or pass the value in.`,
    `src/model/call.ts:2 imports 'node:fs/promises', which model may not: only http, sqlite, store, config, user, redaction, hooks, sources, reading, archive, search, net-diff, library, rap, server, mcp, cli, index may, so move this code there or pass the value in.`,
    `src/store/db.ts:2 imports the package '@scope/driver/sub', which no layer may import: do without it (add it to PACKAGES in check-layers).`,
    `src/ui/card.tsx:2 imports the package 'vitest', which no layer may import: do without it (it is for tests only).`,
  ]);
});

test('refuses folders without a layer, names that say nothing, and names that are not kebab-case', () => {
  const failures = check({
    'src/base/commonPrefix.ts': '',
    'src/base/common-prefix.ts': '',
    'src/base/string-utils.ts': '',
    'src/extra/thing.ts': '',
    'src/tools/edit/samples/Odd_Name.ts': '',
    'test/helpers/open.ts': '',
  });
  expect(failures).toEqual([
    `src/base/commonPrefix.ts:1 has 'commonPrefix.ts' in its path, which is not kebab-case: use small letters, digits and hyphens.`,
    `src/base/string-utils.ts:1 is called 'string-utils.ts', and 'utils' says nothing about what it does: name it after what it does.`,
    'src/extra/thing.ts:1 lies in no known layer (`extra`): move it into one, or add the layer to LAW in check-layers.',
    `test/helpers/open.ts:1 is called 'helpers', and 'helpers' says nothing about what it does: name it after what it does.`,
  ]);
});

test('asks for an opening comment, short files and no escape from the compiler', () => {
  write('src/base/bare.ts', 'export const a = 1;\n');
  write('src/base/empty-comment.ts', '/** */\nexport const a = 1;\n');
  write('src/base/block.ts', '/**\n * A block.\n */\nexport const a = 1;\n');
  write('src/base/json.test.ts', 'export const a = 1;\n');
  write('src/cli/main.ts', '#!/usr/bin/env node\n// The entry.\n');
  write('src/model/fits.ts', `// Lines.\n${'//\n'.repeat(399)}`);
  write('src/model/long.ts', `// Lines.\n${'//\n'.repeat(400)}`);
  write(
    'src/store/casts.ts',
    [
      '// Casts.',
      'const a = b as any;',
      'function c(d: any): any {}',
      'let e: Array<any>;',
      '// @ts-expect-error because',
      '/* biome-ignore lint: because */',
      `const text = 'as any @ts-ignore'; // anything: any value goes`,
    ].join('\n'),
  );
  const compiler = 'which silences the compiler: give the value its type, or parse it from `unknown`.';
  const other = 'which silences a check: repair what the check complains about.';
  expect(checkTree(root).failures).toEqual([
    'src/base/bare.ts:1 does not open with a comment: let the first line say what the file is for.',
    'src/base/empty-comment.ts:1 does not open with a comment: let the first line say what the file is for.',
    'src/model/long.ts:1 has 401 lines, more than 400: split it by purpose.',
    `src/store/casts.ts:2 uses \`as any\`, ${compiler}`,
    `src/store/casts.ts:3 uses \`: any\`, ${compiler}`,
    `src/store/casts.ts:4 uses \`<any>\`, ${compiler}`,
    `src/store/casts.ts:5 uses \`@ts-expect-error\`, ${other}`,
    `src/store/casts.ts:6 uses \`biome-ignore\`, ${other}`,
  ]);
});

test('draws the layers, types-only edges dashed', () => {
  check({
    'src/api/contract.ts': `import type { Call } from '../model/call.ts';\nimport { json } from '../base/json.ts';`,
    'src/api/client.ts': `import { json } from '../base/json.ts';`,
  });
  expect(toDot(checkTree(root))).toBe(
    [
      'digraph layers {',
      '  node [shape=box];',
      '  "api" -> "base" [label="2"];',
      '  "api" -> "model" [label="1", style=dashed];',
      '}',
    ].join('\n'),
  );
});

test('as a command, fails on a failure and passes otherwise', () => {
  write('src/base/json.ts', '// JSON.\n');
  expect(execFileSync(process.execPath, [script, root], { encoding: 'utf8' })).toBe(
    '1 source files, 0 imports: the law holds.\n',
  );
  write('src/base/bare.ts', 'export {};\n');
  const { status, stdout } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  expect([status, stdout.split('\n').at(-2)]).toEqual([1, '2 source files, 0 imports: 1 to repair.']);
});

test('wants the table of layers to say what the law says', () => {
  write('ARCHITECTURE.md', '| `src/base` | texts | – |\n| `src/model` | nouns | base, formats |\n');
  const failures = checkTree(root).failures;
  expect(failures.filter((line) => /`src\/(base|model|http)`/.test(line))).toEqual([
    'ARCHITECTURE.md:1 must have a row for `src/http` that ends with "| base |", as LAW in check-layers says.',
    'ARCHITECTURE.md:2 must have a row for `src/model` that ends with "| base |", as LAW in check-layers says.',
  ]);
});
