// The RAP runtime as its own server: opens the data, listens, and closes both again.

import { createServer } from 'node:http';
import { closeServer, httpUrl, listen, TIMEOUTS } from '../../http/listen.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import type { RapHandler } from './handler.ts';
import { checkExposure, type MountOptions, mountRap } from './mount.ts';
import { sendProblem } from './reply.ts';

export const DEFAULT_PORT = 7270;

export interface RapServerOptions extends MountOptions {
  /** 0: any free one. Callback addresses contain the port, so a restarted server should keep it. */
  readonly port?: number;
  readonly host?: string;
  /** Answers requests that are not about RAP. */
  readonly fallback?: RapHandler;
}

export interface RapServer {
  readonly runtime: RapRuntime;
  /** Where it listens, e.g. http://127.0.0.1:7270. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startRapServer(options: RapServerOptions): Promise<RapServer> {
  const { port = DEFAULT_PORT, host = '127.0.0.1' } = options;
  checkExposure(host, options);
  const rap = mountRap(options);
  const server = createServer(TIMEOUTS);
  server.on('request', (request, response) => {
    if (rap.handle(request, response) || options.fallback?.(request, response) === true) return;
    sendProblem(response, 404, 'not-found', 'There is nothing at this address.');
  });
  const close = (): Promise<void> => closeServer(server, () => rap.close());
  try {
    const listening = await listen(server, host, [port]);
    const url = httpUrl(listening.address, listening.port);
    await rap.start({ host, url });
    return { runtime: rap.runtime, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
