// The structure of src/: which layer may import which, and the house rules about names, sizes and escape hatches.
// Usage: node scripts/check-layers.mjs [--dot] [folder]

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findImports, lineAt, scanSource } from './scan-source.mjs';

/** Which layers a layer may import, besides itself. `t:` allows types only. */
const LAW = {
  base: '',
  http: 'base',
  model: 'base',
  formats: 'base model',
  lifecycle: 'base model',
  commands: 'base model',
  tools: 'base model commands',
  traces: 'base model',
  insights: 'base model commands',
  parse: 'base model formats lifecycle tools',
  config: 'base parse',
  redaction: 'base model config traces',
  sqlite: 'base',
  store: 'base model sqlite',
  rap: 'base model sqlite http',
  user: 'base sqlite',
  hooks: 'base model formats',
  sources: 'base model formats sqlite',
  reading: 'base model formats lifecycle tools parse config sources',
  'net-diff': 'base model tools reading',
  archive: 'base model formats hooks sources reading store sqlite',
  search: 'base model formats tools sources store redaction',
  library:
    'base model formats lifecycle tools insights config store rap hooks sources reading archive search redaction',
  api: 'base t:model',
  server:
    'base model lifecycle tools http api config store rap user hooks sources reading archive search net-diff library traces insights redaction',
  // Asks the API's questions through the program that starts it, and never the index itself: it needs to know no other layer.
  mcp: 'base model api redaction',
  cli: 'base model lifecycle tools http api config store rap user hooks sources reading archive search net-diff library server mcp traces insights redaction',
  ui: 'base t:model',
  views: 'base ui t:model t:tools',
  web: 'base api ui views t:model t:tools',
  index: 'base model formats lifecycle tools parse config sources reading library traces insights redaction',
};

/** Where the table of layers is, for people; its last column must say what LAW says. */
const TABLE = 'ARCHITECTURE.md';
const ROW_NAMES = { views: 'src/tools/*/*.view.tsx', index: 'src/index.ts' };

/** Folders that only these may import, whatever their layers may: engines stay behind the contracts they fulfil. */
const GUARDED = {
  'src/sqlite': 'src/store/sqlite src/archive/store src/rap/store src/sources/kinds src/user',
  'src/store/sqlite': 'src/store/open-store.ts',
  'src/store/postgres': 'src/store/open-store.ts',
};

/** Which layers may import a package. A package that is not listed here may be imported by none. */
const PACKAGES = {
  'node:':
    'http sqlite store config user redaction hooks sources reading archive search net-diff library rap server mcp cli index',
  zod: 'api mcp',
  '@modelcontextprotocol/server': 'mcp',
  '@photostructure/sqlite': 'sqlite',
  '@secretlint/secretlint-rule-preset-recommend': 'redaction',
  ajv: 'rap',
  fzstd: 'sources',
  jiti: 'config',
  pg: 'store',
  'pg-copy-streams': 'store',
  aws4fetch: 'store',
  'jsonc-parser': 'config cli',
  preact: 'ui views web',
  'preact-render-to-string': 'web',
  '@preact/signals': 'ui web',
  'highlight.js': 'ui',
  marked: 'ui',
  dompurify: 'ui',
  anser: 'ui',
  diff: 'ui',
};

/** Packages that only files of these folders may import, whatever their layers may. */
const GUARDED_PACKAGES = {
  pg: 'src/store/postgres',
  'pg-copy-streams': 'src/store/postgres',
  aws4fetch: 'src/store/objects',
};

/** What a test file may import in addition to its layer's imports and its own folder. */
const TESTS = { layers: 'base model', packages: 'node: vitest fast-check zod' };

/** Layers whose folders must not import each other; files directly in the layer may import and be imported by all. */
const ISLANDS = 'formats tools';

/** Files that load modules unknown to the compiler: a configuration, and the output of another build. */
const COMPUTED_IMPORTS = ['src/config/load-config.ts', 'src/server/share/share-html.ts'];

