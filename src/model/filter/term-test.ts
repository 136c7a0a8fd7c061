// When a `key:value` term fits a call, or anything else in a log: where each key's value is found, and how it is compared.

import type { ToolCall } from '../tool-call.ts';
import { nameMatcher, pathMatcher } from './automaton/glob.ts';
import type { TermNode, TermValue } from './filter.ts';
import { entryFlagTest, flagTest } from './flags.ts';
import { type FilterKey, type KeyOfKind, specOf } from './keys.ts';
import type { EntryTest, LogEntry } from './log-entry.ts';
import { asGlob } from './scan-word.ts';
import type { SessionFacts } from './session-facts.ts';

type Test<Subject> = (subject: Subject, facts: SessionFacts) => boolean;
type CallTest = Test<ToolCall>;

type Found = string | null | undefined | readonly (string | null | undefined)[];
type NumberKey = KeyOfKind<'count' | 'duration' | 'bytes'>;
type TimeKey = KeyOfKind<'time'>;
type FlagKey = KeyOfKind<'flag'>;
type EntryKey = 'agent' | 'project' | 'session' | 'title' | 'branch' | 'version' | 'thread' | 'model';
type NamedKey = Exclude<FilterKey, NumberKey | TimeKey | FlagKey | EntryKey>;

/** What a key is compared with; for several, one that fits is enough. */
type Names<Key extends FilterKey, Subject> = Readonly<Record<Key, (subject: Subject, facts: SessionFacts) => Found>>;

const ENTRY_NAMES: Names<EntryKey, LogEntry> = {
  agent: (entry) => entry.agent,
  project: (_, facts) => facts.cwd,
  session: (entry) => entry.session,
  title: (_, facts) => facts.title,
  branch: (_, facts) => facts.gitBranch,
  version: (_, facts) => facts.version,
  thread: (entry, facts) => [entry.thread, facts.agentTypeOf?.(entry.thread)],
  model: (entry) => entry.model,
};

const NAMES: Names<NamedKey, ToolCall> = {
  tool: (call, facts) => [call.tool, call.toolId, facts.familyOf?.(call.toolId)],
  toolid: (call) => call.toolId,
  status: (call) => call.status,
  blame: (call) => call.failure?.blame,
  code: (call) => call.failure?.code,
  masked: (call) => call.masked?.code,
  call: (call) => call.callId,
  task: (call) => [call.facts.taskId, call.background?.taskId],
  file: ({ facts }) => (facts.paths === undefined ? facts.path : [facts.path, ...facts.paths.split('\n')]),
  url: (call) => call.facts.url,
  command: ({ facts }) =>
    facts.commands === undefined ? facts.command : [facts.command, ...facts.commands.split('\n')],
  program: ({ facts }) => facts.programs?.split('\n'),
  query: (call) => call.facts.query,
  server: (call) => call.facts.server,
  hook: (call) => call.hooks.flatMap(({ event, name, command }) => [event, name, command]),
  permission: (call) => (call.permission === null ? null : [call.permission.decision, call.permission.by]),
  result: (call) => call.result?.kind,
  via: (call) => call.result?.via,
};

const NUMBERS: Readonly<Record<NumberKey, (call: ToolCall) => number | null | undefined>> = {
  duration: (call) => call.duration?.ms,
  exit: (call) => call.facts.exitCode,
  http: (call) => call.facts.httpStatus,
  turn: (call) => call.turn,
  tokens: (call) => call.facts.tokens,
  lines: (call) => call.facts.lines,
  added: (call) => call.facts.linesAdded,
  removed: (call) => call.facts.linesRemoved,
  matches: (call) => call.facts.matches,
  bytes: (call) => call.facts.bytes,
};

function isIn<Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(table, key);
}

/** Matches a whole name, or up to a hyphen: `claude` is `claude-code`. */
function agentTest(name: string): (subject: string) => boolean {
  return (subject) => subject === name || subject.startsWith(`${name}-`);
}

