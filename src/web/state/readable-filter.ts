// A filter in the address that cannot be read, such as one that was cut off in a mail: it is shown in the filter box with
// what is wrong with it, and nothing is asked with it.

import { signal } from '@preact/signals';
import { api } from './api.ts';
import { forgetFilter, place } from './route.ts';

/** What the box shows instead; empty when there is nothing wrong. */
export const unreadableFilter = signal('');

/** To be waited for before the first drawing. */
export async function checkFilterOfAddress(): Promise<void> {
  const text = place.value.query.get('f') ?? '';
  if (text === '') return;
  const check = await api.get('filterCheck', { query: { text } }).catch(() => undefined);
  if (check === undefined || check.ok) return;
  unreadableFilter.value = text;
  forgetFilter();
}
