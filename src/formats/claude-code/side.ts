// The small JSON files next to a session: an agent's metadata, a workflow's snapshot, a person's title.

import { asArray, asCount, asName, asObject } from '../../base/json.ts';
import { parseInstant, possibleInstant } from '../../base/time.ts';
import { MAIN_THREAD, type Observation } from '../../model/observation.ts';
import type { LineRef } from '../../model/source.ts';
import type { OpenFile } from '../format.ts';
import { agentOfFile, runOfFolder } from './locate.ts';
import { endStatus, usedWhere } from './notification.ts';

export function observeSide(file: OpenFile, what: string, value: unknown): readonly Observation[] {
  const content = asObject(value);
  if (content === undefined) return [];
  const ref: LineRef = { source: file.source, line: 1, offset: 0, length: 0 };
  const seen = { ref, at: null, thread: MAIN_THREAD };
  switch (what) {
    case 'agent-meta': {
      const agentId = agentOfFile(file.path);
      if (agentId === null) return [];
      return [
        {
          kind: 'subagent-linked',
          ...seen,
          agentId,
          callId: asName(content['toolUseId']) ?? null,
          runId: runOfFolder(file.path),
          parentAgentId: asName(content['parentAgentId']) ?? null,
          agentType: asName(content['agentType']) ?? null,
          description: asName(content['description']) ?? asName(content['name']) ?? null,
          promptHash: null,
        },
      ];
    }
    case 'custom-title': {
      const title = asName(content['customTitle']);
      return title === undefined ? [] : [{ kind: 'session-described', ...seen, fields: { title, titleBy: 'user' } }];
    }
    case 'workflow-snapshot':
      return observeSnapshot(content, seen);
    default:
      return [];
  }
}

/** The snapshot is written when a run has ended: it is the run's end, and the list of its agents. */
function observeSnapshot(
  content: Readonly<Record<string, unknown>>,
  seen: { ref: LineRef; at: number | null; thread: string },
): Observation[] {
  const observations: Observation[] = [];
  const runId = asName(content['runId']) ?? null;
  const taskId = asName(content['taskId']) ?? null;
  const durationMs = content['durationMs'];
  const startedAt =
    typeof content['startTime'] === 'number'
      ? possibleInstant(content['startTime'])
      : parseInstant(content['startTime']);
  const reportedMs = typeof durationMs === 'number' ? durationMs : null;
  if (taskId !== null) {
    observations.push({
      kind: 'background-ended',
      ...seen,
      at: startedAt !== null && reportedMs !== null ? startedAt + reportedMs : parseInstant(content['timestamp']),
      callId: null,
      taskId,
      status: endStatus(content['status']),
      exitCode: null,
      // The summary says what the run was for; how it failed is in the error.
      message: asName(content['error']) ?? asName(content['summary']) ?? null,
      reportedMs,
      used: usedWhere(asCount(content['totalTokens']), asCount(content['totalToolCalls'])),
      via: 'notification',
    });
  }
  for (const entry of asArray(content['workflowProgress']) ?? []) {
    const agentId = asName(asObject(entry)?.['agentId']);
    if (agentId === undefined || runId === null) continue;
    observations.push({
      kind: 'subagent-linked',
      ...seen,
      agentId,
      callId: null,
      runId,
      parentAgentId: null,
      agentType: asName(asObject(entry)?.['phaseTitle']) ?? null,
      description: asName(asObject(entry)?.['label']) ?? null,
      promptHash: null,
    });
  }
  return observations;
}
