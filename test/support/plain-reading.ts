// Owns what a tool's reading of a call is where nothing was found in it.

import type { Interpretation } from '../../src/model/interpretation.ts';

export function plainReading(toolId: string): Interpretation {
  return {
    toolId,
    result: null,
    summary: '',
    failure: null,
    failedQuietly: false,
    facts: {},
    reportedMs: null,
    task: null,
    target: null,
    problems: [],
  };
}
