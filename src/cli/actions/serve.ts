// Owns what `toolscope serve` does: opens the index, serves it, and follows the logs until it is told to stop.

import { once } from 'node:events';
import { AppError } from '../../base/app-error.ts';
import { FollowedLibrary } from '../../server/followed-library.ts';
import { startServer } from '../../server/server.ts';
import { dataFolder } from '../../store/data-folder.ts';
import type { Invocation } from '../command.ts';
import { explain } from '../errors.ts';
import { placesFor } from '../open-library.ts';

function portFrom({ options }: Invocation): number | undefined {
  const given = options['port'];
  if (given === undefined) return undefined;
  const port = Number(given);
  if (typeof given !== 'string' || !/^\d{1,5}$/.test(given) || port > 65_535) {
    throw new AppError('bad-usage', '--port wants a number from 0 to 65535.');
  }
  return port;
}

async function untilStopped(): Promise<void> {
  const stop = new AbortController();
  await Promise.race(
    ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => once(process, name, { signal: stop.signal }).catch(() => undefined)),
  );
  stop.abort();
}

export async function serveLibrary(invocation: Invocation): Promise<number> {
  const { out } = invocation;
  const port = portFrom(invocation);
  const places = placesFor(invocation);
  const library = await FollowedLibrary.open({ folder: dataFolder(), places });
  try {
    const server = await startServer({
      library,
      ...(port === undefined ? {} : { port }),
      onError: (error) => out.note(`toolscope: ${explain(error)}`),
    });
    const stopped = untilStopped();
    await out.line(`Toolscope: ${server.url}`);
    await stopped;
    await server.close();
  } finally {
    await library.close();
  }
  return 0;
}
