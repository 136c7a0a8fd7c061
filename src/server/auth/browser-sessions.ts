// Browsers that are signed in: one file each in the data folder, named by the hash of the cookie. They outlive the
// server, are valid for every server of the folder, and end when the file is removed.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSecret, newSecret } from './secrets.ts';

const LIVES_DAYS = 90;
const DAY_S = 86_400;

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export class BrowserSessions {
  readonly #folder: string;
  readonly #cookie: string;
  readonly #now: () => number;

  /** `dataFolder` must exist. */
  constructor(dataFolder: string, now: () => number = Date.now) {
    this.#folder = join(dataFolder, 'server-sessions');
    // Browsers send a cookie to every port of a host: servers of other data folders must not replace it.
    this.#cookie = `toolscope-${hash(realPath(dataFolder)).slice(0, 12)}`;
    this.#now = now;
  }

  /** Signs a browser in: the Set-Cookie header. */
  begin(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of this.#names()) if (!this.#isAlive(name)) rmSync(join(this.#folder, name), { force: true });
    const secret = newSecret();
    writeFileSync(join(this.#folder, hash(secret)), '', { mode: 0o600, flag: 'wx' });
    return `${this.#cookie}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${LIVES_DAYS * DAY_S}`;
  }

  /** Whether a Cookie header holds a session that has neither expired nor been ended. */
  isShownBy(header: string | undefined): boolean {
    return (header ?? '').split(';').some((cookie) => {
      const [name, value = ''] = cookie.trim().split('=', 2);
      return name === this.#cookie && isSecret(value) && this.#isAlive(hash(value));
    });
  }

  /** Signs out every browser, and returns how many there were. */
  endAll(): number {
    const names = this.#names();
    rmSync(this.#folder, { recursive: true, force: true });
    return names.length;
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
    } catch {
      return [];
    }
  }

  #isAlive(name: string): boolean {
    const began = statSync(join(this.#folder, name), { throwIfNoEntry: false })?.mtimeMs;
    return began !== undefined && this.#now() - began < LIVES_DAYS * DAY_S * 1000;
  }
}
