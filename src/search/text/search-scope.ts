// Which hits a scope lets through: words about calls are asked of the call a hit belongs to, words about sessions of
// its session, and what was said outside of calls fits only words about sessions.

import { compileFilter } from '../../model/filter/compile-filter.ts';
import type { Filter, TermNode } from '../../model/filter/filter.ts';
import type { FilterKey } from '../../model/filter/keys.ts';
import type { SessionFacts } from '../../model/filter/session-facts.ts';
import { type CallTest, termTest } from '../../model/filter/term-test.ts';
import type { ToolCall } from '../../model/tool-call.ts';

/** Yes, no, or not known. */
type Answer = boolean | null;

const SESSION_KEYS: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'agent',
  'project',
  'session',
  'title',
  'branch',
  'version',
]);
/** Of each thing that was said, too. */
const SPOKEN_KEYS: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'thread',
  'model',
  'since',
  'after',
  'before',
  'until',
  'on',
]);
const SPOKEN_FLAGS: ReadonlySet<string> = new Set(['live', 'main', 'subagent']);

function ask(filter: Filter, decide: (term: TermNode) => Answer): Answer {
  switch (filter.type) {
    case 'term':
      return decide(filter);
    case 'not': {
      const answer = ask(filter.item, decide);
      return answer === null ? null : !answer;
    }
    case 'and':
    case 'or': {
      const deciding = filter.type === 'or';
      const answers = filter.items.map((item) => ask(item, decide));
      if (answers.includes(deciding)) return deciding;
      return answers.includes(null) ? null : !deciding;
    }
    default:
      return true;
  }
}

/** What was said outside of calls, as far as a scope asks about it. */
export interface Spoken {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly model: string | null;
  readonly at: number | null;
}

/** Only what words about sessions look at counts: all else is asked of no one. */
function asCall({ agent, session, thread, model, at }: Spoken): ToolCall {
  const nowhere = { source: 0, line: 0, offset: 0, length: 0, pointer: '' };
  return {
    agent,
    session,
    callId: '',
    occurrence: 1,
    thread,
    turn: 0,
    tool: '',
    toolId: '',
    model,
    status: 'ok',
    statusRule: '',
    failure: null,
    masked: null,
    feedback: null,
    requestedAt: at,
    endedAt: at,
    duration: null,
    result: null,
    summary: '',
    facts: {},
    target: null,
    aim: null,
    messageId: null,
    identity: 0,
    parallelGroup: null,
    parentCall: null,
    agentId: null,
    background: null,
    hooks: [],
    progressCount: 0,
    permission: null,
    flags: [],
    copies: [],
    evidence: [],
    problems: [],
    bodies: { input: nowhere, content: null, structured: null },
  };
}

function isSpokenFlags({ key, values }: TermNode): boolean {
  return key === 'is' && values.every((value) => value.type === 'exact' && SPOKEN_FLAGS.has(value.value));
}

export class SearchScope {
  readonly filter: Filter;
  readonly isEverything: boolean;
  /** Nothing that was said outside of calls can fit. */
  readonly needsCall: boolean;
  readonly #compiled;
  readonly #tests = new Map<TermNode, CallTest>();

  constructor(filter: Filter) {
    this.filter = filter;
    this.isEverything = filter.type === 'all';
    this.#compiled = compileFilter(filter);
    this.needsCall = ask(filter, (term) => (this.#isAboutSpoken(term) ? null : false)) === false;
  }

  /** Whether anything of a log can fit; `newestAt` is when it was last written to. */
  mayHold(log: Spoken & { readonly newestAt: number }, facts: SessionFacts): boolean {
    return this.#mayHold(log, facts, () => null);
  }

  /** Whether anything that was said in a log, outside of calls, can fit. */
  mayHoldSpoken(log: Spoken & { readonly newestAt: number }, facts: SessionFacts): boolean {
    const asked = asCall(log);
    return this.#mayHold(log, facts, (term) => {
      if (!this.#isAboutSpoken(term)) return false;
      return term.key === 'thread' || isSpokenFlags(term) ? this.#test(term)(asked, facts) : null;
    });
  }

  #mayHold(
    log: Spoken & { readonly newestAt: number },
    facts: SessionFacts,
    decide: (term: TermNode) => Answer,
  ): boolean {
    const asked = asCall(log);
    const answer = ask(this.filter, (term) => {
      if (SESSION_KEYS.has(term.key)) return this.#test(term)(asked, facts);
      const decided = decide(term);
      if (decided !== null) return decided;
      const windows = term.values.filter((value) => value.type === 'window');
      const isOver = windows.length > 0 && windows.every(({ fromMs }) => fromMs !== null && log.newestAt < fromMs);
      return isOver ? false : null;
    });
    return answer !== false;
  }

  fitsCall(call: ToolCall, facts: SessionFacts): boolean {
    return this.#compiled.matches(call, facts);
  }

  fitsSpoken(spoken: Spoken, facts: SessionFacts): boolean {
    const asked = asCall(spoken);
    return ask(this.filter, (term) => this.#isAboutSpoken(term) && this.#test(term)(asked, facts)) === true;
  }

  #isAboutSpoken(term: TermNode): boolean {
    return SESSION_KEYS.has(term.key) || SPOKEN_KEYS.has(term.key) || isSpokenFlags(term);
  }

  #test(term: TermNode): CallTest {
    const known = this.#tests.get(term) ?? termTest(term);
    this.#tests.set(term, known);
    return known;
  }
}
