// The stages of a call's life, according to what its agent logs.

import { formatOfAgent } from '../formats/registry.ts';
import { stagesOf as stagesWith } from '../lifecycle/stages.ts';
import type { LogCoverage } from '../model/log-coverage.ts';
import type { Stage, ToolCall } from '../model/tool-call.ts';

/** For an agent without a format nothing can be called missing. */
const UNKNOWN_COVERAGE: LogCoverage = {
  requested: 'sometimes',
  permission: 'sometimes',
  'hooks-before': 'sometimes',
  running: 'sometimes',
  'hooks-after': 'sometimes',
  result: 'sometimes',
  structured: 'sometimes',
  exitCode: 'sometimes',
  tokens: 'sometimes',
  subagents: 'sometimes',
  live: 'sometimes',
};

export function stagesOf(call: ToolCall): readonly Stage[] {
  return stagesWith(call, formatOfAgent(call.agent)?.logs ?? UNKNOWN_COVERAGE);
}
