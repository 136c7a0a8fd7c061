// The tool `stats`: counts, failures and durations by tool, model, agent, project, day or class of failure.

import { z } from 'zod';
import { cleanLine } from '../clean-text.ts';
import { callId, callIdOf } from '../rows.ts';
import { filterIn } from '../scope.ts';
import { defineTool, filterInput } from '../tool.ts';

const MOST = 60;

const count = z.number().optional();
const counts = z.object({
  agent: z.string().optional(),
  calls: z.number(),
  failures: z.number().describe('Unexpected ones.'),
  refused: count,
  hidden_failures: count,
  p50_ms: count,
  p95_ms: count,
  tool: z.string().optional().describe('Of a class of failure.'),
  blame: z.string().optional(),
  sessions: count,
  recovered: count.describe('How many of the failures a later call made good.'),
  calls_to_recover: count.describe('At the median.'),
  example: callId.optional().describe('The latest of them.'),
  untrusted: z.object({
    key: z.string().nullable().describe('The tool, model, agent, project, day or class of failure.'),
  }),
});

export const stats = defineTool({
  name: 'stats',
  title: 'Count calls and failures',
  description:
    'Counts tool calls, failures and durations by tool, model, agent, project or day; by "error" it counts classes of failures, with how many were recovered from and after how many calls. Use it for "what fails most" and "how long does it take".',
  input: z.strictObject({
    by: z.enum(['tool', 'model', 'agent', 'project', 'day', 'error']),
    filter: filterInput,
  }),
  output: z.object({ groups: z.array(counts), total: z.number().describe('Groups in all; the largest are told.') }),
  async answer({ by, filter }, { questions, scope, signal }) {
    const fits = filterIn(scope, filter);
    if (by === 'error') {
      const { classes } = await questions.ask('errors', {}, { filter: fits, masked: '1' }, signal);
      const groups = classes.slice(0, MOST).map((found) => ({
        ...{ tool: found.toolId, blame: found.blame, calls: found.count, failures: found.count },
        ...{ sessions: found.sessions, recovered: found.recovered },
        ...(found.callsToRecover === null ? {} : { calls_to_recover: found.callsToRecover }),
        example: callIdOf(found.example),
        untrusted: { key: found.masked ? `${found.code} (hidden)` : found.code },
      }));
      return { groups, total: classes.length };
    }
    const { groups } = await questions.ask('stats', {}, { by, filter: fits }, signal);
    return {
      groups: groups.slice(0, MOST).map(({ key, agent, durations, ...group }) => ({
        ...(agent === null ? {} : { agent }),
        ...{ calls: group.calls, failures: group.failures, refused: group.refused, hidden_failures: group.masked },
        ...(durations === null || durations.p50Ms === null ? {} : { p50_ms: durations.p50Ms }),
        ...(durations === null || durations.p95Ms === null ? {} : { p95_ms: durations.p95Ms }),
        untrusted: { key: key === null ? null : cleanLine(key, 300) },
      })),
      total: groups.length,
    };
  },
});
