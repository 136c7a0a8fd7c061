// The keyboard: which keys do what on the page that is shown. A key pressed while somebody types is text; below a dialog
// none works.

import { useLayoutEffect } from 'preact/hooks';

export interface KeyBinding {
  /** As KeyboardEvent.key has it; `mod+k` with Ctrl or Cmd. None: it is done from the palette. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Other words it is found by in the palette. */
  readonly words?: string;
  /** It leads to a page. */
  readonly isPage?: boolean;
  /** Works while somebody types and below a dialog, too. */
  readonly always?: boolean;
  run(): void;
}

/** The most special first: their keys go before those of what they are part of. */
const REACHES = ['pane', 'page', 'everywhere'] as const;

export interface KeyGroup {
  readonly title: string;
  readonly reach: (typeof REACHES)[number];
  readonly bindings: readonly KeyBinding[];
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

/** How the key is called on this machine. */
export function keyName(key: string): string {
  if (!key.startsWith('mod+')) return NAMES[key] ?? key;
  return `${IS_APPLE ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`;
}

const groups: KeyGroup[] = [];

/** What the keys do now, the most special group first. */
export function keyGroups(): readonly KeyGroup[] {
  return groups.toSorted((a, b) => REACHES.indexOf(a.reach) - REACHES.indexOf(b.reach));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** What lies over the page has its own keys: Escape closes it, and not the pane below it. */
function isCovered(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open') !== null;
}

/** Arrows scroll what has the focus, if there is more of it that way. Lists take no focus: their rows are chosen by arrows. */
function scrolls(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || target.tabIndex < 0) return false;
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return target.scrollHeight > target.clientHeight && overflows(target, 'Y');
  if (key === 'ArrowLeft' || key === 'ArrowRight')
    return target.scrollWidth > target.clientWidth && overflows(target, 'X');
  return false;
}

function overflows(element: HTMLElement, axis: 'X' | 'Y'): boolean {
  return /auto|scroll/.test(getComputedStyle(element)[`overflow${axis}`]);
}

function nameOf(event: KeyboardEvent): string {
  return event.ctrlKey || event.metaKey ? `mod+${event.key.toLowerCase()}` : event.key;
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const name = nameOf(event);
  const isElsewhere = isTyping(event.target) || isCovered();
  for (const { bindings } of keyGroups()) {
    const found = bindings.find(({ keys, always }) => keys.includes(name) && (always === true || !isElsewhere));
    if (found === undefined) continue;
    // Enter and Space belong to the button or link that has the focus.
    if ((name === 'Enter' || name === ' ') && event.target instanceof Element && event.target.closest('button, a'))
      return;
    if (scrolls(event.target, name)) return;
    event.preventDefault();
    found.run();
    return;
  }
}

export function startKeys(): void {
  addEventListener('keydown', onKey);
}

/** The bindings hold as long as the component is there. */
export function useKeys(title: string, bindings: readonly KeyBinding[], reach: KeyGroup['reach'] = 'page'): void {
  // At once after drawing: a second key may come before the screen has been painted, and must see what the first one did.
  useLayoutEffect(() => {
    if (bindings.length === 0) return undefined;
    const group: KeyGroup = { title, reach, bindings };
    groups.push(group);
    return () => {
      groups.splice(groups.indexOf(group), 1);
    };
  });
}
