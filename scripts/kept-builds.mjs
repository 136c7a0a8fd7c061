// Which files of dist/program are kept: those of the latest build and of a few before it, because a running program may still
// load parts of its own. All others are removed.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const KEPT_BUILDS = 3;
const LIST = '.builds.json';

/** File names of each build, the latest first. Anything else in the list is ignored. */
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
