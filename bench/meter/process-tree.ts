// Examines a process and its descendants: current memory, and processor time of those that have ended. Where the system does
// not report it (Linux does), figures are left out rather than guessed.

import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    (textOf(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
}

/** The most memory that a process and its descendants held at any of the looks. */
export class MemoryWatch {
  readonly #pid: number;
  #mostKb = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  look(): void {
    let togetherKb = 0;
    const waiting = [this.#pid];
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      const status = textOf(`/proc/${pid}/status`);
      if (status === undefined) continue;
      togetherKb += kilobytes(status, 'VmRSS');
      // The system remembers each process's own peak, so that none is missed between two looks.
      this.#mostKb = Math.max(this.#mostKb, kilobytes(status, 'VmHWM'));
      waiting.push(...childrenOf(pid));
    }
    this.#mostKb = Math.max(this.#mostKb, togetherKb);
  }

  get mostMb(): number | undefined {
    return this.#mostKb === 0 ? undefined : this.#mostKb / 1024;
  }
}

/** Processor time of all children of this process that have ended, and theirs. */
export function endedChildrenCpuMs(): number | undefined {
  const fields = textOf('/proc/self/stat')?.split(') ')[1]?.split(' ');
  return fields === undefined ? undefined : (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK;
}
