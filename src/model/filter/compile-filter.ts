// Compiles a filter into a function, once, so that it can test a hundred thousand calls. A result is yes, no, or unknown (null): a
// regular expression whose budget ran out, or a text that was not to be read. Unknown stays unknown under negation, and matters only if
// nothing cheaper decides.

import type { ToolCall } from '../tool-call.ts';
import type { StepBudget } from './automaton/matcher.ts';
import type { Filter } from './filter.ts';
import { lightText, type SessionFacts } from './session-facts.ts';
import { termTest } from './term-test.ts';
import { REGEX_CALL_STEPS, regexBudget, regexTest, textTest } from './text-test.ts';

export interface CompiledFilter {
  /** Whether the filter needs texts at all. */
  readonly usesText: boolean;
  /** First pass, without any text: null when the texts decide. */
  quick(call: ToolCall, facts: SessionFacts): boolean | null;
  /** Complete: null when the budget of the regular expressions ran out before it was known. */
  decide(call: ToolCall, facts: SessionFacts, budget?: StepBudget): boolean | null;
  /** Whether the call is known to match. */
  matches(call: ToolCall, facts: SessionFacts, budget?: StepBudget): boolean;
}

/** One test of one call; its text is fetched once, and only if needed. */
class Question {
  readonly call: ToolCall;
  readonly facts: SessionFacts;
  readonly budget: StepBudget | undefined;
  readonly mayReadText: boolean;
  #text: string | undefined;
  #lower: string | undefined;

  constructor(call: ToolCall, facts: SessionFacts, mayReadText: boolean, budget?: StepBudget) {
    this.call = call;
    this.facts = facts;
    this.mayReadText = mayReadText;
    this.budget = budget;
  }

  get text(): string {
    this.#text ??= this.facts.text === undefined ? lightText(this.call) : this.facts.text(this.call);
    return this.#text;
  }

  get lowerText(): string {
    this.#lower ??= this.text.toLowerCase();
    return this.#lower;
  }
}

type Test = (question: Question) => boolean | null;

/** What a test costs: facts of the call, a text, an expression over a text. */
const FACTS = 0;
const TEXT = 1;
const REGEX = 2;

interface Compiled {
  readonly test: Test;
  readonly cost: number;
}

/** Evaluates until one answer is `deciding`. Cheap ones come first, so a regex sees only what the others left over. */
function firstDeciding(parts: readonly Compiled[], deciding: boolean): Compiled {
  const tests = parts.toSorted((a, b) => a.cost - b.cost).map(({ test }) => test);
  return {
    cost: Math.max(...parts.map(({ cost }) => cost)),
    test: (question) => {
      let isOpen = false;
      for (const test of tests) {
        const answer = test(question);
        if (answer === deciding) return deciding;
        if (answer === null) isOpen = true;
      }
      return isOpen ? null : !deciding;
    },
  };
}

function compile(filter: Filter): Compiled {
  switch (filter.type) {
    case 'all':
      return { cost: FACTS, test: () => true };
    case 'and':
    case 'or': {
      if (filter.items.length === 0) return { cost: FACTS, test: () => filter.type === 'and' };
      return firstDeciding(filter.items.map(compile), filter.type === 'or');
    }
    case 'not': {
      const { test, cost } = compile(filter.item);
      return {
        cost,
        test: (question) => {
          const answer = test(question);
          return answer === null ? null : !answer;
        },
      };
    }
    case 'text': {
      const test = textTest(filter);
      return { cost: TEXT, test: (question) => (question.mayReadText ? test(question.lowerText) : null) };
    }
    case 'regex': {
      const test = regexTest(filter);
      return {
        cost: REGEX,
        test: (question) =>
          question.mayReadText ? test(question.text, question.budget ?? regexBudget(REGEX_CALL_STEPS)) : null,
      };
    }
    case 'term': {
      const test = termTest(filter);
      return { cost: FACTS, test: ({ call, facts }) => test(call, facts) };
    }
  }
}

export function compileFilter(filter: Filter): CompiledFilter {
  const { test, cost } = compile(filter);
  const decide: CompiledFilter['decide'] = (call, facts, budget) => test(new Question(call, facts, true, budget));
  return {
    usesText: cost > FACTS,
    quick: (call, facts) => test(new Question(call, facts, false)),
    decide,
    matches: (call, facts, budget) => decide(call, facts, budget) === true,
  };
}
