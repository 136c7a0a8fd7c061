// The report of measured work to its parent: one JSON line, with its own times. Loading programs is not part of what is
// compared.

export function start() {
  return { wallMs: performance.now(), cpu: process.cpuUsage() };
}

export function report(started, { bytes, count, ...more }) {
  const { user, system } = process.cpuUsage(started.cpu);
  const told = {
    wallMs: performance.now() - started.wallMs,
    cpuMs: (user + system) / 1000,
    rssMb: process.resourceUsage().maxRSS / 1024,
    bytes,
    count,
    ...more,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
