// Tests which checks a command line runs, whether its exit status is theirs, and whether they run everything.

import { expect, it } from 'vitest';
import { checksIn } from './check-kind.ts';

it('knows checks by their commands', () => {
  const kinds: Readonly<Record<string, string>> = {
    'npm test': 'tests',
    'pnpm run test:unit -- --run': 'tests',
    'npx vitest run src': 'tests',
    'CI=1 yarn test': 'tests',
    'cd app && cargo test --all': 'tests',
    'go test ./...': 'tests',
    'python -m pytest -q': 'tests',
    'uv run pytest': 'tests',
    './node_modules/.bin/jest': 'tests',
    'timeout 60 make test': 'tests',
    'npx tsc --noEmit': 'types',
    'npm run typecheck': 'types',
    'cargo clippy': 'lint',
    'npx eslint .': 'lint',
    'npm run build': 'build',
    'uv run ty check': 'types',
    'npm run check': 'checks',
    'ruff format': '',
    'tsc --version': '',
    'git status': '',
    'cat test.txt': '',
    'npm install vitest': '',
    'echo npm test': '',
    'ls tests': '',
    'node server.js': '',
    '': '',
  };
  for (const [command, kind] of Object.entries(kinds))
    expect([command, checksIn(command)[0]?.kind ?? '']).toEqual([command, kind]);
  expect(checksIn(`${'a '.repeat(1e5)}&& npm test`)).toEqual([]);
});

it('knows the test runners of every language', () => {
  const runs = `forge test;mix test;flutter test;swift test;dotnet test;zig build test;deno test;bun test;ctest;vendor/bin/phpunit;
    ./vendor/bin/pest;php artisan test;python manage.py test;bin/rails test;bundle exec rspec;cabal test;stack test;sbt test;lein test;
    dart test;fvm flutter test;nx test garden;bazel test //garden/...;pio test;npx hardhat test;anchor test;npx cypress run;
    npx playwright test;npx karma start;tox;nox;busted;bats beds;prove -l;Rscript -e "devtools::test()";xcodebuild -scheme Bed test;
    gradle test;mvn -q test;cargo nextest run;meson test;dune test;gotestsum`;
  for (const command of runs.split(/;\s*/)) expect([command, checksIn(command)[0]?.kind]).toEqual([command, 'tests']);
  for (const [command, kind] of [
    ['gcc bed.c', 'build'],
    ['R CMD check garden', 'checks'],
    ['phpstan analyse', 'lint'],
    ['npx playwright install', undefined],
    ['black .', undefined],
    ['Rscript dig.R', undefined],
  ])
    expect([command, checksIn(command ?? '')[0]?.kind]).toEqual([command, kind]);
});

it('does not take the exit status of another command for that of the check', () => {
  const decides = (command: string): boolean | undefined => checksIn(command)[0]?.decides;
  for (const command of [
    'npm test',
    'cd a && npm test 2>&1',
    'npm test && echo ok',
    'set -o pipefail; npm test | tail',
  ]) {
    expect([command, decides(command)]).toEqual([command, true]);
  }
  for (const command of [
    'npm test | tail',
    'npm test || true',
    'npm test; echo done',
    'npm test 2>&1 | grep ok',
    'npm test &',
  ]) {
    expect([command, decides(command)]).toEqual([command, false]);
  }
});

it('tells which checks run a part only', () => {
  const parts = (command: string): boolean[] => checksIn(command).map(({ isPart }) => isPart);
  for (const command of [
    'go test ./a -run TestX',
    'pytest tests/test_a.py',
    'npx vitest run src/a.test.ts',
    'jest -t login',
  ]) {
    expect([command, parts(command)]).toEqual([command, [true]]);
  }
  for (const command of ['npm test', 'go test ./...', 'pytest -q', 'npm run lint -- -t x']) {
    expect([command, parts(command)]).toEqual([command, [false]]);
  }
});

it('finds every check of a command line', () => {
  const kinds = (command: string): string[] => checksIn(command).map(({ kind }) => kind);
  expect(kinds('mise run fmt && mise run lint && mise run test:ci 2>&1 | tail -30')).toEqual(['lint', 'tests']);
  expect(kinds('(source .venv/bin/activate && ruff check src && pytest)')).toEqual(['lint', 'tests']);
  expect(kinds('mise exec -- go test ./a')).toEqual(['tests']);
  expect(kinds('make')).toEqual(['build']);
  expect(kinds('npx wrangler deploy')).toEqual(['deployment']);
  expect(kinds('gh run watch 12 --exit-status')).toEqual(['checks']);
  expect(kinds('gh pr checks 7 --watch')).toEqual(['checks']);
  expect(kinds('gh run view 12 --log-failed; gh run watch 12; gh pr checks 7 --json state')).toEqual([]);
  expect(kinds('git commit -m "npm test passes"')).toEqual([]);
  expect(kinds('pytest --collect-only')).toEqual([]);
  expect(kinds('grep -rn "npm test" docs')).toEqual([]);
});
