// File names in a patch: relative to one folder, quoted as git quotes them. Names that could lead elsewhere are excluded.

/** Why a file cannot be named in a patch. */
export type NameFault = 'outside' | 'not-plain' | 'control' | 'repository';

export const NAME_FAULTS: Readonly<Record<NameFault, string>> = {
  outside: 'it is outside the folder that the session worked in',
  'not-plain': 'its path is not a plain one',
  control: 'its name holds control characters or broken ones',
  repository: 'it is part of the repository itself (.git)',
};

/** Control characters of both sets; lone surrogates. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029]/u;
/** `.git` as file systems may spell it: in any case, by its short name, followed by dots or blanks. */
const GIT_FOLDER = /^(?:\.git|git~\d+)[. ]*$/i;

function below(folder: string, path: string): string | undefined {
  const whole = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(whole) ? path.slice(whole.length) : undefined;
}

export type PatchName = { readonly name: string } | { readonly fault: NameFault };

/** The name under which a patch changes a file, relative to `project`, or to the root if no folder is known. */
export function patchName(path: string, project: string | null): PatchName {
  if (NOT_IN_NAMES.test(path)) return { fault: 'control' };
  const isWindows = /^[A-Za-z]:[\\/]/.test(project ?? path);
  const slashed = isWindows ? path.replaceAll('\\', '/') : path;
  const folder = isWindows ? project?.replaceAll('\\', '/') : project;
  const name = folder === null || folder === undefined ? slashed.replace(/^\//, '') : below(folder, slashed);
  if (name === undefined) return { fault: 'outside' };
  const segments = name.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return { fault: 'not-plain' };
  if (/^(?:~|[A-Za-z]:)/.test(name)) return { fault: 'not-plain' };
  // Ignorable characters are dropped by some file systems: `.g\u200cit` is `.git` there.
  const isGit = segments.some((segment) => GIT_FOLDER.test(segment.replace(/\p{Default_Ignorable_Code_Point}/gu, '')));
  return isGit ? { fault: 'repository' } : { name };
}

const ESCAPES: Readonly<Record<number, string>> = {
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

function escaped(byte: number): string {
  const known = ESCAPES[byte];
  if (known !== undefined) return known;
  const isPlain = byte >= 32 && byte < 127;
  return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
}

/**
 * A name as git quotes it: in quotes, with escapes, when it contains anything but plain ASCII. Names with blanks are quoted too, so
 * that `diff --git a/x b/y` is unambiguous.
 */
export function quoted(name: string): string {
  if (/^[!#-[\]-~]+$/.test(name)) return name;
  return `"${[...Buffer.from(name)].map(escaped).join('')}"`;
}
