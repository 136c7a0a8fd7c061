// The step from a ready tree to the running command: arguments, working folder, exit status.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './child.mjs';
import { exitStatusOf, prepare, root } from './prepare.mjs';

/** `--script <file.ts> …` runs a TypeScript file of this repository; anything else goes to the command line. */
export async function start(argv) {
  try {
    await prepare();
  } catch (error) {
    process.exit(exitStatusOf(error));
  }
  if (argv[0] === '--script' && argv[1] !== undefined) return runScript(argv[1], argv.slice(2));
  enterCallersFolder();
  const entry = path.join(root, 'dist/program/toolscope.js');
  process.argv.splice(1, Infinity, entry, ...argv);
  await import(pathToFileURL(entry).href);
}

/** npm changes to the package folder first; relative paths in the arguments refer to the user's folder. */
function enterCallersFolder() {
  const { INIT_CWD: callersFolder, npm_package_json: manifest } = process.env;
  if (!callersFolder || !manifest) return;
  try {
    const startedByOurNpm = realpathSync(path.dirname(manifest)) === root && realpathSync(process.cwd()) === root;
    if (startedByOurNpm) process.chdir(callersFolder);
  } catch {
    // A deleted folder cannot be entered, and the package folder works as well.
  }
}

async function runScript(file, args) {
  const loader = import.meta.resolve('tsx');
  const script = path.resolve(root, file);
  const { code, signal } = await run(process.execPath, ['--import', loader, script, ...args], { stdio: 'inherit' });
  if (signal) process.kill(process.pid, signal);
  process.exitCode = code ?? 1;
}
