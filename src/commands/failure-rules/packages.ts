// Packages that are not installed, or do not install.

import { rule } from '../failure-rule.ts';
import { RECORDS } from './powershell.ts';

export const MODULE_MISSING = rule('module-missing', 'environment', 'What is imported is not installed.', [
  /^(?:\w{1,60}\.){0,4}ModuleNotFoundError: |: No module named [\w.'"]{1,200}$/m,
  /\bCannot find (?:module|package) ['"](?!\/|\.|[A-Z]:)[^'"\n]{1,300}['"]|\bCannot find module '[^'\n]{1,300}\bnode_modules\b|cannot load such file -- |\bCan't locate \S{1,200} in @INC\b/,
  /\berror (?:while loading shared libraries: |loading lib\S{1,60}\.so\b)|\bcannot open shared object file\b|\bLibrary not loaded: |\[ERR_(?:PACKAGE_PATH_NOT_EXPORTED|DLOPEN_FAILED)\]|\bNoClassDefFoundError\b|\bUnsatisfiedLinkError\b|\bDllNotFoundException\b|\bCould not load file or assembly\b|\bDLL load failed\b/,
  /\bCould not find \S[^\n]{0,300} in (?:any of the sources|locally installed gems)|\bthe Cypress binary is missing\b|^ImportError: Couldn't import Django/m,
  /^Error in (?:library|loadNamespace)\([^\n]{1,200}there is no package called|there is no package called ['‘]/m,
  // Plugins of Docker
  /^docker: '(?:compose|buildx|scout|model|mcp)' is not a docker command/m,
  // PHP, before Composer has installed anything
  /\bFailed opening required '[^'\n]{1,300}\bvendor\/autoload\.php'|\bvendor\/autoload\.php\): [Ff]ailed to open stream\b/,
  // Tools that are extended by packages: .NET, gcloud
  /\bdoesn't reference [\w.]{3,80}\. This packa|^You do not currently have this command group installed\b|\bCouldn't find the node_modules state file\b/m,
  /^error: Relative import path "[^"\n]{1,200}" not prefixed with|\bwas not loaded because no valid module file was found\b|: no matches for kind "|\bcouldn't resolve module\/action '/m,
  // Terraform before `init`
  /\bInconsistent dependency lock file\b|\bError: (?:Module not installed|Required plugins are not installed|Could not load plugin|Missing required provider|Backend initialization required)\b/,
  RECORDS.moduleMissing,
]);

