// Makes the tree ready to run: packages installed as locked, sources compiled. Prints nothing when nothing is due.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { PrepareError } from './prepare-error.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const STATUS_OF_SIGNAL = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const EVERYTHING = [];
const COMMAND_ONLY = ['tsconfig.node.json'];

/** Installs and compiles what `npm start` runs, where that is due. */
export async function prepare() {
  if (isInstalled(root) && isBuilt(root)) return;
  await locked(async () => {
    await installIfDue();
    if (isBuilt(root)) return;
    say('compiling (tsc -b)');
    await build(root, COMMAND_ONLY);
  });
}

/** Installs the packages, where that is due. */
export async function prepareInstall() {
  if (!isInstalled(root)) await locked(installIfDue);
}

/** Compiles and type-checks every project of the tree, tests included. */
export async function compileEverything() {
  await locked(() => build(root, EVERYTHING));
}

/** Reports what went wrong, and returns the exit status. */
export function exitStatusOf(error) {
  if (!(error instanceof PrepareError)) throw error;
  if (error.message) say(error.message);
  return STATUS_OF_SIGNAL[error.interruptedBy] ?? 1;
}

export function say(text) {
  process.stderr.write(`toolscope: ${text}\n`);
}

async function installIfDue() {
  // Checked again: another process may have installed while this one waited for the lock.
  if (isInstalled(root)) return;
  say('installing packages (npm ci)');
  await install(root);
}

async function locked(work) {
  try {
    await withLock(path.join(root, '.toolscope/prepare.lock'), work, (owner) =>
      say(`waiting for another process to finish preparing this folder${owner ? ` (process ${owner.pid})` : ''}`),
    );
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error?.code)) throw error;
    throw new PrepareError(
      `cannot write to ${root} (${error.code}). It needs to install or compile here: make the folder writable, ` +
        'or run `npm start` once as a user who may write to it.',
    );
  }
}
