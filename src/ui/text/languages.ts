// Detects the language of a file or a name, and loads its grammar: each is a separate chunk, loaded on demand.

import type { LanguageFn } from 'highlight.js';

type Load = () => Promise<{ readonly default: LanguageFn }>;

const GRAMMARS = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  elm: () => import('highlight.js/lib/languages/elm'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  fsharp: () => import('highlight.js/lib/languages/fsharp'),
  go: () => import('highlight.js/lib/languages/go'),
  gradle: () => import('highlight.js/lib/languages/gradle'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  groovy: () => import('highlight.js/lib/languages/groovy'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  less: () => import('highlight.js/lib/languages/less'),
  lisp: () => import('highlight.js/lib/languages/lisp'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  matlab: () => import('highlight.js/lib/languages/matlab'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  nix: () => import('highlight.js/lib/languages/nix'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vim: () => import('highlight.js/lib/languages/vim'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
} satisfies Record<string, Load>;

export type Language = keyof typeof GRAMMARS;

export const grammars: Readonly<Record<Language, Load>> = GRAMMARS;

/** Extensions and names that differ from the language's own. */
const ALIASES: ReadonlyMap<string, Language> = new Map<string, Language>(
  Object.entries({
    bash: 'sh zsh ksh fish bashrc zshrc profile shell shellscript console env',
    c: 'h',
    clojure: 'clj cljs edn',
    cmake: 'cmakelists',
    cpp: 'cc cxx hpp hh hxx ino',
    csharp: 'cs csx',
    css: 'pcss',
    diff: 'patch',
    dockerfile: 'docker containerfile',
    elixir: 'ex exs',
    erlang: 'erl hrl',
    fsharp: 'fs fsx',
    go: 'golang mod',
    graphql: 'gql',
    haskell: 'hs',
    ini: 'toml cfg conf properties editorconfig gitconfig',
    javascript: 'js jsx mjs cjs node',
    json: 'jsonc json5 jsonl ndjson ipynb webmanifest map lock',
    julia: 'jl',
    kotlin: 'kt kts',
    lisp: 'el cl scm',
    makefile: 'mk make',
    markdown: 'md mdx markdn',
    matlab: 'm',
    objectivec: 'mm objc',
    ocaml: 'ml mli',
    perl: 'pl pm',
    php: 'phtml',
    powershell: 'ps1 psm1 pwsh',
    protobuf: 'proto',
    python: 'py pyi pyw py3',
    ruby: 'rb rake gemfile rakefile podfile',
    rust: 'rs',
    scala: 'sc sbt',
    scss: 'sass',
    sql: 'psql mysql sqlite',
    typescript: 'ts tsx mts cts',
    vim: 'vimrc',
    xml: 'html htm xhtml svg vue svelte astro xsl xsd plist csproj rss',
    yaml: 'yml',
  } satisfies Partial<Record<Language, string>>).flatMap(([language, names]) =>
    names.split(' ').map((name): [string, Language] => [name, isLanguage(language) ? language : 'json']),
  ),
);

function isLanguage(name: string): name is Language {
  return Object.hasOwn(GRAMMARS, name);
}

/** By a name such as "python", "py" or "TSX"; null when it is not known. */
export function languageOfName(name: string | null | undefined): Language | null {
  if (name === null || name === undefined) return null;
  const key = name.toLowerCase();
  return isLanguage(key) ? key : (ALIASES.get(key) ?? null);
}

/** By a file's ending, or by its whole name ("Makefile", ".bashrc"). */
export function languageOfPath(path: string | null | undefined): Language | null {
  if (path === null || path === undefined) return null;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return languageOfName(dot === -1 ? name : name.slice(dot + 1)) ?? languageOfName(name.split('.')[0]);
}
