// Dist/program/: the compiled program and library in few files, because finding and opening hundreds costs more than running
// them. All of them are in one folder, so that each finds the threads it starts next to itself.
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { keepLatest } from './kept-builds.mjs';
import { readingRules } from './reading-rules.mjs';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'dist/program');

/** Entry points started or imported by name: the public API, the command line, threads, processes. */
const ENTRIES = {
  index: 'index.js',
  parse: 'parse/parse.js',
  conformance: 'parse/conformance.js',
  rap: 'rap/public-api.js',
  toolscope: 'cli/main.js',
  'family-thread': 'reading/many-sessions/family-thread.js',
  'index-worker': 'library/index-worker.js',
  'index-writer-thread': 'library/index-writer-thread.js',
  'question-thread': 'server/question-thread.js',
  'bundle-thread': 'server/bundle-thread.js',
  'sql-process': 'store/sqlite/queries/sql-process.js',
};

/** The imports of each module, as reported by the bundler. */
const imports = new Map();

/** Everything that is loaded with these files. */
function loadedWith(files) {
  const loaded = new Set(files.map((file) => path.join(root, 'dist', file)));
  for (const module of loaded) for (const other of imports.get(module) ?? []) loaded.add(other);
  return loaded;
}

const commands = readdirSync(path.join(root, 'dist/cli/commands')).filter((name) => name.endsWith('.js'));

const DOOR = ['cli/dispatch.js', ...commands.map((name) => `cli/commands/${name}`)];
const SQL = ['store/sqlite/queries/sql-process.js'];
const LIBRARY = ['cli/open-library.js'];
/** Commands that only query the index: code shared with reading must not be in chunks that only reading needs. */
const LISTS = ['ls', 'calls', 'stats', 'errors'].map((name) => `cli/actions/${name}.js`);
/** Reader threads, and programs that use the library, have no index: they must not load what a command loads for it (24 ms each). */
const READING = ['index.js', 'reading/many-sessions/family-thread.js'];

/**
 * What is loaded together is bundled together: finding and linking fifty small files takes a command 40 ms. Each chunk has what
 * the previous ones do not, so that no one loads more than needed: a hook, which agents wait for, loads only itself. With
 * several lists, a chunk has what is loaded with each of them.
 */
const PARTS = {
  start: [['cli/main.js']],
  threads: [['library/writer-thread.js']],
  hook: [['cli/hooks/start-hook.js']],
  base: [DOOR, READING],
  door: [DOOR],
  store: [SQL, READING],
  sql: [SQL],
  formats: [LIBRARY, READING],
  library: [LIBRARY],
  lists: [[...LISTS, 'library/refresh-insights.js', 'library/catalogue.js'], READING],
  outlines: [['library/outlines.js'], READING],
  tools: [['reading/open-call.js'], READING],
  reading: [READING],
};
const entryFiles = new Set(Object.values(ENTRIES).map((file) => path.join(root, 'dist', file)));

function groupOf([name, lists], i, parts) {
  let loaded;
  const test = (id) => {
    loaded ??= lists.map(loadedWith);
    return loaded.every((modules) => modules.has(id)) && !entryFiles.has(id);
  };
  return { name, test, priority: parts.length - i };
}

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, path.join(root, 'dist', file)])),
  platform: 'node',
  // Native, or not bundleable.
  external: [
    '@photostructure/sqlite',
    '@secretlint/secretlint-rule-preset-recommend',
    'aws4fetch',
    'jiti',
    'jsonc-parser',
    'pg',
    'pg-copy-streams',
    /^ajv/,
  ],
  transform: { define: { READING_RULES: JSON.stringify(readingRules(root)) } },
  plugins: [{ name: 'imports', moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds) }],
  // Modules in a chunk are still imported by name.
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Half of the bytes are comments, spaces and long names of locals, which every start would read through (a tenth of its time).
  comments: { legal: true, annotation: false, jsdoc: false },
  // Functions keep their names, for stack traces.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  codeSplitting: { groups: Object.entries(PARTS).map(groupOf) },
});
await bundle.close();

mkdirSync(folder, { recursive: true });
// Entries last, each in one step: a program started meanwhile gets one build or the other, completely.
for (const { fileName, code } of output.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
  const file = path.join(folder, fileName);
  writeFileSync(`${file}.new`, code);
  renameSync(`${file}.new`, file);
}
keepLatest(
  folder,
  output.map(({ fileName }) => fileName),
);
