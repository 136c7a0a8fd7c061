// What programs say when they fail, program by program: made-up outputs, and what each comes to.

import { expect, test } from 'vitest';
import { whyFailed } from './why-failed.ts';

type Said = readonly [command: string, output: string, code: string, message: string];

const SAID: readonly Said[] = [
  // A script that the command writes and then runs
  [
    "cat > /tmp/count_pears.py << 'EOF'\nimport garden\ngarden.count()\nEOF\npython3 /tmp/count_pears.py",
    'Traceback (most recent call last):\n  File "/tmp/count_pears.py", line 2, in <module>\n    garden.count()\nValueError: no pears',
    'script-failed agent',
    'ValueError: no pears',
  ],
  [
    "cat > notes.py << 'EOF'\npears = 1\nEOF\npython3 garden.py",
    'Traceback (most recent call last):\n  File "garden.py", line 2, in <module>\n    count()\nValueError: no pears',
    'program-raised code',
    'ValueError: no pears',
  ],
  // A reason that stands below what it is the reason of
  [
    'plot read beds.md',
    'Error: Failed to read file: beds.md\n\nCaused by:\n    No such file or directory (os error 2)',
    'file-missing agent',
    'Error: Failed to read file: beds.md',
  ],
  [
    'ls',
    "thread 'main' (7) panicked at sandbox/launcher.rs:4:1:\nbubblewrap is unavailable: no bwrap was found on PATH\nnote: run with `RUST_BACKTRACE=1`",
    'sandbox-failed environment',
    'bubblewrap is unavailable: no bwrap was found on PATH',
  ],
  // A part of a pattern that PowerShell took for a program is no answer of the search
  [
    'powershell.exe -Command "rg \\"(pear|plum)\\" beds"',
    "plum : The term 'plum' is not recognized as the name of a cmdlet, function, script file, or operable program.\nAt line:1 char:9",
    'command-not-found environment',
    "plum : The term 'plum' is not recognized as the name of a cmdlet, function, script file, or operable program.",
  ],
  // A search that cannot be read, or that got nothing to search
  [
    'rg -n "" .\\beds\\north.md',
    'rg: regex parse error:\n    (?:.\\beds\\north.md)\n        ^^\nerror: unrecognized escape sequence',
    'wrong-usage agent',
    'error: unrecognized escape sequence',
  ],
  [
    "strings /tmp/bed.so | rg '6.2'",
    "strings: '/tmp/bed.so': No such file",
    'file-missing agent',
    "strings: '/tmp/bed.so': No such file",
  ],
  // What a script of the project throws for want of a variable
  [
    'bun run /srv/garden/water.ts',
    '5 |   throw new Error("Missing HOSE_URL or HOSE_TOKEN");\n                ^\nerror: Missing HOSE_URL or HOSE_TOKEN\n      at /srv/garden/water.ts:5:13',
    'not-configured environment',
    'error: Missing HOSE_URL or HOSE_TOKEN',
  ],
  [
    'garden log --bed 7',
    'watering 7 is still in progress; its log will be there when it is complete',
    'resource-busy environment',
    'watering 7 is still in progress; its log will be there when it is complete',
  ],
  ['garden plant', 'error: missing required --bed', 'wrong-usage agent', 'error: missing required --bed'],
  [
    '/tmp/Garden.AppImage --help',
    'dlopen(): error loading libfuse.so.2\n\nAppImages require FUSE to run.',
    'module-missing environment',
    'dlopen(): error loading libfuse.so.2',
  ],
  // A list of findings about data that lie among the tests
  [
    'python3 tools/beds.py tests/fixtures/north.jsonl',
    'FAIL: north.jsonl — 2 violation(s):\n  [0] type=schema\n      detail: no water',
    'program-failed code',
    'FAIL: north.jsonl — 2 violation(s): [0] type=schema',
  ],
  ['python -m tests.test_beds', '[FAIL] north bed    depth=3', 'tests-failed code', '[FAIL] north bed    depth=3'],
  // git in other languages: what it warns of is not the reason
  [
    'git add beds/north.md && git status',
    "Warnung: konnte Verzeichnis 'beds/beds/' nicht öffnen: No such file or directory\nSchwerwiegend: Pfadspezifikation 'beds/north.md' stimmt mit keinen Dateien überein",
    'revision-missing agent',
    "Schwerwiegend: Pfadspezifikation 'beds/north.md' stimmt mit keinen Dateien überein",
  ],
  // Several of a kind: the first is told
  [
    'git stash push north.md south.md',
    "error: pathspec ':(prefix:0)north.md' did not match any file(s) known to git\nerror: pathspec ':(prefix:0)south.md' did not match any file(s) known to git",
    'revision-missing agent',
    "error: pathspec ':(prefix:0)north.md' did not match any file(s) known to git",
  ],
  // What the host of the agent says below every output
  [
    'node check-beds.js',
    'Error: the north bed is dry\n\n[agent-proxy] While this command ran, 1 connection through the agent proxy failed:\n- hoses.example:443 — connect_rejected',
    'checks-failed code',
    'Error: the north bed is dry',
  ],
  // A Makefile of another folder, and one of this
  [
    'make -f beds/north/Makefile run',
    "make: *** No rule to make target 'bed.cpp', needed by 'bed.exe'.  Stop.",
    'file-missing agent',
    "make: *** No rule to make target 'bed.cpp', needed by 'bed.exe'.  Stop.",
  ],
  [
    'make all',
    "make: *** No rule to make target 'bed.cpp', needed by 'bed.exe'.  Stop.",
    'checks-failed code',
    "make: *** No rule to make target 'bed.cpp', needed by 'bed.exe'.  Stop.",
  ],
  // What a task wanted to make, and what the command named
  [
    'yarn workspace beds plant',
    'Error: Bed file already exists at /home/u/.garden/beds/north\nmake: *** [Makefile:8: plant] Error 1',
    'file-exists environment',
    'Error: Bed file already exists at /home/u/.garden/beds/north',
  ],
  [
    'mkdir beds',
    'mkdir: cannot create directory ‘beds’: File exists',
    'file-exists agent',
    'mkdir: cannot create directory ‘beds’: File exists',
  ],
  [
    'gardener show beds',
    "'gbk' codec can't encode character '\\u274c' in position 5: illegal multibyte sequence",
    'program-raised code',
    "'gbk' codec can't encode character '\\u274c' in position 5: illegal multibyte sequence",
  ],
  [
    'gardener bed 2>&1',
    'Name of a bed required in non-interactive mode. Usage: gardener bed <name>',
    'wrong-usage agent',
    'Name of a bed required in non-interactive mode. Usage: gardener bed <name>',
  ],
  // Of several conflicts the first
  [
    'git stash pop',
    'Auto-merging a.md\nCONFLICT (content): Merge conflict in a.md\nAuto-merging b.md\nCONFLICT (content): Merge conflict in b.md\nThe stash entry is kept in case you need it again.',
    'git-refused environment',
    'CONFLICT (content): Merge conflict in a.md',
  ],
  [
    'cargo build',
    "   Compiling beds v1.2.0\nerror[E0463]: can't find crate for `core`\n  = note: the `x86_64-unknown-none` target may not be installed\nerror: could not compile `beds` (lib) due to 1 previous error",
    'module-missing environment',
    "error[E0463]: can't find crate for `core`",
  ],
  // A container that the command names, and one that a tool of the project wanted
  [
    'docker restart beds',
    'Error response from daemon: No such container: beds',
    'wrong-usage agent',
    'Error response from daemon: No such container: beds',
  ],
  [
    'npx gardenbase start',
    'failed to inspect container health: Error response from daemon: No such container: gardenbase_db_beds',
    'no-connection environment',
    'failed to inspect container health: Error response from daemon: No such container: gardenbase_db_beds',
  ],
  [
    'python -c "import sys; sys.path.insert(0, \'scripts\')\nfrom bed_finder import find"',
    'Traceback (most recent call last):\n  File "<string>", line 2, in <module>\n    from bed_finder import find\nModuleNotFoundError: No module named \'bed_finder\'',
    'module-missing agent',
    "ModuleNotFoundError: No module named 'bed_finder'",
  ],
  // What commands were to show is no reason why the last of them failed
  ['ls ~/beds; garden status', 'north\nsouth\neast\nwest', 'exit-code unknown', ''],
  // A build that may not write
  [
    'npm run build',
    "failed to load config from /srv/beds/vite.config.ts\nerror during build:\nError: EPERM: operation not permitted, open '/srv/beds/node_modules/.vite-temp/a.mjs'\n    at async open (node:internal/fs/promises:1360:25)",
    'permission-denied environment',
    "Error: EPERM: operation not permitted, open '/srv/beds/node_modules/.vite-temp/a.mjs'",
  ],
  [
    'pnpm build',
    '> Build error occurred\nError [TurbopackInternalError]: creating new process\n\nCaused by:\n- binding to a port\n- Operation not permitted (os error 1)',
    'permission-denied environment',
    '- Operation not permitted (os error 1)',
  ],
  [
    'mvn -o test',
    '[ERROR] Could not create local repository at /.m2/repository -> [Help 1]\n[ERROR] [Help 1] http://beds.example/LocalRepositoryNotAccessibleException',
    'permission-denied environment',
    '[ERROR] Could not create local repository at /.m2/repository -> [Help 1]',
  ],
  [
    'npx bedtrack check beds.md',
    "✗ No tracker config found at /srv/beds/tracker.json. Run 'bedtrack init' to create one.",
    'not-configured environment',
    "✗ No tracker config found at /srv/beds/tracker.json. Run 'bedtrack init' to create one.",
  ],
  [
    'bed-lint a.sh',
    'ERROR: cannot cd to repo root: /srv/beds/a.sh',
    'not-a-folder agent',
    'ERROR: cannot cd to repo root: /srv/beds/a.sh',
  ],
  [
    'cd /srv/gone && BED="$(mktemp)"; cat "$BED"',
    "/bin/bash: line 1: cd: /srv/gone: No such file or directory\ncat: '': No such file or directory",
    'file-missing agent',
    '/bin/bash: line 1: cd: /srv/gone: No such file or directory',
  ],
  // Tests that a hook of git ran
  [
    'git push origin beds',
    "FAIL src/bed.test.ts\n  ● Bed › counts\n\n    3 is not 4\n\nTests:       1 failed, 3 passed, 4 total\nhusky - pre-push script failed (code 1)\nerror: failed to push some refs to 'example.com:garden.git'",
    'tests-failed code',
    '● Bed › counts: 3 is not 4',
  ],
  // Settings, packages and operands that are not there
  [
    'gcloud run services list',
    'ERROR: (gcloud.run.services.list) The required property [project] is not currently set.',
    'not-configured environment',
    'ERROR: (gcloud.run.services.list) The required property [project] is not currently set.',
  ],
  [
    'bundle exec rails db:migrate',
    'Could not find rails-7.1.2, pg-1.5.4 in locally installed gems\nRun `bundle install` to install missing gems.',
    'module-missing environment',
    'Could not find rails-7.1.2, pg-1.5.4 in locally installed gems',
  ],
  ["sed -i 's/a/b/'", 'sed: no input files', 'wrong-usage agent', 'sed: no input files'],
  // What a build looks for is not there
  [
    'cargo run',
    "error: failed to run custom build command for `hose-sys v0.1.0`\n--- stdout\nPackage hose was not found in the pkg-config search path.\nNo package 'hose' found",
    'module-missing environment',
    'Package hose was not found in the pkg-config search path.',
  ],
  [
    'cargo build',
    'error: failed to run custom build command for `bed v0.1.0`\n\nCaused by:\n  it ended',
    'checks-failed code',
    'error: failed to run custom build command for `bed v0.1.0`',
  ],
  [
    'cmake ..',
    'CMake Error: your C compiler: "CMAKE_C_COMPILER-NOTFOUND" was not found.\n-- Configuring incomplete, errors occurred!',
    'module-missing environment',
    'CMake Error: your C compiler: "CMAKE_C_COMPILER-NOTFOUND" was not found.',
  ],
  [
    './gradlew assemble',
    '* What went wrong:\nNo water.\n> SDK location not found. Define one.\n\nBUILD FAILED in 1s',
    'module-missing environment',
    '> SDK location not found. Define one.',
  ],
  [
    'dotnet build',
    'bed.csproj : error : Could not resolve SDK "Garden.Sdk". See below.',
    'module-missing environment',
    'bed.csproj : error : Could not resolve SDK "Garden.Sdk". See below.',
  ],
  [
    'npx eslint beds',
    'Oops!\n\nESLint couldn\'t find the plugin "eslint-plugin-hose".\n\n(The package was not found.)',
    'module-missing environment',
    'ESLint couldn\'t find the plugin "eslint-plugin-hose".',
  ],
  [
    'npx playwright test',
    '  ║ Host system is missing dependencies to run browsers. ║\n\n  1 failed\n    bed.spec.ts:3:1 › digs',
    'module-missing environment',
    '║ Host system is missing dependencies to run browsers. ║',
  ],
  [
    'mix compile',
    "Unchecked dependencies for environment dev:\n* hose (Hex package)\n  the dependency is not available\n** (Mix) Can't continue due to errors on dependencies",
    'module-missing environment',
    'the dependency is not available',
  ],
  [
    'kubectl apply -f bed.yaml',
    'error: unable to recognize "bed.yaml": no matches for kind "Bed" in version "garden.example/v1"',
    'module-missing environment',
    'error: unable to recognize "bed.yaml": no matches for kind "Bed" in version "garden.example/v1"',
  ],
  [
    './configure',
    "checking for hose... no\nconfigure: error: in `/beds':\nconfigure: error: no hose in $PATH",
    'module-missing environment',
    'configure: error: no hose in $PATH',
  ],
  [
    'meson setup out',
    'The Meson build system\n\n../meson.build:12:0: ERROR: Dependency "hose" not found\n\nA full log can be found.',
    'module-missing environment',
    '../meson.build:12:0: ERROR: Dependency "hose" not found',
  ],
  [
    'protoc --bed_out=. bed.proto',
    'protoc-gen-bed: program not found or is not executable\n--bed_out: protoc-gen-bed: Plugin failed with status code 1.',
    'command-not-found environment',
    'protoc-gen-bed: program not found or is not executable',
  ],
  // What was to be installed
  [
    'poetry install',
    "  SolverProblemError\n\n  Because garden depends on hose (^9) which doesn't match any versions, version solving failed.",
    'install-failed environment',
    "Because garden depends on hose (^9) which doesn't match any versions, version solving failed.",
  ],
  [
    'bundle install',
    'Gem::Ext::BuildError: ERROR: Failed to build gem native extension.\n\nno water',
    'install-failed environment',
    'Gem::Ext::BuildError: ERROR: Failed to build gem native extension.',
  ],
  [
    'uv sync',
    '  × Failed to build `hose==1.0`\n  ├─▶ The build backend returned an error\n      hint: dig deeper.',
    'install-failed environment',
    '× Failed to build `hose==1.0`',
  ],
  [
    'bun install',
    'Error\n    at dig (/beds/dig.js:1:1)\n\nerror: postinstall script from "hose" exited with 1',
    'install-failed environment',
    'error: postinstall script from "hose" exited with 1',
  ],
  [
    'apt-get install hose',
    'The following packages have unmet dependencies:\n hose : Depends: tap (= 2) but 3 is to be installed\nE: Unable to correct problems, you have held broken packages.',
    'install-failed environment',
    'hose : Depends: tap (= 2) but 3 is to be installed',
  ],
  [
    'mvn package',
    '[FATAL] Non-resolvable parent POM for garden:bed:1.0: no water\n[ERROR] The build could not read 1 project',
    'install-failed environment',
    '[FATAL] Non-resolvable parent POM for garden:bed:1.0: no water',
  ],
  [
    'sbt test',
    '[error] (update) sbt.ResolveException: unresolved dependency: garden#hose;0.3: not found',
    'install-failed environment',
    '[error] (update) sbt.ResolveException: unresolved dependency: garden#hose;0.3: not found',
  ],
  // Versions
  [
    'swift build',
    "error: 'bed': package 'bed' is using Swift tools version 9.1.0 but the installed version is 9.0.3",
    'version-mismatch environment',
    "error: 'bed': package 'bed' is using Swift tools version 9.1.0 but the installed version is 9.0.3",
  ],
  [
    'pg_dump garden',
    'pg_dump: error: aborting because of server version mismatch',
    'version-mismatch environment',
    'pg_dump: error: aborting because of server version mismatch',
  ],
  // Files that are not there
  ['pod install', "[!] No `Podfile' found in the bed.", 'file-missing agent', "[!] No `Podfile' found in the bed."],
  ['bundle exec rspec', 'Could not locate Gemfile', 'file-missing agent', 'Could not locate Gemfile'],
  [
    'git submodule update',
    'fatal: reference is not a tree: 0123abc',
    'revision-missing agent',
    'fatal: reference is not a tree: 0123abc',
  ],
  // Names that no one knows
  [
    'npx nx build beds',
    ' NX   Cannot find configuration for task beds:build',
    'wrong-usage agent',
    'NX   Cannot find configuration for task beds:build',
  ],
  [
    'mvn test -Dtest=Bed',
    '[ERROR] Failed to execute goal garden:test: No tests were executed!',
    'no-tests agent',
    '[ERROR] Failed to execute goal garden:test: No tests were executed!',
  ],
  [
    'tar xzf beds.tar',
    'gzip: stdin: not in gzip format\ntar: Child returned status 1',
    'wrong-usage agent',
    'gzip: stdin: not in gzip format',
  ],
  // Hosts and rights
  [
    'php artisan migrate',
    '  SQLSTATE[HY000] [2002] No such file or directory (SQL: select 1)',
    'no-connection environment',
    'SQLSTATE[HY000] [2002] No such file or directory (SQL: select 1)',
  ],
  [
    'npx playwright test',
    'Error: Timed out waiting 9000ms from config.webServer.',
    'no-connection environment',
    'Error: Timed out waiting 9000ms from config.webServer.',
  ],
  [
    'deno run dig.ts',
    'error: Uncaught (in promise) NotCapable: Requires net access to "garden.example", run again with the --allow-net flag',
    'permission-denied environment',
    'error: Uncaught (in promise) NotCapable: Requires net access to "garden.example", run again with the --allow-net flag',
  ],
  ['docker push garden/bed', 'denied: no rights', 'not-authorised environment', 'denied: no rights'],
  // What was found is told, not its headline
  [
    'cabal build',
    'app/Bed.hs:4:8: error: [GHC-12345]\n    Variable not in scope: hose',
    'checks-failed code',
    'Variable not in scope: hose',
  ],
  [
    'sbt compile',
    '[error] /beds/Bed.scala:3:5: not found: value hose\n[error] one error found\n[error] Compilation failed',
    'checks-failed code',
    '[error] /beds/Bed.scala:3:5: not found: value hose',
  ],
  [
    'nix build',
    "error: builder for '/beds/bed.drv' failed with exit code 1;\nerror: 1 dependencies of bed failed to build",
    'checks-failed code',
    "error: builder for '/beds/bed.drv' failed with exit code 1;",
  ],
  [
    'npx vite build',
    'error during build:\nCould not resolve entry module "bed.html".\n    at dig (file:///beds/dig.js:5:4)',
    'checks-failed code',
    'Could not resolve entry module "bed.html".',
  ],
  [
    'ruff check',
    'ruff failed\n  Cause: TOML parse error at line 5, column 1\n  |\n5 | [tool.ruff]\n  | ^^^^\nunknown field `hose`',
    'checks-failed code',
    'unknown field `hose`',
  ],
  [
    'docker compose config',
    'validating bed.yml: services.web Additional property hose is not allowed',
    'checks-failed code',
    'validating bed.yml: services.web Additional property hose is not allowed',
  ],
  [
    'bin/rails runner dig.rb',
    'rails aborted!\nGarden::NoWaterError:\n\nThe beds are dry.',
    'program-raised code',
    'The beds are dry.',
  ],
  // What was refused, not the headline above it
  [
    'dig "a{"',
    'dig: regex parse error:\n    (?:a{)\n       ^\nerror: open bracket',
    'wrong-usage agent',
    'error: open bracket',
  ],
  [
    'pytest -q',
    '=== ERRORS ===\n_____ ERROR collecting beds/test_bed.py _____\nbeds/test_bed.py:3: in <module>\n    import hose\nE     File "hose.py", line 2\nE       dig(\nE   SyntaxError: no end\n1 error in 0.02s',
    'tests-failed code',
    'SyntaxError: no end',
  ],
  [
    'python3 -c "import beds"',
    'Traceback (most recent call last):\n  File "beds.py", line 1\nDryErr\n\n... [400 characters truncated] ...\n\n  File "hose.py", line 9\nDryError: no water',
    'script-failed agent',
    'DryError: no water',
  ],
  // A warning tells less than an error
  [
    'apt update',
    'E: Could not open lock file /beds/lock - open (13: Permission denied)\nW: Problem unlinking /beds/cache (13: Permission denied)',
    'permission-denied environment',
    'E: Could not open lock file /beds/lock - open (13: Permission denied)',
  ],
  [
    'python3 dig.py',
    'Python was not found; run without arguments to install from the Microsoft Store.',
    'command-not-found environment',
    'Python was not found; run without arguments to install from the Microsoft Store.',
  ],
  [
    'python3 dig.py',
    "pyenv: version `3.99' is not installed (set by /beds/.python-version)",
    'version-mismatch environment',
    "pyenv: version `3.99' is not installed (set by /beds/.python-version)",
  ],
  [
    'make',
    "make: *** No rule to make target 'bed.o', needed by 'garden'.  Stop.",
    'checks-failed code',
    "make: *** No rule to make target 'bed.o', needed by 'garden'.  Stop.",
  ],
  [
    'node gates.mjs',
    '[PASS] beds (2ms)\n[FAIL] hoses (3ms)\n[PASS] sheds (1ms)',
    'checks-failed code',
    '[FAIL] hoses (3ms)',
  ],
  // A program of the project says what it lacks
  [
    'python3 tools/dig.py',
    'FAIL: beds.json — 2 findings:\n  detail: dig failed: 없음 `pip install hose==1.0`',
    'module-missing environment',
    'detail: dig failed: 없음 `pip install hose==1.0`',
  ],
  [
    'rtk find beds',
    'rtk: rtk find does not support hoses.',
    'wrong-usage agent',
    'rtk: rtk find does not support hoses.',
  ],
  [
    'yarn dig',
    'error Couldn\'t find a package.json file in "/beds"',
    'file-missing agent',
    'error Couldn\'t find a package.json file in "/beds"',
  ],
  [
    'bun run dig.ts',
    'error: Cannot find package "hose" from "/beds/dig.ts"',
    'module-missing environment',
    'error: Cannot find package "hose" from "/beds/dig.ts"',
  ],
  ['docker exec -it bed sh', 'the input device is not a TTY', 'wrong-usage agent', 'the input device is not a TTY'],
  [
    'gh run watch 7 --exit-status',
    "X dig in 3s\n\nRun Beds (7) completed with 'failure'",
    'checks-failed code',
    "Run Beds (7) completed with 'failure'",
  ],
  [
    'terraform validate',
    '╷\n│ Error: Missing required provider\n│ \n│ Run init.\n╵',
    'module-missing environment',
    '│ Error: Missing required provider',
  ],
  [
    'helm upgrade bed ./bed',
    'Error: UPGRADE FAILED: another operation is in progress',
    'resource-busy environment',
    'Error: UPGRADE FAILED: another operation is in progress',
  ],
  [
    'make dig',
    'hose run\nmake: hose: No such file or directory\nmake: *** [Makefile:9: dig] Error 127',
    'command-not-found environment',
    'make: hose: No such file or directory',
  ],
  [
    'node dig.js',
    "page.goto: net::ERR_CONNECTION_REFUSED at http://bed:3000/\n    at /beds/dig.js:6:14 {\n  name: 'Error'\n}",
    'no-connection environment',
    'page.goto: net::ERR_CONNECTION_REFUSED at http://bed:3000/',
  ],
  [
    'composer install',
    'Loading beds\n  Problem 1\n    - garden/bed requires hose ^9 -> found hose[1.0] but it does not match.',
    'install-failed environment',
    '- garden/bed requires hose ^9 -> found hose[1.0] but it does not match.',
  ],
  [
    'php -l bed.php',
    'PHP Parse error:  no end in bed.php on line 5\n\nErrors parsing bed.php',
    'checks-failed code',
    'PHP Parse error:  no end in bed.php on line 5',
  ],
  [
    'bin/dig beds',
    'DryError: connection to server on socket "/tmp/bed" failed: No such file or directory',
    'no-connection environment',
    'DryError: connection to server on socket "/tmp/bed" failed: No such file or directory',
  ],
  [
    'mix credo',
    'Checking beds\n3 mods/funs, found 1 code dryness issue.',
    'checks-failed code',
    '3 mods/funs, found 1 code dryness issue.',
  ],
  [
    'npx eslint beds',
    "/beds/bed.ts\n  3:7  error  'hose' is never used  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
    'checks-failed code',
    "3:7  error  'hose' is never used  no-unused-vars",
  ],
  [
    'npx biome check',
    'bed.ts:3:7 lint/beds/noHoses  FIXABLE  ━━━━━━━\n\n  ! This hose is never used.\n\nFound 1 error.',
    'checks-failed code',
    '! This hose is never used.',
  ],
  [
    'swift run',
    'error: no executable product available',
    'wrong-usage agent',
    'error: no executable product available',
  ],
  [
    'adb install bed.apk',
    'adb: no devices/emulators found',
    'no-connection environment',
    'adb: no devices/emulators found',
  ],
  [
    'npx plant-garden .',
    'The directory beds contains files that could conflict:\n\n  bed.md',
    'file-exists agent',
    'The directory beds contains files that could conflict: bed.md',
  ],
  [
    'npx bundle beds',
    'Error: Unable to resolve module ./Hose from /beds/Bed.tsx',
    'checks-failed code',
    'Error: Unable to resolve module ./Hose from /beds/Bed.tsx',
  ],
  [
    'npx garden build',
    'x Built nothing\nCould not import `../hose`.\n  Hint:\n    Look there.\n  Stack trace:\n    at file:///beds/errors/dig.js',
    'checks-failed code',
    'Could not import `../hose`.',
  ],
  [
    'pdflatex bed.tex',
    '(./bed.tex\n! Undefined control sequence.\nl.10 \\hose\n         {x}\n!  ==> Fatal error occurred, no output',
    'checks-failed code',
    '! Undefined control sequence.',
  ],
  [
    'pdflatex bed.tex',
    "! LaTeX Error: File `hose.sty' not found.\n\n! Emergency stop.\nl.3 \\usepackage",
    'module-missing environment',
    "! LaTeX Error: File `hose.sty' not found.",
  ],
  [
    'gcc bed.c -lhose',
    '/usr/bin/ld: cannot find -lhose: No such file or directory\ncollect2: error: ld returned 1 exit status',
    'module-missing environment',
    '/usr/bin/ld: cannot find -lhose: No such file or directory',
  ],
  [
    'gh pr checkout 5',
    "failed to run git: fatal: 'origin/bed' is not a commit",
    'revision-missing agent',
    "fatal: 'origin/bed' is not a commit",
  ],
  [
    'git cherry-pick 7',
    'It is empty.\nOn branch beds\nnothing to commit, working tree clean',
    'nothing-to-commit expected',
    'nothing to commit, working tree clean',
  ],
  [
    'git commit -m dig',
    '✖   type may not be empty [type-empty]\n\nhusky - commit-msg script failed (code 1)',
    'checks-failed code',
    '✖   type may not be empty [type-empty]',
  ],
  [
    'git commit -m dig',
    'dig failed: no spade\nhusky - pre-commit script failed (code 1)',
    'checks-failed code',
    'dig failed: no spade',
  ],
  [
    'node --input-type=module -e "dig()"',
    'file:///beds/[eval1]:1\nTypeError: no spade',
    'script-failed agent',
    'TypeError: no spade',
  ],
  [
    'Rscript dig.R',
    'Error in dig("bed") : no spade\nCalls: a -> b\nIn addition: Warning message:\nIn dig("bed") :\n  no shed\n  no hose\nExecution halted',
    'program-raised code',
    'Error in dig("bed") : no spade',
  ],
  [
    "bq query 'select'",
    'Error in query string: Syntax error: Expected end of input',
    'query-failed agent',
    'Error in query string: Syntax error: Expected end of input',
  ],
  [
    'conda activate beds',
    "CondaError: Run 'conda init' before 'conda activate'",
    'wrong-usage agent',
    "CondaError: Run 'conda init' before 'conda activate'",
  ],
  [
    'bazel build //bed',
    "ERROR: no such package 'bed': BUILD file not found\nERROR: Build did NOT complete successfully",
    'wrong-usage agent',
    "ERROR: no such package 'bed': BUILD file not found",
  ],
  [
    'aws s3 cp bed s3://bed',
    'upload failed: bed An error occurred (NoSuchBucket) when calling Put: it does not exist',
    'http-not-found agent',
    'upload failed: bed An error occurred (NoSuchBucket) when calling Put: it does not exist',
  ],
  [
    'lsof -ti:3000 | xargs kill',
    'usage: kill [-s signal_name] pid ...\n       kill -l [exit_status]',
    'process-gone expected',
    'usage: kill [-s signal_name] pid ...',
  ],
  [
    'npm publish',
    'npm error code ENEEDAUTH\nnpm error need auth You have to be known to the garden',
    'not-authorised environment',
    'npm error need auth You have to be known to the garden',
  ],
  [
    'openssl x509 -in bed.pem',
    'Could not open file for loading from bed.pem\n40C7:error:16000069:BED routines:unregistered',
    'file-missing agent',
    'Could not open file for loading from bed.pem',
  ],
  [
    'node check-links.mjs',
    'Checked 12 links\n3 broken links:\n  bed.md\n  hose.md',
    'checks-failed code',
    '3 broken links: bed.md',
  ],
  ['dig push', 'error: remote returned status 503', 'http-refused environment', 'error: remote returned status 503'],
  [
    'hose run',
    'Error: could not connect to the shed, is it running?',
    'no-connection environment',
    'Error: could not connect to the shed, is it running?',
  ],
  [
    'fly deploy',
    'Error: failed to fetch: failed to solve: process "dig" did not complete',
    'checks-failed code',
    'Error: failed to fetch: failed to solve: process "dig" did not complete',
  ],
  [
    'shellcheck dig.sh',
    '\nIn dig.sh line 3:\ncd $bed\n^-----^ SC2164 (warning): Say what if not.',
    'checks-failed code',
    '^-----^ SC2164 (warning): Say what if not.',
  ],
  [
    'docker compose up',
    'time="2025-01-01T00:00:00Z" level=warning msg="The HOSE variable is not set."\nyaml: line 12: did not find a key',
    'checks-failed code',
    'yaml: line 12: did not find a key',
  ],
  [
    'scala-cli bed.scala',
    '[error] ./bed.scala:1:15\n[error] Not found: hose\nError compiling project',
    'checks-failed code',
    '[error] Not found: hose',
  ],
  [
    'eas build',
    'A garden account is required to proceed.',
    'not-authorised environment',
    'A garden account is required to proceed.',
  ],
  [
    'npm run e2e',
    'Error: http://bed:3000 is already used, look at it.',
    'address-in-use environment',
    'Error: http://bed:3000 is already used, look at it.',
  ],
  [
    'julia dig.jl',
    'ERROR: LoadError: UndefVarError: `hose` not defined\nStacktrace:',
    'program-raised code',
    'ERROR: LoadError: UndefVarError: `hose` not defined',
  ],
  [
    'gh pr edit 3 --add-label dry',
    "failed to update bed: 'dry' not found\nfailed to update 1 pull request",
    'file-missing agent',
    "failed to update bed: 'dry' not found",
  ],
  // git over a network that breaks off
  [
    'git push origin main',
    'error: RPC failed; curl 56 schannel: failed to read data from server\nsend-pack: unexpected disconnect\nfatal: the remote end hung up unexpectedly\nEverything up-to-date',
    'no-connection environment',
    'error: RPC failed; curl 56 schannel: failed to read data from server',
  ],
  [
    'git fetch',
    "fatal: unable to access 'https://garden.example/': schannel: failed to receive handshake, SSL/TLS connection failed",
    'no-connection environment',
    "fatal: unable to access 'https://garden.example/': schannel: failed to receive handshake, SSL/TLS connection failed",
  ],
  [
    'git pull',
    'fatal: the remote end hung up unexpectedly',
    'no-connection environment',
    'fatal: the remote end hung up unexpectedly',
  ],
  [
    'git commit -m beds',
    'Author identity unknown\n\n*** Please tell me who you are.\n\nfatal: empty ident name (for <dev@shed>) not allowed',
    'not-configured environment',
    'fatal: empty ident name (for <dev@shed>) not allowed',
  ],
  // What a program needs in its environment
  [
    'npx prisma db push',
    'Error: Prisma schema validation\nerror: Environment variable not found: GARDEN_URL.\n  -->  schema.prisma:8',
    'not-configured environment',
    'error: Environment variable not found: GARDEN_URL.',
  ],
  ['./dig', 'GARDEN_API_KEY is not set', 'not-authorised environment', 'GARDEN_API_KEY is not set'],
  ['./dig', 'dig: GARDEN_BEDS must be set', 'not-configured environment', 'dig: GARDEN_BEDS must be set'],
  // Interpreters and filters
  [
    'python3 /home/dev/dig.py',
    "/opt/Python.app/Contents/MacOS/Python: can't open file '/home/dev/dig.py': [Errno 2] No such file or directory",
    'file-missing agent',
    "/opt/Python.app/Contents/MacOS/Python: can't open file '/home/dev/dig.py': [Errno 2] No such file or directory",
  ],
  [
    "jq '.beds[].name' beds.json",
    'jq: error (at beds.json:5): Cannot index array with string "beds"',
    'script-failed agent',
    'jq: error (at beds.json:5): Cannot index array with string "beds"',
  ],
  // Compilers and what calls them
  [
    'make run',
    'nvc++ -O3 bed.cpp\n"bed.cpp", line 4: catastrophic error: cannot open source file "hose.h"\n\nCompilation terminated.\nmake: *** [Makefile:10: bed] Error 2',
    'checks-failed code',
    '"bed.cpp", line 4: catastrophic error: cannot open source file "hose.h"',
  ],
  [
    'make bed',
    'cc1: error: unrecognized command-line option --hose\nmake: *** [Makefile:3: bed] Error 1',
    'checks-failed code',
    'cc1: error: unrecognized command-line option --hose',
  ],
  ['make --hose', 'make: unrecognized option --hose', 'wrong-usage agent', 'make: unrecognized option --hose'],
  [
    'uv run ruff check',
    'warning: old field\n  \u00c3\u2014 No solution found when resolving dependencies:\n  Because only hose<=1 is available',
    'install-failed environment',
    'Because only hose<=1 is available',
  ],
  [
    './gradlew run --args=""',
    "* What went wrong:\nProblem configuring task :run from command line.\n> An empty argument was provided for command-line option '--args'.\n\nBUILD FAILED in 1s",
    'wrong-usage agent',
    "> An empty argument was provided for command-line option '--args'.",
  ],
  [
    '/home/dev/.conda/envs/beds/bin/hose --far',
    ' ERROR: hose command-line error',
    'wrong-usage agent',
    'ERROR: hose command-line error',
  ],
  [
    'pre-commit install',
    '[ERROR] Cowardly refusing to install hooks with `core.hooksPath` set.',
    'install-failed environment',
    '[ERROR] Cowardly refusing to install hooks with `core.hooksPath` set.',
  ],
  [
    'cabal build',
    "Error: [Cabal-7620]\nThe program 'ghc' version >=7.0.1 is required but it could not be found.",
    'module-missing environment',
    "The program 'ghc' version >=7.0.1 is required but it could not be found.",
  ],
  [
    'flutter analyze',
    'Analyzing beds...\n\n   info - No print - lib/bed.dart:3:4 - avoid_print\n\n1 issue found.',
    'checks-failed code',
    'info - No print - lib/bed.dart:3:4 - avoid_print',
  ],
  [
    'npx prisma generate',
    'Error: Could not resolve @prisma/client despite the installation.\nPlease try to install it by hand with npm i @prisma/client.',
    'module-missing environment',
    'Error: Could not resolve @prisma/client despite the installation.: Please try to install it by hand with npm i @prisma/client.',
  ],
  [
    'go run ./cmd/beds',
    'listen tcp :8080: bind: Only one usage of each socket address is normally permitted.\nexit status 1',
    'address-in-use environment',
    'listen tcp :8080: bind: Only one usage of each socket address is normally permitted.',
  ],
  [
    'flutter test --name "Pear|Plum" beds',
    "'Plum' is not recognized as an internal or external command,\noperable program or batch file.",
    'command-not-found agent',
    "'Plum' is not recognized as an internal or external command,",
  ],
  [
    'git status beds/',
    'fatal: not a git repository (or any parent up to mount point /)\nStopping at filesystem boundary (GIT_DISCOVERY_ACROSS_FILESYSTEM not set).',
    'git-refused agent',
    'fatal: not a git repository (or any parent up to mount point /)',
  ],
  [
    'cd garden && git show a46ee3ac:beds.md | rg pears',
    "fatal: invalid object name 'a46ee3ac'.",
    'revision-missing agent',
    "fatal: invalid object name 'a46ee3ac'.",
  ],
  ['docker logs beds | grep dry', 'Error: too dry', 'no-match expected', ''],
  [
    'curl -fsSL garden.example/beds',
    'curl: (56) The requested URL returned error: 404',
    'http-not-found agent',
    'curl: (56) The requested URL returned error: 404',
  ],
  [
    'go build ./...',
    '# beds\nruntime.main_main·f: function main is undeclared in the main package',
    'checks-failed code',
    'runtime.main_main·f: function main is undeclared in the main package',
  ],
  [
    'npm run test -- --bedPattern=pears',
    'Option "bedPattern" was replaced by "--bedPatterns". Please update it.',
    'wrong-usage agent',
    'Option "bedPattern" was replaced by "--bedPatterns". Please update it.',
  ],
  [
    'garden status',
    'Error response: No such container: beds',
    'no-match expected',
    'Error response: No such container: beds',
  ],
  ['docker run -d pears 2>/dev/null || docker start pears 2>/dev/null', '', 'exit-code unknown', ''],
  ['node garden.js', '', 'exit-code unknown', ''],
  [
    'cargo run --quiet -- build',
    'error: `cargo run` could not determine which binary to run. Use the `--bin` option to specify a binary.',
    'wrong-usage agent',
    'error: `cargo run` could not determine which binary to run. Use the `--bin` option to specify a binary.',
  ],
  // Tests: the first that failed, and not how many
  [
    'mvn test',
    '[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.example:surefire:test on project beds: There are test failures.',
    'tests-failed code',
    '[ERROR] Failed to execute goal org.example:surefire:test on project beds: There are test failures.',
  ],
  [
    './beds_test',
    "thread 'dig' panicked at src/bed.rs:3:9:\nassertion `left == right` failed\n\ntest result: FAILED. 7 passed; 3 failed; 0 ignored",
    'tests-failed code',
    'assertion `left == right` failed',
  ],
  [
    'pytest -q',
    '..F.\nE   garden.water.NoWater: the hose is dry\n1 failed, 3 passed in 0.12s',
    'tests-failed code',
    'garden.water.NoWater: the hose is dry',
  ],
  [
    'pytest',
    'E   AssertionError: dry\nFAILED tests/test_bed.py::test_dig - AssertionError: dry\n==== 1 failed, 3 passed in 0.12s ====',
    'tests-failed code',
    'FAILED tests/test_bed.py::test_dig - AssertionError: dry',
  ],
  [
    'bash test-beds.sh',
    '  PASS: dug\n  FAIL: watered (should be wet)\n\n  Failed: 1\n\n  SOME TESTS FAILED',
    'tests-failed code',
    'FAIL: watered (should be wet)',
  ],
  [
    'npm run check',
    'check failed:\n  - bed.ts is longer than 400 lines\n  - hose.md is stale',
    'checks-failed code',
    'check failed: - bed.ts is longer than 400 lines',
  ],
];

