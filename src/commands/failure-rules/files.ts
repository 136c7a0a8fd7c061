// Paths that are not what the command took them for.

import { rule } from '../failure-rule.ts';
import { FILE_MISSING_ABROAD } from './other-languages.ts';
import { RECORDS } from './powershell.ts';

/** Programs that are given paths, and name themselves before they complain. */
export const FILE_MISSING = rule('file-missing', 'agent', 'A program says that a path it was given is not there.', [
  // What follows was run elsewhere, whatever it says
  /\bcd: [^\n]{1,300}: no such file or directory|\bcd: no such file or directory: /im,
  /^(?![^\n]{0,80}\bconnection to server |fatal: cannot lock ref )(?:[^\s:]{0,80}\/)?[\w.+-]{1,30}(?: \(child\))?: (?:[^\n]{0,400}: )?(?:no such file(?: or directory|$)|cannot find the (?:path|file))/im,
  // zsh gives up on a pattern that names no file
  /^(?:zsh(?::[\w.]{1,20})?(?::\d{1,6})?|\(eval\)(?::[\w.]{1,20})?:\d{1,6}|[^\s:]{1,80}:\d{1,6}): (?:no matches found|no such file or directory): /im,
  /^(?:[^\s:]{1,200}\/)?[Pp]ython[\d.]*: can't open file |^ERROR: file or directory not found: /m,
  /^Error: Cannot find module '(?:\/|[A-Z]:)(?![^'\n]{0,400}\bnode_modules\b)[^'\n]{1,400}'(?!\nRequire stack)|^Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module '[^'\n]{1,400}' imported from \S{0,300}\/$/m,
  /\bcould not find `Cargo\.toml` in|^go: (?:cannot find main module|go\.mod file not found)|^no Go files in /m,
  /enoent Could not read package\.json|ERR_PNPM_NO_(?:PKG_MANIFEST|IMPORTER_MANIFEST_FOUND)|^error: No `pyproject\.toml` found/m,
  /^(?:stat|lstat|open|cannot access) [^\n]{1,300}no such file or directory/im,
  /\bCannot find path '[^\n]{1,300}' because it does not exist|\bThe system cannot find the (?:path|file) specified|^File Not Found$/m,
  /\bfailed to read dockerfile: open \S|\bfailed to calculate checksum of ref [^\n]{1,200}: "[^"\n]{1,300}": not found|^no configuration file provided: not found|^error: No justfile found|^Error: Unable to access jarfile |^error: file not found: |\bthere is no POM in this directory\b/m,
  /\bdoes not appear to be a Python project\b|^EnvironmentLocationNotFound: /m,
  // The file that makes a folder a project
  /\b(?:[Cc]ould not|[Cc]ouldn't) (?:find|locate) (?:a |the )?[`'"]?(?:package\.json|Gemfile|Podfile|Package\.swift|pubspec\.yaml|composer\.json|mix\.exs|Cargo\.toml|go\.mod|pyproject\.toml)\b|\bNo [`'"]?(?:Gemfile|Podfile|Rakefile|Package\.swift|pubspec\.yaml|composer\.json)\b[`'"]?(?: file)? found\b/m,
  // git compares files outside of a repository; Bun runs a file
  /^error: Could not access '|^error: Module not found "[^"\n]{1,300}\.[cm]?[jt]sx?"$/m,
  // Tools that name what they were given, and no program before it
  /^(?:ERROR|error): (?!ENOENT)[^\n]{0,300}\bNo such file or directory|^error: the path "[^"\n]{1,300}" does not exist/m,
  /\bNo files matching the pattern|^\[error\] No files matching|^unzip: +cannot find or open /m,
  // Programs in Rust add the number, whatever the language of the words; the reason can stand below what it is the reason of
  /^[Ee]rror: [^\n]{1,300}(?=\n{1,2}Caused by:\n(?:[^\n]{0,300}\n){0,6}?[^\n]{0,300}\(os error (?:2|3|123)\))/m,
  /^[\w.+-]{1,30}: [^\n]{1,400} \(os error (?:2|3|123)\)$/m,
  FILE_MISSING_ABROAD,
  RECORDS.fileMissing,
]);

/** Some count a file that is not there as a finding. */
export const NOTHING_TO_CHECK = rule(
  'file-missing',
  'agent',
  'A linter or a build was given a file that is not there.',
  [
    /: E902 No such file or directory|\bdoes not appear to contain CMakeLists\.txt|\berror MSB10(?:03|09): |\berror TS50(?:57|58|83): |\berror TS6053: [^\n]{1,300}(?=\n[^\n]{0,100}\n +Root file specified for compilation)/,
    /^(?:\S{1,200}: )?stat [^\n]{1,300}: directory not found$|^CMake Error: The source directory "/m,
    /^Couldn't find a project to run\b|^ESLint couldn't find (?:an eslint\.config|a configuration file)/m,
  ],
);

export const IS_FOLDER = rule('is-folder', 'agent', 'A folder was taken for a file.', [
  /^[\w./+-]{1,60}: [^\n]{0,400}: Is a directory$|\bEISDIR\b|\bIs a directory \(os error 21\)|^[\w./+-]{1,60}: [^\n]{1,300} is a directory$/m,
]);

export const NOT_A_FOLDER = rule('not-a-folder', 'agent', 'A file was taken for a folder.', [
  /^[\w./+-]{1,60}: [^\n]{0,400}: [Nn]ot a directory$|\bENOTDIR\b|\bcannot (?:cd|chdir) to \S|\bcd: not a directory: /m,
]);

export const FILE_EXISTS = rule('file-exists', 'agent', 'What was to be made is there already.', [
  /^[\w./+-]{1,60}: [^\n]{0,400}: (?:File exists|Directory not empty)$|\bE(?:EXIST|NOTEMPTY): |^fatal: destination path '[^\n]{1,300}' already exists/m,
  /^fatal: (?:a branch named |tag )?'[^'\n]{1,200}' already exists$|^error: remote \S{1,100} already exists\.$|^Error: Could not symlink \S/m,
  /\bThe container name "[^"\n]{1,200}" is already in use\b|\bcannot re-use a name that is still in use\b|^CondaValueError: prefix already exists/m,
  RECORDS.fileExists,
]);
