// When a `key:value` term matches a call: where each key's value is found, and how it is compared.

import type { ToolCall } from '../tool-call.ts';
import { nameMatcher, pathMatcher } from './automaton/glob.ts';
import type { TermNode, TermValue } from './filter.ts';
import { flagTest } from './flags.ts';
import { type FilterKey, type KeyOfKind, specOf } from './keys.ts';
import { asGlob } from './scan-word.ts';
import type { SessionFacts } from './session-facts.ts';

export type CallTest = (call: ToolCall, facts: SessionFacts) => boolean;

type Found = string | null | undefined | readonly (string | null | undefined)[];
type NumberKey = KeyOfKind<'count' | 'duration' | 'bytes'>;
type TimeKey = KeyOfKind<'time'>;
type FlagKey = KeyOfKind<'flag'>;
type NamedKey = Exclude<FilterKey, NumberKey | TimeKey | FlagKey>;

/** The values a key is compared with; if there are several, one match is enough. */
const NAMES: Readonly<Record<NamedKey, (call: ToolCall, facts: SessionFacts) => Found>> = {
  tool: (call, facts) => [call.tool, call.toolId, facts.familyOf?.(call.toolId)],
  toolid: (call) => call.toolId,
  status: (call) => call.status,
  blame: (call) => call.failure?.blame,
  code: (call) => call.failure?.code,
  masked: (call) => call.masked?.code,
  agent: (call) => call.agent,
  project: (_, facts) => facts.cwd,
  session: (call) => call.session,
  title: (_, facts) => facts.title,
  branch: (_, facts) => facts.gitBranch,
  version: (_, facts) => facts.version,
  thread: (call, facts) => [call.thread, facts.agentTypeOf?.(call.thread)],
  call: (call) => call.callId,
  task: (call) => [call.facts.taskId, call.background?.taskId],
  model: (call) => call.model,
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

function namedTest(key: NamedKey, values: readonly TermValue[]): CallTest {
  const find = NAMES[key];
  const fits = fittingNames(key, values);
  return (call, facts) => {
    const found = find(call, facts);
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

/** When a call happened: when it was requested, or else when it ended. */
export function timeOf(call: Pick<ToolCall, 'requestedAt' | 'endedAt'>): number | null {
  return call.requestedAt ?? call.endedAt;
}

/** Whether an instant is in one of the spans. */
export function fittingTimes(values: readonly TermValue[]): (at: number) => boolean {
  const windows = values.filter((value) => value.type === 'window');
  return (at) => windows.some(({ fromMs, toMs }) => (fromMs === null || at >= fromMs) && (toMs === null || at < toMs));
}

function timeTest(values: readonly TermValue[]): CallTest {
  const fits = fittingTimes(values);
  return (call) => {
    const at = timeOf(call);
    return at !== null && fits(at);
  };
}

function flagsTest(key: FlagKey, values: readonly TermValue[]): CallTest {
  const tests = values.map((value) => (value.type === 'exact' ? flagTest(key, value.value) : () => false));
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (call, facts) => tests.some((test) => test(call, facts));
}

export function termTest({ key, values }: TermNode): CallTest {
  if (key === 'is' || key === 'has') return flagsTest(key, values);
  if (isIn(NUMBERS, key)) return numberTest(key, values);
  if (isIn(NAMES, key)) return namedTest(key, values);
  return timeTest(values);
}
