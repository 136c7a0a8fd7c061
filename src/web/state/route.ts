// The current URL as a signal, and navigation.

import { signal } from '@preact/signals';
import { forgetLeftAddress, leaveStep, returnToStep, stepState } from './kept.ts';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

export const place = signal<Place>(here());

let address = location.pathname + location.search;

addEventListener('popstate', () => {
  leaveStep();
  const from = address;
  address = location.pathname + location.search;
  returnToStep(from);
  place.value = here();
});

/** Goes to a URL of this app. With `replace`, no history entry is added. */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (to === location.pathname + location.search) return;
  if (replace) history.replaceState(stepState(false), '', to);
  else {
    leaveStep();
    forgetLeftAddress();
    history.pushState(stepState(true), '', to);
  }
  address = to;
  place.value = here();
}

/** The URL's filter is invalid: pages see the URL without it. */
export function forgetFilter(): void {
  const query = new URLSearchParams(place.value.query);
  query.delete('f');
  place.value = { ...place.value, query };
}

type Changes = Readonly<Record<string, string | undefined>>;

/** The URL with some query parameters changed; undefined or empty removes one. */
export function addressWith(changes: Changes): string {
  const query = new URLSearchParams(place.value.query);
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? place.value.path : `${place.value.path}?${text}`;
}

export function goWith(changes: Changes, options?: { readonly replace?: boolean }): void {
  go(addressWith(changes), options);
}

/** Clicking anywhere on a row follows its link; selecting text is not a click. */
function linkOfRow(target: Element): Element | null {
  if (target.closest('a, button, input, select, label, summary') !== null || !getSelection()?.isCollapsed) return null;
  return target.closest('tr, [role="row"], li')?.querySelector('a.row-link') ?? null;
}

/** Follows links inside the app without a reload. */
export function followLinks(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || !(event.target instanceof Element)) return;
    const own = event.target.closest('a[href]');
    const link = own ?? linkOfRow(event.target);
    if (link === null || link.hasAttribute('target') || link.hasAttribute('download')) return;
    // From the attribute: links inside SVG have it as well.
    const to = new URL(link.getAttribute('href') ?? '', location.href);
    if (event.metaKey || event.ctrlKey || event.shiftKey) {
      // The browser handles modified clicks on links, but not on rows.
      if (own === null) open(to, '_blank', 'noopener');
      return;
    }
    // Links to a position on the page are left to the browser.
    if (to.origin !== location.origin || to.pathname.startsWith('/api/') || to.hash !== '') return;
    event.preventDefault();
    go(to.pathname + to.search);
  });
}
