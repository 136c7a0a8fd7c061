// The table of keys: every `key:value` a filter may contain. The documentation and the completions are made from it.

import { HAS_VALUES, IS_VALUES } from './flags.ts';

/**
 * What a key's values are, and when one fits:
 * `choice`, `flag`: one of a closed list. `name`: the whole name. `part`: found anywhere inside. `id`: its beginning.
 * `path`: a run of whole path segments. `count`, `duration`, `bytes`: a number, compared. `time`: a span of time.
 * `text`: searched for in the call's text.
 */
export type KeyKind =
  | 'choice'
  | 'flag'
  | 'name'
  | 'part'
  | 'id'
  | 'path'
  | 'count'
  | 'duration'
  | 'bytes'
  | 'time'
  | 'text';

export interface KeySpec {
  readonly kind: KeyKind;
  /** Other spellings of the key. */
  readonly aliases?: readonly string[];
  /** Its name in a sentence. */
  readonly noun: string;
  /** One line of documentation. */
  readonly help: string;
  readonly examples: readonly string[];
  /** The closed list, value → meaning. */
  readonly values?: Readonly<Record<string, string>>;
}

const STATUS_VALUES = {
  ok: 'it worked',
  error: 'it failed',
  rejected: 'a person said no',
  denied: 'a rule, a classifier or a hook said no, or nobody could be asked',
  cancelled: 'given up because of a sibling or the queue, before it ran',
  interrupted: 'stopped while it ran',
  running: 'no result yet, and the session is alive',
  background: 'goes on in the background, its end not seen yet',
  lost: 'no result, and the log has ended or moved on',
  unknown: 'the agent does not log how it came out',
} as const;

const BLAME_VALUES = {
  expected: "nobody's: a failure that is an answer, such as a search without hits",
  agent: 'the agent asked for something wrong',
  code: 'the code under work: tests, checks, a program that raised',
  environment: 'the machine or the network',
  tool: 'the tool itself',
  policy: 'a rule or a hook',
  user: 'a person',
  unknown: 'nobody knows',
} as const;

const VIA_VALUES = {
  structured: 'from the structured companion of the result',
  text: 'from the text the model saw',
  raw: 'not understood, shown as it is',
} as const;

const PERMISSION_VALUES = {
  allowed: 'it was allowed',
  asked: 'somebody was asked, and no answer is on record',
  denied: 'it was denied',
  rejected: 'a person said no',
  user: 'a person decided',
  rule: 'a rule decided',
  classifier: 'a classifier decided',
  hook: 'a hook decided',
  nobody: 'nobody could be asked',
} as const;

