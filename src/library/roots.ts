// Where logs are looked for: the places the user names, or else each agent's own.

import { existsSync } from 'node:fs';
import { delimiter, resolve, sep } from 'node:path';
import { platform } from 'node:process';
import type { Root, Surroundings } from '../formats/format.ts';
import { formatOfAgent, formats } from '../formats/registry.ts';
import { inboxFolder } from '../hooks/inbox.ts';
import { rapPath } from '../rap/store/rap-store.ts';
import { bundlesFolder } from '../sources/bundles/bundles-folder.ts';
import { dataFolder } from '../store/data-folder.ts';
import { EVERYWHERE } from '../store/rows/place-range.ts';

export type { Root };

/** Whether Toolscope itself received what is there, rather than an agent wrote it. */
export function isReceived({ agent }: Root): boolean {
  return formatOfAgent(agent)?.isReceived === true;
}

function existing(path: string, agent: string): readonly Root[] {
  return existsSync(path) ? [{ path: resolve(path), agent, from: 'default' }] : [];
}

/** False: only named places are looked at. Tests and CI must not read what agents keep in the home folder. */
function wantsDefaults({ env }: Surroundings): boolean {
  const off = env['TOOLSCOPE_NO_DEFAULT_ROOTS'] ?? '';
  return off === '' || off === '0';
}

/**
 * Named places replace all others; then those of TOOLSCOPE_ROOTS; then each agent's own, and what Toolscope received. With
 * TOOLSCOPE_NO_DEFAULT_ROOTS an agent has a place of its own only if a variable names it.
 */
export function libraryRoots(named: readonly string[], surroundings: Surroundings): readonly Root[] {
  if (named.length > 0) return named.map((path) => ({ path: resolve(path), agent: 'any', from: '--root' }));
  const folder = dataFolder({ ...surroundings, platform });
  const threads = existing(rapPath(folder), 'rap');
  const listed = (surroundings.env['TOOLSCOPE_ROOTS'] ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) {
    return [...listed.map((path) => ({ path: resolve(path), agent: 'any', from: 'TOOLSCOPE_ROOTS' })), ...threads];
  }
  const all = formats.flatMap((format) => format.roots(surroundings));
  const own = wantsDefaults(surroundings) ? all : all.filter(({ from }) => from !== 'default');
  return [
    ...own.map((root) => ({ ...root, path: resolve(root.path) })),
    ...existing(inboxFolder(folder), 'hooks'),
    ...existing(bundlesFolder(folder), 'bundles'),
    ...threads,
  ];
}

/** Of all places that are asked, those where people would look for logs: not Toolscope's own, nor "everywhere". */
export function placesOfLogs(places: readonly string[], folder = dataFolder()): readonly string[] {
  return places.filter((place) => place !== EVERYWHERE && !place.startsWith(folder + sep));
}

/** Roots to look in: an agent that was never used here has none, but a named place must exist. */
export function presentRoots(roots: readonly Root[]): readonly Root[] {
  return roots.filter(({ path, agent }) => agent === 'any' || existsSync(path));
}
