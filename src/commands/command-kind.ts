// What a command is for: running tests, checking code (compile, type-check, lint, format, build), or installing packages.

import { CHECK_PROGRAMS, NO_CHECK, verbFirst } from './check-programs.ts';
import { baseName, failedPrograms } from './programs.ts';

/** `program`: a program of the project, run by its path or by a tool of its language. */
export type CommandKind = 'tests' | 'checks' | 'install' | 'program';

/** Runners of tasks by name: any of their words can be the task. */
const TASK_RUNNERS =
  /^(?:make|gmake|just|task|mise|nx|turbo|moon|rake|gradle|gradlew|mvn|mvnw|bazel|buck2?|ant|sbt|xcodebuild|invoke|lein|composer)$/;
/** Programs whose first operand says what they do, or names the program that they run. */
const VERB_RUNNERS =
  /^(?:npx|bunx|pnpx|pnpm|yarn|npm|bun|uv|uvx|poetry|pipenv|pdm|hatch|rye|bundle|deno|go|cargo|dotnet|mix|swift|zig|flutter|dart|stack|cabal|rails|ng|vite|next|docker|podman|wasm-pack|trunk|hugo)$/;
/** What runs inside of them is named behind an image. */
const BOXES = /^(?:docker|podman|nerdctl)$/;
const INTERPRETERS =
  /^(?:python[\d.]*|py|node|php|rscript|ruby|perl|tsx|ts-node|bash|sh|zsh|luajit|lua|julia|elixir|groovy|clojure|raku)$/;
/** Programs that install packages by one of these verbs. */
const INSTALLERS =
  /^(?:npm|pnpm|yarn|bun|pip[\d.]*|pipx|uv|poetry|pdm|conda|mamba|cargo|go|gem|bundle|composer|pod|apt|apt-get|dnf|yum|apk|pacman|zypper|brew|port|winget|choco|scoop|snap|flatpak|nix-env|luarocks|cpanm|forge|opam|deno|rustup|nvm|asdf|mise)$/;
const INSTALL_VERBS = /^(?:install|i|ci|add|get|require|update|upgrade|sync|restore|-S)$/;
/** What other programs call it when they test or check. */
const TEST_VERB = /^(?:test|tests|e2e)$/;
const CHECK_VERB = /^(?:build|compile|lint|check|typecheck|validate|vet|fmt|format|analyze|analyse)$/;
/** Programs whose operands are names, not verbs: `rm -r build`. */
const HANDLES_FILES =
  /^(?:ls|cat|cd|rm|rmdir|mkdir|cp|mv|touch|find|fd|du|chmod|chown|ln|stat|head|tail|wc|tree|open|code|vi|vim|nano|git|gh|tar|zip|unzip|gzip|grep|egrep|fgrep|rg|ag|sed|awk|sort|uniq|cut|tr|xargs|echo|printf|kill|killall|pkill|pgrep|which|type|man|cmp|diff|test|file|source|export|pushd|set|read|tee|ssh|scp|rsync|curl|wget|systemctl|service|launchctl|journalctl|tmux|screen|crontab)$/;
/** Verbs that run a program of the project. */
const RUN_VERBS = /^(?:run|start|dev|serve|preview|x)$/;

const TEST_WORDS =
  /(?:^|[:_./-])(?:test|tests|testing|spec|specs|e2e|nextest|unittest|pytest|jest|vitest)(?:$|[:_./-])/i;
const CHECK_WORDS =
  /(?:^|[:_./-])(?:lint|linting|typecheck|type-check|types|tsc|check|checks|build|compile|vet|clippy|fmt|format|verify|validate|analyze|doctor|ci|mypy|ruff|pyright|eslint|assemble)(?:$|[:_./-])/i;
/** Tasks that neither check nor build, whatever runs them. */
const OTHER_TASKS =
  /^(?:deploy|install|clean|migrate|seed|setup|up|down|logs|publish|release|push|pull|start|run|dev|serve|shell|bootstrap|destroy|apply|plan)(?:$|[:_./-])/i;
