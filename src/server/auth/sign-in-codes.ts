// One-time codes for the address that signs a browser in. Anyone who can read the token file can make one for a running
// server, which remembers the used ones until they expire.

import { createHmac, randomBytes } from 'node:crypto';
import { sameSecret } from '../../http/same-secret.ts';
import { derive } from './secrets.ts';

export const CODE_LIVES_MINUTES = 5;

/** `same-user`: for a command line, which other users of the machine can read while the browser starts. */
export type CodeFor = 'anyone' | 'same-user';

/** `instance` names one run of one server: its codes are not valid at another one, or after a restart. */
function seal(token: string, instance: string, content: string): string {
  const key = derive(token, 'sign-in codes');
  return createHmac('sha256', key).update(`${instance} ${content}`).digest('base64url').slice(0, 22);
}

export function newCode(token: string, instance: string, now: number, who: CodeFor = 'anyone'): string {
  const until = now + CODE_LIVES_MINUTES * 60_000;
  const content = `${who === 'same-user' ? 'u' : 'a'}${randomBytes(12).toString('base64url')}.${until.toString(36)}`;
  return `${content}.${seal(token, instance, content)}`;
}

export class SignInCodes {
  readonly instance = randomBytes(9).toString('base64url');
  readonly #token: string;
  readonly #now: () => number;
  /** When each used code would have expired. */
  readonly #used = new Map<string, number>();

  constructor(token: string, now: () => number) {
    this.#token = token;
    this.#now = now;
  }

  make(who: CodeFor): string {
    return newCode(this.#token, this.instance, this.#now(), who);
  }

  /** True once for every code. Nothing is awaited between check and use, so two requests cannot both win. */
  redeem(code: string, isSameUser: () => boolean): boolean {
    const [, content = '', until = '', given = ''] =
      /^([ua][\w-]{16}\.([0-9a-z]{1,12}))\.([\w-]{22})$/.exec(code) ?? [];
    const expires = Number.parseInt(until, 36);
    const now = this.#now();
    if (content === '' || !sameSecret(given, seal(this.#token, this.instance, content))) return false;
    if (!(now < expires) || this.#used.has(content)) return false;
    if (content.startsWith('u') && !isSameUser()) return false;
    for (const [used, at] of this.#used) if (at <= now) this.#used.delete(used);
    this.#used.set(content, expires);
    return true;
  }
}
