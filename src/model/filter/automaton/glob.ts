// Globs as tests of names and paths. Case does not matter; no glob and no name can make it slow.

import { nameGlob, pathGlob } from './glob-pattern.ts';
import { Matcher } from './matcher.ts';
import type { Pattern } from './pattern.ts';
import { programOf } from './program.ts';

/** Longer ones are rejected when a filter is parsed. */
export const MAX_GLOB_LENGTH = 400;

/** Names are short; only the beginning of longer ones is tested. */
const MAX_SUBJECT_LENGTH = 32_768;

function tester(pattern: Pattern): (subject: string) => boolean {
  const program = programOf(pattern);
  if (program === undefined) return () => false;
  const matcher = new Matcher(program);
  return (subject) => {
    const text = subject.length > MAX_SUBJECT_LENGTH ? subject.slice(0, MAX_SUBJECT_LENGTH) : subject;
    return matcher.test(text.toLowerCase(), { stepsLeft: Number.POSITIVE_INFINITY }) === true;
  };
}

export function nameMatcher(glob: string): (name: string) => boolean {
  return tester(nameGlob(glob.toLowerCase()));
}

/** Windows paths are read with forward slashes. */
function withSlashes(path: string): string {
  return path.includes('\\') ? path.replaceAll('\\', '/') : path;
}

/** A glob is absolute when it begins with a slash or a drive; `~` matches any folder that could be a home. */
export function pathMatcher(glob: string): (path: string) => boolean {
  const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(glob);
  const test = tester(pathGlob(glob.replace(/^~\//, '').toLowerCase(), isAbsolute));
  return (path) => test(withSlashes(path));
}
