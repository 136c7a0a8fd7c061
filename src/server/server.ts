// Starts and stops the server: the library it serves, and the port it listens on.

import { createServer, type Server } from 'node:http';
import { AppError } from '../base/app-error.ts';
import { closeServer, httpUrl, listen, TIMEOUTS } from '../http/listen.ts';
import { isLoopback } from '../http/loopback.ts';
import type { MountedRap } from '../rap/http/mount.ts';
import { App } from './app.ts';
import type { AccessRule } from './auth/access.ts';
import { BundleUploads } from './bundle-uploads.ts';
import { EventHub, type HubOptions } from './event-hub.ts';
import { type LimitOptions, Limits } from './limits.ts';
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
  const bundles = new BundleUploads(options.bundles);
  await bundles.tidy();
  const app = new App({
    pool,
    hub,
    web: new StaticFiles(options.webFolder),
    limits: new Limits(options.limits),
    hookLimits: new Limits({ mostAtOnce: HOOKS_AT_ONCE }),
    access: options.access,
    isExposed,
    rapRequests: new RapRequests(rap?.runtime, options.folder),
    bundles,
    userRequests: new UserRequests(library, options.folder),
    onDamage: (path) => library.foundDamage?.(path),
    ...(options.inbox === undefined ? {} : { inbox: options.inbox }),
    ...(rap === undefined ? {} : { rap: rap.handle }),
    ...(options.mcp === undefined ? {} : { mcp: options.mcp(askThrough(pool, options.now)) }),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.onError === undefined ? {} : { onError: options.onError }),
  });
  const server = createServer({ ...TIMEOUTS, maxHeaderSize: 32 * 1024 });
  server.on('request', (request, response) => app.handle(request, response));
  try {
    const { address, port } = await listen(
      server,
      host,
      options.port === undefined ? [DEFAULT_PORT, 0] : [options.port],
    );
    const url = httpUrl(address, port);
    await rap?.start({ host, url });
    return {
      url,
      port,
      isElsewhere: options.port === undefined && port !== DEFAULT_PORT,
      close: () => close(server, { hub, pool, rap }),
    };
  } catch (error) {
    await close(server, { hub, pool, rap });
    throw error;
  }
}

async function close(server: Server, { hub, pool, rap }: Parts): Promise<void> {
  await closeServer(server, async () => {
    hub.close();
    await rap?.close();
  });
  await pool.close();
}
