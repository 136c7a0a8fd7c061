// The length of fuzzing: a few hundred runs from a fixed seed, or as many as TOOLSCOPE_FUZZ says, from TOOLSCOPE_SEED.

export function fuzz(runs: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: Number(process.env['TOOLSCOPE_SEED'] ?? 19), numRuns: Number(process.env['TOOLSCOPE_FUZZ'] ?? runs) };
}

/** The time limit of a fuzz test: none if it was requested to run longer. */
export function fuzzTimeout(ms: number): { readonly timeout: number } {
  return { timeout: process.env['TOOLSCOPE_FUZZ'] === undefined ? ms : 0 };
}
