// Who may use the server, on this machine and from others: programs with the token, browsers that were signed in with a
// one-time code, hooks with the key in their address.

import type { IncomingMessage } from 'node:http';
import { sameSecret } from '../../http/same-secret.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { isSameUser } from './peer-user.ts';
import { type CodeFor, SignInCodes } from './sign-in-codes.ts';
import { hookKey, loadToken, tokenPath } from './token-file.ts';

/** `open-to-local-users`: no authentication; every local user may read and report everything. */
export type AccessRule = Access | 'open-to-local-users';

export class Access {
  readonly tokenPath: string;
  readonly token: string;
  readonly #hookKey: string;
  readonly #codes: SignInCodes;
  readonly #sessions: BrowserSessions;

  /** `folder`: the data folder. */
  constructor(folder: string, now: () => number = Date.now) {
    this.tokenPath = tokenPath(folder);
    this.token = loadToken(folder);
    this.#hookKey = hookKey(this.token);
    this.#codes = new SignInCodes(this.token, now);
    this.#sessions = new BrowserSessions(folder, now);
  }

  get instance(): string {
    return this.#codes.instance;
  }

  newCode(who: CodeFor = 'anyone'): string {
    return this.#codes.make(who);
  }

  /**
   * Exchanges a code for a cookie, as a Set-Cookie header. Undefined when the code is not valid, or when the browser
   * already has a cookie: the code is used up then, too.
   */
  signIn(code: string, { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined {
    if (!this.#codes.redeem(code, () => isSameUser(socket))) return undefined;
    return this.#sessions.isShownBy(headers.cookie) ? undefined : this.#sessions.begin();
  }

  allows(request: IncomingMessage): boolean {
    return this.#hasToken(request) || this.#sessions.isShownBy(request.headers.cookie);
  }

  allowsHook(request: IncomingMessage, query: URLSearchParams): boolean {
    return sameSecret(query.get('key') ?? '', this.#hookKey) || this.#hasToken(request);
  }

  #hasToken({ headers }: IncomingMessage): boolean {
    const bearer = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '')?.[1];
    return bearer !== undefined && sameSecret(bearer, this.token);
  }
}
