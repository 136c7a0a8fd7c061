// Empty states, as text, so that they are not taken for something that failed to load.

import type { ComponentChildren } from 'preact';
import './empty.css';

export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="ts-empty">{children}</p>;
}
