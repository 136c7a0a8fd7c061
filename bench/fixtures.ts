// Fixtures of measures: libraries and indexes, made when the first measure needs them, deleted with the run.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FixtureName, Scale } from './measure.ts';
import { meterSuccess, ROOT } from './meter/meter-process.ts';
import { toolscopeIndex } from './meter/toolscope-index.ts';

export interface FixtureOptions {
  /** Where they are made. */
  readonly folder: string;
  /** Existing logs, instead of made-up ones. */
  readonly library?: string;
  /** Undefined where there are none. */
  readonly realLogs?: string | undefined;
  readonly scale: Scale;
  readonly say: (text: string) => void;
}

/** Real logs for local measuring are next to the project. */
const CORPUS = join(ROOT, '../shared/corpus');

/** The given logs, or those next to the project. */
export function realLogsAt(given: string | undefined, corpus = CORPUS): string | undefined {
  return given ?? (existsSync(corpus) ? corpus : undefined);
}

export async function generate(out: string, flags: readonly string[]): Promise<void> {
  const script = join(import.meta.dirname, 'generate/main.ts');
  await meterSuccess(process.execPath, ['--import', import.meta.resolve('tsx'), script, '--out', out, ...flags]);
}

export class Fixtures {
  readonly #options: FixtureOptions;
  readonly #made = new Map<FixtureName, Promise<string>>();

  constructor(options: FixtureOptions) {
    this.#options = options;
  }

  /** Whether they are available. */
  has(needs: readonly FixtureName[]): boolean {
    return !needs.includes('real-logs') || this.#options.realLogs !== undefined;
  }

  /** The paths of the needed fixtures, which are made if necessary. */
  async paths(needs: readonly FixtureName[]): Promise<Partial<Record<FixtureName, string>>> {
    const paths: Partial<Record<FixtureName, string>> = {};
    for (const name of needs) paths[name] = await this.#path(name);
    return paths;
  }

  #path(name: FixtureName): Promise<string> {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    this.#made.set(name, made);
    return made;
  }

  async #make(name: FixtureName): Promise<string> {
    const { folder, library, realLogs, scale } = this.#options;
    const given = name === 'library' ? library : name === 'real-logs' ? realLogs : undefined;
    if (given !== undefined) return given;
    this.#options.say(`making: ${name}`);
    const path = join(folder, name);
    if (!existsSync(path)) mkdirSync(path, { recursive: true });
    switch (name) {
      case 'library':
        await generate(path, ['--bytes', String(scale.bytes)]);
        break;
      case 'long-session':
        await generate(path, ['--bytes', String(scale.longBytes), '--files', '1', '--agents', 'claude-code']);
        break;
      case 'real-logs':
        throw new Error('There are no real logs.');
      case 'index':
        await toolscopeIndex(path, await this.#path('library'));
        break;
    }
    return path;
  }
}