test.each(SAID)('%s says %j', (command, stdout, code, message) => {
  const failure = whyFailed({ command, exitCode: 1, stdout, stderr: '' });
  expect([`${failure.code} ${failure.blame}`, failure.message]).toEqual([
    code,
    message === '' ? 'exit code 1' : `exit code 1: ${message}`,
  ]);
});

test.each([
  [
    'pgrep -af dig',
    3,
    'sysmon request failed with error: sysmond service not found\npgrep: Cannot get process list',
    'sandbox-denied policy',
  ],
  ['grep "a||b" beds.md', 2, 'grep: empty (sub)expression', 'wrong-usage agent'],
  ['for f in a b; do echo "# $f"; python3 tools/dig.py $f; done', 2, 'b: DRY', 'program-failed code'],
  [
    'uv tool install .',
    1,
    'Traceback (most recent call last):\n  File "beds.py", line 3, in dig\nValueError: no beds',
    'program-raised code',
  ],
  ['pip install hose', 2, '    raise Dry(\npip._internal.hose.Dry: no water', 'install-failed environment'],
])('%s ends with %i and says %j', (command, exitCode, stdout, owner) => {
  const { code, blame, message } = whyFailed({ command, exitCode, stdout, stderr: '' });
  expect([`${code} ${blame}`, message]).toEqual([owner, `exit code ${exitCode}: ${stdout.split('\n').at(-1)}`]);
});
