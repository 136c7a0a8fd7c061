// Programs that are a test run, a check or a build by themselves, no matter what calls them.

import { baseName } from './programs.ts';

/** `format`: puts code in order rather than saying what is wrong with it. */
const PROGRAM_KINDS = ['tests', 'types', 'lint', 'format', 'build', 'checks', 'deployment'] as const;

export type ProgramKind = (typeof PROGRAM_KINDS)[number];

const NAMES: Readonly<Record<ProgramKind, string>> = {
  tests:
    'pytest py.test nose2 trial tox nox unittest behave robot vitest jest mocha ava tap karma wtr playwright cypress wdio nightwatch testcafe detox stryker cucumber cucumber-js newman k6 rspec minitest phpunit pest paratest codecept ctest bats shellspec gotestsum ginkgo nextest busted prove testthat maestro',
  types: 'tsc vue-tsc tsgo svelte-check mypy pyright basedpyright ty pyrefly pytype dialyzer srb',
  lint: 'eslint oxlint biome xo jshint stylelint htmlhint commitlint knip publint ruff flake8 pylint bandit semgrep rubocop standardrb golangci-lint staticcheck revive clippy-driver shellcheck hadolint actionlint yamllint ansible-lint sqlfluff markdownlint markdownlint-cli2 vale swiftlint ktlint detekt solhint slither tflint tfsec checkov cppcheck cpplint clang-tidy phpstan psalm phpcs credo luacheck selene hlint xmllint',
  format:
    'prettier dprint black isort yapf autopep8 gofmt gofumpt shfmt rustfmt clang-format dotnet-format terraform-docs stylua ormolu php-cs-fixer',
  build:
    'webpack rollup rolldown esbuild tsup tsdown parcel cmake ninja msbuild rustc gcc g++ cc c++ clang clang++ nvcc javac kotlinc scalac swiftc ghc ocamlopt solc latex pdflatex xelatex lualatex latexmk tectonic py_compile compileall',
  checks: 'pre-commit prek lefthook hk',
  deployment: 'wrangler vercel netlify flyctl',
};

export const CHECK_PROGRAMS: ReadonlyMap<string, ProgramKind> = new Map(
  PROGRAM_KINDS.flatMap((kind) => NAMES[kind].split(' ').map((name): [string, ProgramKind] => [name, kind])),
);

/** Calls of these programs that check nothing: help, versions, lists, what comes before a run or after it. */
export const NO_CHECK =
  /^(?:--version|--help|-V|--list|--collect-only|--markers|--listTests|--init|install|format|fmt|server|dev|codegen|open|show-report)$/;

const TESTS_IN_R = /\b(?:devtools|testthat|tinytest)::\w{0,20}test/;
const CHECKS_IN_R = /\b(?:devtools|rcmdcheck)::\w{0,20}check/;

/** With the verb right behind the program: `zig build test`, `R CMD check`, `Rscript -e "devtools::test()"`. */
export function verbFirst(words: readonly string[]): readonly string[] {
  const [program = '', first, second = ''] = words;
  const name = baseName(program);
  if (name === 'zig') return first === 'build' && /^\w/.test(second) ? [program, ...words.slice(2)] : words;
  if (name !== 'r' && name !== 'rscript') return words;
  if (first === 'CMD') return ['r', ...words.slice(2)];
  if (words.some((word) => TESTS_IN_R.test(word))) return ['r', 'test'];
  return words.some((word) => CHECKS_IN_R.test(word)) ? ['r', 'check'] : words;
}
