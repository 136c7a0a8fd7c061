// An invalid filter in the URL, such as one cut off in a mail: shown in the filter box with its error, and not used.

import { signal } from '@preact/signals';
import { api } from './api.ts';
import { forgetFilter, place } from './route.ts';

/** The text to show in the box; empty when the filter is valid. */
export const unreadableFilter = signal('');

/** Await before the first render. */
export async function checkFilterOfAddress(): Promise<void> {
  const text = place.value.query.get('f') ?? '';
  if (text === '') return;
  const check = await api.get('filterCheck', { query: { text } }).catch(() => undefined);
  if (check === undefined || check.ok) return;
  unreadableFilter.value = text;
  forgetFilter();
}
