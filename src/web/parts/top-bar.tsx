// The top bar: pages, search, state of indexing and connection, theme and help.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatBytes, plural } from '../../base/units.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { searchAddress } from '../state/addresses.ts';
import { keyName } from '../state/keys.ts';
import { connection, status } from '../state/live.ts';
import { PAGES } from '../state/pages.ts';
import { go, place } from '../state/route.ts';
import { nextTheme, type ThemeChoice, themeChoice } from '../state/theme.ts';
import './top-bar.css';

const THEME_ICONS: Record<ThemeChoice, IconName> = { system: 'system', dark: 'moon', light: 'sun' };
const THEME_WORDS: Record<ThemeChoice, string> = {
  system: 'system setting',
  dark: 'dark',
  light: 'light',
};

function isCurrent(address: string, path: string): boolean {
  return path === address || (address === '/' && path.startsWith('/s/'));
}

function Connection(): ComponentChildren {
  const state = connection.value;
  const known = status.value;
  if (state === 'lost') {
    return (
      <span class="top-bar__state top-bar__state--lost" role="status">
        Connection lost, trying again…
      </span>
    );
  }
  if (known?.phase === 'indexing') {
    // The total is unknown until the logs have been found.
    const progress = known.progress?.ofBytes === 0 ? null : known.progress;
    return (
      <span class="top-bar__state top-bar__state--indexing" role="status">
        <progress
          class="top-bar__progress"
          max={1}
          {...(progress === null ? {} : { value: progress.bytes / progress.ofBytes })}
          aria-label="Indexing"
        />
        {progress === null
          ? 'Finding logs…'
          : `Indexing ${formatBytes(progress.bytes)} of ${formatBytes(progress.ofBytes)}`}
      </span>
    );
  }
  if (known === undefined) return null;
  const what = known.phase === 'reading-only' ? 'another Toolscope updates the index' : 'following the logs';
  const { trouble } = known;
  return (
    <a
      class="top-bar__state"
      href="/health"
      title={[`${plural(known.calls, 'call')} in ${plural(known.sessions, 'session')}; ${what}`, ...trouble].join('\n')}
    >
      <span class="top-bar__dot" aria-hidden="true" />
      {known.demo ? 'Demo' : 'Live'}
      {trouble.length === 0 ? null : (
        <span class="warn-text" role="img" aria-label="Needs attention">
          ⚠
        </span>
      )}
    </a>
  );
}

export function TopBar(props: { readonly onHelp: () => void; readonly onPalette: () => void }): ComponentChildren {
  const { path, query } = place.value;
  const words = useRef<HTMLInputElement>(null);
  const pages = useRef<HTMLElement>(null);
  // On a narrow screen the pages do not fit: the current one stays visible.
  useEffect(() => {
    pages.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <header class="top-bar">
      <a class="top-bar__brand" href="/">
        Toolscope
      </a>
      <nav class="top-bar__pages" aria-label="Pages" ref={pages}>
        {PAGES.filter(({ isMain }) => isMain).map(({ address, title }) => (
          <a key={address} href={address} {...(isCurrent(address, path) ? { 'aria-current': 'page' as const } : {})}>
            {title}
          </a>
        ))}
      </nav>
      <form
        class="field top-bar__search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go(searchAddress(words.current?.value ?? ''));
        }}
      >
        <Icon name="search" />
        <input
          ref={words}
          type="search"
          aria-label="Search everything"
          placeholder="Search everything"
          autocomplete="off"
          spellcheck={false}
          defaultValue={path === '/search' ? (query.get('q') ?? '') : ''}
          key={path === '/search' ? 'search' : 'elsewhere'}
        />
      </form>
      <Connection />
      <div class="top-bar__tools">
        <button
          type="button"
          class="button button--plain top-bar__palette"
          onClick={props.onPalette}
          title="Command palette"
        >
          <kbd>{keyName('mod+k')}</kbd>
          <span class="visually-hidden">Command palette</span>
        </button>
        <button
          type="button"
          class="button button--plain"
          onClick={nextTheme}
          aria-label={`Theme: ${THEME_WORDS[themeChoice.value]}`}
          title={`Theme: ${THEME_WORDS[themeChoice.value]}`}
        >
          <Icon name={THEME_ICONS[themeChoice.value]} />
        </button>
        <a class="button button--plain" href="/settings" aria-label="Settings" title="Settings">
          <Icon name="settings" />
        </a>
        <button
          type="button"
          class="button button--plain"
          onClick={props.onHelp}
          aria-label="Help"
          title="Help: words and keys (?)"
        >
          <Icon name="help" />
        </button>
      </div>
    </header>
  );
}
