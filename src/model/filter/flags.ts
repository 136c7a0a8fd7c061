// The values of `is:` and `has:`: what each means in words, and when it is true for a call.

import { isWaiting, waitMsOf } from '../call-times.ts';
import { isUnexpectedFailure } from '../outcome.ts';
import type { CallFlag, ToolCall } from '../tool-call.ts';
import type { EntryTest } from './log-entry.ts';
import type { SessionFacts } from './session-facts.ts';

export const IS_VALUES = {
  live: 'its session may still go on',
  ok: 'it worked',
  error: 'it failed, expected or not',
  failed: 'it failed, and that was not expected',
  expected: 'its failure is an answer, such as a search without hits',
  masked: 'it worked, but something in it failed',
  rejected: 'a person said no',
  denied: 'a rule, a classifier or a hook said no',
  refused: 'rejected or denied',
  cancelled: 'given up before it ran',
  interrupted: 'stopped while it ran',
  running: 'no result yet, and the session is alive',
  lost: 'no result, and the log has ended or moved on',
  unknown: 'the agent does not log how it came out',
  unfinished: 'running, lost, or in the background with no end seen',
  background: 'it went on in the background',
  subagent: 'a subagent made it',
  main: 'the main thread made it',
  parallel: 'asked for together with others, in one message',
  nested: 'it ran inside another call',
  copied: 'it is in the logs more than once: resumed, forked or replayed',
  truncated: 'its result was cut short',
  edited: 'a person changed what it was going to do',
  'off-branch': 'a rewind left it behind',
  superseded: 'its record was retracted or replaced',
  'pre-compaction': 'it comes before a compaction of its thread',
  cleared: "its result was dropped from the model's context",
  'rolled-back': 'its turn was rolled back',
  'duplicate-result': 'more than one result arrived',
  implied: 'known only from a record of its end',
} as const;

export const HAS_VALUES = {
  result: 'a result arrived',
  structured: 'a structured companion of the result',
  failure: 'a failure with a code',
  feedback: 'words of the person who rejected it',
  hook: 'hooks that ran for it',
  permission: 'a decision about permission on record',
  wait: 'a wait for a person’s permission, over or not',
  progress: 'progress reports',
  problem: 'something in the log was not as expected',
  duration: 'a known duration',
  image: 'images',
  file: 'a file or folder',
  url: 'a web address',
  command: 'a command line',
  query: 'a search pattern',
  exit: 'an exit code',
  diff: 'added or removed lines',
  tokens: 'a count of tokens',
  server: 'an MCP server',
  subagent: 'a subagent it started',
  parent: 'a call it ran under',
  copy: 'copies in other records',
  model: 'a known model',
  time: 'a known time',
  note: 'a remark of the tool',
} as const;

export type IsValue = keyof typeof IS_VALUES;
export type HasValue = keyof typeof HAS_VALUES;
type Test = (call: ToolCall, facts: SessionFacts) => boolean;

/** What `is:` asks of anything in a log, call or not. */
const ENTRY_TESTS = {
  live: (_, facts) => facts.live,
  subagent: (entry) => entry.thread !== 'main',
  main: (entry) => entry.thread === 'main',
} as const satisfies Partial<Record<IsValue, EntryTest>>;

function flagged(flag: CallFlag): Test {
  return (call) => call.flags.includes(flag);
}

const IS_TESTS: Readonly<Record<IsValue, Test>> = {
  ...ENTRY_TESTS,
  ok: (call) => call.status === 'ok',
  error: (call) => call.status === 'error',
  failed: isUnexpectedFailure,
  expected: (call) => call.failure?.blame === 'expected',
  masked: (call) => call.masked !== null,
  rejected: (call) => call.status === 'rejected',
  denied: (call) => call.status === 'denied',
  refused: (call) => call.status === 'rejected' || call.status === 'denied',
  cancelled: (call) => call.status === 'cancelled',
  interrupted: (call) => call.status === 'interrupted',
  running: (call) => call.status === 'running',
  lost: (call) => call.status === 'lost',
  unknown: (call) => call.status === 'unknown',
  unfinished: (call) => call.status === 'running' || call.status === 'lost' || call.status === 'background',
  background: (call) => call.status === 'background' || call.background !== null,
  parallel: (call) => call.parallelGroup !== null,
  nested: flagged('nested'),
  copied: (call) => call.copies.length > 0,
  truncated: (call) => call.facts.truncated === true,
  edited: (call) => call.facts.userModified === true,
  'off-branch': flagged('off-branch'),
  superseded: flagged('superseded'),
  'pre-compaction': flagged('pre-compaction'),
  cleared: flagged('cleared'),
  'rolled-back': flagged('rolled-back'),
  'duplicate-result': flagged('duplicate-result'),
  implied: flagged('implied'),
};

const HAS_TESTS: Readonly<Record<HasValue, Test>> = {
  result: (call) => call.bodies.content !== null || call.result !== null,
  structured: (call) => call.bodies.structured !== null,
  failure: (call) => call.failure !== null,
  feedback: (call) => call.feedback !== null,
  hook: (call) => call.hooks.length > 0,
  permission: (call) => call.permission !== null,
  wait: (call) => isWaiting(call) || (waitMsOf(call.permission, call.requestedAt) ?? 0) > 0,
  progress: (call) => call.progressCount > 0,
  problem: (call) => call.problems.length > 0,
  duration: (call) => call.duration !== null,
  image: (call) => (call.facts.images ?? 0) > 0,
  file: (call) => call.facts.path !== undefined,
  url: (call) => call.facts.url !== undefined,
  command: (call) => call.facts.command !== undefined,
  query: (call) => call.facts.query !== undefined,
  exit: (call) => call.facts.exitCode !== undefined,
  diff: ({ facts }) => (facts.linesAdded ?? 0) + (facts.linesRemoved ?? 0) > 0,
  tokens: (call) => call.facts.tokens !== undefined,
  server: (call) => call.facts.server !== undefined,
  subagent: (call) => call.agentId !== null,
  parent: (call) => call.parentCall !== null,
  copy: (call) => call.copies.length > 0,
  model: (call) => call.model !== null,
  time: (call) => call.requestedAt !== null || call.endedAt !== null,
  note: (call) => call.facts.note !== undefined,
};

function isOneOf<Value extends string>(table: Readonly<Record<Value, unknown>>, name: string): name is Value {
  return Object.hasOwn(table, name);
}

/** The test for `is:value` where it can be asked of anything in a log. */
export function entryFlagTest(value: string): EntryTest | undefined {
  return isOneOf(ENTRY_TESTS, value) ? ENTRY_TESTS[value] : undefined;
}

/** The test for `is:value` or `has:value`; a value no table knows holds for no call. */
export function flagTest(key: 'is' | 'has', value: string): Test {
  if (key === 'is') return isOneOf(IS_TESTS, value) ? IS_TESTS[value] : () => false;
  return isOneOf(HAS_TESTS, value) ? HAS_TESTS[value] : () => false;
}