/** Tasks by which a runner is asked about itself. */
const LOOKS_UP = /^(?:which|where|ls|list|tasks|config|settings|env|help|--list|--version)$/;
/** Scripts of frameworks: their first operand says what they do. */
const FRAMEWORK_SCRIPTS = /^(?:manage\.py|artisan|rails|console)$/;
/** Words that a runner takes before it comes to the point. */
const BETWEEN = /^(?:run|exec|x|-m|--|run-script|dlx|tool)$/;
const WORDS_MAX = 8;

function kindOfProgram(word: string): CommandKind | null {
  const kind = CHECK_PROGRAMS.get(baseName(word)) ?? 'deployment';
  if (kind === 'deployment') return null;
  return kind === 'tests' ? 'tests' : 'checks';
}

function kindOfWord(word: string): CommandKind | null {
  // Gradle's tasks: `assembleDebug`, `testReleaseUnitTest`.
  const parts = word.replace(/([a-z\d])(?=[A-Z])/g, '$1-');
  const own = kindOfProgram(word);
  if (own === 'tests' || TEST_WORDS.test(parts)) return 'tests';
  return own ?? (CHECK_WORDS.test(parts) ? 'checks' : null);
}

function kindOfTask(words: readonly string[]): CommandKind | null {
  let kind: CommandKind | null = null;
  for (const word of words) if (!word.startsWith('-')) kind ??= kindOfWord(word);
  return kind;
}

/** Options of runners that take a value. */
const VALUED =
  /^(?:--(?:directory|project|with|python|extra|group|package|filter|dir|prefix|workspace|cwd|manifest-path|env-file)|-[CFp])$/;

function fromOperand(words: readonly string[]): readonly string[] {
  const at = words.findIndex(
    (word, place) => !word.startsWith('-') && !BETWEEN.test(word) && !VALUED.test(words[place - 1] ?? ''),
  );
  // A script in place of a name.
  return at === -1 || /\s/.test(words[at] ?? '') ? [] : words.slice(at);
}

function isRunner(word: string): boolean {
  const name = baseName(word);
  return TASK_RUNNERS.test(name) || VERB_RUNNERS.test(name) || INTERPRETERS.test(name);
}

/** Programs that a person has installed for all projects. */
const INSTALLED = /^(?:~|\$\{?HOME\}?)\/(?:[^/\n]{1,100}\/){0,8}bin\/[^/\n]{1,100}$/;

/** Packages of an environment that is none of the project's: conda, pyenv, cargo, go. */
const OF_SYSTEM =
  /^\/(?:usr|bin|sbin|opt|snap|nix|Applications|Library|System)\/|\/usr\/(?:local\/)?s?bin\/|^\/(?:home|Users|root)\/(?:[^/\n]{1,100}\/){0,6}?(?:\.(?!venv)[\w-]{1,40}|go|envs|(?:mini|ana)(?:conda|forge)\d?)\/(?:[^/\n]{1,100}\/){0,6}bin\//;

/** A script of the project, by its name; folders on the way to it say nothing. */
function kindOfScript(path: string): CommandKind | null {
  if (INSTALLED.test(path)) return null;
  const isInProject = path.startsWith('/') ? !OF_SYSTEM.test(path) : path.includes('/');
  const isPath = isInProject || /\.(?:sh|py|m?[jt]s|rb|php|pl|r)$/i.test(path);
  return isPath ? (kindOfWord(baseName(path)) ?? 'program') : null;
}

/** `pip install`, `python -m pip install`, `uv pip install`. */
function isInstall(words: readonly string[]): boolean {
  const operands = words.slice(1, WORDS_MAX).filter((word) => word === '-S' || !word.startsWith('-'));
  const at = operands.findIndex((word) => INSTALL_VERBS.test(word));
  return at >= 0 && at <= 1 && [words[0], operands[at - 1]].some((word) => INSTALLERS.test(baseName(word ?? '')));
}

