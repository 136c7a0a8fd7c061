// Failures of all file tools: those of the file system, and the agent's rules about reading first.

import type { KnownFailure } from './define.ts';

/** Messages of the operating system, and the tools' own wording of them. */
export const FILE_SYSTEM_FAILURES: readonly KnownFailure<unknown>[] = [
  {
    code: 'working-folder-gone',
    blame: 'environment',
    pattern: /^ENOENT: no such file or directory, (?:posix_spawn|chdir|uv_cwd)/,
  },
  {
    code: 'file-missing',
    blame: 'agent',
    pattern:
      /^(?:(?:Notebook )?[Ff]ile (?:does not exist|not found\b)|Path (?:does not exist|not found: )|Directory does not exist|ENOENT\b)/,
  },
  { code: 'is-folder', blame: 'agent', pattern: /^(?:EISDIR\b|Path is a directory)/ },
  { code: 'not-a-folder', blame: 'agent', pattern: /^(?:ENOTDIR\b|Path is not a directory|Not a directory: )/ },
  { code: 'no-access', blame: 'environment', pattern: /^(?:EACCES|EPERM)\b/ },
  {
    code: 'file-system',
    blame: 'environment',
    pattern: /^(?:ENOSPC|EROFS|EMFILE|ENFILE|EIO|EBUSY|ENAMETOOLONG|ELOOP|ETIMEDOUT|EEXIST)\b/,
  },
];

/**
 * The search program itself could not be started; tried before the file system's failures. A missing program and a missing
 * folder have the same message: the system's programs do not vanish, but the agent's own one is the old version after an
 * update (7 of 7 in real logs: the next command ran in the same folder).
 */
export const SPAWN_FAILURES: readonly KnownFailure<unknown>[] = [
  {
    code: 'program-missing',
    blame: 'environment',
    pattern:
      /^(?:spawn \S[^\n]{0,300} ENOENT|ripgrep (?:binary )?not found|ENOENT: no such file or directory, posix_spawn '(?!\/(?:usr\/)?bin\/))/i,
  },
];

/** An agent must have read a file before it may change it. */
export const READ_FIRST_FAILURES: readonly KnownFailure<unknown>[] = [
  {
    code: 'not-read-yet',
    blame: 'agent',
    pattern:
      /^(?:File has not been read yet|You must read (?:the )?file\b|File \S[^\n]{0,1000} has not been read in this session)/,
  },
  {
    code: 'modified-since-read',
    blame: 'environment',
    pattern:
      /^(?:File has been (?:modified since|unexpectedly modified)|file \S[^\n]{0,1000} has been modified since it was last read)/,
  },
];