const MAX_LINES = 400;
const FORBIDDEN_NAMES = 'util utils helper helpers manager managers service services misc common';
const ESCAPES_IN_CODE = [
  { pattern: /\bas\s+any\b/g, name: '`as any`' },
  { pattern: /:\s*any\b(?=\s*(?:[,;)=\]}>|&[]|$))/gm, name: '`: any`' },
  { pattern: /<\s*any\b/g, name: '`<any>`' },
];
const ESCAPES_IN_COMMENTS = /@ts-ignore|@ts-expect-error|@ts-nocheck|biome-ignore/g;

const words = (text) => text.split(' ').filter((word) => word !== '');
const BUILTINS = new Set(builtinModules);
const FORBIDDEN = new Set(words(FORBIDDEN_NAMES));
const isTest = (file) => /\.test\.tsx?$/.test(file);
const isSource = (file) => /\.tsx?$/.test(file);

/** Checks the tree under `root`. Returns the failures, and the edges between layers for the graph. */
export function checkTree(root) {
  const tree = { failures: [], edges: new Map(), folders: new Map(), files: 0, imports: 0 };
  for (const folder of ['src', 'test', 'bench', 'scripts']) {
    for (const file of listFiles(root, folder)) {
      checkName(tree, file);
      if (folder === 'src' && isSource(file)) checkSource(tree, file, readFileSync(path.join(root, file), 'utf8'));
    }
  }
  checkFolders(tree);
  checkTable(tree, root);
  return tree;
}

function checkTable({ failures }, root) {
  if (!existsSync(path.join(root, TABLE))) return;
  const lines = readFileSync(path.join(root, TABLE), 'utf8').split('\n');
  for (const [layer, row] of Object.entries(LAW)) {
    const name = ROW_NAMES[layer] ?? `src/${layer}`;
    const at = lines.findIndex((line) => line.startsWith(`| \`${name}\` |`));
    const ending = `| ${words(row).join(', ') || '–'} |`;
    if (lines[at]?.endsWith(ending)) continue;
    failures.push(
      `${TABLE}:${Math.max(1, at + 1)} must have a row for \`${name}\` that ends with "${ending}", as LAW in check-layers says.`,
    );
  }
}

/** Folders of one layer have an order too. Files directly in the layer are shared: they may import folders and be imported. */
function checkFolders({ folders, failures }) {
  for (const [key, { from, to, file }] of folders) {
    const back = folders.get(`${to} ${from}`);
    if (back === undefined || key > `${to} ${from}`) continue;
    failures.push(
      `${file}:1 imports src/${to}, and ${back.file} imports src/${from}: let one of the folders import the other.`,
    );
  }
}

