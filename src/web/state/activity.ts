// Whether the activity calendar is shown, remembered from last time.

import { signal } from '@preact/signals';

const KEY = 'toolscope.activity';

export const isActivityShown = signal(localStorage.getItem(KEY) !== 'hidden');

export function toggleActivity(): void {
  isActivityShown.value = !isActivityShown.value;
  localStorage.setItem(KEY, isActivityShown.value ? 'shown' : 'hidden');
}
