// The installed packages: whether they match package-lock.json, and `npm ci` when they do not.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { PrepareError } from './prepare-error.mjs';

/** Options given on the command line win over what `npm start --silent` and NODE_ENV leave in the environment. */
const NPM_CI = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];

/** True when node_modules holds what the lockfile names; an install made by hand counts as well as our own. */
export function isInstalled(root) {
  const lockText = readText(path.join(root, 'package-lock.json'));
  const stamp = readText(stampFile(root));
  if (lockText === undefined) return stamp !== undefined;
  if (stamp === hash(lockText)) return true;
  const installedText = readText(path.join(root, 'node_modules/.package-lock.json'));
  if (installedText === undefined || !sameVersions(JSON.parse(lockText), JSON.parse(installedText))) return false;
  return writeStamp(root, lockText);
}

/** Installs exactly the locked packages. All of npm's output goes to stderr. */
export async function install(root) {
  const { command, args } = npm(NPM_CI);
  const shell = process.platform === 'win32' && command === 'npm';
  let result;
  try {
    result = await run(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell });
  } catch (error) {
    throw new PrepareError(`npm could not be started (${error.message}). Install npm, which comes with Node.js.`);
  }
  if (result.interruptedBy) throw new PrepareError('', result.interruptedBy);
  if (result.code !== 0) throw new PrepareError(failureAdvice(root, result));
  writeStamp(root, readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
}

/** Compares by version and integrity; a locked package may be absent only when it is optional (another platform's). */
export function sameVersions(locked, installed) {
  const lockedNames = Object.keys(locked.packages).filter((name) => name !== '');
  const extra = Object.keys(installed.packages).some((name) => !(name in locked.packages));
  return (
    !extra &&
    lockedNames.every((name) => {
      const want = locked.packages[name];
      const have = installed.packages[name];
      if (have === undefined) return want.optional === true || want.peer === true;
      return want.version === have.version && want.integrity === have.integrity;
    })
  );
}

function failureAdvice(root, { code, signal }) {
  return [
    `installing the packages failed (npm ci ended with ${signal ?? `status ${code}`}).`,
    '  1. See that the npm registry can be reached: npm ping',
    `  2. Run \`npm ci\` in ${root} to see the whole report.`,
    '  3. If npm says that package.json and package-lock.json differ, run `npm install` once.',
  ].join('\n');
}

/** The npm that started us, run by this very Node.js; otherwise whichever `npm` is on the path. */
function npm(args) {
  const running = process.env.npm_execpath;
  const usable = running && path.basename(running) === 'npm-cli.js' && existsSync(running);
  return usable ? { command: process.execPath, args: [running, ...args] } : { command: 'npm', args };
}

function writeStamp(root, lockText) {
  try {
    writeFileSync(stampFile(root), hash(lockText));
  } catch {
    // A read-only tree cannot keep the stamp; the slower comparison answers the same next time.
  }
  return true;
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const stampFile = (root) => path.join(root, 'node_modules/.toolscope-install');
const hash = (text) => createHash('sha256').update(text).digest('hex');
