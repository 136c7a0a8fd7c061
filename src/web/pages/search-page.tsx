// Search: sessions ranked by their hits, or all hits, newest first.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EmptyState } from '../parts/states.tsx';
import { Toggle } from '../parts/toggle.tsx';
import { useKeys } from '../state/keys.ts';
import { goWith, place } from '../state/route.ts';
import { SearchHits } from './search-hits.tsx';
import './search-page.css';
import { SearchSessions } from './search-sessions.tsx';

const PAUSE_MS = 200;

const VIEWS = [
  { by: undefined, title: 'Sessions', help: 'The session that is most likely meant first' },
  { by: 'hits', title: 'All hits', help: 'One by one, newest first' },
] as const;

export function SearchPage(): ComponentChildren {
  const { query } = place.value;
  const words = query.get('q') ?? '';
  const isFlat = query.get('by') === 'hits';
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => box.current?.focus(), []);
  // A facet changes the query as well.
  useLayoutEffect(() => {
    if (box.current !== null && document.activeElement !== box.current) box.current.value = words;
  }, [words]);
  useKeys('Search', [{ keys: ['/'], does: 'Edit the search', run: () => box.current?.focus() }]);
  return (
    <div class="page">
      <div class="page__head">
        <h1>Search</h1>
        <input
          ref={box}
          class="input search__box"
          type="search"
          aria-label="Words to search for"
          placeholder='word  "a phrase"  prefix*  part_of_a_name  /regular expression/  tool:Bash since:7d'
          defaultValue={words}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            const { value } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(() => goWith({ q: value, reach: undefined }, { replace: true }), PAUSE_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'ArrowDown') event.currentTarget.blur();
          }}
        />
        <span class="search__views">
          {VIEWS.map(({ by, title, help }) => (
            <Toggle
              key={title}
              help={help}
              isOn={isFlat === (by === 'hits')}
              onToggle={() => goWith({ by, sort: undefined, reach: undefined })}
            >
              {title}
            </Toggle>
          ))}
        </span>
      </div>
      {words.trim() === '' ? (
        <EmptyState
          title="Search prompts, answers, thinking, inputs, results, paths and errors."
          hint="The session that is most likely meant comes first. Filter terms such as tool:Bash narrow it down."
        />
      ) : isFlat ? (
        <SearchHits words={words} />
      ) : (
        <SearchSessions words={words} />
      )}
    </div>
  );
}
