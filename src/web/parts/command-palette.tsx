// The command palette: pages, sessions and actions of this page, found by a few letters.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../../api/wire/session.ts';
import { lastPart } from '../../base/last-part.ts';
import { oneLine } from '../../ui/text/one-line.ts';
import { searchAddress, sessionAddress } from '../state/addresses.ts';
import { api } from '../state/api.ts';
import { keyGroups, keyName } from '../state/keys.ts';
import { go } from '../state/route.ts';
import { Dialog } from './dialog.tsx';
import { ago, shortPath } from './display-text.ts';
import { paletteRank } from './palette-rank.ts';
import './command-palette.css';

interface Offer {
  readonly title: string;
  readonly note: string;
  /** Other words to find it by. */
  readonly words: string;
  /** The key that does the same. */
  readonly keys: string | null;
  run(): void;
}

const MOST = 30;
/** Sessions offered before anything is typed. */
const SESSIONS_AT_FIRST = 8;

function offersFor(query: string, sessions: readonly SessionRow[]): Offer[] {
  const now = Date.now();
  const actions = keyGroups().flatMap(({ title, bindings }) =>
    bindings
      .filter(({ keys }) => !keys.includes('mod+k'))
      .map(({ does, keys, words = '', isPage = false, run }) => {
        return { title: does, note: isPage ? 'Page' : title, words, isPage, keys: keys[0] ?? null, run };
      }),
  );
  const rows = sessions.map(({ agent, id, title, project, lastAt }) => ({
    title: oneLine(title ?? id),
    note: [oneLine(project === null ? agent : shortPath(project)), ...(lastAt === null ? [] : [ago(lastAt, now)])].join(
      ' · ',
    ),
    words: `${project ?? ''} ${lastPart(project ?? '')} ${agent}`,
    keys: null,
    run: () => go(sessionAddress(agent, id)),
  }));
  // Of equally good matches, pages come first, then sessions, then actions of this page.
  const inOrder: Offer[] = [
    ...actions.filter(({ isPage }) => isPage),
    ...(query.trim() === '' ? rows.slice(0, SESSIONS_AT_FIRST) : rows),
    ...actions.filter(({ isPage }) => !isPage),
  ];
  const ranked = inOrder
    .flatMap((offer) => {
      const score = paletteRank(query, offer.title, offer.words);
      return score === undefined ? [] : [{ offer, score }];
    })
    .sort((a, b) => a.score - b.score)
    .slice(0, MOST)
    .map(({ offer }) => offer);
  if (query.trim() !== '') {
    ranked.push({
      title: `Search for “${query}”`,
      note: 'everything said and done',
      words: '',
      keys: null,
      run: () => go(searchAddress(query)),
    });
  }
  return ranked;
}

export function CommandPalette({ onClose }: { readonly onClose: () => void }): ComponentChildren {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const [sessions, setSessions] = useState<readonly SessionRow[]>([]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    api.get('sessions', { query: { limit: '200' } }).then(
      (page) => setSessions(page.sessions),
      () => undefined,
    );
  }, []);
  const offers = useMemo(() => offersFor(query, sessions), [query, sessions]);
  const run = (offer: Offer | undefined): void => {
    onClose();
    offer?.run();
  };
  const move = (by: number): void => {
    const next = Math.min(offers.length - 1, Math.max(0, chosen + by));
    setChosen(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') run(offers[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Command palette" onClose={onClose}>
      <input
        class="palette__input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-offers"
        aria-activedescendant={`palette-offer-${chosen}`}
        aria-label="Command, page or session"
        placeholder="Command, page or session"
        value={query}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <div class="palette__offers" id="palette-offers" role="listbox" aria-label="Offers" ref={list}>
        {offers.map((offer, i) => (
          <div
            key={`${offer.title} ${offer.note}`}
            id={`palette-offer-${i}`}
            class="palette__offer"
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            onMouseDown={(event) => {
              event.preventDefault();
              run(offer);
            }}
          >
            <span>{offer.title}</span>
            <span class="palette__note">
              {offer.note}
              {offer.keys === null ? null : <kbd>{keyName(offer.keys)}</kbd>}
            </span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
