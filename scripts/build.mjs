// Dist/: whether it is current with the sources, and the compilation when it is not.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { binary } from './binary.mjs';
import { run } from './child.mjs';
import { PrepareError } from './prepare-error.mjs';

const ENTRY = 'dist/cli/main.js';
const PROGRAM = 'dist/program/toolscope.js';
const WEB_ENTRY = 'dist/web/index.html';
const SHARE_ENTRY = 'dist/share/render.js';
/** Sources of the web app, in addition to its own. */
const WEB_SOURCES =
  /^src\/(?:web|ui|api|base|model)\/|^src\/tools\/(?:views\.ts|.*\.view\.tsx)$|^vite(?:\.share)?\.config\.ts$|^package-lock\.json$/;
const STAMP = 'dist/.build.json';
const SETTINGS = /^tsconfig.*\.json$|^package-lock\.json$|^vite(?:\.share)?\.config\.ts$/;
const OUTPUT_ENDINGS = ['.js', '.js.map', '.d.ts', '.d.ts.map'];

/** True when dist/ was compiled from exactly the sources and settings that are there now. */
export function isBuilt(root) {
  const stamp = readStamp(root);
  const entriesExist = [ENTRY, PROGRAM, WEB_ENTRY, SHARE_ENTRY].every((entry) => existsSync(path.join(root, entry)));
  return stamp !== undefined && entriesExist && stamp.fingerprint === survey(root).fingerprint;
}

/** Compiles the given projects (none: all of them). All compiler output goes to stderr. */
export async function build(root, projects) {
  // Surveyed before compiling, so that a file saved meanwhile makes the next run compile again.
  const { sources, fingerprint, web } = survey(root);
  const webBefore = readStamp(root)?.web;
  removeStaleOutputs(root, sources);
  const stamp = { fingerprint: null, sources, web: webBefore };
  await step(root, stamp, [binary(root, 'typescript', 'tsc'), '-b', ...projects]);
  await step(root, stamp, [path.join(root, 'scripts/bundle.mjs')]);
  if (webBefore !== web || [WEB_ENTRY, SHARE_ENTRY].some((entry) => !existsSync(path.join(root, entry)))) {
    const vite = [binary(root, 'vite', 'vite'), 'build', '--logLevel', 'error'];
    await step(root, { ...stamp, web: undefined }, vite);
    await step(root, { ...stamp, web: undefined }, [...vite, '--config', 'vite.share.config.ts']);
  }
  writeStamp(root, { fingerprint, sources, web });
}

/** One program of the build; if it fails, what was built so far counts as out of date. */
async function step(root, stampOnFailure, command) {
  const result = await run(process.execPath, command, { cwd: root, stdio: ['ignore', 2, 2] });
  if (result.code === 0) return;
  writeStamp(root, stampOnFailure);
  if (result.interruptedBy) throw new PrepareError('', result.interruptedBy);
  throw new PrepareError('the sources do not compile: see the errors above.');
}

function writeStamp(root, stamp) {
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(path.join(root, STAMP), JSON.stringify(stamp));
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
    const output = path.join(root, 'dist', path.relative('src', gone).replace(/\.\w+$/, ''));
    for (const ending of OUTPUT_ENDINGS) rmSync(output + ending, { force: true });
  }
}

/** The files that decide what dist/ contains, and hashes over their names, sizes and times: of all, and of the web app's. */
function survey(root) {
  const sources = listSources(root, 'src');
  const settings = readdirSync(root).filter((name) => SETTINGS.test(name));
  const all = createHash('sha256');
  const web = createHash('sha256');
  for (const file of [...settings.sort(), ...sources]) {
    const { size, mtimeMs } = statSync(path.join(root, file), { throwIfNoEntry: false }) ?? {};
    const line = `${file}\0${size}\0${mtimeMs}\n`;
    all.update(line);
    if (WEB_SOURCES.test(file)) web.update(line);
  }
  return { sources, fingerprint: all.digest('hex'), web: web.digest('hex') };
}

function listSources(root, folder) {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'samples' ? [] : listSources(root, name);
      return /\.(tsx?|json|css|html|svg)$/.test(name) && !/\.test\.tsx?$/.test(name) ? [name] : [];
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
