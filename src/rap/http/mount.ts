// The RAP runtime as part of an HTTP server, its own or another one. The same rules about names, tokens and exposure apply
// to both.

import { AppError } from '../../base/app-error.ts';
import { isLoopback } from '../../http/loopback.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import { RapRuntime, type RuntimeOptions } from '../runtime/runtime.ts';
import { type RapHandler, rapHandler } from './handler.ts';
import { forgetPlace, notePlace } from './runtime-place.ts';

export interface MountOptions extends RuntimeOptions {
  /** Required with every request of the agent's side if set; callbacks need only their address. */
  readonly agentToken?: string;
  /** Names the agent's side answers to, in addition to localhost and the public address. */
  readonly hosts?: readonly string[];
}

export interface MountedRap {
  readonly runtime: RapRuntime;
  /** False: the request is not about RAP, and nothing was done with it. */
  readonly handle: RapHandler;
  /** Call once the server listens: resumes what an earlier process left unfinished. */
  start(listening: Listening): Promise<void>;
  /** Call after the server has stopped accepting requests. Open streams and long polls end. */
  close(): Promise<void>;
}

export interface Listening {
  /** The interface the server listens on, e.g. 127.0.0.1. */
  readonly host: string;
  /** How it is reached on this machine, e.g. http://127.0.0.1:7270. */
  readonly url: string;
}

/** Throws when somebody else than this machine could get at the agent's side without a token. */
export function checkExposure(
  host: string,
  { publicUrl, agentToken }: Pick<MountOptions, 'publicUrl' | 'agentToken'>,
): void {
  const url = publicUrl === undefined ? undefined : parseHttpUrl(publicUrl);
  if (publicUrl !== undefined && (url === undefined || url.search !== '' || url.hash !== ''))
    throw new AppError('bad-usage', 'The public address must be an absolute http or https URL without ? and #.');
  if (agentToken !== undefined) return;
  const hint = 'Set an agent token (TOOLSCOPE_RAP_TOKEN), or stay on 127.0.0.1.';
  if (!isLoopback(host))
    throw new AppError('refused', `Listening on ${host} opens the server to the network.`, { hint });
  // Whatever forwards the public address to this machine forwards the agent's side with it.
  if (url !== undefined && !isLoopback(url.hostname))
    throw new AppError('refused', `The public address ${url.origin} opens the server to the network.`, { hint });
}

/** Opens the data and makes the handler. Nothing is sent and no deadline is watched before `start`. */
export function mountRap(options: MountOptions): MountedRap {
  const { publicUrl, agentToken } = options;
  const runtime = RapRuntime.open(options);
  const publicName = publicUrl === undefined ? undefined : parseHttpUrl(publicUrl)?.hostname;
  const hosts = new Set([...(options.hosts ?? []), ...(publicName === undefined ? [] : [publicName])]);
  const guard = { ...(agentToken === undefined ? {} : { agentToken }), hosts };
  return {
    runtime,
    handle: rapHandler(runtime, guard),
    async start({ host, url }) {
      checkExposure(host, options);
      if (!isLoopback(host)) hosts.add(host);
      if (publicUrl === undefined) runtime.publicUrl = url;
      await runtime.start();
      notePlace(options.dataFolder, url);
    },
    async close() {
      forgetPlace(options.dataFolder);
      await runtime.close();
    },
  };
}
