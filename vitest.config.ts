// How the tests run: which files are tests, how many at once, and how long one may take.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ON_BOTH_ENGINES, ON_SQLITE_ALONE } from './test/support/both-engines.ts';

/** What other tests leave behind would count. */
const MEASURES_MEMORY = ['src/base/text.test.ts'];

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // Processes, not threads: a test that changes folder, exits or leaks cannot touch its neighbours.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // No test reads the home folder of anyone who runs it.
    env: { TOOLSCOPE_NO_DEFAULT_ROOTS: '1' },
    setupFiles: ['test/support/property-seed.ts'],
    globalSetup: ['test/support/temp-folder.ts', 'test/support/postgres-server.ts'],
    // No test depends on how fast the machine is: this only ends what hangs. Longer ones say so themselves.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A browser or another process can be late on a busy machine: one more try, which the report names. What is wrong stays wrong.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: MEASURES_MEMORY,
          // Loading the program for each of three hundred small files takes three times as long as the tests themselves.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'usual',
          include: [...MEASURES_MEMORY, 'test/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['**/node_modules/**', 'dist/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_BOTH_ENGINES.map((folder) => `${folder}/**/*.test.ts`),
          exclude: Object.keys(ON_SQLITE_ALONE),
          env: { TOOLSCOPE_TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
});