export const KEYS = {
  tool: {
    kind: 'name',
    noun: 'the tool',
    help: 'Name of the tool as the log spells it, its id, or its family.',
    examples: ['tool:Bash,Read', 'tool:files', 'tool:mcp__*'],
  },
  status: {
    kind: 'choice',
    noun: 'the status',
    help: 'What happened to the call.',
    examples: ['status:error', '-status:ok'],
    values: STATUS_VALUES,
  },
  blame: {
    kind: 'choice',
    noun: 'the blame',
    help: 'Whose problem a failure is.',
    examples: ['blame:agent,tool', 'status:error -blame:expected'],
    values: BLAME_VALUES,
  },
  code: {
    kind: 'name',
    aliases: ['failure'],
    noun: 'the failure code',
    help: 'Code of the failure.',
    examples: ['code:file-not-read', 'code:hook-*'],
  },
  masked: {
    kind: 'name',
    noun: 'the masked failure',
    help: 'Code of a failure that the success of the call hides. `is:masked` finds them all.',
    examples: ['masked:tests-failed', 'masked:*'],
  },
  is: {
    kind: 'flag',
    noun: 'the call',
    help: 'States of the call or its session.',
    examples: ['is:failed', '-is:subagent', 'is:live is:running'],
    values: IS_VALUES,
  },
  has: {
    kind: 'flag',
    noun: 'the call',
    help: 'Things the call has.',
    examples: ['has:image', '-has:result', 'has:hook,feedback'],
    values: HAS_VALUES,
  },
  agent: {
    kind: 'name',
    noun: 'the agent',
    help: 'Agent that made the call: its name, or its first words.',
    examples: ['agent:codex', 'agent:claude'],
  },
  project: {
    kind: 'path',
    aliases: ['cwd'],
    noun: 'the project folder',
    help: 'Working folder that the session began in.',
    examples: ['project:website', 'project:~/work/**', 'project:"my notes"'],
  },
  session: {
    kind: 'id',
    noun: 'the session',
    help: 'Id of the session, or its beginning.',
    examples: ['session:4f1c'],
  },
  title: {
    kind: 'part',
    noun: "the session's title",
    help: 'Title of the session.',
    examples: ['title:refactor', 'title:"log in"'],
  },
  branch: {
    kind: 'name',
    noun: 'the git branch',
    help: 'Git branch the session was on.',
    examples: ['branch:main', 'branch:feature/*'],
  },
  version: {
    kind: 'name',
    noun: "the agent's version",
    help: 'Version of the agent.',
    examples: ['version:2.1.*'],
  },
  thread: {
    kind: 'id',
    noun: 'the thread',
    help: "`main`, a subagent's id or its beginning, or a subagent's type.",
    examples: ['thread:main', 'thread:Explore'],
  },
  call: {
    kind: 'id',
    aliases: ['id'],
    noun: 'the call id',
    help: 'Id of the call, or its beginning.',
    examples: ['call:toolu_01'],
  },
  task: {
    kind: 'id',
    noun: 'the background task',
    help: 'Id of background work the call started or polled, or its beginning.',
    examples: ['task:b3f'],
  },
  model: {
    kind: 'part',
    noun: 'the model',
    help: 'Model that made the call.',
    examples: ['model:opus', 'model:gpt-*'],
  },
  file: {
    kind: 'path',
    aliases: ['path'],
    noun: 'the file',
    help: 'File or folder the call is about; of a patch, every file in it.',
    examples: ['file:src/**', 'file:*.test.ts', 'file:package.json'],
  },
  url: {
    kind: 'part',
    noun: 'the address',
    help: 'Web address the call is about.',
    examples: ['url:example.org', 'url:https://*/api/*'],
  },
  command: {
    kind: 'part',
    aliases: ['cmd'],
    noun: 'the command',
    help: 'Command line the call ran; of a script or a batch, each of them.',
    examples: ['command:"npm test"', 'command:git*'],
  },
  program: {
    kind: 'name',
    noun: 'the program',
    help: 'Program that a command runs, also behind &&, sudo or env, in a pipe, or inside bash -c.',
    examples: ['program:docker', 'program:python*', 'program:npm status:error'],
  },
  query: {
    kind: 'part',
    noun: 'the search pattern',
    help: 'What the call searched for.',
    examples: ['query:TODO'],
  },
  server: {
    kind: 'name',
    noun: 'the server',
    help: 'MCP server the call went to.',
    examples: ['server:github', 'server:*'],
  },
  hook: {
    kind: 'part',
    noun: 'a hook',
    help: 'Event, name or command of a hook that ran for the call.',
    examples: ['hook:PostToolUse', 'hook:lint'],
  },
  permission: {
    kind: 'choice',
    noun: 'the permission',
    help: 'Last recorded decision on whether the call may run, or who made it.',
    examples: ['permission:denied', 'permission:hook,rule'],
    values: PERMISSION_VALUES,
  },
  toolid: {
    kind: 'name',
    aliases: ['tool_id'],
    noun: 'the id of the tool',
    help: "Toolscope's own id of the tool only, in case a log calls another tool by that name.",
    examples: ['toolid:shell', 'toolid:web-*'],
  },
  result: {
    kind: 'name',
    noun: 'the kind of result',
    help: 'Variant of the result, as the tool names it.',
    examples: ['result:image'],
  },
  via: {
    kind: 'choice',
    noun: 'the reading of the result',
    help: 'Which form of the result was understood.',
    examples: ['via:raw'],
    values: VIA_VALUES,
  },
  since: {
    kind: 'time',
    noun: 'the time',
    help: 'From that moment on; a day, month or year counts from its beginning.',
    examples: ['since:7d', 'since:2026-01-01', 'since:yesterday'],
  },
  after: {
    kind: 'time',
    noun: 'the time',
    help: 'Later than that moment; a day, month or year must be over.',
    examples: ['after:2026-01-01'],
  },
  before: {
    kind: 'time',
    noun: 'the time',
    help: 'Earlier than that moment; a day, month or year must not have begun.',
    examples: ['before:2026-01-01', 'before:30d'],
  },
  until: {
    kind: 'time',
    noun: 'the time',
    help: 'Up to that moment; a day, month or year counts to its end.',
    examples: ['until:2026-03'],
  },
  on: {
    kind: 'time',
    noun: 'the time',
    help: 'Inside that day, month, year or span.',
    examples: ['on:today', 'on:2026-03-08', 'on:2026-03-08..2026-03-10'],
  },
  duration: {
    kind: 'duration',
    aliases: ['took'],
    noun: 'the duration',
    help: 'How long the call took, with a unit: ms, s, m, h or d.',
    examples: ['duration:>5s', 'duration:200ms..2s'],
  },
  exit: {
    kind: 'count',
    noun: 'the exit code',
    help: 'Exit code of the command.',
    examples: ['exit:!=0', 'exit:1,2'],
  },
  http: {
    kind: 'count',
    noun: 'the HTTP status',
    help: 'HTTP status of the answer.',
    examples: ['http:>=400', 'http:404'],
  },
  turn: {
    kind: 'count',
    noun: 'the turn',
    help: 'Turn of the thread, counted from 1.',
    examples: ['turn:1', 'turn:10..20'],
  },
  tokens: {
    kind: 'count',
    noun: 'the number of tokens',
    help: 'Tokens the call used, where the tool says so (subagents do). In lists of sessions, all tokens of the session.',
    examples: ['tokens:>=1000', 'tokens:>50k'],
  },
  lines: {
    kind: 'count',
    noun: 'the number of lines',
    help: 'Lines read, written or printed.',
    examples: ['lines:>100'],
  },
  added: {
    kind: 'count',
    noun: 'the number of added lines',
    help: 'Lines a change added.',
    examples: ['added:>50'],
  },
  removed: {
    kind: 'count',
    noun: 'the number of removed lines',
    help: 'Lines a change removed.',
    examples: ['removed:>50'],
  },
  matches: {
    kind: 'count',
    noun: 'the number of matches',
    help: 'Files, matches or links found.',
    examples: ['matches:0'],
  },
  bytes: {
    kind: 'bytes',
    aliases: ['size'],
    noun: 'the size',
    help: 'Bytes read, written or received: B, kB, MB, GB, or KiB, MiB, GiB.',
    examples: ['bytes:>1MB'],
  },
  text: {
    kind: 'text',
    noun: 'the text',
    help: 'The same as a bare word, "phrase", prefix* or /regex/, for words that would otherwise mean something else.',
    examples: ['text:OR', 'text:"is:live"'],
  },
} as const satisfies Record<string, KeySpec>;

