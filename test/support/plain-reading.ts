// The interpretation of a call in which nothing was found, and a session in which all calls are like that.

import type { ProjectionContext } from '../../src/lifecycle/project.ts';
import type { Interpretation } from '../../src/model/interpretation.ts';

export function plainReading(toolId: string): Interpretation {
  return {
    toolId,
    result: null,
    summary: '',
    failure: null,
    failedQuietly: false,
    masked: null,
    leading: null,
    facts: {},
    reportedMs: null,
    task: null,
    target: null,
    aim: null,
    problems: [],
  };
}

export function plainContext(toolId: string): ProjectionContext {
  const reading = plainReading(toolId);
  return {
    agent: 'claude-code',
    session: 's',
    live: false,
    namesMessages: false,
    isEndLogged: true,
    pathOf: () => '',
    interpret: () => reading,
  };
}
