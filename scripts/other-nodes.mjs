// Other versions of Node.js than the one that runs the tests: fetched as packages, for a smoke test of the built program.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { root } from './prepare.mjs';

/** Majors in common use; the suite itself runs on the oldest supported one. */
export const OTHER_NODES = ['22', '24'];

/** The executable of a version, once it was fetched; used by the smoke test. */
export function otherNode(major) {
  return path.join(root, 'node_modules/.cache/nodes', major, `node_modules/${packageName()}/bin/node`);
}

function packageName() {
  return `node-${process.platform}-${process.arch}`;
}

/** Reports which versions are not available: then the smoke test runs without them. */
export async function prepareOtherNodes(say) {
  for (const major of OTHER_NODES) {
    if (existsSync(otherNode(major))) continue;
    const name = `${packageName()}@${major}`;
    const folder = path.join(root, 'node_modules/.cache/nodes', major);
    mkdirSync(folder, { recursive: true });
    say(`fetching Node.js ${major} for a smoke test (${name})`);
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--silent',
      name,
    ];
    const { code } = await run(npm, args, { cwd: folder, stdio: ['ignore', 'ignore', 2] });
    if (code !== 0) say(`Node.js ${major} cannot be had: the smoke test goes without it`);
  }
}
