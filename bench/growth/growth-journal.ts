// What a growth run has measured so far, on disk after each point: a stopped run can continue, as long as the program, the
// generator and the machine are the same.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../meter/meter-process.ts';
import { machine, writeJson } from '../outcome/results.ts';
import type { PlannedPoint } from './growth-plan.ts';
import type { MeasuredPoint } from './growth-table.ts';

/** Not in the repository. */
export const SO_FAR = join(ROOT, 'bench/out/growth-so-far.json');

const MEASURED = ['src', 'bench/generate', 'bench/work'];

interface Entry {
  readonly planned: PlannedPoint;
  readonly measured: MeasuredPoint;
}

interface Kept {
  readonly of: string;
  readonly entries: readonly Entry[];
}

/** Points may be in one table only if the same thing was measured on the same machine. */
export function whatIsMeasured(folders: readonly string[] = MEASURED.map((name) => join(ROOT, name))): string {
  const hash = createHash('sha256').update(`${machine()}; Node ${process.versions.node}`);
  for (const folder of folders) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
      hash.update(path).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

function isSame(a: PlannedPoint, b: PlannedPoint): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export class GrowthJournal {
  readonly #path: string;
  readonly #of: string;
  #entries: readonly Entry[] = [];

  constructor(path: string, of: string) {
    this.#path = path;
    this.#of = of;
  }

  /** Takes over what an earlier run has measured. False when there is nothing, or for something else. */
  resume(): boolean {
    if (!existsSync(this.#path)) return false;
    const kept: Kept = JSON.parse(readFileSync(this.#path, 'utf8'));
    if (kept.of !== this.#of) return false;
    this.#entries = kept.entries;
    return true;
  }

  pointOf(planned: PlannedPoint): MeasuredPoint | undefined {
    return this.#entries.find((entry) => isSame(entry.planned, planned))?.measured;
  }

  add(planned: PlannedPoint, measured: MeasuredPoint): void {
    this.#entries = [...this.#entries, { planned, measured }];
    const kept: Kept = { of: this.#of, entries: this.#entries };
    writeJson(this.#path, kept);
  }

  /** Everything is measured: the next run starts from the beginning. */
  end(): void {
    rmSync(this.#path, { force: true });
  }
}
