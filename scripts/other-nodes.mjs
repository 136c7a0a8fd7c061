// The versions of Node.js besides the one that runs the tests: fetched as packages, for a smoke test of the built program.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './child.mjs';
import { root } from './prepare.mjs';

/** Majors that people have; the suite itself runs on the oldest that is supported. */
export const OTHER_NODES = ['22', '24'];

/** Where the executable of a version is, once it was fetched; the smoke test looks there. */
export function otherNode(major) {
  return path.join(root, 'node_modules/.cache/nodes', major, `node_modules/${packageName()}/bin/node`);
}

function packageName() {
  return `node-${process.platform}-${process.arch}`;
}

/** Says which versions cannot be had: then the smoke test goes without them. */
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
