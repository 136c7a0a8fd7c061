// The check that generated files are current. Reads dist/, so it runs after the compiler.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findStale } from './generated.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stale = await findStale(root);
for (const { file, why } of stale) console.log(`${file} is ${why}.`);
if (stale.length > 0) {
  console.log('Run `npm run generate` and commit the result.');
  process.exitCode = 1;
} else {
  console.log('All generated files are current.');
}
