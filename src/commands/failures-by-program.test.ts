// What programs say when they fail, program by program: made-up outputs, and what each comes to.

import { expect, test } from 'vitest';
import { whyFailed } from './why-failed.ts';

type Said = readonly [command: string, output: string, code: string, message: string];

const SAID: readonly Said[] = [
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
  // What was found is told, not its headline
  [
    'cabal build',
    'app/Bed.hs:4:8: error: [GHC-12345]\n    Variable not in scope: hose',
    'checks-failed code',
    'Variable not in scope: hose',
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
];

test.each(SAID)('%s says %j', (command, stdout, code, message) => {
  const failure = whyFailed({ command, exitCode: 1, stdout, stderr: '' });
  expect([`${failure.code} ${failure.blame}`, failure.message]).toEqual([code, `exit code 1: ${message}`]);
});
