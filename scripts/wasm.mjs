// The WebAssembly in the program: the files of wasm/, compiled, each as a committed TypeScript file. Running Toolscope or its
// tests needs no compiler; changing a source fetches it from the registry, in this version.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const OPTIONS = [
  '-O3',
  '--enable',
  'simd',
  '--runtime',
  'stub',
  '--noAssert',
  '--importMemory',
  '--initialMemory',
  '1',
];
const MODULES = [
  {
    source: 'wasm/prune.ts',
    imports: ['wasm/skip-json.ts', 'wasm/escape-wide.ts'],
    file: 'src/sources/json-lines/prune-module.ts',
    name: 'PRUNE_MODULE',
  },
  { source: 'wasm/find.ts', file: 'src/sources/json-lines/find-module.ts', name: 'FIND_MODULE' },
  { source: 'wasm/grams.ts', file: 'src/search/text/grams-module.ts', name: 'GRAMS_MODULE' },
];
const LINE = 110;

/** What a module depends on: its source and imports, the compiler, and its options. */
function stampOf(root, { source, imports = [] }) {
  const text = [source, ...imports]
    .map((file) => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n'))
    .join('\n');
  return createHash('sha256')
    .update(JSON.stringify([COMPILER, OPTIONS, text]))
    .digest('hex')
    .slice(0, 32);
}

function isCurrent(root, module) {
  const file = path.join(root, module.file);
  return existsSync(file) && readFileSync(file, 'utf8').includes(stampOf(root, module));
}

/** Whether the committed modules match the sources. */
export function areModulesCurrent(root) {
  return MODULES.every((module) => isCurrent(root, module));
}

function compile(root, { source }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolscope-wasm-'));
  try {
    const file = path.join(folder, 'module.wasm');
    const call = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', source, '--outFile', file, ...OPTIONS];
    execFileSync('npm', call, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(root, module) {
  const lines =
    compile(root, module)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  const text = [
    `// The compiled form of ${module.source}. Generated: change that file, then run \`npm run generate\`.`,
    `// Made from ${stampOf(root, module)}.`,
    '',
    `export const ${module.name} = [`,
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  writeFileSync(path.join(root, module.file), text.join('\n'));
}

/** Updates the modules; returns what was done. */
export function regenerateModules(root) {
  const stale = MODULES.filter((module) => !isCurrent(root, module));
  for (const module of stale) write(root, module);
  return stale.map(({ file }) => ({ file, why: 'stale' }));
}
