// The frame of the app: the top bar, the page for the current URL, and overlays.

import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import './app.css';
import './print.css';
import { SessionsPage } from './pages/sessions-page.tsx';
import { CommandPalette } from './parts/command-palette.tsx';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { Help } from './parts/help.tsx';
import { lazyPage } from './parts/lazy-page.tsx';
import { EmptyState } from './parts/states.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { SessionPage } from './session/session-page.tsx';
import { chooseAddress, shownSession } from './state/compared.ts';
import { useKeys } from './state/keys.ts';
import { pageTitle } from './state/page-title.ts';
import { PAGES } from './state/pages.ts';
import { go, place } from './state/route.ts';
import { nextTheme } from './state/theme.ts';

const ChangesPage = lazyPage(async () => (await import('./pages/changes-page.tsx')).ChangesPage);

/** Loaded when the page is idle: nothing is dropped on it before that. */
const bundles = () => import('./parts/bundle-drop.tsx');
const dropped = signal<ComponentType | undefined>(undefined);
const REST_MS = 500;

type Overlay = 'none' | 'palette' | 'help';
const overlay = signal<Overlay>('none');

const COMPONENTS: Readonly<Record<string, ComponentType>> = {
  '/': SessionsPage,
  '/calls': lazyPage(async () => (await import('./pages/calls-page.tsx')).CallsPage),
  '/errors': lazyPage(async () => (await import('./pages/errors-page.tsx')).ErrorsPage),
  '/tools': lazyPage(async () => (await import('./pages/tools-page.tsx')).ToolsPage),
  '/trends': lazyPage(async () => (await import('./trends/trends-page.tsx')).TrendsPage),
  '/files': lazyPage(async () => (await import('./pages/files-page.tsx')).FilesPage),
  '/control': lazyPage(async () => (await import('./pages/control-page.tsx')).ControlPage),
  '/rap': lazyPage(async () => (await import('./pages/rap-page.tsx')).RapPage),
  '/health': lazyPage(async () => (await import('./pages/health-page.tsx')).HealthPage),
  '/search': lazyPage(async () => (await import('./pages/search-page.tsx')).SearchPage),
  '/settings': lazyPage(async () => (await import('./pages/settings-page.tsx')).SettingsPage),
  '/compare': lazyPage(async () => (await import('./compare/compare-page.tsx')).ComparePage),
};

/** The title of the browser tab; a session sets its own. */
function titleOf(path: string): string {
  const title = path === '/compare' ? 'Compare' : PAGES.find(({ address }) => address === path)?.title;
  return title === undefined ? 'Toolscope' : `${title} · Toolscope`;
}

function pageAt(path: string): ComponentChildren {
  const Page = Object.hasOwn(COMPONENTS, path) ? COMPONENTS[path] : undefined;
  if (Page !== undefined) return <Page />;
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
    pageTitle.value = titleOf(path);
  }, [path]);
  useKeys(
    'Everywhere',
    [
      { keys: ['mod+k'], does: 'Open the command palette', always: true, run: () => (overlay.value = 'palette') },
      {
        keys: ['?'],
        does: 'Show what words, marks and keys mean',
        words: 'help shortcuts keyboard',
        run: () => (overlay.value = 'help'),
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
      ...PAGES.map(({ address, title, does = title, keys, words = '' }) => {
        return { keys, does, words, isPage: true, run: () => go(address) };
      }),
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
      <TopBar onHelp={() => (overlay.value = 'help')} onPalette={() => (overlay.value = 'palette')} />
      <main class="app__page" id="main">
        <ErrorBoundary key={path} what="This page">
          {pageAt(path)}
        </ErrorBoundary>
      </main>
      {Drop === undefined ? null : <Drop />}
      {overlay.value === 'palette' ? <CommandPalette onClose={close} /> : null}
      {overlay.value === 'help' ? <Help onClose={close} /> : null}
    </div>
  );
}
