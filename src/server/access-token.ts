// Owns the token of a server that other machines can reach: kept in a private file, exchanged once for a cookie.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { closeSync, constants, fchmodSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { AppError } from '../base/app-error.ts';

const COOKIE = 'toolscope';
const CODE_LIVES_MS = 10 * 60_000;

function sameSecret(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** Reads the token, or makes one. The file is its owner's alone, also when it was another's business before. */
function loadToken(path: string): string {
  try {
    const known = readFileSync(path, 'utf8').trim();
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    fchmodSync(file, 0o600);
    closeSync(file);
    if (/^[\w-]{32}$/.test(known)) return known;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) {
      throw new AppError('store-unusable', `The token in ${path} cannot be read.`, { cause: error });
    }
  }
  const token = newSecret();
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  fchmodSync(file, 0o600);
  writeSync(file, `${token}\n`);
  closeSync(file);
  return token;
}

export class AccessToken {
  readonly path: string;
  readonly #token: string;
  readonly #now: () => number;
  #code: { readonly text: string; readonly untilMs: number } | undefined;

  /** `folder`: the data folder. */
  constructor(folder: string, now: () => number = Date.now) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.path = join(folder, 'server-token');
    this.#token = loadToken(this.path);
    this.#now = now;
  }

  /** A code that opens the door once, for the one line on the terminal. */
  newCode(): string {
    const text = newSecret();
    this.#code = { text, untilMs: this.#now() + CODE_LIVES_MS };
    return text;
  }

  /** Takes a code or the token itself: what a browser gets to keep, or undefined. */
  exchange(given: string): string | undefined {
    const code = this.#code;
    const isCode = code !== undefined && this.#now() < code.untilMs && sameSecret(given, code.text);
    if (isCode) this.#code = undefined;
    return isCode || sameSecret(given, this.#token) ? this.#cookie() : undefined;
  }

  isShownBy({ headers }: IncomingMessage): boolean {
    const bearer = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (bearer !== undefined && sameSecret(bearer, this.#token)) return true;
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    return cookies.some((cookie) => {
      const [name, value = ''] = cookie.split('=', 2);
      return name === COOKIE && sameSecret(value, this.#token);
    });
  }

  #cookie(): string {
    return `${COOKIE}=${this.#token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000`;
  }
}
