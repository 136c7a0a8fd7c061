// `toolscope serve`: opens the index, serves it, and follows the logs until it is stopped.

import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { placesText } from '../../api/places-text.ts';
import { AppError } from '../../base/app-error.ts';
import { plural } from '../../base/units.ts';
import { inboxFolder } from '../../hooks/inbox.ts';
import { isLoopback } from '../../http/loopback.ts';
import { placesOfLogs } from '../../library/roots.ts';
import type { MountedRap } from '../../rap/http/mount.ts';
import { Access, type AccessRule } from '../../server/auth/access.ts';
import { noteServer } from '../../server/auth/running-servers.ts';
import { SIGN_IN_PATH } from '../../server/auth/sign-in.ts';
import { CODE_LIVES_MINUTES } from '../../server/auth/sign-in-codes.ts';
import { FollowedLibrary } from '../../server/followed-library.ts';
import type { RunningServer } from '../../server/server.ts';
import type { SideProtocol } from '../../server/side-protocol.ts';
import { startedAs } from '../../server/started-as.ts';
import { bundlesFolder } from '../../sources/bundles/bundles-folder.ts';
import { dataFolder } from '../../store/data-folder.ts';
import { makePrivateFolder } from '../../store/open-store.ts';
import { useStore } from '../../store/store-address.ts';
import type { Invocation } from '../command.ts';
import { explain } from '../errors.ts';
import { archiveBacklog } from '../keep-archive.ts';
import type { ServedMcp } from '../mcp/open-mcp-http.ts';
import type { Output } from '../output.ts';
import { runtimeOptions } from '../rap/runtime-options.ts';
import { openBrowser } from '../serve/open-browser.ts';
import { type ServeOptions, serveOptions } from '../serve/serve-options.ts';
import { watchDataFolder } from '../serve/watch-data-folder.ts';
import { untilStopped } from '../until-stopped.ts';
import { useConfigFor } from '../use-config.ts';

/** The RAP runtime, unless another process runs it, or the network could use it without a token of its own. */
async function openRap(
  folder: string,
  host: string,
  access: AccessRule,
  invocation: Invocation,
): Promise<MountedRap | undefined> {
  const { out } = invocation;
  const options = runtimeOptions(invocation, { hasPerson: true });
  const owners = access === 'open-to-local-users' ? {} : { agentToken: access.token };
  if (options.agentToken === undefined && !isLoopback(host)) {
    out.note('toolscope: RAP results are not accepted; set TOOLSCOPE_RAP_TOKEN to accept them.');
    return undefined;
  }
  const { checkExposure, mountRap } = await import('../../rap/http/mount.ts');
  try {
    checkExposure(host, options);
    // The demo's own tools are on this machine.
    const allow = invocation.options['demo'] === true ? { allow: ['loopback', ...(options.allow ?? [])] } : {};
    return mountRap({ ...owners, ...options, ...allow, dataFolder: folder });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-busy') throw error;
    out.note(
      `toolscope: another Toolscope already runs on the same data: ${startedAs()} open shows its dashboard. Options about remote tools apply to that one.`,
    );
    return undefined;
  }
}

