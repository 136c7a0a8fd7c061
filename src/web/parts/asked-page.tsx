// Frame of a page with one question to the server: head, filter box, answer, and a placeholder until it arrives.

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { Question } from '../state/api.ts';
import { useFollowing } from '../state/following.ts';
import { useKeys } from '../state/keys.ts';
import { goWith, place } from '../state/route.ts';
import { FilterBox } from './filter-box.tsx';
import { Unanswered } from './states.tsx';

/** Shortest time between two summaries of the whole library. */
const PAUSE_MS = 2000;

interface AskedPageProps<Answer> {
  readonly title: string;
  readonly question: Question<Answer>;
  /** Undefined for pages without a filter. */
  readonly placeholder?: string;
  readonly tools?: ComponentChildren;
  readonly children: (answer: Answer) => ComponentChildren;
}

export function AskedPage<Answer>(props: AskedPageProps<Answer>): ComponentChildren {
  const { title, question, placeholder, tools, children } = props;
  const box = useRef<HTMLInputElement>(null);
  useFollowing(question, PAUSE_MS);
  useKeys(title, placeholder === undefined ? [] : [{ keys: ['/'], does: 'Filter', run: () => box.current?.focus() }]);
  const { answer } = question.state.value;
  return (
    <div class="page">
      <div class="page__head">
        <h1>{title}</h1>
        {placeholder === undefined ? null : (
          <FilterBox
            input={box}
            value={place.value.query.get('f') ?? ''}
            label={`Filter: ${title}`}
            placeholder={placeholder}
            onChange={(text) => goWith({ f: text }, { replace: true })}
          />
        )}
        {tools}
      </div>
      <div class="page__body">
        {answer === undefined ? <Unanswered question={question} what="Asking…" /> : children(answer)}
      </div>
    </div>
  );
}
