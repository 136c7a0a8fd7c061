// Tables from an agent, a run or a prompt to the call that may have started it.

import { compareRefs } from '../model/source.ts';
import type { KnownCalls } from './calls-by-id.ts';
import type { RequestFact, ResultFact } from './facts.ts';
import type { Starter, StarterTables } from './threads.ts';

export function starterTables(
  calls: KnownCalls,
  agentCalls: ReadonlyMap<string, ResultFact>,
  runCalls: ReadonlyMap<string, ResultFact>,
  promptCalls: ReadonlyMap<number, ReadonlyMap<string, RequestFact>>,
): StarterTables {
  const starterOf = (callId: string): Starter | undefined => {
    const thread = calls.get(callId)?.requests[0]?.thread;
    return thread === undefined ? undefined : { callId, thread };
  };
  const byResult = (table: ReadonlyMap<string, ResultFact>): Map<string, Starter> => {
    const starters = new Map<string, Starter>();
    for (const [key, { callId }] of table) {
      const starter = starterOf(callId);
      if (starter !== undefined) starters.set(key, starter);
    }
    return starters;
  };
  const byPrompt = new Map<number, Starter[]>();
  for (const [hash, requests] of promptCalls) {
    const ordered = [...requests.values()].sort((a, b) => compareRefs(a.ref, b.ref));
    byPrompt.set(
      hash,
      ordered.map(({ callId, thread }) => ({ callId, thread })),
    );
  }
  return { byCall: starterOf, byAgent: byResult(agentCalls), byRun: byResult(runCalls), byPrompt };
}