/** The name that other machines reach this one by. */
function outsideName(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** The address to open: for this machine, or for others if they can reach it. */
function addressOf({ url, port }: RunningServer, host: string): string {
  return isLoopback(host) ? url : `http://${outsideName(host)}:${port}`;
}

async function tellAddress(
  server: RunningServer,
  { host, opensBrowser }: ServeOptions,
  access: AccessRule,
  out: Output,
): Promise<void> {
  if (server.isElsewhere) out.note('toolscope: port 4747 is taken; using another one.');
  const address = addressOf(server, host);
  await out.line(`Toolscope is at ${out.paint('bold', address)}`);
  if (access === 'open-to-local-users') {
    if (opensBrowser) openBrowser(address);
  } else {
    await out.line(`Sign in with    ${out.paint('bold', `${address}${SIGN_IN_PATH}?code=${access.newCode()}`)}`);
    await out.line(
      out.paint('dim', `It works once, within ${CODE_LIVES_MINUTES} minutes. For another one: ${startedAs()} open`),
    );
    if (opensBrowser && isLoopback(host)) openBrowser(`${address}${SIGN_IN_PATH}?code=${access.newCode('same-user')}`);
  }
  if (!isLoopback(host)) {
    out.note(
      'toolscope: this is plain HTTP: anyone on the network can read what you read, and can take over a ' +
        'sign-in. Use it in a network you trust, or through SSH or a VPN. toolscope open --sign-out ends all sign-ins.',
    );
  }
  await out.line(out.paint('dim', 'Press Ctrl-C to stop.'));
}

/** Reports the totals when everything has been read, unless the server has stopped by then. */
async function tellWhenRead(
  library: FollowedLibrary,
  { places, isDemo, keepsArchive }: ServeOptions,
  out: Output,
  isOver: () => boolean,
): Promise<void> {
  const logs = placesOfLogs(places);
  const known = () => library.questions.health.placeTotals(library.places);
  if (!isDemo && !logs.some((place) => existsSync(place)) && (await known()).sessions === 0) {
    out.note(
      `toolscope: there are no logs yet in ${placesText(logs, `${startedAs()} doctor`)}. Waiting for them. ` +
        `Name another folder with --root, or see made-up sessions with ${startedAs()} --demo.`,
    );
  }
  library.ready
    .then(async () => {
      if (isOver()) return;
      const { sessions, calls } = await known();
      const whose = library.state().phase === 'reading-only' ? ', together with the Toolscope already running' : '';
      out.note(`toolscope: ${plural(sessions, 'session')} with ${plural(calls, 'call')}; following the logs${whose}.`);
      const copies = keepsArchive ? archiveBacklog(dataFolder(), library.store.local) : undefined;
      if (copies !== undefined) out.note(`toolscope: ${copies}`);
    })
    .catch((error: unknown) => out.note(`toolscope: ${explain(error)}`));
}

/** Loaded on an agent's first request. */
function lazyMcp(served: ServedMcp): SideProtocol {
  let opened: Promise<SideProtocol> | undefined;
  return async (request) => {
    opened ??= import('../mcp/open-mcp-http.ts').then(({ openMcpHttp }) => openMcpHttp(served));
    return (await opened)(request);
  };
}

async function serveFrom(folder: string, options: ServeOptions, invocation: Invocation): Promise<void> {
  const { out } = invocation;
  const { host, port, places, isDemo } = options;
  const beside = isDemo ? [] : [inboxFolder(folder)];
  const opening = FollowedLibrary.open({
    folder,
    places,
    beside,
    alsoAsked: options.alsoAsked,
    isDemo,
    archive: options.keepsArchive,
    onSetAside: (path) => out.note(`toolscope: the index was damaged and is being rebuilt; the old file is ${path}.`),
  });
  // Loaded in parallel with the start of the thread that looks for logs.
  const [library, { startServer }] = await Promise.all([opening, import('../../server/server.ts')]);
  try {
    const access = options.isOpen ? 'open-to-local-users' : new Access(folder);
    const rap = await openRap(folder, host, access, invocation);
    const onError = (error: unknown): void => out.note(`toolscope: ${explain(error)}`);
    const server = await startServer({
      library,
      folder,
      host,
      inbox: inboxFolder(folder),
      bundles: bundlesFolder(folder),
      ...(port === undefined ? {} : { port }),
      access,
      ...(rap === undefined ? {} : { rap }),
      mcp: (ask) => lazyMcp({ ask, folder, places: library.places, onError }),
      onError,
    });
    // Listens for signals before anyone can know that the server is running.
    let isOver = false;
    const folderWatch = watchDataFolder(folder);
    const stopped = Promise.race([untilStopped(), folderWatch.gone]).finally(() => {
      isOver = true;
    });
    const instance = access === 'open-to-local-users' ? '' : access.instance;
    const forget = noteServer(folder, { url: addressOf(server, host), instance });
    let endTools = (): Promise<void> => Promise.resolve();
    try {
      if (isDemo && rap !== undefined) {
        const { playRemoteTools } = await import('../serve/demo-remote-tools.ts');
        endTools = await playRemoteTools(rap);
      }
      await tellAddress(server, options, access, out);
      tellWhenRead(library, options, out, () => isOver).catch((error: unknown) => {
        out.note(`toolscope: ${explain(error)}`);
      });
      await stopped;
    } finally {
      folderWatch.stop();
      forget();
      await endTools();
      await server.close();
    }
  } finally {
    await library.close();
  }
}

/** Created before places are resolved, so that the very first hook report is noticed while the server runs. */
function prepareInbox({ options }: Invocation): void {
  if (options['demo'] !== true) makePrivateFolder(inboxFolder(dataFolder()));
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
  // Made-up sessions must not end up in a shared store.
  useStore(null);
  const demo = startDemo();
  try {
    await serveFrom(demo.dataFolder, { ...options, places: [demo.logFolder], keepsArchive: false }, invocation);
  } finally {
    demo.close();
  }
  return 0;
}
