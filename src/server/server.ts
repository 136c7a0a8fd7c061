// Starts and stops the server: the library it serves, and the port it listens on.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../base/app-error.ts';
import type { MountedRap } from '../rap/http/mount.ts';
import { App } from './app.ts';
import type { AccessRule } from './auth/access.ts';
import { BundleUploads } from './bundle-uploads.ts';
import { EventHub, type HubOptions } from './event-hub.ts';
import { type LimitOptions, Limits } from './limits.ts';
import { isLoopback } from './loopback.ts';
import { QueryPool } from './query-pool.ts';
import { RapRequests } from './rap-requests.ts';
import { statusOf } from './routes/status.ts';
import type { ServedLibrary, WatchedLibrary } from './served-library.ts';
import { type AskRoute, askThrough, type SideProtocol } from './side-protocol.ts';
import { StaticFiles } from './static-files.ts';
import { UserRequests } from './user-requests.ts';

export const DEFAULT_PORT = 4747;

const HOOKS_AT_ONCE = 64;

export interface ServerOptions {
  readonly library: WatchedLibrary;
  /** The folder of the index, for query threads; undefined: none are started. */
  readonly folder?: string;
  /** 0: any free one. Undefined: the default port, or any free one when that is taken. */
  readonly port?: number;
  readonly host?: string;
  /** Where the web app is. */
  readonly webFolder?: string;
  readonly now?: () => number;
  readonly hub?: HubOptions;
  readonly limits?: LimitOptions;
  /** Open only to users of this machine, never to the network. */
  readonly access: AccessRule;
  /** Where uploaded bundles are kept; undefined: uploads are off. */
  readonly bundles?: string;
  /** Where hooks are filed. */
  readonly inbox?: string;
  readonly rap?: MountedRap;
  /** Serves MCP on the same port, with the questions of the API. */
  readonly mcp?: (ask: AskRoute) => SideProtocol;
  readonly onError?: (error: unknown) => void;
}

export interface RunningServer {
  /** Where it listens, e.g. http://127.0.0.1:4747. */
  readonly url: string;
  readonly port: number;
  /** The default port was taken. */
  readonly isElsewhere: boolean;
  close(): Promise<void>;
}

interface Parts {
  readonly hub: EventHub;
  readonly pool: QueryPool;
  readonly rap: MountedRap | undefined;
}

function scope({ places, isDemo }: ServedLibrary): Pick<ServedLibrary, 'places' | 'isDemo'> {
  return { places, isDemo };
}

function tryListen(server: Server, port: number, host: string): Promise<AddressInfo | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => {
      server.off('error', resolve);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address : new Error('The server has no address.'));
    });
  });
}

async function listen(server: Server, wanted: number | undefined, host: string): Promise<AddressInfo> {
  const first = await tryListen(server, wanted ?? DEFAULT_PORT, host);
  if (!(first instanceof Error)) return first;
  const isTaken = first.code === 'EADDRINUSE' || first.code === 'EACCES';
  const second = isTaken && wanted === undefined ? await tryListen(server, 0, host) : first;
  if (!(second instanceof Error)) return second;
  const message = isTaken
    ? `Port ${wanted ?? DEFAULT_PORT} is taken or not allowed.`
    : `Cannot listen on ${host}: ${second.message}.`;
  throw new AppError('refused', message, {
    hint: `Choose another one with ${isTaken ? '--port' : '--host'}.`,
    cause: second,
  });
}

function nameOf({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { library, host = '127.0.0.1', rap } = options;
  const isExposed = !isLoopback(host);
  if (isExposed && options.access === 'open-to-local-users') {
    throw new AppError('refused', `Listening on ${host} opens the server to the network, which requires signing in.`);
  }
  const hub = new EventHub(library, () => statusOf(library), options.hub);
  const pool = new QueryPool(
    library,
    options.folder === undefined ? undefined : { ...scope(library), folder: options.folder },
  );
  const app = new App({
    pool,
    hub,
    web: new StaticFiles(options.webFolder),
    limits: new Limits(options.limits),
    hookLimits: new Limits({ mostAtOnce: HOOKS_AT_ONCE }),
    access: options.access,
    isExposed,
    rapRequests: new RapRequests(rap?.runtime, options.folder),
    bundles: new BundleUploads(options.bundles),
    userRequests: new UserRequests(library, options.folder),
    onDamage: (path) => library.foundDamage?.(path),
    ...(options.inbox === undefined ? {} : { inbox: options.inbox }),
    ...(rap === undefined ? {} : { rap: rap.handle }),
    ...(options.mcp === undefined ? {} : { mcp: options.mcp(askThrough(pool, options.now)) }),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const server = createServer({
    keepAliveTimeout: 30_000,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    maxHeaderSize: 32 * 1024,
  });
  server.on('request', (request, response) => app.handle(request, response));
  try {
    const address = await listen(server, options.port, host);
    const url = nameOf(address);
    await rap?.start({ host, url });
    return {
      url,
      port: address.port,
      isElsewhere: options.port === undefined && address.port !== DEFAULT_PORT,
      close: () => close(server, { hub, pool, rap }),
    };
  } catch (error) {
    hub.close();
    server.close();
    await rap?.close();
    // Its threads may have started by now, and would keep the process alive.
    await pool.close();
    throw error;
  }
}

async function close(server: Server, { hub, pool, rap }: Parts): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  hub.close();
  await rap?.close();
  server.closeIdleConnections();
  // Gives running requests a moment to finish.
  const timer = setTimeout(() => server.closeAllConnections(), 500);
  await closed;
  clearTimeout(timer);
  await pool.close();
}
