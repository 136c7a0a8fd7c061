// Icons: small line drawings by name, for kinds of tools and of messages. No file is loaded for them.

import type { ComponentChildren } from 'preact';
import './icon.css';

const DRAWINGS = {
  shell: 'M3 4l4 4-4 4M8.5 12H13',
  files: 'M4 2h5l3 3v9H4zM9 2v3h3',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5',
  agents: 'M8 3.2a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM3.5 13.5c.4-2.6 2.2-4 4.5-4s4.1 1.4 4.5 4',
  tasks: 'M3 4.5l1.2 1.2L6.5 3.4M3 10.5l1.2 1.2 2.3-2.3M8.5 4.5H13M8.5 10.5H13',
  plan: 'M3.5 2.5h9v11h-9zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  dialogue: 'M2.5 3.5h11v7H8l-3 2.8v-2.8H2.5z',
  web: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM2.5 8h11M8 2.5c-4 3.6-4 7.4 0 11M8 2.5c4 3.6 4 7.4 0 11',
  mcp: 'M5.5 3v3.5a2.5 2.5 0 0 0 5 0V3M8 9v4M4 3h8',
  session: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2.2 1.6',
  other: 'M8 2.5l5 2.9v5.2l-5 2.9-5-2.9V5.4zM8 8.3l5-2.9M8 8.3v5.2M8 8.3L3 5.4',
  prompt: 'M8 3.2a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM3.5 13.5c.4-2.6 2.2-4 4.5-4s4.1 1.4 4.5 4',
  answer: 'M8 2.5l1.4 3.9 4.1.1-3.2 2.5 1.1 4-3.4-2.3L4.6 13l1.1-4-3.2-2.5 4.1-.1z',
  thinking: 'M5.5 11.5a3 3 0 0 1-.6-5.8 3.3 3.3 0 0 1 6.3-.6 2.9 2.9 0 0 1 .1 5.8zM6 13.5h.01M8.5 12.8h.01',
  compaction: 'M3 3h10M3 13h10M8 4.5v2.5M6.5 5.8L8 7.3l1.5-1.5M8 11.5V9M6.5 10.2L8 8.7l1.5 1.5',
  notice: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 7.2v3.6M8 5.2h.01',
  chevron: 'M6 3.5L10.5 8 6 12.5',
  close: 'M4 4l8 8M12 4l-8 8',
  columns: 'M3 3h10v10H3zM6.3 3v10M9.7 3v10',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1',
  moon: 'M12.8 9.8A5.3 5.3 0 0 1 6.2 3.2a5.3 5.3 0 1 0 6.6 6.6z',
  system: 'M2.5 3.5h11v7h-11zM6 13h4M8 10.5V13',
  settings:
    'M2.5 4.5h5.7M11.3 4.5h2.2M2.5 11.5h2.2M7.8 11.5h5.7M9.8 3a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM6.2 10a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z',
  star: 'M8 2.2l1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  help: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.5 6.5a1.5 1.5 0 1 1 2.2 1.3c-.5.3-.7.6-.7 1.2M8 11.2h.01',
} as const;

export type IconName = keyof typeof DRAWINGS;

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(DRAWINGS, name);
}

/** Decorative: its meaning is in the text next to it, or in the label of the button around it. */
export function Icon({ name }: { readonly name: IconName }): ComponentChildren {
  return (
    <svg class="ts-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
