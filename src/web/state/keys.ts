// Owns the keyboard: which keys do what on the page that is shown. A key pressed while somebody types is text; below a dialog
// none works.

import { useLayoutEffect } from 'preact/hooks';

export interface KeyBinding {
  /** As KeyboardEvent.key has it; `mod+k` with Ctrl or Cmd. */
  readonly keys: readonly string[];
  readonly does: string;
  /** Works while somebody types and below a dialog, too. */
  readonly always?: boolean;
  run(): void;
}

export interface KeyGroup {
  readonly title: string;
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
  return groups.toReversed();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** What lies over the page has its own keys: Escape closes it, and not the pane below it. */
function isCovered(): boolean {
  return document.querySelector('dialog[open]') !== null;
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
    event.preventDefault();
    found.run();
    return;
  }
}

export function startKeys(): void {
  addEventListener('keydown', onKey);
}

/** The bindings hold as long as the component is there. */
export function useKeys(title: string, bindings: readonly KeyBinding[]): void {
  // At once after drawing: a second key may come before the screen has been painted, and must see what the first one did.
  useLayoutEffect(() => {
    const group: KeyGroup = { title, bindings };
    groups.push(group);
    return () => {
      groups.splice(groups.indexOf(group), 1);
    };
  });
}
