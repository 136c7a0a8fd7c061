// How long fuzzing goes on: a few hundred runs from a fixed seed, or as many as TOOLSCOPE_FUZZ says, from TOOLSCOPE_SEED.

export function fuzz(runs: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(process.env['TOOLSCOPE_SEED'] ?? 19), numRuns: Number(process.env['TOOLSCOPE_FUZZ'] ?? runs) };
}

/** How long a test may take that fuzzes: as long as it likes when it was told to go on for longer. */
export function fuzzTimeout(ms: number): { readonly timeout: number } {
  return { timeout: process.env['TOOLSCOPE_FUZZ'] === undefined ? ms : 0 };
}
