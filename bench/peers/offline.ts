// Runs other programs: without network where the system allows that, with their own environment.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Metered, type MeterOptions, meterProcess } from '../meter/meter-process.ts';
import type { Stage } from './peer.ts';

/** Time limit per program. */
const PATIENCE_MS = 10 * 60_000;
/** An address where nothing listens: for systems on which the network cannot be removed. */
const NOWHERE = 'http://127.0.0.1:9';

function isPossible(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true']).status === 0;
}

/** The command prefix that removes the network; empty where that is not possible. */
function networkTaker(): readonly string[] {
  return (
    [
      ['unshare', '--net'],
      ['unshare', '--map-root-user', '--net'],
    ].find(isPossible) ?? []
  );
}

export class OfflineStage implements Stage {
  readonly home: string;
  readonly installed: string;
  readonly output: string;
  readonly #before = networkTaker();

  constructor(folder: string) {
    this.home = join(folder, 'home');
    this.installed = join(folder, 'installed');
    this.output = join(folder, 'output');
  }

  get isCutOff(): boolean {
    return this.#before.length > 0;
  }

  /** Makes the next run a first one: removes everything that programs have written. */
  forget(): void {
    for (const name of ['.cache', '.config', '.local', '.toolscope', '.bun', '.npm']) {
      rmSync(join(this.home, name), { recursive: true, force: true });
    }
    this.clear();
  }

  clear(): void {
    rmSync(this.output, { recursive: true, force: true });
    mkdirSync(this.output, { recursive: true });
  }

  run(
    program: string,
    args: readonly string[],
    options: Pick<MeterOptions, 'env' | 'outputFile'> = {},
  ): Promise<Metered> {
    const [first = program, ...rest] = [...this.#before, program, ...args];
    const env = {
      PATH: process.env['PATH'],
      HOME: this.home,
      CLAUDE_CONFIG_DIR: join(this.home, '.claude'),
      CODEX_HOME: join(this.home, '.codex'),
      NO_COLOR: '1',
      ...(this.isCutOff ? {} : { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE }),
      ...options.env,
    };
    return meterProcess(first, rest, { ...options, env, cwd: this.output, timeoutMs: PATIENCE_MS });
  }
}
