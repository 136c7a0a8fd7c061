// Tests the package as others use it, from its tarball: declarations, recipes in TypeScript, plain modules and a browser.

import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, openBrowser } from '../gallery/open-browser.ts';
import { buildProgram, type Outcome, run } from '../support/program.ts';
import { installOutside, MODULES, strictSettings } from './outside-package.ts';

const WAIT_MS = 300_000;
function read(document: string): string {
  return readFileSync(resolve(import.meta.dirname, '../../docs', document), 'utf8');
}

interface Recipe {
  readonly file: string;
  readonly code: string;
  readonly printed: string;
}

/** Examples of a document that are followed by what they print. */
function recipesOf(name: string): Recipe[] {
  const blocks = read(`${name}.md`).matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g);
  return [...blocks].map(([, code = '', printed = ''], i) => ({ file: `recipes/${name}-${i}`, code, printed }));
}

const short = recipesOf('library');
/** With one that adds a tool and a format. */
const recipes = [...short, ...recipesOf('configuration')];

const ALL_ENTRIES = ['toolscope', 'toolscope/conformance', 'toolscope/parse', 'toolscope/rap']
  .map((entry, i) => `import type * as entry${i} from '${entry}';\nexport type Entry${i} = typeof entry${i};`)
  .join('\n');

/** Prints what each recipe prints, one after the other. */
function play(ending: string): string {
  return recipes.map(({ file }, i) => `console.log('=== ${i}');\nawait import('./${file}.${ending}');`).join('\n');
}

/** The same, told as data: every browser draws objects its own way. */
const TOLD = `const told = [];
console.log = (...words) => told.push(words);
${recipes.map(({ file }) => `await import('./${file}.mjs');`).join('\n')}
globalThis.told = told;
export { told };`;

const CONFORMANCE = `import { readFileSync } from 'node:fs';
import { answerOf, conformanceText, runConformance } from 'toolscope/conformance';
const cases = JSON.parse(readFileSync(new URL(import.meta.resolve('toolscope/conformance/cases.json')), 'utf8'));
console.log(conformanceText(await runConformance(cases, answerOf)));`;

/**
 * What an entry may weigh in a page, minified: a little more than it does, so that growth is a decision. docs/library.md and
 * ADR 12 have the figures.
 */
const SIZES = [
  { name: 'all-tools', exported: 'interpretCall', maxBytes: 424_000 },
  { name: 'one-tool', exported: 'parserOf, shell', maxBytes: 194_000 },
  { name: 'another-tool', exported: 'parserOf, edit', maxBytes: 82_000 },
  { name: 'records', exported: 'pairCalls', maxBytes: 727_000 },
];

const CLOCKWORK_LOG = `{"by":"clockwork","run":"r1","id":"c1","ask":"chime"}
{"by":"clockwork","run":"r1","id":"c1","said":"thrice"}
`;

/** Somebody's own tool and format, with types of the package. */
const CLOCKWORK_CONFIG = `import { type Config, defineFormat, defineTool } from 'toolscope/parse';

const clockwork = defineFormat({
  agent: 'clockwork',
  recognise: (record) => record['by'] === 'clockwork',
  session: (record) => String(record['run']),
  read: ({ ask, said, id }) =>
    typeof ask === 'string'
      ? [{ kind: 'request', id: String(id), name: ask }]
      : [{ kind: 'result', id: String(id), content: String(said) }],
});
const chime = defineTool({ id: 'chime', names: ['chime'], summary: 'chimed {text}' });
const config: Config = { formats: [clockwork], tools: [chime] };
export default config;
`;

const USE_CONFIG = `import { loadConfig, readSession } from 'toolscope';
await loadConfig('toolscope.config.ts');
const { calls } = await readSession('logs/run.jsonl');
for (const { agent, toolId, status, summary } of calls) console.log(agent, toolId, status, summary);`;

let folder: string;

