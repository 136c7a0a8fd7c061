// What an MCP server answers about: the sessions of one project, or all of them. Every filter goes through here.

import { isAbsolute, join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';
import { explainFilterErrors } from '../model/filter/explain-errors.ts';
import type { Filter } from '../model/filter/filter.ts';
import { parseFilter } from '../model/filter/parse-filter.ts';

export interface Scope {
  /** Only sessions that began in this folder or below it; null for all. */
  readonly folder: string | null;
  /** The project that is asked from, where that is known: it comes first, and relative paths start there. */
  readonly project: string | null;
  readonly home: string;
}

export function quoted(text: string): string {
  return `"${text.replace(/(["\\])/g, '\\$1')}"`;
}

function parsed(filter: string): Filter {
  const result = parseFilter(filter, { now: Date.now() });
  if (result.ok) return result.filter;
  throw new AppError('bad-filter', `The filter cannot be read.\n${explainFilterErrors(filter, result.errors)}`);
}

/** The filters joined, within the scope. */
export function filterIn({ folder }: Scope, ...filters: readonly (string | undefined)[]): string {
  const given = filters.filter((filter) => filter !== undefined && filter.trim() !== '').map((filter) => filter ?? '');
  const project = folder === null ? [] : [`project:${quoted(folder.replaceAll('\\', '/'))}`];
  // Read by itself first: a filter with a bracket too many could otherwise reach beyond the project.
  for (const filter of given) parsed(filter);
  const all = [...project, ...given.map((filter) => `(${filter})`)].join(' ');
  // Whatever was written, nothing stands beside the project.
  if (folder !== null && parsed(all).type === 'or') throw new AppError('bad-filter', 'The filter cannot be read.');
  return all;
}

/** A path as logs have it: whole. `~` is the home directory, and anything else begins in the project. */
export function wholePath(path: string, { project, home }: Scope): string {
  if (path === '~' || path.startsWith('~/')) return join(home, path.slice(1));
  if (/\*{3}/.test(path)) {
    throw new AppError('bad-usage', 'A part of this path is masked, so it is not known which file it is.');
  }
  if (isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path)) return path;
  if (project !== null) return resolve(project, path);
  throw new AppError('bad-usage', 'It is not known which project is asked from: give the whole path.', {
    hint: 'Over HTTP, /mcp?project=/srv/shop asks from one.',
  });
}
