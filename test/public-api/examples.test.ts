// Tests that the library's examples work: those in the documents and in the public API's comments are compiled and run.

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import * as door from '../../src/index.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type Outcome, run } from '../support/program.ts';
import { type Example, examplesOfMarkdown, examplesOfSource, logsOf, moduleOf } from './examples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MODULES = join(ROOT, 'node_modules');
const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'docs/rap.md', 'docs/library.md', 'docs/configuration.md'];
const DOORS = {
  toolscope: 'src/index.ts',
  'toolscope/conformance': 'src/parse/conformance.ts',
  'toolscope/parse': 'src/parse/parse.ts',
  'toolscope/rap': 'src/rap/public-api.ts',
};
const SOURCES = [
  'src/parse/conformance.ts',
  'src/parse/interpret-call.ts',
  'src/parse/pair-calls.ts',
  'src/parse/use-config.ts',
  'src/tools/own-tool.ts',
  'src/formats/own-format.ts',
  'src/reading/many-sessions/read-paths.ts',
  'src/reading/open-call.ts',
  'src/library/recoveries.ts',
  'src/rap/public-api.ts',
];

function read(path: string): string {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
}

const examples: readonly Example[] = [
  ...DOCUMENTS.flatMap((path) => examplesOfMarkdown(path, read(path))),
  ...SOURCES.flatMap((path) => examplesOfSource(path, read(path))),
];

/** Something for every question an example may ask: a success, a failure, a refusal, and a call without an end. */
function madeUpLog(): string {
  const log = new ClaudeLog();
  log.prompt('go');
  log.call('toolu_1', 'Bash', { command: 'ls' });
  log.result('toolu_1', 'x', { isError: false, structured: { stdout: 'x', stderr: '', interrupted: false } });
  log.call('toolu_2', 'Bash', { command: 'make pears' });
  log.result('toolu_2', 'Exit code 2\nno', { isError: true, structured: 'Error: Exit code 2\nno' });
  log.call('toolu_3', 'Edit', { file_path: '/x', old_string: 'a', new_string: 'b' });
  log.result('toolu_3', "The user doesn't want to proceed with this tool use.", { isError: true });
  log.call('toolu_4', 'Read', { file_path: '/x' });
  return log.text();
}

function settings(): string {
  const paths = Object.entries(DOORS).map(([name, path]) => [name, [join(ROOT, path)]]);
  return JSON.stringify({
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      declaration: false,
      rootDir: '/',
      noUnusedLocals: false,
      types: ['node'],
      typeRoots: [join(MODULES, '@types')],
      paths: Object.fromEntries(paths),
    },
    include: ['examples/*.mts'],
  });
}

const MARK = '=== example ';

/** A folder with every example as a module, the logs they read, and a program that runs them one after the other. */
function workshop(): string {
  const log = madeUpLog();
  const ready = examples.map((example, i) => ({ ...example, file: `examples/${i}.mts` }));
  const play = ready
    .filter(({ runs }) => runs)
    .map(({ file, name }) => `console.log(${JSON.stringify(`${MARK}${name}`)});\nawait import('./${file}');`);
  return folderWith({
    ...Object.fromEntries(ready.map((example) => [example.file, moduleOf(example, Object.keys(door))])),
    ...Object.fromEntries(ready.flatMap(logsOf).map((path) => [path, log])),
    'logs/project/11111111-2222-4333-8444-555555555555.jsonl': log,
    'tsconfig.json': settings(),
    'play.mts': play.join('\n'),
    'package.json': '{"type":"module"}',
  });
}

describe.skipIf(examples.length === 0)('examples', () => {
  let compiled: Outcome;
  let played: Outcome;

  beforeAll(async () => {
    const folder = workshop();
    [compiled, played] = await Promise.all([
      run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', 'tsconfig.json'], { cwd: folder }),
      run(process.execPath, [join(MODULES, 'tsx/dist/cli.mjs'), '--tsconfig', 'tsconfig.json', 'play.mts'], {
        cwd: folder,
        env: { HOME: folder },
      }),
    ]);
  }, 120_000);

  it('compile', () => {
    const own = compiled.stdout.split('\n').filter((line) => line.startsWith('examples/'));
    expect(own.map((line) => line.replace(/^examples\/(\d+)\.mts/, (_, i) => examples[Number(i)]?.name ?? ''))).toEqual(
      [],
    );
    expect(compiled.stderr).toBe('');
  });

  it('run to their end without a word of trouble', () => {
    expect({ status: played.status, stderr: played.stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.each(examples.filter(({ runs }) => runs).map(({ name }) => [name]))('%s says something', (name) => {
    const said = played.stdout.split(MARK).find((part) => part.startsWith(`${name}\n`)) ?? name;
    expect(said.slice(name.length).trim()).not.toBe('');
  });
});

describe('finding examples', () => {
  it('in documents: ts blocks only, with their marks', () => {
    const text =
      'words\n```ts\nconst a = 1;\n```\n```sh\nls\n```\n```ts no-run\nserve();\n```\n```\nplain\n```\n```ts\nopen';
    expect(examplesOfMarkdown('x.md', text)).toEqual([
      { name: 'x.md:2', code: 'const a = 1;', runs: true },
      { name: 'x.md:8', code: 'serve();', runs: false },
    ]);
  });

  it('in comments: up to the next tag or the end', () => {
    const text =
      '/**\n * Words.\n *\n * @example\n * one();\n *   two();\n * @param x y\n */\nf();\n/** @example */\n/**\n * @example\n * three();\n */';
    expect(examplesOfSource('x.ts', text)).toEqual([
      { name: 'x.ts:4', code: 'one();\n  two();', runs: true },
      { name: 'x.ts:12', code: 'three();', runs: true },
    ]);
  });

  it('adds the import that comments leave out, and finds the logs they name', () => {
    const code = "const s = await readSession('logs/a….jsonl');";
    expect(moduleOf({ code }, ['readSession', 'read', 'streamCalls'])).toBe(
      `import { readSession } from 'toolscope';\n${code}`,
    );
    expect(logsOf({ code })).toEqual(['logs/a….jsonl']);
    expect(moduleOf({ code: "import x from 'toolscope';" }, ['x'])).toBe("import x from 'toolscope';");
  });
});
