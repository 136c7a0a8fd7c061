// Tests where logs are looked for: named places, those of variables, and the agents' own unless they are not wanted.

import { expect, it } from 'vitest';
import { libraryRoots, placesOfLogs } from './roots.ts';

const HOME = '/home/nobody-here';

function paths(env: Record<string, string>, named: readonly string[] = []): string[] {
  return libraryRoots(named, { env: { TOOLSCOPE_HOME: '/nowhere/data', ...env }, home: HOME }).map(({ path }) => path);
}

it('each agent’s own, unless somebody names others', () => {
  expect(paths({})).toContain(`${HOME}/.claude/projects`);
  expect(paths({ TOOLSCOPE_NO_DEFAULT_ROOTS: '0' })).toEqual(paths({}));
  expect(paths({ TOOLSCOPE_ROOTS: '/logs' })).toEqual(['/logs']);
  expect(paths({ TOOLSCOPE_ROOTS: '/logs' }, ['/others'])).toEqual(['/others']);
});

it('nothing below the home folder, where that is asked for', () => {
  expect(paths({ TOOLSCOPE_NO_DEFAULT_ROOTS: '1' })).toEqual([]);
  expect(paths({ TOOLSCOPE_NO_DEFAULT_ROOTS: '1', CLAUDE_CONFIG_DIR: '/agents/claude' })).toEqual([
    '/agents/claude/projects',
  ]);
  expect(paths({ TOOLSCOPE_NO_DEFAULT_ROOTS: '1', TOOLSCOPE_ROOTS: '/logs' })).toEqual(['/logs']);
});

it('tells people only of the places where agents keep logs', () => {
  const own = ['/data/rap.sqlite', '/data/bundles', '/data/inbox'];
  expect(placesOfLogs(['/logs', '/database', ...own, ''], '/data')).toEqual(['/logs', '/database']);
});
