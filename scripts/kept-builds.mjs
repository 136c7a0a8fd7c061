// Which files of dist/program stay: those of the build just made and of a few before it, because a program that runs
// may still ask for parts of its own. All others go.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT_BUILDS = 3;
const LIST = '.builds.json';

/** Names of the files of each build, the latest first. Whatever else stands in the list is no build. */
function earlierBuilds(folder) {
  try {
    const builds = JSON.parse(readFileSync(path.join(folder, LIST), 'utf8'));
    return Array.isArray(builds) ? builds.filter((names) => Array.isArray(names)) : [];
  } catch {
    return [];
  }
}

/** Notes the build that was just made of these files, and removes what no kept build has. */
export function keepLatest(folder, names) {
  const others = earlierBuilds(folder).filter((build) => build.join() !== names.join());
  const builds = [names, ...others].slice(0, KEPT_BUILDS);
  writeFileSync(path.join(folder, LIST), JSON.stringify(builds));
  const kept = new Set([LIST, ...builds.flat()]);
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
