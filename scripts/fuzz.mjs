// Fuzzes for longer than `npm test` does: every fuzz test, from another seed each time. `npm run fuzz -- [runs] [seed]`; a
// failure prints its seed, which reproduces it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [runs = '5000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);

const tests = ['src', 'test']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name)))
  .filter(
    (name) => /\.test\.tsx?$/.test(name) && /support\/fuzz\.ts'/.test(readFileSync(path.join(root, name), 'utf8')),
  );
console.log(`${tests.length} files, ${runs} runs of each property, seed ${seed}`);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const limits = [
  '--testTimeout=0',
  '--hookTimeout=0',
  '--retry=0',
  '--maxWorkers=1',
  '--project=unit',
  '--project=usual',
];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...limits, ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TOOLSCOPE_FUZZ: runs, TOOLSCOPE_SEED: seed },
});
process.exitCode = status ?? 1;