export type AnyKey = keyof typeof KEYS;

/** Keys of terms; `text:` becomes a text or regex node. */
export type FilterKey = Exclude<AnyKey, 'text'>;

export type KeyOfKind<Kind extends KeyKind> = {
  [Key in FilterKey]: (typeof KEYS)[Key]['kind'] extends Kind ? Key : never;
}[FilterKey];

const SPECS: Readonly<Record<AnyKey, KeySpec>> = KEYS;

export function specOf(key: AnyKey): KeySpec {
  return SPECS[key];
}

function isKey(name: string): name is AnyKey {
  return Object.hasOwn(KEYS, name);
}

/** The keys, in the order of the table. */
export const KEY_NAMES: readonly AnyKey[] = Object.keys(KEYS).filter(isKey);

function spellings(): Map<string, AnyKey> {
  const table = new Map<string, AnyKey>();
  for (const key of KEY_NAMES) {
    table.set(key, key);
    for (const alias of SPECS[key].aliases ?? []) table.set(alias, key);
  }
  return table;
}

/** Every spelling of every key → the key. */
export const KEY_SPELLINGS: ReadonlyMap<string, AnyKey> = spellings();

export function isNumeric(kind: KeyKind): kind is 'count' | 'duration' | 'bytes' {
  return kind === 'count' || kind === 'duration' || kind === 'bytes';
}
