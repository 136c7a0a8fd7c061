// Which hits a scope lets through: words about calls are asked of the call a hit belongs to, words about sessions of
// its session, and what was said outside of calls fits only words about sessions.

import { compileFilter } from '../../model/filter/compile-filter.ts';
import type { Filter, TermNode } from '../../model/filter/filter.ts';
import type { FilterKey } from '../../model/filter/keys.ts';
import type { EntryTest, LogEntry } from '../../model/filter/log-entry.ts';
import type { SessionFacts } from '../../model/filter/session-facts.ts';
import { entryTest } from '../../model/filter/term-test.ts';
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

function asEntry(spoken: Spoken): LogEntry {
  return { ...spoken, requestedAt: spoken.at, endedAt: null };
}

export class SearchScope {
  readonly filter: Filter;
  readonly isEverything: boolean;
  /** Nothing that was said outside of calls can fit. */
  readonly needsCall: boolean;
  readonly #compiled;
  readonly #tests = new Map<TermNode, EntryTest | undefined>();

  constructor(filter: Filter) {
    this.filter = filter;
    this.isEverything = filter.type === 'all';
    this.#compiled = compileFilter(filter);
    this.needsCall = ask(filter, (term) => (this.#test(term) === undefined ? false : null)) === false;
  }

  /** Whether anything of a log can fit; `newestAt` is when it was last written to. */
  mayHold(log: Spoken & { readonly newestAt: number }, facts: SessionFacts): boolean {
    return this.#mayHold(log, facts, () => null);
  }

  /** Whether anything that was said in a log, outside of calls, can fit. */
  mayHoldSpoken(log: Spoken & { readonly newestAt: number }, facts: SessionFacts): boolean {
    const asked = asEntry(log);
    return this.#mayHold(log, facts, (term) => {
      const test = this.#test(term);
      if (test === undefined) return false;
      return term.key === 'thread' || term.key === 'is' ? test(asked, facts) : null;
    });
  }

  #mayHold(
    log: Spoken & { readonly newestAt: number },
    facts: SessionFacts,
    decide: (term: TermNode) => Answer,
  ): boolean {
    const asked = asEntry(log);
    const answer = ask(this.filter, (term) => {
      if (SESSION_KEYS.has(term.key)) return this.#test(term)?.(asked, facts) ?? null;
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
    const asked = asEntry(spoken);
    return ask(this.filter, (term) => this.#test(term)?.(asked, facts) ?? false) === true;
  }

  /** Undefined: the term is about calls only. */
  #test(term: TermNode): EntryTest | undefined {
    if (!this.#tests.has(term)) this.#tests.set(term, entryTest(term));
    return this.#tests.get(term);
  }
}
