// Compilers, type checkers, linters, formatters and builds that found something.

import { rule } from '../failure-rule.ts';

/** What was found comes before how many there were. */
export const CHECKS_FAILED = rule(
  'checks-failed',
  'code',
  'A finding of a compiler, type checker, linter or formatter, at a place in a file; or the count at the end.',
  [
    // git diff --check
    /^[^\n]{1,300}:\d{1,7}: (?:trailing whitespace|new blank line at EOF|space before tab in indent)\.$/m,
    // TypeScript, .NET
    /\berror (?:TS|CS|FS|BC|MSB|NETSDK)\d{3,5}: /,
    // Go and golangci-lint
    /^(?:\[[\w:.-]{1,40}\] )?[\w./-]{1,200}\.go:\d+:\d+: (?!warning)/m,
    /^runtime\.main_main·f: |: package \S{1,200} is not in (?:GOROOT|std)\b|: import cycle not allowed$|: build constraints exclude all Go files in /m,
    // GHC: what was found stands below the place
    /^[^\s:]{1,200}:\d+:\d+: error:(?: \[[\w-]{1,20}\])?\n {2,8}(\S[^\n]{0,300})/m,
    // gcc, clang, Swift, pyright; javac, mypy; flake8, ruff; Kotlin
    /^[^\s:]{1,200}:\d+:\d+: (?:fatal )?[eE]rror: |\S:\d+:\d+ - error: /m,
    /^(?!\d+:)[^\s:()]{1,200}(?::\d+:|\(\d+(?:, ?\d+)?\):?) {0,2}(?:fatal )?[eE]rror\b|^[^\s:]{1,200}\.py:\d+:\d+: [A-Z]{1,4}\d{1,4}:? /m,
    // NVIDIA, Intel, Sun
    /^"[^"\n]{1,300}", line \d{1,7}: (?:catastrophic |fatal )?error\b[^\n]{0,300}/m,
    // Elixir: what was found stands above what came of it
    /^ {0,4}error: [^\n]{1,300}(?=\n {1,6}│)/m,
    // Scala: below the place
    /^\[error\] \S{1,300}:\d+:\d+\n\[error\] (\S[^\n]{0,300})/m,
    // sbt, Maven, go.mod, Elixir, Terraform
    /^\[error\] \S{1,300}:\d+:\d+: |^\[ERROR\] [^\n]{1,300}:\[\d+,\d+\] |^\S{0,200}\bgo\.mod:\d+: |^\*\* \((?:Compile|Syntax|TokenMissing)Error\) /m,
    /^│ Error: [^\n]{1,300}(?=\n│[ ]?\n│ {1,4}on \S{1,200} line \d)/m,
    /^e: (?:file:\/\/)?[^\n]{1,300}\.kts?:/m,
    /^[eE]rror(?: \(\d+\))?: (?!Environment variable not found)[^\n]{1,300}(?=\n {1,6}--> )|^TS\d{4} \[ERROR\]: /m,
    // rustc, ty, ruff
    /^error\[[\w-]{1,60}\]: |^[A-Z]{1,5}\d{3,4} (?:\[\*\] )?\S[^\n]{0,300}\n +--> /m,
    // make, linkers
    /\bNo rule to make target [^\n]{1,300}, needed by /,
    /^ld: [^\n]{0,200}(?:duplicate symbols?|symbol\(s\) not found|library not found)|: undefined reference to /m,
    // Dart and Flutter
    /^ {0,6}error (?:• [^\n]{1,400} • \S{1,300}:\d+:\d+ • |- \S{1,300}:\d+:\d+ - )/m,
    /^ {1,6}(?:info|warning|error) [-•] [^\n]{1,400} [-•] \S{1,300}\.dart:\d+:\d+ [-•] /m,
    // Django's own checks
    /^\S{1,200}: \(\w{1,40}\.E\d{3}\) |\bSystemCheckError: System check identified/m,
    // Bundlers and frameworks: what follows their headline is the finding
    /^(?:Module not found: Error:|Type error:) [^\n]{1,300}/m,
    /^Error occurred prerendering page "[^"\n]{1,200}"[^\n]{0,200}\n((?!Error: E[A-Z]{3,20}\b)\S[^\n]{0,400})/m,
    /^Error: Turbopack build failed with \d+ errors?:\n(?:\[?[\w./@-][^\n]{0,200}\n)(?:[^\n]{1,100} error:\n)?(\S[^\n]{0,400})/m,
    /(?:^> Build error occurred|Failed to compile\.?)\n{1,3}(?:\.\/\S{1,300}\n)?(\S[^\n]{0,400})/m,
    /^ERROR in [^\n]{1,200}\n(\S[^\n]{0,400})/m,
    /^[✘X] \[ERROR\] [^\n]{1,300}(?=\n{1,2} {2,8}\S{1,300}:\d+:\d+:)|\bRollup failed to resolve import\b|\bUnable to resolve module \S/m,
    // Vite, where the head was cut off
    /^file: \S[^\n]{0,300}:\d+:\d+\n{1,2}(\S[^\n]{0,300})/m,
    /^error during build:\n(?:Error: )?(\S[^\n]{0,400})|^\[error\] \S{1,300}: SyntaxError: /m,
    // Files of settings, as tools in Go and Rust show them; of Kubernetes, Helm, Compose
    /\byaml: (?:line \d+: |unmarshal errors:)/,
    /\bTOML parse error at line \d+, column \d+\n[^\n]{0,40}\n[^\n]{0,300}\n {0,8}\|[^\n]{0,300}\n(\S[^\n]{0,300})/,
    /^error: error (?:validating|parsing) [^\n]{1,300}|^Error: (?:[A-Z ]{1,40}: )?template: \S{1,200}:\d+:\d+: |\bAdditional propert(?:y|ies) [^\n]{1,100} (?:is|are) not allowed\b/m,
    // eslint, Biome; counts
    /^ {1,6}\d+:\d+ {1,6}error {1,6}\S[^\n]{0,300}/m,
    /^\S{1,300} (?:lint|parse|format|assist)[\w/]{0,100}[^\n]{0,40} ━[^\n]{0,200}\n\n {2}[×!i] (\S[^\n]{0,300})/m,
    /^✖ \d+ problems?\b(?! \(0 errors)/m,
    /\b[1-9]\d* errors?, \d+ warnings?/,
    /^(?:\[[\w:.-]{1,40}\] )?[1-9]\d* issues:$|^ {0,8}[1-9]\d* Error\(s\)$/m,
    /\b[Ff]ound [1-9]\d* (?:errors?|diagnostics?|warnings? and [1-9]\d* errors?)\b(?! \(\d+ fixed, 0 remaining)/m,
    /^[^\n]{0,80}\bfound [1-9]\d* (?:[a-z-]{1,20} ){0,3}(?:issues?|problems?|violations?)\.?$/im,
    // shellcheck, markdownlint, rustfmt, black, prettier, gofmt -d, rubocop
    /^In [^\n]{1,200} line \d+:\n[^\n]{0,400}\n {0,200}(\^[-^]{0,200}[^\n]{0,20}\bSC\d{4}\b[^\n]{0,300})/m,
    /^In [^\n]{1,200} line \d+:(?=\n[^\n])|\bMD\d{3}\/[a-z-]{3,40}\b|^Diff in \S{1,300}(?: at line|:\d)/m,
    /Code style issues (?:found|in)|\bwould (?:be reformatted|reformat)\b|\boffenses? detected\b/im,
    // Whatever else counts its checks
    /^\W{0,8}[Cc]hecks?\b[^\n]{0,60}\b[1-9]\d{0,8} (?:failed|failing|failures?)\b/m,
    // A list of what passed and what failed
    /^ {0,8}\[fail(?:ed|ure)?\] {1,4}(?=\S)/im,
    // TeX: above the line that it read; commitlint
    /^! (?!Emergency stop)\S[^\n]{1,200}(?=\n(?:[^\n]{0,200}\n){0,6}l\.\d+ )|^\S{1,200}\.tex:\d+: \S/m,
    /^✖ {1,4}[^\n]{3,200} \[[a-z-]{3,40}\]$/m,
    // Hooks of pre-commit, and of tools like it
    /^- hook id: (\S{1,80})/m,
    // What CI came to
    /^Run [^\n]{1,200} completed with '(?:failure|timed_out|startup_failure)'$/m,
    // Whole builds
    /^CMake Error at [^\n]{1,300}:\n {2}(\S[^\n]{0,300})/m,
    /^error: could not compile |^error: aborting due to /m,
    /\[(?:build|setup) failed\]$|\bCOMPILATION ERROR\b|^error during build|compiled with \d+ errors?|Compilation failed/m,
    /^CMake Error(?: at |: )|^clang(?:\+\+)?: error: linker command failed|^collect2: error: /m,
    /^(?:PHP )?Parse error: [^\n]{1,300}(?=\n{1,3}Errors parsing )|^Errors parsing \S/m,
    /Build error occurred|Failed to compile\b|^nox > Session [^\n]{1,80} failed/m,
    /failed to parse manifest at|^error: failed to load manifest/m,
  ],
);

/** Whatever git says then is about the push or the commit that the hook kept from being made. */
export const HOOK_FAILED = rule(
  'checks-failed',
  'code',
  'A hook of git says that it failed, and names no test or check.',
  [/^husky - [\w-]{1,40} (?:script failed|hook exited)/m],
);

/** What a build says last, whatever stopped it: a host that did not answer, a task that is not there, or the code. */
export const BUILD_FAILED = rule(
  'checks-failed',
  'code',
  'A build, a runner of tasks or a hook says that it failed, and no other words say why.',
  [
    // Gradle: the detail stands below the task
    /^\* What went wrong:\n(?:[^\n]{1,300}\n> )?([^\n]{1,400})/m,
    /\bfailed to solve: |^(?:ERROR: )?failed to build: |^error: failed to run custom build command for |^error: builder for '[^'\n]{1,300}' failed |^\[ERROR\] Failed to execute goal /m,
    /\bRunning target "?[\w:.-]{1,60}"? for [^\n]{1,200} failed|^ ?Failed: {1,8}\S{1,100}#\S{1,100}/m,
    /^(?:\*\* )?B(?:UILD|uild) FAILED\b|^Build failed\. Use dotnet build |\bBUILD FAILURE$|^ninja: build stopped: /m,
  ],
);
