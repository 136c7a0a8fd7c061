// The title of the tab: the page's name, after a note about what needs attention.

import { computed, effect, signal } from '@preact/signals';

export const pageTitle = signal('Toolscope');
/** Put before the title; empty: none. */
export const titleNote = signal('');

const whole = computed(() => (titleNote.value === '' ? pageTitle.value : `${titleNote.value} ${pageTitle.value}`));

effect(() => {
  document.title = whole.value;
});