/** All tests of a run fail where the browser is not there, and a build names the place in the code that needs it. */
export const NEEDED_MISSING = rule(
  'module-missing',
  'environment',
  'The browser that tests drive, or the library, linker, compiler or plugin that a build looks for, is not installed.',
  [
    /\bHost system is missing dependencies to run browsers\b|Package \S{1,100} was not found in the pkg-config search path|\bpkg-config (?:command|script) could not be found\b/,
    /\bCMAKE_\w{1,10}_COMPILER-NOTFOUND\b|\bCMake was unable to find a build program\b/,
    /^configure: error: (?!in [`'"]|unrecogni[sz]ed |invalid )\S|\bmeson\.build:\d+:\d+: ERROR: (?:Dependency|Program|\w{1,10} (?:shared|static)[\w ]{0,30}) [^\n]{1,100} not found/m,
    // What linkers and TeX look for
    /\bld(?:\.\w{1,10})?: cannot find -l\S|\bld: library (?:not found for -l\S|'[^'\n]{1,100}' not found)|^! LaTeX Error: File `[^'\n]{1,100}\.(?:sty|cls|bst|def)' not found/m,
    // cabal
    /\b[Tt]he program '[^'\n]{1,60}' (?:version [^\n]{1,60} )?is required but it could not be found\b/,
    // SDKs: Android, .NET
    /\bSDK location not found\. |\bNo Android SDK found\b|\bYou have not accepted the license agreements of\b|\bas some licen[cs]es have not been accepted\b/,
    /\bUnable to locate the \.NET SDK\b|\bCould not resolve SDK "/,
    // What checkers and test runners are configured with
    /^ESLint couldn't find the (?:plugin|config) "|\bModule \S{1,200} in the \w{1,40} option was not found\b/m,
    /^error: (?:'[\w-]{1,60}' is not installed for the toolchain|toolchain '[^'\n]{1,100}' is not installed)/m,
    /^Unchecked dependencies for environment \w{1,40}:\n\* [^\n]{1,200}\n {1,4}(\S[^\n]{0,300})/m,
    /^Error: \w{1,40}: Failed to install correctly$/m,
    /\bExecutable doesn't exist at \S{1,300}|^error: linker `[^`\n]{1,60}` not found|^error\[E0463\]: can't find crate for `(?:core|std|alloc)`/m,
    /^(?:\S{1,200}\.go:\d+:\d+: )?no required module provides package |: missing go\.sum entry for /m,
    /^ {0,4}Could NOT find \S{1,60} \(missing: |^ {0,4}By not providing "Find\S{1,60}\.cmake"|^ {0,4}No CMAKE_\w{1,10}_COMPILER could be found/m,
  ],
);

export const INSTALL_FAILED = rule('install-failed', 'environment', 'A package manager could not install.', [
  /\bNo matching (?:distribution|version) found for\b|\bCould not find a version that satisfies\b/,
  /\bexternally-managed-environment\b/,
  /\bby passing --break-system-packages\b/,
  /\bEINTEGRITY\b/,
  /\bERESOLVE\b/,
  /^E: (?:Unable to locate package|Package '[^\n]{1,100}' has no installation candidate)|\bNo available formula\b/m,
  // The mark before it may be written in another encoding; the reason stands below it.
  /^ {0,4}\S{1,3} No solution found when resolving[^\n]{0,60}\n[^\w\n]{0,12}(Because [^\n]{1,300})/m,
  /^ {0,4}\S{1,3} No solution found when resolving|^error: No virtual environment found/m,
  /\bERR_PNPM_(?:NO_MATCHING_VERSION|ABORTED_REMOVE_MODULES_DIR\w{0,10}|FETCH_\d{3}|PEER_DEP_ISSUES|\w{0,20}LOCKFILE\w{0,40})\b|^➤ YN00(?:01|16|28|35|82): |^error (?:An unexpected error occurred: "http|Couldn't find (?:package|any versions))/m,
  /\bgyp ERR! stack Error: |^error: (?:metadata-generation-failed|subprocess-exited-with-error)|^ERROR: Failed building wheel for /m,
  /^pyproject\.toml changed significantly|^(?:ResolvePackageNotFound|Packages?NotFoundError|LibMambaUnsatisfiableError|UnsatisfiableError):|^ {0,4}Because [^\n]{1,300} version solving failed/m,
  /^error: (?:no matching package named|could not find `[^`\n]{1,100}` in registry|failed to select a version for)/m,
  /\bCould not resolve dependencies\b|\bWhile constructing the build plan, the following\b|\bNon-resolvable (?:parent|import) POM\b|\b[Uu]nresolved dependency: \S|^ {0,8}> Could not (?:find|resolve) [\w.-]{1,100}:[\w.-]{1,100}:|\berror NU\d{4}: |^\[!\] (?:CocoaPods could not find|Unable to find a specification for)/m,
  // Composer: below its headline
  /^ {2}Problem \d{1,3}\n {4}- (\S[^\n]{0,300})/m,
  /^Could not find gem '/m,
  /^ERROR: {1,2}Could not find a valid gem |^Error: No formulae or casks found|Failed to query available provider packages/m,
  // What builds on the way: uv, bun, Bundler
  /^ {0,4}[×x] Failed to (?:build|download(?: and build)?) `|^error: \w{0,4}(?:install|prepare) script from ["]|^An error occurred while installing \S{1,100} \([^)\n]{1,60}\), and Bundler cannot continue|^Gem::\w{1,20}::\w{0,20}BuildError: /m,
  /^ERROR: Cannot install [^\n]{1,400} because these package versions have conflicting dependencies|^The following packages have unmet dependencies:\n {1,4}(\S[^\n]{0,300})/m,
  /^error: (?:GET https?:\/\/\S{1,300} - \d{3}$|\S{1,100} failed to resolve$)/m,
]);
