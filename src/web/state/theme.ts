// Dark and light theme: the system's choice, or the user's.

import { effect, signal } from '@preact/signals';

export type ThemeChoice = 'system' | 'dark' | 'light';

const KEY = 'toolscope.theme';
const system = matchMedia('(prefers-color-scheme: dark)');

function stored(): ThemeChoice {
  const value = localStorage.getItem(KEY);
  return value === 'dark' || value === 'light' ? value : 'system';
}

export const themeChoice = signal<ThemeChoice>(stored());
const systemIsDark = signal(system.matches);
/** Changes with the colours in use: canvases have to be drawn again. */
export const themeInUse = signal<'dark' | 'light'>('light');

system.addEventListener('change', ({ matches }) => {
  systemIsDark.value = matches;
});

export function applyTheme(): void {
  effect(() => {
    const choice = themeChoice.value;
    const theme = choice === 'system' ? (systemIsDark.value ? 'dark' : 'light') : choice;
    document.documentElement.dataset['theme'] = theme;
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
    themeInUse.value = theme;
  });
}

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'dark', dark: 'light', light: 'system' };

export function nextTheme(): void {
  themeChoice.value = NEXT[themeChoice.value];
}
