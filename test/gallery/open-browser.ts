// Opens a page in the Chromium of this machine, without any requests of the browser's own.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The same as in scripts/chromium.mjs, which is not TypeScript; a test keeps the two equal. */
export const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Null when there is no browser here. */
export function browserPath(): string | null {
  return PLACES.find((place) => existsSync(place)) ?? null;
}

const ARGUMENTS = (
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking ' +
  '--disable-component-update --disable-sync'
).split(' ');

export async function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, headless: true, args: ARGUMENTS });
}
