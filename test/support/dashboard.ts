// A dashboard for tests: the built program serving a folder of made-up logs, stopped afterwards.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProgram, buildWeb, PROGRAM } from './program.ts';

export interface Dashboard {
  readonly url: string;
  readonly port: number;
  /** The data folder. */
  readonly home: string;
  /** Ends the process, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  again(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.once('close', () => done());
  });
}

function start(what: readonly string[], home: string, port: number): Promise<{ child: ChildProcess; url: string }> {
  const args = [PROGRAM, 'serve', ...what, '--port', String(port), '--no-open'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TOOLSCOPE_HOME: home, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, fail) => {
    let said = '';
    const hear = (part: Buffer): void => {
      said += part.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) done({ child, url });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => fail(new Error(`the dashboard ended before it told its address:\n${said}`)));
  });
}

/**
 * Of the logs below a folder, or of the made-up sessions that ship with the program. `prepare` may fill the data folder
 * before it starts.
 */
export async function openDashboard(
  library: { readonly root: string } | 'demo',
  prepare?: (home: string) => Promise<void>,
  access: 'open' | 'signed-in' = 'open',
): Promise<Dashboard> {
  const which = library === 'demo' ? ['--demo'] : ['--root', library.root];
  // Signing in has its own test; the others are about what comes after it.
  const what = access === 'open' ? [...which, '--open-to-local-users'] : which;
  await buildProgram();
  await buildWeb();
  const home = mkdtempSync(join(tmpdir(), 'toolscope-home-'));
  await prepare?.(home);
  let running = await start(what, home, 0);
  const { url } = running;
  const port = Number(new URL(url).port);
  const kill = async (): Promise<void> => {
    running.child.kill('SIGKILL');
    await ended(running.child);
  };
  return {
    url,
    port,
    home,
    kill,
    async again() {
      running = await start(what, home, port);
    },
    async close() {
      await kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
