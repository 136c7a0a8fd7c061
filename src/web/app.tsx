// The frame of the app: the top bar, the page for the current URL, and overlays.

import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import './app.css';
import './print.css';
import { SessionsPage } from './pages/sessions-page.tsx';
import { CommandPalette } from './parts/command-palette.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { KeyHelp } from './parts/key-help.tsx';
import { lazyPage } from './parts/lazy-page.tsx';
import { EmptyState } from './parts/states.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { SessionPage } from './session/session-page.tsx';
import { chooseAddress, shownSession } from './state/compared.ts';
import { useKeys } from './state/keys.ts';
import { pageTitle } from './state/page-title.ts';
import { go, place } from './state/route.ts';
import { nextTheme } from './state/theme.ts';

const CallsPage = lazyPage(async () => (await import('./pages/calls-page.tsx')).CallsPage);
const ChangesPage = lazyPage(async () => (await import('./pages/changes-page.tsx')).ChangesPage);
const ComparePage = lazyPage(async () => (await import('./compare/compare-page.tsx')).ComparePage);
const ControlPage = lazyPage(async () => (await import('./pages/control-page.tsx')).ControlPage);
const ErrorsPage = lazyPage(async () => (await import('./pages/errors-page.tsx')).ErrorsPage);
const ToolsPage = lazyPage(async () => (await import('./pages/tools-page.tsx')).ToolsPage);
const FilesPage = lazyPage(async () => (await import('./pages/files-page.tsx')).FilesPage);
const HealthPage = lazyPage(async () => (await import('./pages/health-page.tsx')).HealthPage);
const SearchPage = lazyPage(async () => (await import('./pages/search-page.tsx')).SearchPage);
const SettingsPage = lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage);
const TrendsPage = lazyPage(async () => (await import('./trends/trends-page.tsx')).TrendsPage);
const RapPage = lazyPage(async () => (await import('./pages/rap-page.tsx')).RapPage);

/** Loaded when the page is idle: nothing is dropped on it before that. */
const bundles = () => import('./parts/bundle-drop.tsx');
const dropped = signal<ComponentType | undefined>(undefined);
const REST_MS = 500;

type Overlay = 'none' | 'palette' | 'keys';
const overlay = signal<Overlay>('none');

const PAGES: Readonly<Record<string, () => ComponentChildren>> = {
  '/': () => <SessionsPage />,
  '/calls': () => <CallsPage />,
  '/errors': () => <ErrorsPage />,
  '/tools': () => <ToolsPage />,
  '/trends': () => <TrendsPage />,
  '/files': () => <FilesPage />,
  '/control': () => <ControlPage />,
  '/rap': () => <RapPage />,
  '/health': () => <HealthPage />,
  '/search': () => <SearchPage />,
  '/settings': () => <SettingsPage />,
  '/compare': () => <ComparePage />,
};

/** Titles of the browser tab; a session sets its own. */
const TITLES: Readonly<Record<string, string>> = {
  '/': 'Sessions',
  '/calls': 'Calls',
  '/errors': 'Errors',
  '/tools': 'Tools',
  '/trends': 'Trends',
  '/files': 'Files',
  '/control': 'Hooks & permissions',
  '/rap': 'Remote tools',
  '/health': 'Health',
  '/search': 'Search',
  '/settings': 'Settings',
  '/compare': 'Compare',
};

function pageAt(path: string): ComponentChildren {
  const page = Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
  if (page !== undefined) return page();
  const [, kind, agent, session, ...more] = path.split('/');
  if (kind === 's' && agent !== undefined && session !== undefined && more.length === 0) {
    const name = { agent: decoded(agent), session: decoded(session) };
    return <SessionPage key={`${name.agent}/${name.session}`} {...name} />;
  }
  if (kind === 's' && agent !== undefined && session !== undefined && more.length === 1 && more[0] === 'changes') {
    return <ChangesPage key={path} agent={decoded(agent)} session={decoded(session)} />;
  }
  return (
    <EmptyState
      title="There is no such page."
      hint={
        <>
          The address may be incomplete. <a href="/">All sessions</a>
        </>
      }
    />
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function close(): void {
  overlay.value = 'none';
}

export function App(): ComponentChildren {
  const { path } = place.value;
  const Drop = dropped.value;
  useEffect(() => {
    // A page that is being left fails to load more code, which is not an error.
    const load = (): Promise<void> =>
      bundles().then(
        ({ BundleDrop }) => {
          dropped.value = BundleDrop;
        },
        () => undefined,
      );
    const timer = setTimeout(load, REST_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const title = TITLES[path];
    pageTitle.value = title === undefined ? 'Toolscope' : `${title} · Toolscope`;
  }, [path]);
  useKeys(
    'Everywhere',
    [
      { keys: ['mod+k'], does: 'Open the command palette', always: true, run: () => (overlay.value = 'palette') },
      { keys: [], does: 'Calls of all sessions', isPage: true, run: () => go('/calls') },
      {
        keys: ['?'],
        does: 'Show what the keys do',
        words: 'help shortcuts keyboard',
        run: () => (overlay.value = 'keys'),
      },
      {
        keys: ['T'],
        does: 'Switch between dark, light and the system’s setting',
        words: 'theme colours',
        run: nextTheme,
      },
      {
        keys: [],
        does: 'Open a shared bundle',
        words: 'import upload zip file',
        run: async () => (await bundles()).chooseBundle(),
      },
      { keys: ['1'], does: 'Sessions', isPage: true, run: () => go('/') },
      { keys: ['2'], does: 'Errors', isPage: true, run: () => go('/errors') },
      { keys: ['3'], does: 'Tools', isPage: true, run: () => go('/tools') },
      { keys: ['4'], does: 'Files', isPage: true, run: () => go('/files') },
      { keys: ['5'], does: 'Hooks & permissions', isPage: true, run: () => go('/control') },
      { keys: ['6'], does: 'Remote tools (RAP)', isPage: true, run: () => go('/rap') },
      {
        keys: ['7'],
        does: 'Trends',
        words: 'worse better weeks history',
        isPage: true,
        run: () => go('/trends'),
      },
      { keys: ['8'], does: 'Health', isPage: true, run: () => go('/health') },
      { keys: ['s'], does: 'Search', isPage: true, run: () => go('/search') },
      {
        keys: [','],
        does: 'Settings',
        words: 'prices archive notifications attention',
        isPage: true,
        run: () => go('/settings'),
      },
      {
        keys: [],
        does: 'Compare two sessions',
        words: 'diff difference',
        isPage: true,
        run: () => go(chooseAddress(shownSession())),
      },
    ],
    'everywhere',
  );
  return (
    <div class="app">
      <a class="app__skip" href="#main">
        Skip to the page
      </a>
      <TopBar onKeys={() => (overlay.value = 'keys')} onPalette={() => (overlay.value = 'palette')} />
      <main class="app__page" id="main">
        <ErrorBoundary key={path} what="This page">
          {pageAt(path)}
        </ErrorBoundary>
      </main>
      {Drop === undefined ? null : <Drop />}
      {overlay.value === 'palette' ? <CommandPalette onClose={close} /> : null}
      {overlay.value === 'keys' ? <KeyHelp onClose={close} /> : null}
    </div>
  );
}
