// Keyboard shortcuts of the current page. Ignored while typing and while a dialog is open.

import { useLayoutEffect } from 'preact/hooks';

export interface KeyBinding {
  /** As in KeyboardEvent.key; `mod+k` means Ctrl or Cmd. Empty: palette only. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Other words to find it by in the palette. */
  readonly words?: string;
  /** It opens a page. */
  readonly isPage?: boolean;
  /** Also works while typing and while a dialog is open. */
  readonly always?: boolean;
  run(): void;
}

/** The most specific first: their keys take precedence. */
const REACHES = ['pane', 'page', 'everywhere'] as const;

interface KeyGroup {
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

/** The name of the key on this platform. */
export function keyName(key: string): string {
  if (!key.startsWith('mod+')) return NAMES[key] ?? key;
  return `${IS_APPLE ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`;
}

const groups: KeyGroup[] = [];

/** The current shortcuts, the most specific group first. */
export function keyGroups(): readonly KeyGroup[] {
  return groups.toSorted((a, b) => REACHES.indexOf(a.reach) - REACHES.indexOf(b.reach));
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** Overlays have their own keys: Escape closes them, and not the pane below. */
function isCovered(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open') !== null;
}

/** Arrows scroll the focused element if it can scroll that way. Lists take no focus: arrows select their rows. */
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
    // Enter and Space belong to the focused button or link.
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

/** The bindings are active while the component is mounted. */
export function useKeys(title: string, bindings: readonly KeyBinding[], reach: KeyGroup['reach'] = 'page'): void {
  // Synchronously after rendering: a second key may come before the next paint, and must see the effect of the first.
  useLayoutEffect(() => {
    if (bindings.length === 0) return undefined;
    const group: KeyGroup = { title, reach, bindings };
    groups.push(group);
    return () => {
      groups.splice(groups.indexOf(group), 1);
    };
  });
}
