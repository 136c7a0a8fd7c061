// Parses the options of `toolscope serve`.

import { homedir } from 'node:os';
import { AppError } from '../../base/app-error.ts';
import { isLoopback } from '../../http/loopback.ts';
import { libraryRoots } from '../../library/roots.ts';
import type { Invocation } from '../command.ts';
import { askedPlaces } from '../open-library.ts';
import { textOptions } from '../option-values.ts';
import { wantsArchive } from '../wants-archive.ts';

export interface ServeOptions {
  readonly port: number | undefined;
  readonly host: string;
  readonly opensBrowser: boolean;
  readonly isDemo: boolean;
  readonly keepsArchive: boolean;
  /** Users of this machine need not sign in. */
  readonly isOpen: boolean;
  /** Where logs are, or will be. */
  readonly places: readonly string[];
  /** Additional places to query. */
  readonly alsoAsked: readonly string[];
}

function portFrom(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const port = Number(given);
  if (typeof given === 'string' && /^\d{1,5}$/.test(given) && port <= 65_535) return port;
  throw new AppError('bad-usage', '--port takes a number from 0 to 65535.', { hint: '0 means any free one.' });
}

export function serveOptions(invocation: Invocation): ServeOptions {
  const { options } = invocation;
  const host = options['host'] ?? '127.0.0.1';
  if (typeof host !== 'string' || !/^[\w.:-]+$/.test(host)) throw new AppError('bad-usage', '--host takes an address.');
  const named = textOptions(invocation, 'root');
  const isDemo = options['demo'] === true;
  if (isDemo && named.length > 0)
    throw new AppError('bad-usage', '--demo brings its own logs and cannot be combined with --root.');
  const isOpen = options['open-to-local-users'] === true;
  if (isOpen && !isLoopback(host))
    throw new AppError(
      'bad-usage',
      `--open-to-local-users is for this machine; --host ${host} opens the server to the network.`,
    );
  return {
    port: portFrom(options['port']),
    host,
    opensBrowser: options['no-open'] !== true,
    isDemo,
    // Made-up sessions are not secret.
    isOpen: isOpen || (isDemo && isLoopback(host)),
    keepsArchive: wantsArchive({ options }),
    places: libraryRoots(named, { env: process.env, home: homedir() }).map(({ path }) => path),
    alsoAsked: isDemo ? [] : askedPlaces([], named),
  };
}
