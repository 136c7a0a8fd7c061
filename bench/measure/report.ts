// Owns what a measuring process tells its parent: one JSON line.

export interface Measured {
  readonly what: string;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly bytes: number;
  /** Lines, or calls. */
  readonly count: number;
}

export function report(work: { what: string; started: number; bytes: number; count: number }): void {
  const { user, system } = process.cpuUsage();
  const measured: Measured = {
    what: work.what,
    wallMs: performance.now() - work.started,
    cpuMs: (user + system) / 1000,
    rssMb: process.resourceUsage().maxRSS / 1024,
    bytes: work.bytes,
    count: work.count,
  };
  console.log(JSON.stringify(measured));
}
