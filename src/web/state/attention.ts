// Whether this browser tells when a session wants a person: off until somebody asks for it. The watching itself is loaded
// then.

import { signal } from '@preact/signals';

const KEY = 'toolscope.attention';

/** `denied`: the browser was told not to show notifications; the title of the tab tells all the same. */
export const attention = signal<'off' | 'on' | 'denied'>('off');

let stop: (() => void) | undefined;

function granted(): 'on' | 'denied' {
  return typeof Notification === 'function' && Notification.permission === 'granted' ? 'on' : 'denied';
}

async function start(): Promise<void> {
  attention.value = granted();
  const { watchSessions } = await import('./watch-sessions.ts');
  stop ??= watchSessions();
}

/** Asks the browser for its permission, which it shows to the person. */
export async function askForAttention(): Promise<void> {
  localStorage.setItem(KEY, 'on');
  if (typeof Notification === 'function' && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
  await start();
}

export function endAttention(): void {
  localStorage.removeItem(KEY);
  attention.value = 'off';
  stop?.();
  stop = undefined;
}

/** As it was when the page was left. */
export function startAttention(): void {
  // A page that is left meanwhile loads no more; the next one starts again.
  if (localStorage.getItem(KEY) === 'on') start().catch(() => undefined);
}