function kindOfVerb(verb: string): CommandKind | null {
  return TEST_VERB.test(verb) ? 'tests' : CHECK_VERB.test(verb) ? 'checks' : null;
}

function kindOfRun(words: readonly string[]): CommandKind | null {
  return RUN_VERBS.test(words[0] ?? '') ? 'program' : null;
}

function kindOfTasks(runner: string, tasks: readonly string[]): CommandKind | null {
  if (LOOKS_UP.test(tasks[0] ?? '')) return null;
  const isBuild = /^g?make$/.test(runner) && !tasks.some((word) => OTHER_TASKS.test(word));
  return kindOfTask(tasks) ?? (isBuild ? 'checks' : kindOfRun(tasks));
}

function kindByName(words: readonly string[]): CommandKind | null {
  const own = kindOfProgram(words[0] ?? '');
  if (words[1] === 'install' && CHECK_PROGRAMS.get(baseName(words[0] ?? '')) === 'checks') return 'install';
  return own === 'tests' && NO_CHECK.test(words[1] ?? '') ? null : own;
}

/** Modules that come with Python. */
const OF_PYTHON = /^(?:json|http|xml|urllib|email|importlib|concurrent|multiprocessing|os|sys)\./;

/** `python -m package.module`: a program of the project, where it does not come with Python. */
function kindOfModule(module: string): CommandKind | null {
  return kindOfWord(module) ?? (/^\w+\.\w/.test(module) && !OF_PYTHON.test(module) ? 'program' : null);
}

function kindOfInterpreted([script = '', task = '']: readonly string[]): CommandKind | null {
  return FRAMEWORK_SCRIPTS.test(baseName(script)) ? (kindOfWord(task) ?? 'program') : kindOfScript(script);
}

/** What `docker run image …` or `docker exec box …` runs, where it can be told. */
function kindInBox(words: readonly string[]): CommandKind | null {
  const inside = words.findIndex((word, place) => place > 2 && (isRunner(word) || kindOfProgram(word) !== null));
  return inside === -1 ? null : kindOfWords(words.slice(inside));
}

/** The kind of one command, given as its words from the program on. */
export function kindOfWords(spelled: readonly string[]): CommandKind | null {
  const words = verbFirst(spelled);
  const program = baseName(words[0] ?? '');
  const own = kindByName(words);
  if (own !== null) return own;
  if (isInstall(words)) return 'install';
  const rest = words.slice(1, WORDS_MAX);
  if (TASK_RUNNERS.test(program)) return kindOfTasks(program, rest);
  const operands = fromOperand(rest);
  const operand = operands[0] ?? '';
  if (BOXES.test(program) && (rest.includes('run') || rest.includes('exec'))) return kindInBox(words);
  if (VERB_RUNNERS.test(program)) {
    if (isRunner(operand) || kindOfProgram(operand) !== null) return kindOfWords(operands);
    const script = /\.[cm]?[jt]sx?$/.test(operand) ? kindOfScript(operand) : null;
    return (
      script ?? kindOfWord(operand) ?? (BOXES.test(program) ? null : kindOfRun(rest)) ?? kindOfVerb(operands[1] ?? '')
    );
  }
  if (INTERPRETERS.test(program)) {
    return rest.includes('-m') ? kindOfModule(operand) : kindOfInterpreted(operands);
  }
  return kindOfScript(words[0] ?? '') ?? (HANDLES_FILES.test(program) ? null : kindOfVerb(operand));
}

const ORDER: readonly CommandKind[] = ['checks', 'tests', 'install', 'program'];

/** What the commands are for that can have decided the exit; of several kinds, the first of their order. Null for none. */
export function decidingKind(command: string): CommandKind | null {
  const kinds = new Set(failedPrograms(command).map(kindOfWords));
  return ORDER.find((kind) => kinds.has(kind)) ?? null;
}
