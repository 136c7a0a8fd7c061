// The pages of the app, in the order of the palette: their addresses, titles and keys.

export interface Page {
  readonly address: string;
  /** Of the browser tab, and of the link in the top bar. */
  readonly title: string;
  readonly keys: readonly string[];
  /** What the palette calls it, where that is not the title. */
  readonly does?: string;
  /** Other words to find it by in the palette. */
  readonly words?: string;
  /** Has a link in the top bar. */
  readonly isMain?: boolean;
}

export const PAGES: readonly Page[] = [
  { address: '/calls', title: 'Calls', keys: [], does: 'Calls of all sessions' },
  { address: '/', title: 'Sessions', keys: ['1'], isMain: true },
  { address: '/errors', title: 'Errors', keys: ['2'], isMain: true },
  { address: '/tools', title: 'Tools', keys: ['3'], isMain: true },
  { address: '/files', title: 'Files', keys: ['4'], isMain: true },
  { address: '/control', title: 'Hooks & permissions', keys: ['5'], isMain: true },
  { address: '/rap', title: 'Remote tools', keys: ['6'], does: 'Remote tools (RAP)', isMain: true },
  { address: '/trends', title: 'Trends', keys: ['7'], words: 'worse better weeks history', isMain: true },
  { address: '/health', title: 'Health', keys: ['8'], isMain: true },
  { address: '/search', title: 'Search', keys: ['s'] },
  { address: '/settings', title: 'Settings', keys: [','], words: 'prices archive notifications attention' },
];
