// Owns the WebAssembly inside the program: wasm/prune.ts, compiled, as a TypeScript file that is committed. Whoever runs
// Toolscope or its tests needs no compiler; whoever changes the source gets it from the registry, in this version.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const SOURCE = 'wasm/prune.ts';
const MODULE = 'src/ingest/scan/prune-module.ts';
const LINE = 110;

/** What the module is made from: the source, the compiler, and how it is called. */
function stampOf(root) {
  const source = readFileSync(path.join(root, SOURCE), 'utf8').replaceAll('\r\n', '\n');
  return createHash('sha256')
    .update(JSON.stringify([COMPILER, OPTIONS, source]))
    .digest('hex')
    .slice(0, 32);
}

/** Whether the committed module was made from the source as it stands. */
export function isModuleCurrent(root) {
  return readFileSync(path.join(root, MODULE), 'utf8').includes(stampOf(root));
}

function compile(root) {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolscope-wasm-'));
  try {
    const file = path.join(folder, 'prune.wasm');
    const call = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', SOURCE, '--outFile', file, ...OPTIONS];
    execFileSync('npm', call, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Brings the module up to date; gives what was done. */
export function regenerateModule(root) {
  if (isModuleCurrent(root)) return [];
  const lines =
    compile(root)
      .toString('base64')
      .match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  const text = [
    `// Owns the compiled form of ${SOURCE}. Generated: change that file, then run \`npm run generate\`.`,
    `// Made from ${stampOf(root)}.`,
    '',
    'export const PRUNE_MODULE = [',
    ...lines.map((line) => `  '${line}',`),
    "].join('');",
    '',
  ];
  writeFileSync(path.join(root, MODULE), text.join('\n'));
  return [{ file: MODULE, why: 'stale' }];
}
