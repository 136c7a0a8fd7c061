// Search: hits in everything said and done, newest first, each a way to its call or message.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SearchPage as Answer, SearchHit } from '../../api/wire/library.ts';
import { formatBytes, formatMs, plural } from '../../base/units.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { oneLine, toolName } from '../../ui/text/one-line.ts';
import { ago, lastPart, wholeTime } from '../parts/display-text.ts';
import { lookOf } from '../parts/entry-kinds.ts';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { callAddress, sessionAddress } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { useKeys } from '../state/keys.ts';
import { go, goWith, place } from '../state/route.ts';
import './search-page.css';

const PAUSE_MS = 200;

interface Found {
  readonly hits: readonly SearchHit[];
  readonly searched: Answer['searched'] | undefined;
  readonly next: string | null;
  readonly error: Error | undefined;
  readonly isSearching: boolean;
}

const NOTHING: Found = { hits: [], searched: undefined, next: null, error: undefined, isSearching: false };

function useSearch(words: string): readonly [found: Found, more: () => void] {
  const [found, setFound] = useState<Found>(NOTHING);
  const controller = useRef(new AbortController());
  const search = (cursor: string | undefined, before: readonly SearchHit[]): void => {
    const { signal } = controller.current;
    setFound((old) => ({ ...old, isSearching: true }));
    api.get('search', { query: { q: words, limit: '50', cursor } }, signal).then(
      ({ hits, next, searched }) =>
        setFound({ hits: [...before, ...hits], next, searched, error: undefined, isSearching: false }),
      (error: unknown) => {
        if (signal.aborted) return;
        setFound({ ...NOTHING, hits: before, error: error instanceof Error ? error : new Error(String(error)) });
      },
    );
  };
  useEffect(() => {
    controller.current = new AbortController();
    if (words.trim() === '') {
      setFound(NOTHING);
      return undefined;
    }
    search(undefined, []);
    return () => controller.current.abort();
  }, [words]);
  return [
    found,
    () => {
      if (!found.isSearching && found.next !== null) search(found.next, found.hits);
    },
  ];
}

function addressOf({ agent, session, call, what, source, offset, line, pointer }: SearchHit): string {
  if (call !== null) return callAddress(call);
  // No row of the session's table: the line itself is shown.
  if (what === 'record') return sessionAddress(agent, session, { line: `${source}:${line}` });
  return sessionAddress(agent, session, { at: `${source}:${offset}:${pointer}`, show: 'everything' });
}

/** The text with what fits marked; marks that overlap or lie outside are left out. */
function Snippet({ snippet }: Pick<SearchHit, 'snippet'>): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const [from, to] of snippet.marks) {
    if (from < at || to > snippet.text.length) continue;
    parts.push(snippet.text.slice(at, from), <mark key={from}>{snippet.text.slice(from, to)}</mark>);
    at = to;
  }
  parts.push(snippet.text.slice(at));
  return <code class="search__snippet">{parts}</code>;
}

function Hit({ hit, isChosen }: { readonly hit: SearchHit; readonly isChosen: boolean }): ComponentChildren {
  const { call, what, part, session, sessionTitle, project, at, copies } = hit;
  return (
    <li class="search__hit" aria-current={isChosen}>
      <a class="search__link" href={addressOf(hit)}>
        <span class="search__head">
          {call === null ? (
            <strong>{lookOf(what).title}</strong>
          ) : (
            <>
              <StatusMark status={call.status} masked={call.masked} short={true} />{' '}
              <strong>{toolName(call.tool)}</strong>{' '}
              <span class="dim">
                {part}
                {call.summary === '' ? '' : ` · ${oneLine(call.summary)}`}
              </span>
            </>
          )}
        </span>
        <Snippet snippet={hit.snippet} />
        <span class="search__foot">
          {oneLine(sessionTitle ?? session)}
          {project === null ? '' : ` · ${oneLine(lastPart(project))}`} ·{' '}
          <span title={wholeTime(at)}>{ago(at, Date.now())}</span>
          {copies.length === 0 ? null : (
            <span title={copies.map((copy) => copy.title ?? copy.session).join('\n')}>
              {' '}
              · copied into{' '}
              {plural(copies.length, copies.some((copy) => copy.session === session) ? 'other place' : 'other session')}
            </span>
          )}
        </span>
      </a>
    </li>
  );
}

export function SearchPage(): ComponentChildren {
  const words = place.value.query.get('q') ?? '';
  const [{ hits, searched, next, error, isSearching }, more] = useSearch(words);
  const [chosen, setChosen] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => box.current?.focus(), []);
  useLayoutEffect(() => setChosen(-1), [words]);
  const move = (by: number): void => {
    const to = Math.min(hits.length - 1, Math.max(0, chosen + by));
    setChosen(to);
    document.querySelectorAll('.search__hit')[to]?.scrollIntoView({ block: 'nearest' });
  };
  useKeys('Search', [
    { keys: ['j', 'ArrowDown'], does: 'Next hit', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous hit', run: () => move(-1) },
    {
      keys: ['Enter', 'o'],
      does: 'Open the hit',
      run: () => {
        const hit = hits[chosen];
        if (hit !== undefined) go(addressOf(hit));
      },
    },
    { keys: ['/'], does: 'Edit the search', run: () => box.current?.focus() },
  ]);
  return (
    <div class="page">
      <div class="page__head">
        <h1>Search</h1>
        <input
          ref={box}
          class="search__box"
          type="search"
          aria-label="Words to search for"
          placeholder='word  "a phrase"  prefix*  part_of_a_name  /regular expression/  tool:Bash since:7d'
          defaultValue={words}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => {
            const { value } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(() => goWith({ q: value }, { replace: true }), PAUSE_MS);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'ArrowDown') event.currentTarget.blur();
          }}
        />
        <span class="page__note" role="status">
          {searched === undefined || words === ''
            ? ''
            : `${next === null ? plural(hits.length, 'hit') : `the newest ${hits.length}`} · ${formatBytes(searched.of)} in ${formatMs(searched.ms)}`}
        </span>
      </div>
      <div class="page__body">
        {error === undefined ? null : <Trouble error={error} saysWhy={true} />}
        {words === '' ? (
          <EmptyState
            title="Search prompts, answers, thinking, inputs, results, paths and errors."
            hint="Newest first. Filter terms such as tool:Bash narrow it down."
          />
        ) : null}
        {hits.length === 0 && words !== '' && error === undefined ? (
          isSearching ? (
            <Waiting what="Searching…" />
          ) : (
            <EmptyState title="No matches." />
          )
        ) : null}
        <ol class="search__hits">
          {hits.map((hit, i) => (
            <Hit
              key={`${hit.session} ${hit.source} ${hit.offset} ${hit.pointer} ${hit.part}`}
              hit={hit}
              isChosen={i === chosen}
            />
          ))}
        </ol>
        {searched !== undefined && !searched.isComplete ? (
          <p class="search__more warn-text">It took too long and was stopped: older hits may be missing.</p>
        ) : null}
        {next === null ? null : (
          <p class="search__more">
            <button type="button" class="button" onClick={more} disabled={isSearching}>
              More
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
