// The user's preferences for texts: the same for all views, stored between visits where the browser allows it.

import { type Signal, signal } from '@preact/signals';

function kept(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // If the browser stores nothing, the choice lasts until the page is closed.
  }
}

function preference<Value extends string>(key: string, values: readonly Value[], usual: Value): Signal<Value> {
  const choice = signal(values.find((value) => value === kept(key)) ?? usual);
  let isFirst = true;
  choice.subscribe((value) => {
    if (!isFirst) keep(key, value);
    isFirst = false;
  });
  return choice;
}

/** Whether long lines are wrapped. */
export const lineBreaks = preference('toolscope.lines', ['whole', 'broken'], 'whole');

/** How changes are shown. */
export const diffLayout = preference('toolscope.diff', ['unified', 'split'], 'unified');
