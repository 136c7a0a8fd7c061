// Applies a filter to a session's calls: facts first, and the log's text only if the facts do not decide.

import { type CompiledFilter, compileFilter } from '../model/filter/compile-filter.ts';
import type { Filter } from '../model/filter/filter.ts';
import { sessionFacts } from '../model/filter/session-facts.ts';
import { regexBudget } from '../model/filter/text-test.ts';
import type { Session } from '../model/session.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { tools } from '../tools/all-tools.ts';
import { openCall } from './open-call.ts';

const families = new Map(tools.map(({ id, family }) => [id, family]));

/** The text that is searched: the input and what the model saw. */
function textOf(session: Session, call: ToolCall): string {
  const opened = openCall(session, call);
  if (opened === undefined) return call.summary;
  const input = typeof opened.rawInput === 'string' ? opened.rawInput : strings(opened.rawInput).join('\n');
  return `${call.summary}\n${input}\n${opened.text ?? ''}`;
}

/** All strings inside a value, to a sane depth. */
function strings(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 20) return [];
  return Object.values(value).flatMap((item) => strings(item, depth + 1));
}

export class CallFilter {
  readonly #compiled: CompiledFilter;
  readonly #budget = regexBudget();
  /** Calls for which a regular expression ran out of steps. */
  undecided = 0;

  constructor(filter: Filter) {
    this.#compiled = compileFilter(filter);
  }

  /** The session with only the matching calls. */
  apply(session: Session): Session {
    const facts = sessionFacts(session, {
      familyOf: (toolId) => families.get(toolId),
      text: (call) => textOf(session, call),
    });
    const calls = session.calls.filter((call) => {
      const answer = this.#compiled.decide(call, facts, this.#budget);
      if (answer === null) this.undecided++;
      return answer === true;
    });
    return { ...session, calls };
  }
}
