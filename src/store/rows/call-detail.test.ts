// Tests the compact text of a call: everything comes back, whatever was left out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCall } from '../../../test/support/tool-call.ts';
import type { Row } from '../../base/row.ts';
import type { HookRun, ToolCall } from '../../model/tool-call.ts';
import { hookWord } from '../questions/stats.ts';
import { parseFrame } from './call-detail.ts';
import { CALL_COLUMNS, callOf, callValues, storedCallOf, triedInRow } from './call-row.ts';
import type { InternedParts } from './interned.ts';
import { parseHookName } from './stored-hook.ts';

const ref = (line: number, source = 0) => ({ source, line, offset: line * 100, length: 90 });

const PLAIN = toolCall({
  session: 's',
  callId: 'c1',
  occurrence: 0,
  summary: 'ls -la',
  facts: { command: 'ls -la', exitCode: 0 },
  target: 'ls -la',
  evidence: [
    { ...ref(3), role: 'request' },
    { ...ref(5), role: 'result' },
  ],
  bodies: {
    input: { ...ref(3), pointer: '/message/content/0/input' },
    content: { ...ref(5), pointer: '/message/content/0/content' },
    structured: { ...ref(5), pointer: '/toolUseResult' },
  },
});

class Book {
  readonly frames: string[] = [];
  readonly #frameParts: string[] = [];
  readonly hooks: string[] = [];

  readonly home = {
    numberOf: (path: string): number => (path === '/a.jsonl' ? 0 : -1),
    frameNumber: (parts: InternedParts, frame: () => string): number => {
      const known = this.#frameParts.indexOf(JSON.stringify(parts));
      if (known !== -1) return known;
      this.frames.push(frame());
      return this.#frameParts.push(JSON.stringify(parts)) - 1;
    },
    hookNumber: ({ event, name, command }: HookRun): number => this.hooks.push(hookWord(event, name, command)) - 1,
  };

  rowOf(call: ToolCall): Row {
    const values = callValues(call, this.home);
    return Object.fromEntries(CALL_COLUMNS.map((name, i) => [name, values[i] ?? null]));
  }

  read(row: Row): ToolCall {
    return callOf(storedCallOf(row), {
      agent: 'claude-code',
      session: 's',
      pathOf: (source) => (source === 0 ? '/a.jsonl' : ''),
      copies: [],
      frameOf: (number) => parseFrame(this.frames[number] ?? ''),
      hookOf: (number) => parseHookName(this.hooks[number] ?? ''),
    });
  }
}

const some = fc.constantFrom('ls', 'npm test', 'cat a…', '…', 'x'.repeat(300), '😀', '\ud83d', 'a\0b', '');

/** A command, a summary that may be cut from it, and a target that may go on where the command was cut. */
const told = fc
  .tuple(some, some, fc.nat(8), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([head, tail, length, isCut, hasCommand, isSame]) => {
    const target = head + tail;
    const command = isCut ? `${target.slice(0, length)}…` : target;
    const summary = isSame ? command : `${command.slice(0, length)}…`;
    return { summary, target, facts: hasCommand ? { command } : { path: '/x', lines: 3 } };
  });

const HOOK = {
  event: 'PreToolUse',
  name: 'guard "it"',
  command: null,
  outcome: 'blocked',
  exitCode: 2,
  durationMs: 0.25,
  decision: null,
  message: 'not\there',
  at: 1_700_000_000_123,
  ref: ref(4),
} as const;

/** What few calls have. */
const RARE: readonly Partial<ToolCall>[] = [
  {},
  {
    failure: { code: 'failed', blame: 'agent', message: 'said "no"\n' },
    feedback: 'try \\ again',
    aim: 'npm run "build"',
    parallelGroup: 'g"1',
    parentCall: 'p',
    agentId: 'a',
    progressCount: 3,
    flags: [],
    hooks: [HOOK, { ...HOOK, command: './guard.sh', outcome: 'ok', ref: ref(6, 2) }],
  },
  {
    copies: [
      { session: 's', file: '/a.jsonl', ...placed(4) },
      { session: 's', file: '/b "c".jsonl', ...placed(5) },
    ],
    duration: null,
    result: null,
    masked: { code: 'tests-failed', blame: 'code', message: '3 "failed"', ref: ref(7) },
    flags: ['masks-failure'],
    statusRule: 'a "quoted" rule',
    problems: [{ code: 'odd', message: 'a\tb', severity: 'warning', params: {}, ref: null }],
  },
];

function placed(line: number) {
  return { line, offset: line * 100, length: 90 };
}

describe('the compact text of a call', () => {
  it('brings everything back', () => {
    const book = new Book();
    fc.assert(
      fc.property(told, fc.nat(3), fc.boolean(), (words, source, isElsewhere) => {
        const body = isElsewhere ? { ...ref(9, 1), pointer: '/x' } : PLAIN.bodies.content;
        const call: ToolCall = {
          ...PLAIN,
          ...words,
          ...RARE[source],
          evidence: [...PLAIN.evidence, { ...ref(7, source), role: 'progress' }],
          bodies: { ...PLAIN.bodies, content: body },
        };
        const row = book.rowOf(call);
        expect(book.read(row)).toEqual(call);
        expect(triedInRow(row)).toEqual({ target: call.target, aim: call.aim, masked: call.masked });
      }),
      { numRuns: 500 },
    );
  });

  it('writes what calls share once, and the command not beside a summary that is the same', () => {
    const book = new Book();
    const [first, second] = [PLAIN, { ...PLAIN, callId: 'c2' }].map((call) => book.rowOf(call)['detail']);
    expect(book.frames).toHaveLength(1);
    expect([first, second]).toEqual(Array(2).fill('{"x":0,"c":1,"t":1,"ev":[[0,0,3,300,90],[1,2,200,90]]}'));
  });
});
