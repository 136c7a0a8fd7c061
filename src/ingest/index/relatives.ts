// Owns when a lineage is complete: after the last of its sessions that are to be read.

import type { SessionFiles } from '../read-session.ts';

/** How many sessions of each lineage are still to come. */
export class Relatives {
  readonly #left = new Map<string, number>();

  constructor(works: readonly { readonly files: SessionFiles }[]) {
    for (const { files } of works) this.#left.set(this.#key(files), (this.#left.get(this.#key(files)) ?? 0) + 1);
  }

  isLast(files: SessionFiles): boolean {
    const left = (this.#left.get(this.#key(files)) ?? 1) - 1;
    this.#left.set(this.#key(files), left);
    return left === 0;
  }

  #key({ agent, lineage }: SessionFiles): string {
    return `${agent} ${lineage}`;
  }
}
