// Whether this browser notifies the user when a session needs attention: off by default. The watching code is loaded when it
// is turned on.

import { signal } from '@preact/signals';

const KEY = 'toolscope.attention';

/** `denied`: the browser does not allow notifications; the tab's title still shows them. */
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

/** Asks the user for the browser's permission. */
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

/** Restores the setting of the last visit. */
export function startAttention(): void {
  // A page that is being left fails to load more code; the next one starts again.
  if (localStorage.getItem(KEY) === 'on') start().catch(() => undefined);
}