function noteFolders(tree, file, target) {
  const [from, to] = [file, target].map((name) => path.posix.dirname(name).replace(/^src\//, ''));
  const isInLayer = from.split('/')[0] === to.split('/')[0] && from.includes('/') && to.includes('/');
  if (!isTest(file) && from !== to && isInLayer) tree.folders.set(`${from} ${to}`, { from, to, file });
}

function checkSource(tree, file, source) {
  tree.files += 1;
  const { code, comments } = scanSource(source);
  const report = (at, sentence) => tree.failures.push(`${file}:${lineAt(source, at)} ${sentence}`);
  const layer = layerOf(file);
  if (LAW[layer] === undefined) {
    report(0, `lies in no known layer (\`${layer}\`): move it into one, or add the layer to LAW in check-layers.`);
  } else {
    const imports = findImports(source, code);
    tree.imports += imports.length;
    for (const found of imports) checkImport(tree, file, layer, found, report);
  }
  if (!isTest(file)) checkShape(source, report);
  checkEscapes(code, comments, report);
}

function checkImport(tree, file, layer, { at, specifier, kind }, report) {
  if (kind === 'computed' && COMPUTED_IMPORTS.includes(file)) return;
  if (kind === 'computed') {
    report(at, 'imports a computed path, which no check can follow: write the path as one literal string.');
  } else if (!specifier.startsWith('.')) {
    const refusal = refusePackage(file, layer, specifier);
    if (refusal) report(at, refusal);
  } else {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    const targetLayer = layerOf(target);
    countEdge(tree, file, layer, targetLayer, kind);
    noteFolders(tree, file, target);
    const refusal = refuseFile({ file, layer, target, targetLayer, kind });
    if (refusal) report(at, refusal);
  }
}

function refusePackage(file, layer, specifier) {
  const isNode = specifier.startsWith('node:') || BUILTINS.has(specifier.split('/')[0]);
  const name = isNode ? 'node:' : packageOf(specifier);
  if (isTest(file) && words(TESTS.packages).includes(name)) return undefined;
  const allowed = PACKAGES[name];
  const folder = GUARDED_PACKAGES[name];
  if (folder !== undefined && !isInside(file, folder)) {
    return `imports '${specifier}', which only ${folder} may import: ask through a contract of src/store.`;
  }
  if (allowed !== undefined && words(allowed).includes(layer)) return undefined;
  if (allowed === undefined) {
    const hint = words(TESTS.packages).includes(name) ? 'it is for tests only' : 'add it to PACKAGES in check-layers';
    return `imports the package '${specifier}', which no layer may import: do without it (${hint}).`;
  }
  const where = words(allowed).join(', ');
  return `imports '${specifier}', which ${layer} may not: only ${where} may, so move this code there or pass the value in.`;
}

function refuseFile({ file, layer, target, targetLayer, kind }) {
  if (isTest(file) && target.startsWith('test/support/')) return undefined;
  if (!target.startsWith('src/')) return `imports '${target}' outside src/: move what it needs into a layer.`;
  const crossing = refuseCrossing(file, target) ?? refuseGuarded(file, target);
  if (crossing) return crossing;
  if (targetLayer === layer) return undefined;
  if (isTest(file) && (isInside(target, path.posix.dirname(file)) || words(TESTS.layers).includes(targetLayer))) {
    return undefined;
  }
  const row = words(LAW[layer]);
  if (row.includes(targetLayer)) return undefined;
  if (!row.includes(`t:${targetLayer}`)) {
    const may = row.length > 0 ? `only ${row.join(', ')}` : 'no other layer';
    return `imports '${target}', but ${layer} may import ${may}, not ${targetLayer}: move the code or pass the value in.`;
  }
  if (kind === 'type') return undefined;
  const reason = kind === 'inline' ? ' (an inline `type` still loads the module)' : '';
  return `imports '${target}' for more than types${reason}, but ${layer} may import only types of ${targetLayer}: write \`import type\`.`;
}

function refuseCrossing(file, target) {
  const [, layer, folder, ...rest] = file.split('/');
  const [, targetLayer, targetFolder, ...targetRest] = target.split('/');
  const bothInFolders = rest.length > 0 && targetRest.length > 0;
  if (layer !== targetLayer || !words(ISLANDS).includes(layer) || !bothInFolders) return undefined;
  if (folder === targetFolder) return undefined;
  return `imports '${target}', but ${layer}/${folder} may not import ${layer}/${targetFolder}: share it through a file directly in src/${layer}.`;
}

function refuseGuarded(file, target) {
  for (const [folder, importers] of Object.entries(GUARDED)) {
    const may = [folder, ...words(importers)];
    if (!isInside(target, folder) || may.some((one) => one === file || isInside(file, one))) continue;
    const names = words(importers).join(', ');
    return `imports '${target}', but only ${names} may import ${folder}: ask through a contract of src/store.`;
  }
  return undefined;
}

/** A file's layer is its folder; views (`*.view.*`) and their list `tools/views.*` are a layer of their own. */
function layerOf(file) {
  const [, layer, ...rest] = file.split('/');
  if (/\.view\.[\w.]+$/.test(file) || /^src\/tools\/views\.\w+$/.test(file)) return 'views';
  return rest.length > 0 ? layer : layer?.replace(/\..*$/, '');
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isInside(target, folder) {
  return target.startsWith(`${folder}/`);
}

function countEdge(tree, file, from, to, kind) {
  if (isTest(file) || from === to) return;
  const key = `${from} ${to}`;
  const edge = tree.edges.get(key) ?? { from, to, imports: 0, typesOnly: true };
  tree.edges.set(key, { ...edge, imports: edge.imports + 1, typesOnly: edge.typesOnly && kind === 'type' });
}

function checkShape(source, report) {
  const [first = '', second = '', ...rest] = source.split('\n');
  const opening = first.startsWith('#!') ? [second, ...rest] : [first, second, ...rest];
  if (!/^\/\/.*\p{L}/u.test(opening[0]) && !/^\/\*\*[^/]*\p{L}/u.test(opening.join('\n'))) {
    report(0, 'does not open with a comment: let the first line say what the file is for.');
  }
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (lines > MAX_LINES) report(0, `has ${lines} lines, more than ${MAX_LINES}: split it by purpose.`);
}

function checkEscapes(code, comments, report) {
  for (const { pattern, name } of ESCAPES_IN_CODE) {
    const sentence = `uses ${name}, which silences the compiler: give the value its type, or parse it from \`unknown\`.`;
    for (const { index } of code.matchAll(pattern)) report(index, sentence);
  }
  for (const { at, text } of comments) {
    for (const match of text.matchAll(ESCAPES_IN_COMMENTS)) {
      report(at + match.index, `uses \`${match[0]}\`, which silences a check: repair what the check complains about.`);
    }
  }
}

function checkName(tree, file) {
  if (!/\.(tsx?|[cm]?js|sql|css|html)$/.test(file)) return;
  const report = (sentence) => tree.failures.push(`${file}:1 ${sentence}`);
  for (const part of file.split('/')) {
    if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part)) {
      report(`has '${part}' in its path, which is not kebab-case: use small letters, digits and hyphens.`);
    }
    const lastWord = part.split('.')[0].split('-').at(-1);
    if (FORBIDDEN.has(lastWord)) {
      report(`is called '${part}', and '${lastWord}' says nothing about what it does: name it after what it does.`);
    }
  }
}

/** Source files below a folder, in order; recorded samples and snapshots are data, not source. */
function listFiles(root, folder) {
  let entries;
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [`${folder}/${entry.name}`];
      const isData = ['samples', 'fixtures', '__snapshots__', 'node_modules', 'out'].includes(entry.name);
      return isData ? [] : listFiles(root, `${folder}/${entry.name}`);
    });
}

/** The layers as they are in the sources, as a Graphviz graph; dashed = types only. */
export function toDot({ edges }) {
  const lines = [...edges.values()].map(
    ({ from, to, imports, typesOnly }) =>
      `  "${from}" -> "${to}" [label="${imports}"${typesOnly ? ', style=dashed' : ''}];`,
  );
  return ['digraph layers {', '  node [shape=box];', ...lines.sort(), '}'].join('\n');
}

function main(args) {
  const here = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const tree = checkTree(args.find((arg) => !arg.startsWith('--')) ?? here);
  if (args.includes('--dot')) {
    console.log(toDot(tree));
    return;
  }
  for (const failure of tree.failures) console.log(failure);
  const result = tree.failures.length === 0 ? 'the law holds' : `${tree.failures.length} to repair`;
  console.log(`${tree.files} source files, ${tree.imports} imports: ${result}.`);
  process.exitCode = tree.failures.length === 0 ? 0 : 1;
}

const startedByName = pathToFileURL(path.resolve(process.argv[1] ?? '')).href;
if (import.meta.url === startedByName) main(process.argv.slice(2));
