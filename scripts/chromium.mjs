// The browser of the end-to-end tests: found, or installed from Debian's packages where that is allowed.
import { existsSync } from 'node:fs';
import { run } from './child.mjs';

/** Where browsers are; the tests use the same places, and a test keeps the two equal. */
export const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** True when there is a browser; reports what it does about a missing one, and why the tests run without it. */
export async function prepareChromium(say) {
  if (hasChromium()) return true;
  const isRoot = process.getuid?.() === 0;
  if (!existsSync('/usr/bin/apt-get') || !isRoot) {
    const how = existsSync('/usr/bin/apt-get') ? 'sudo apt-get install chromium' : 'install Chromium';
    say(`no Chromium on this machine: the tests in a real browser are skipped (${how} to run them)`);
    return false;
  }
  say('installing chromium (apt-get install chromium)');
  const options = { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await run('/usr/bin/apt-get', ['update', '-qq'], options);
  await run('/usr/bin/apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
  if (hasChromium()) return true;
  say('chromium could not be installed: the tests in a real browser are skipped');
  return false;
}

function hasChromium() {
  return PLACES.some((place) => existsSync(place));
}
