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

export interface Started {
  readonly wallMs: number;
  readonly cpu: NodeJS.CpuUsage;
}

/** Where the clocks stand: loading programs is not part of what is compared. */
export function start(): Started {
  return { wallMs: performance.now(), cpu: process.cpuUsage() };
}

export function report(work: { what: string; started: Started; bytes: number; count: number }): void {
  const { user, system } = process.cpuUsage(work.started.cpu);
  const measured: Measured = {
    what: work.what,
    wallMs: performance.now() - work.started.wallMs,
    cpuMs: (user + system) / 1000,
    rssMb: process.resourceUsage().maxRSS / 1024,
    bytes: work.bytes,
    count: work.count,
  };
  console.log(JSON.stringify(measured));
}
