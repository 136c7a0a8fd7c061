// Owns where logs are looked for: the places somebody names, or else those every agent keeps its logs in.

import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { platform } from 'node:process';
import type { Root, Surroundings } from '../formats/format.ts';
import { formats } from '../formats/registry.ts';
import { inboxFolder } from '../hooks/inbox.ts';
import { dataFolder } from '../sqlite/data-folder.ts';

export type { Root };

/** Named places replace all others; then those of TOOLSCOPE_ROOTS; then each agent's own, and what hooks told. */
export function libraryRoots(named: readonly string[], surroundings: Surroundings): readonly Root[] {
  if (named.length > 0) return named.map((path) => ({ path: resolve(path), agent: 'any', from: '--root' }));
  const listed = (surroundings.env['TOOLSCOPE_ROOTS'] ?? '').split(delimiter).filter((path) => path !== '');
  if (listed.length > 0) return listed.map((path) => ({ path: resolve(path), agent: 'any', from: 'TOOLSCOPE_ROOTS' }));
  const own = formats.flatMap((format) => format.roots(surroundings));
  const inbox = inboxFolder(dataFolder({ ...surroundings, platform }));
  const told = existsSync(inbox) ? [{ path: inbox, agent: 'hooks', from: 'default' }] : [];
  return [...own, ...told].map((root) => ({ ...root, path: resolve(root.path) }));
}

/** Roots to look in: an agent that was never used here has none, but a place that somebody named must be there. */
export function presentRoots(roots: readonly Root[]): readonly Root[] {
  return roots.filter(({ path, agent }) => agent === 'any' || existsSync(path));
}
