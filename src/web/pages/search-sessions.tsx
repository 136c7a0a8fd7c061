// Search results by session, ranked, each with its best hit, its date, and near-identical sessions.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SessionGroup, SessionGroups } from '../../api/wire/search.ts';
import { lastPart } from '../../base/last-part.ts';
import { formatBytes, formatCount, formatMs, plural } from '../../base/units.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { ago, dayOf, wholeTime } from '../parts/display-text.ts';
import { focusHit, HitHome, hitAddress, Snippet } from '../parts/search-hit.tsx';
import { EmptyState, Trouble, Waiting } from '../parts/states.tsx';
import { filterTerm, narrowed, sessionAddress } from '../state/addresses.ts';
import { api, useQuestion } from '../state/api.ts';
import { useKeys } from '../state/keys.ts';
import { addressWith, goWith, place } from '../state/route.ts';
import { ROLES, SearchFacets } from './search-facets.tsx';

const PAGE = 20;
const MOST = 200;

function Alike({ alike }: Pick<SessionGroup, 'alike'>): ComponentChildren {
  if (alike.length === 0) return null;
  return (
    <details class="search__alike">
      <summary>The same in {plural(alike.length, 'other session')}</summary>
      <ul>
        {alike.map(({ agent, session, title, lastAt }) => (
          <li key={`${agent} ${session}`}>
            <a href={sessionAddress(agent, session)}>{oneLine(title ?? session)}</a>{' '}
            <span class="dim" title={wholeTime(lastAt)}>
              {dayOf(lastAt)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Group({ group, words }: { readonly group: SessionGroup; readonly words: string }): ComponentChildren {
  const { agent, session, title, project, at, best, isTogether, hits, hasMoreHits, alike } = group;
  const all = addressWith({ q: narrowed(words, filterTerm('session', session)), by: 'hits', role: undefined });
  return (
    <li class="search__group">
      <div class="search__head">
        <a class="cut search__title" href={sessionAddress(agent, session)}>
          {oneLine(title ?? session)}
        </a>
        <span class="search__facts">
          {project === null ? null : <span title={project}>{oneLine(lastPart(project))} · </span>}
          {agent} ·{' '}
          <time title={wholeTime(at)} dateTime={new Date(at).toISOString()}>
            {ago(at, Date.now())}
          </time>
        </span>
      </div>
      <a class="search__link row-link" href={hitAddress(best)}>
        <span class="search__home">
          <HitHome hit={best} />
        </span>{' '}
        <Snippet snippet={best.snippet} />
      </a>
      <div class="search__below">
        <a href={all}>{hasMoreHits ? `${formatCount(hits)} or more hits` : plural(hits, 'hit')}</a>
        {isTogether ? null : <span> · words in different records</span>}
        <Alike alike={alike} />
      </div>
    </li>
  );
}

function Covered({ searched }: Pick<SessionGroups, 'searched'>): ComponentChildren {
  const { mayHold, lookedInto, isComplete } = searched;
  if (!isComplete) {
    return <p class="search__note warn-text">It took too long and was stopped: some sessions may be missing.</p>;
  }
  if (lookedInto >= mayHold) return null;
  return (
    <p class="search__note">
      Ranked from {formatCount(lookedInto)} of {plural(mayHold, 'session')} that may hold these words.{' '}
      <button type="button" class="button" onClick={() => goWith({ reach: 'all' }, { replace: true })}>
        Look into all
      </button>
    </p>
  );
}

export function SearchSessions({ words }: { readonly words: string }): ComponentChildren {
  const { query } = place.value;
  const role = ROLES.find(([key]) => key === query.get('role'))?.[0];
  const reach = query.get('reach') === 'all' ? 'all' : 'quick';
  const [limit, setLimit] = useState(PAGE);
  useEffect(() => setLimit(PAGE), [words, role]);
  const question = useQuestion(
    (stop) => api.get('searchSessions', { query: { q: words, role, reach, limit: String(limit) } }, stop),
    [words, role, reach, limit],
  );
  const [kept, setKept] = useState<SessionGroups | undefined>(undefined);
  const { answer = kept, error, isAsking } = question.state.value;
  // The old results stay until the next answer arrives.
  useEffect(() => {
    if (question.state.value.answer !== undefined) setKept(question.state.value.answer);
  }, [question.state.value.answer]);
  useKeys('Search', [
    { keys: ['j', 'ArrowDown'], does: 'Next session', run: () => focusHit(1) },
    { keys: ['k', 'ArrowUp'], does: 'Previous session', run: () => focusHit(-1) },
  ]);
  if (error !== undefined) return <Trouble error={error} saysWhy={true} />;
  if (answer === undefined) return <Waiting what="Searching…" />;
  const { groups, total, facets, searched } = answer;
  return (
    <div class="page__body" aria-busy={isAsking}>
      <SearchFacets words={words} role={role ?? ''} facets={facets} />
      <p class="search__note" role="status">
        {plural(total, 'session')} · {formatBytes(searched.of)} in {formatMs(searched.ms)}
      </p>
      <Covered searched={searched} />
      {groups.length === 0 && !isAsking ? <EmptyState title="No matches." /> : null}
      <ol class="plain-list search__groups">
        {groups.map((group) => (
          <Group key={`${group.agent} ${group.session}`} group={group} words={words} />
        ))}
      </ol>
      {groups.length < Math.min(total, MOST) ? (
        <p class="search__more">
          <button type="button" class="button" disabled={isAsking} onClick={() => setLimit(limit + PAGE)}>
            More
          </button>
        </p>
      ) : null}
    </div>
  );
}