function nameTest(key: FilterKey, value: TermValue): (subject: string) => boolean {
  const { kind } = specOf(key);
  if (value.type === 'glob') return kind === 'path' ? pathMatcher(value.pattern) : nameMatcher(value.pattern);
  if (value.type !== 'exact') return () => false;
  if (kind === 'path') return pathMatcher(asGlob(value.value));
  const name = value.value.toLowerCase();
  const isEqual =
    kind === 'part'
      ? (subject: string) => subject.includes(name)
      : kind === 'id'
        ? (subject: string) => subject.startsWith(name)
        : key === 'agent'
          ? agentTest(name)
          : (subject: string) => subject === name;
  return (subject) => isEqual(subject.toLowerCase());
}

/** Whether a name matches one of the values. */
export function fittingNames(
  key: FilterKey,
  values: readonly TermValue[],
): (subject: string | null | undefined) => boolean {
  const tests = values.map((value) => nameTest(key, value));
  return (subject) => subject !== null && subject !== undefined && tests.some((test) => test(subject));
}

function namedTest<Key extends FilterKey, Subject>(
  names: Names<Key, Subject>,
  key: Key,
  values: readonly TermValue[],
): Test<Subject> {
  const find = names[key];
  const fits = fittingNames(key, values);
  return (subject, facts) => {
    const found = find(subject, facts);
    return typeof found === 'string' || found === null || found === undefined ? fits(found) : found.some(fits);
  };
}

function compareTest(value: TermValue): (found: number) => boolean {
  if (value.type === 'range') {
    const { min, max } = value;
    return (found) => (min === null || found >= min) && (max === null || found <= max);
  }
  if (value.type !== 'compare') return () => false;
  const limit = value.value;
  switch (value.op) {
    case '=':
      return (found) => found === limit;
    case '!=':
      return (found) => found !== limit;
    case '>':
      return (found) => found > limit;
    case '>=':
      return (found) => found >= limit;
    case '<':
      return (found) => found < limit;
    case '<=':
      return (found) => found <= limit;
  }
}

/** Whether a number matches one of the values. */
export function fittingNumbers(values: readonly TermValue[]): (found: number) => boolean {
  const tests = values.map(compareTest);
  return (found) => tests.some((test) => test(found));
}

function numberTest(key: NumberKey, values: readonly TermValue[]): CallTest {
  const find = NUMBERS[key];
  const fits = fittingNumbers(values);
  return (call) => {
    const found = find(call);
    return found !== null && found !== undefined && fits(found);
  };
}

/** When a call happened: when it was asked for, or else when it ended. */
export function timeOf(call: Pick<LogEntry, 'requestedAt' | 'endedAt'>): number | null {
  return call.requestedAt ?? call.endedAt;
}

/** Whether an instant is in one of the spans. */
export function fittingTimes(values: readonly TermValue[]): (at: number) => boolean {
  const windows = values.filter((value) => value.type === 'window');
  return (at) => windows.some(({ fromMs, toMs }) => (fromMs === null || at >= fromMs) && (toMs === null || at < toMs));
}

function timeTest(values: readonly TermValue[]): EntryTest {
  const fits = fittingTimes(values);
  return (entry) => {
    const at = timeOf(entry);
    return at !== null && fits(at);
  };
}

function flagsTest(key: FlagKey, values: readonly TermValue[]): CallTest {
  return anyOf(values.map((value) => (value.type === 'exact' ? flagTest(key, value.value) : () => false)));
}

function anyOf<Subject>(tests: readonly Test<Subject>[]): Test<Subject> {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (subject, facts) => tests.some((test) => test(subject, facts));
}

function entryFlagsTest(values: readonly TermValue[]): EntryTest | undefined {
  const tests = values.flatMap((value) => (value.type === 'exact' ? (entryFlagTest(value.value) ?? []) : []));
  return tests.length === values.length ? anyOf(tests) : undefined;
}

/** The test of a term that can be asked of anything in a log. Undefined: of calls only. */
export function entryTest({ key, values }: TermNode): EntryTest | undefined {
  if (key === 'is') return entryFlagsTest(values);
  if (isIn(ENTRY_NAMES, key)) return namedTest(ENTRY_NAMES, key, values);
  return specOf(key).kind === 'time' ? timeTest(values) : undefined;
}

export function termTest(term: TermNode): CallTest {
  const { key, values } = term;
  if (key === 'is' || key === 'has') return flagsTest(key, values);
  if (isIn(NUMBERS, key)) return numberTest(key, values);
  if (isIn(NAMES, key)) return namedTest(NAMES, key, values);
  return entryTest(term) ?? (() => false);
}
