// All hits of a search, newest first or by a column, each with a link to its call or message.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasSeveralWords } from '../../api/several-words.ts';
import type { SearchPage as Answer, SearchHit } from '../../api/wire/library.ts';
import { lastPart } from '../../base/last-part.ts';
import { formatBytes, formatCount, formatMs, plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { focusHit, HitHome, hitAddress, Snippet } from '../parts/search-hit.tsx';
import { type Column, SortTable } from '../parts/sort-table.tsx';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { timeColumn } from '../parts/when.tsx';
import { api } from '../state/api.ts';
import { asError } from '../state/as-error.ts';
import { useKeys } from '../state/keys.ts';
import { orderOf } from '../state/table-view.ts';

interface Found {
  readonly hits: readonly SearchHit[];
  readonly searched: Answer['searched'] | undefined;
  readonly next: string | null;
  readonly error: Error | undefined;
  readonly isSearching: boolean;
}

const NOTHING: Found = { hits: [], searched: undefined, next: null, error: undefined, isSearching: true };

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
        const told = asError(error);
        setFound({ ...NOTHING, hits: before, error: told, isSearching: false });
      },
    );
  };
  useEffect(() => {
    controller.current = new AbortController();
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

function Copies({ session, copies }: SearchHit): ComponentChildren {
  if (copies.length === 0) return null;
  const what = copies.some((copy) => copy.session === session) ? 'other place' : 'other session';
  return (
    <span class="dim" title={copies.map((copy) => copy.title ?? copy.session).join('\n')}>
      {' '}
      · copied into {plural(copies.length, what)}
    </span>
  );
}

const COLUMNS: readonly Column<SearchHit>[] = [
  {
    id: 'text',
    title: 'Text',
    isWide: true,
    sort: ({ snippet }) => snippet.text.toLowerCase(),
    cell: (hit) => (
      <a class="search__link row-link" href={hitAddress(hit)}>
        <Snippet snippet={hit.snippet} />
      </a>
    ),
  },
  {
    id: 'in',
    title: 'Found in',
    sort: ({ call, what, part }) => (call === null ? what : `${call.tool} ${part}`).toLowerCase(),
    cell: (hit) => <HitHome hit={hit} />,
  },
  {
    id: 'session',
    title: 'Session',
    isExtra: true,
    sort: ({ sessionTitle, session }) => (sessionTitle ?? session).toLowerCase(),
    cell: (hit) => (
      <>
        <span title={oneLine(hit.sessionTitle ?? hit.session)}>{oneLine(hit.sessionTitle ?? hit.session)}</span>
        <Copies {...hit} />
      </>
    ),
  },
  {
    id: 'project',
    title: 'Project',
    isRoomy: true,
    sort: ({ project }) => project ?? '',
    cell: ({ project }) => (project === null ? '–' : <span title={project}>{oneLine(lastPart(project))}</span>),
  },
  { id: 'agent', title: 'Agent', isRoomy: true, sort: ({ agent }) => agent },
  timeColumn('at', 'When', ({ at }) => at, { isNumber: true }),
];

function noteOf({ hits, searched, next }: Found): string {
  if (searched === undefined) return '';
  const count = next === null ? plural(hits.length, 'hit') : `the newest ${hits.length}`;
  const sorted = next !== null && orderOf('') !== null ? ', sorted among themselves' : '';
  return `${count}${sorted} · ${formatBytes(searched.of)} in ${formatMs(searched.ms)}`;
}

/** Of a search that did not come to its end. */
function Stopped({ searched, next }: Pick<Found, 'searched' | 'next'>): ComponentChildren {
  if (searched === undefined || searched.isComplete) return null;
  const { covered } = searched;
  const newest = covered === null ? '' : ` the newest ${formatCount(covered.logs)} of ${plural(covered.of, 'log')}`;
  if (next !== null) return <p class="search__more">Looked through{newest} so far.</p>;
  return (
    <p class="search__more warn-text">It took too long and was stopped after{newest}: older hits may be missing.</p>
  );
}

export function SearchHits({ words }: { readonly words: string }): ComponentChildren {
  const [found, more] = useSearch(words);
  const { hits, searched, next, error, isSearching } = found;
  useKeys('Search', [
    { keys: ['j', 'ArrowDown'], does: 'Next hit', run: () => focusHit(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous hit', run: () => focusHit(-1) },
  ]);
  return (
    <div class="page__body search__flat">
      <p class="search__note" role="status">
        {noteOf(found)}
      </p>
      {error === undefined ? null : <Trouble error={error} saysWhy={true} />}
      {hits.length > 0 ? (
        <SortTable
          label="Search hits"
          columns={COLUMNS}
          rows={hits}
          keyOf={(hit) => `${hit.session} ${hit.source} ${hit.offset} ${hit.pointer} ${hit.part}`}
        />
      ) : error !== undefined ? null : isSearching ? (
        <Waiting what="Searching…" />
      ) : (
        <EmptyState
          title={searched?.isComplete === false ? 'No matches so far.' : 'No matches.'}
          hint={
            hasSeveralWords(words)
              ? 'A hit has all of the words. Sessions may have them in different places.'
              : undefined
          }
        />
      )}
      <Stopped searched={searched} next={next} />
      {next === null ? null : (
        <p class="search__more">
          <button type="button" class="button" onClick={more} disabled={isSearching}>
            {searched?.isComplete === false ? 'Search the rest' : 'More'}
          </button>
        </p>
      )}
    </div>
  );
}
