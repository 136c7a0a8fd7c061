// The title of the tab: what the page is, and before it what wants attention.

import { computed, effect, signal } from '@preact/signals';

export const pageTitle = signal('Toolscope');
/** Stands before the title; empty: nothing. */
export const titleNote = signal('');

const whole = computed(() => (titleNote.value === '' ? pageTitle.value : `${titleNote.value} ${pageTitle.value}`));

effect(() => {
  document.title = whole.value;
});
