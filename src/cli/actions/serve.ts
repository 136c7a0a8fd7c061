// Owns what `toolscope serve` does: opens the index, serves it, and follows the logs until it is told to stop.

import { existsSync, mkdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { inboxFolder } from '../../hooks/inbox.ts';
import { checkExposure, type MountedRap, mountRap } from '../../rap/http/mount.ts';
import { AccessToken } from '../../server/access-token.ts';
import { FollowedLibrary } from '../../server/followed-library.ts';
import { isLoopback, type RunningServer, startServer } from '../../server/server.ts';
import { dataFolder } from '../../sqlite/data-folder.ts';
import { placeTotals } from '../../store/queries/place-totals.ts';
import type { Invocation } from '../command.ts';
import { explain } from '../errors.ts';
import { archiveBacklog } from '../keep-archive.ts';
import type { Output } from '../output.ts';
import { runtimeOptions } from '../rap/runtime-options.ts';
import { openBrowser } from '../serve/open-browser.ts';
import { type ServeOptions, serveOptions } from '../serve/serve-options.ts';
import { useConfigFor } from '../use-config.ts';

/** Resolves when the process is told to stop. A second time it is not asked. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const stop = (): void => {
      for (const name of names) process.off(name, stop);
      resolve();
    };
    for (const name of names) process.on(name, stop);
  });
}

/** The runtime for RAP, unless another process has it, or the network could use it without a token of its own. */
function openRap(folder: string, host: string, invocation: Invocation): MountedRap | undefined {
  const { out } = invocation;
  const options = runtimeOptions(invocation, { hasPerson: true });
  if (options.agentToken === undefined && !isLoopback(host)) {
    out.note('toolscope: RAP results are not accepted; set TOOLSCOPE_RAP_TOKEN to accept them.');
    return undefined;
  }
  try {
    checkExposure(host, options);
    return mountRap({ ...options, dataFolder: folder });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-busy') throw error;
    out.note('toolscope: another process is the RAP runtime; questions are answered here, its options are its own.');
    return undefined;
  }
}

/** How other machines reach this one. */
function outsideName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

async function tellAddress(
  server: RunningServer,
  { host, opensBrowser }: ServeOptions,
  token: AccessToken | undefined,
  out: Output,
): Promise<void> {
  if (server.isElsewhere) out.note('toolscope: port 4747 is taken; using another one.');
  if (token === undefined) {
    await out.line(`Toolscope is at ${out.paint('bold', server.url)}`);
    if (opensBrowser) openBrowser(server.url);
  } else {
    const address = `http://${outsideName(host)}:${server.port}/login?code=${token.newCode()}`;
    await out.line(`Toolscope is at ${out.paint('bold', address)}`);
    await out.line(`The address works once, within ten minutes. After that, use the token in ${token.path}`);
  }
  await out.line(out.paint('dim', 'Press Ctrl-C to stop.'));
}

/** Says how much there is when all of it was read, unless it is over by then. */
function tellWhenRead(
  library: FollowedLibrary,
  { places, isDemo, keepsArchive }: ServeOptions,
  out: Output,
  isOver: () => boolean,
): void {
  const logs = places.filter((place) => place !== inboxFolder(dataFolder()));
  const isKnown = (): boolean => placeTotals(library.database, library.places).sessions > 0;
  if (!isDemo && !logs.some((place) => existsSync(place)) && !isKnown()) {
    out.note(
      `toolscope: there are no logs yet at ${logs.join(', ')}. Waiting for them. ` +
        'Name another folder with --root, or see made-up sessions with toolscope --demo.',
    );
  }
  library.ready
    .then(() => {
      if (isOver()) return;
      const { sessions, calls } = placeTotals(library.database, library.places);
      const whose = library.state().phase === 'reading-only' ? ', together with the Toolscope already running' : '';
      out.note(`toolscope: ${plural(sessions, 'session')} with ${plural(calls, 'call')}; following the logs${whose}.`);
      const copies = keepsArchive ? archiveBacklog(dataFolder(), library.database) : undefined;
      if (copies !== undefined) out.note(`toolscope: ${copies}`);
    })
    .catch((error: unknown) => out.note(`toolscope: ${explain(error)}`));
}

async function serveFrom(folder: string, options: ServeOptions, invocation: Invocation): Promise<void> {
  const { out } = invocation;
  const { host, port, places, isDemo } = options;
  const token = isLoopback(host) ? undefined : new AccessToken(folder);
  const beside = isDemo ? [] : [inboxFolder(folder)];
  const library = await FollowedLibrary.open({
    folder,
    places,
    beside,
    isDemo,
    archive: options.keepsArchive,
    onSetAside: (path) => out.note(`toolscope: the index was damaged and is being rebuilt; the old file is ${path}.`),
  });
  try {
    const rap = openRap(folder, host, invocation);
    const server = await startServer({
      library,
      folder,
      host,
      inbox: inboxFolder(folder),
      ...(port === undefined ? {} : { port }),
      ...(token === undefined ? {} : { token }),
      ...(rap === undefined ? {} : { rap }),
      onError: (error) => out.note(`toolscope: ${explain(error)}`),
    });
    // Listens for the end before anybody can know that it has begun.
    let isOver = false;
    const stopped = untilStopped().then(() => {
      isOver = true;
    });
    try {
      await tellAddress(server, options, token, out);
      tellWhenRead(library, options, out, () => isOver);
      await stopped;
    } finally {
      await server.close();
    }
  } finally {
    await library.close();
  }
}

/** There before the places are looked up, so that the first hook ever told is seen while the server runs. */
function prepareInbox({ options }: Invocation): void {
  if (options['demo'] !== true) mkdirSync(inboxFolder(dataFolder()), { recursive: true, mode: 0o700 });
}

export async function serveLibrary(invocation: Invocation): Promise<number> {
  await useConfigFor(invocation.out);
  prepareInbox(invocation);
  const options = serveOptions(invocation);
  if (!options.isDemo) {
    await serveFrom(dataFolder(), options, invocation);
    return 0;
  }
  const { startDemo } = await import('../../server/demo/start-demo.ts');
  const demo = startDemo();
  try {
    await serveFrom(demo.dataFolder, { ...options, places: [demo.logFolder], keepsArchive: false }, invocation);
  } finally {
    demo.close();
  }
  return 0;
}
