// The small file next to a subagent's log, which says who started it.

import { asName, asObject } from '../../base/json.ts';
import { MAIN_THREAD, type Observation } from '../../model/observation.ts';
import type { OpenFile } from '../format.ts';
import { agentOfPath } from './locate.ts';

export function observeSide({ path, source }: OpenFile, what: string, value: unknown): readonly Observation[] {
  const meta = asObject(value);
  const agentId = agentOfPath(path);
  if (what !== 'agent-meta' || meta === undefined || agentId === null) return [];
  return [
    {
      kind: 'subagent-linked',
      ref: { source, line: 1, offset: 0, length: 0 },
      at: null,
      thread: MAIN_THREAD,
      agentId,
      callId: asName(meta['toolUseId']) ?? null,
      runId: null,
      parentAgentId: asName(meta['parentAgentId']) ?? null,
      agentType: asName(meta['agentType']) ?? null,
      description: asName(meta['description']) ?? null,
      promptHash: null,
    },
  ];
}