beforeAll(async () => {
  await buildProgram();
  folder = installOutside({
    ...Object.fromEntries(
      recipes.flatMap(({ file, code }) => [`${file}.mts`, `${file}.mjs`].map((name) => [name, code])),
    ),
    'entries.mts': ALL_ENTRIES,
    'play.mts': play('mts'),
    'play.mjs': play('mjs'),
    'told.mjs': TOLD,
    'conformance.mjs': CONFORMANCE,
    ...Object.fromEntries(
      SIZES.map(({ name, exported }) => [`${name}.mjs`, `export { ${exported} } from 'toolscope/parse';`]),
    ),
    'logs/run.jsonl': CLOCKWORK_LOG,
    'toolscope.config.ts': CLOCKWORK_CONFIG,
    'use-config.mjs': USE_CONFIG,
    'nodenext.json': strictSettings('nodenext', ['entries.mts', 'toolscope.config.ts', 'recipes/*.mts']),
    'bundler.json': strictSettings('bundler', ['entries.mts', 'toolscope.config.ts', 'recipes/*.mts']),
  });
}, WAIT_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function printed({ stdout, stderr, status }: Outcome): unknown {
  return { status, stderr, printed: stdout.split(/=== \d+\n/).slice(1) };
}

const EXPECTED = { status: 0, stderr: '', printed: recipes.map((recipe) => recipe.printed) };

async function bundled(entry: string): Promise<string> {
  const bundle = await rolldown({ input: join(folder, entry), platform: 'browser', cwd: folder });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  return output[0].code;
}

describe('a package that installed the tarball', () => {
  it('has recipes to follow', () => {
    expect(short.length).toBeGreaterThanOrEqual(11);
    expect(recipes.length).toBe(short.length + 1);
    // The import, an empty line, and five lines at most.
    for (const { code } of short) expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(7);
  });

  it.each(['nodenext', 'bundler'])(
    'type-checks with every declaration, resolving like %s',
    async (resolution) => {
      const tsc = join(MODULES, 'typescript/bin/tsc');
      const { stdout, status } = await run(process.execPath, [tsc, '-p', `${resolution}.json`], { cwd: folder });
      expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
    },
    WAIT_MS,
  );

  it('runs every recipe in TypeScript', async () => {
    const tsx = join(MODULES, 'tsx/dist/cli.mjs');
    expect(printed(await run(process.execPath, [tsx, 'play.mts'], { cwd: folder }))).toEqual(EXPECTED);
  });

  it('runs every recipe as a plain module', async () => {
    expect(printed(await run(process.execPath, ['play.mjs'], { cwd: folder }))).toEqual(EXPECTED);
  });

  it.skipIf(browserPath() === null)(
    'runs every recipe in a browser, from one bundle',
    async () => {
      const code = await bundled('told.mjs');
      const print = "import('./told.mjs').then(({ told }) => process.stdout.write(JSON.stringify(told)))";
      const inNode = JSON.parse((await run(process.execPath, ['-e', print], { cwd: folder })).stdout);
      const browser = await openBrowser(browserPath() ?? '');
      try {
        const page = await browser.newPage();
        const trouble: string[] = [];
        page.on('pageerror', (error) => trouble.push(error.message));
        await page.addScriptTag({ content: code, type: 'module' });
        await page.waitForFunction(() => 'told' in globalThis);
        expect(await page.evaluate(() => Reflect.get(globalThis, 'told'))).toEqual(inNode);
        expect(trouble).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    WAIT_MS,
  );

  it('finds the cases of the conformance suite, and passes them', async () => {
    const { stdout } = await run(process.execPath, ['conformance.mjs'], { cwd: folder });
    expect(stdout).toMatch(/(\d{3,}) of \1 cases passed\n$/);
  });

  it('adds a tool and a format by a configuration in TypeScript, for the library and the command line', async () => {
    const told = 'clockwork chime ok chimed thrice\n';
    expect(await run(process.execPath, ['use-config.mjs'], { cwd: folder })).toEqual({
      status: 0,
      stdout: told,
      stderr: '',
    });
    const program = join(folder, 'node_modules/toolscope/dist/program/toolscope.js');
    const env = { TOOLSCOPE_CONFIG: join(folder, 'toolscope.config.ts'), TOOLSCOPE_HOME: join(folder, 'home') };
    const { stdout, stderr } = await run(process.execPath, [program, 'inspect', 'logs', '--json'], {
      cwd: folder,
      env,
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('"toolId":"chime"');
    expect(stdout).toContain('"summary":"chimed thrice"');
  });

  it.each(SIZES)('$exported weighs at most $maxBytes bytes in a page', async ({ name, maxBytes }) => {
    const code = await bundled(`${name}.mjs`);
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(maxBytes);
    // No library comes with it, and nothing of Node.
    expect(code).not.toMatch(/\bfrom\s*["'][\w@./:-]+["']|\bimport\s*\(|ZodError/);
  });

  it('leaves out of a bundle the tools it does not ask for', async () => {
    const [one, all] = await Promise.all([bundled('one-tool.mjs'), bundled('all-tools.mjs')]);
    expect(one).not.toContain('AskUserQuestion');
    expect(all).toContain('AskUserQuestion');
  });
});
