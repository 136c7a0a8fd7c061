// Names of this machine that no other machine can be reached by, as addresses and as they appear in URLs.

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}
