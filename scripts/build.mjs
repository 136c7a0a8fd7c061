// Owns dist/: whether it is current with the sources, and the compilation when it is not.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { binary } from './binary.mjs';
import { run } from './child.mjs';
import { PrepareError } from './prepare-error.mjs';

const ENTRY = 'dist/cli/main.js';
const STAMP = 'dist/.build.json';
const OUTPUT_ENDINGS = ['.js', '.js.map', '.d.ts', '.d.ts.map'];

/** True when dist/ was compiled from exactly the sources and settings that are there now. */
export function isBuilt(root) {
  const stamp = readStamp(root);
  return stamp !== undefined && existsSync(path.join(root, ENTRY)) && stamp.fingerprint === survey(root).fingerprint;
}

/** Compiles the named projects (none: all of them). All of the compiler's output goes to stderr. */
export async function build(root, projects) {
  // Surveyed before compiling, so that a file saved meanwhile makes the next run compile again.
  const { sources, fingerprint } = survey(root);
  removeStaleOutputs(root, sources);
  const result = await run(process.execPath, [binary(root, 'typescript', 'tsc'), '-b', ...projects], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const succeeded = result.code === 0;
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(path.join(root, STAMP), JSON.stringify({ fingerprint: succeeded ? fingerprint : null, sources }));
  if (result.interruptedBy) throw new PrepareError('', result.interruptedBy);
  if (!succeeded) throw new PrepareError('the sources do not compile: see the errors above.');
}

/** Removes the outputs of sources that are gone; without a record of what was compiled, all of dist/. */
function removeStaleOutputs(root, sources) {
  const stamp = readStamp(root);
  if (!stamp || !existsSync(path.join(root, ENTRY))) {
    rmSync(path.join(root, 'dist'), { recursive: true, force: true });
    return;
  }
  const present = new Set(sources);
  for (const gone of stamp.sources.filter((source) => !present.has(source))) {
    const output = path.join(root, 'dist', path.relative('src', gone).replace(/\.tsx?$/, ''));
    for (const ending of OUTPUT_ENDINGS) rmSync(output + ending, { force: true });
  }
}

/** The files that decide what dist/ contains, and one hash over their names, sizes and times. */
function survey(root) {
  const sources = listSources(root, 'src');
  const settings = readdirSync(root).filter((name) => /^tsconfig.*\.json$|^package-lock\.json$/.test(name));
  const hash = createHash('sha256');
  for (const file of [...settings.sort(), ...sources]) {
    const { size, mtimeMs } = statSync(path.join(root, file), { throwIfNoEntry: false }) ?? {};
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return { sources, fingerprint: hash.digest('hex') };
}

function listSources(root, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'samples' ? [] : listSources(root, name);
      return /\.(tsx?|json)$/.test(name) && !/\.test\.tsx?$/.test(name) ? [name] : [];
    })
    .sort();
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(path.join(root, STAMP), 'utf8'));
  } catch {
    return undefined;
  }
}
