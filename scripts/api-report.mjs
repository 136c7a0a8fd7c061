// Writes docs/api-report/parse.txt: every declaration reachable from `toolscope/parse` and `toolscope/conformance`, without
// comments. A change of the public API is a change of this file.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ENTRIES = ['parse/parse.d.ts', 'parse/conformance.d.ts'];
const REPORT = 'docs/api-report/parse.txt';
const FROM = /\bfrom '(\.[^']+)\.ts'|\bimport\("(\.[^"]+)\.ts"\)/g;

/** Declarations as the compiler writes them, comments and empty lines left out. */
function declarations(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//') && line !== 'export {};')
    .join('\n');
}

/** The entries' declarations and everything reachable from them, by path. */
function reachable(dist) {
  const found = new Map();
  const open = [...ENTRIES];
  for (const file of open) {
    if (found.has(file)) continue;
    const text = declarations(readFileSync(path.join(dist, file), 'utf8'));
    found.set(file, text);
    for (const [, from, inline] of text.matchAll(FROM)) {
      open.push(path.posix.join(path.posix.dirname(file), `${from ?? inline}.d.ts`));
    }
  }
  const others = [...found.keys()].filter((file) => !ENTRIES.includes(file)).sort();
  return [...ENTRIES, ...others].map((file) => [file, found.get(file)]);
}

/** The report as it should be, from dist/. */
export function apiReport(root) {
  const parts = reachable(path.join(root, 'dist')).map(([file, text]) => `== ${file}\n${text}\n`);
  const head =
    'What `toolscope/parse` and `toolscope/conformance` declare. Written by `npm run generate` from the compiled declarations; edits here are lost.\n';
  return { path: REPORT, text: `${head}\n${parts.join('\n')}` };
}
