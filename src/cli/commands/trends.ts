// Usage of `toolscope trends`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const trends: Command = {
  usage: '[filter] [options]',
  options: {
    by: {
      type: 'string',
      value: 'agent,version,model,project',
      help: 'One row for each of these, or of several together; without it, one row per week.',
    },
    weeks: { type: 'string', value: 'n', help: 'Compare the last n weeks with the n before them (default 4).' },
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.trends),
  },
  examples: [
    { line: 'trends', does: 'every week, and the last four against the four before them' },
    { line: 'trends --by version agent:claude-code', does: 'whether a version of the agent did worse than another' },
    { line: 'trends --by model,project since:90d', does: 'models in each project, over the last 90 days' },
    { line: 'trends --by model --json', does: 'counts, shares and intervals of every week, as NDJSON' },
  ],
  notes: [
    'Shares have 95 % intervals (Wilson): with few calls they are wide. FAILED is of calls that ended by themselves, MASKED of\n' +
      'calls that succeeded, RECOVERED of failures in sessions that are over. COST is of the sessions that the calls belong to.',
    'It is "worse" or "better" when the interval of the difference (Newcombe) does not include zero, both spans have 30 calls\n' +
      'or more, and at least five were expected in each. Calls of one session are alike, so the real uncertainty is larger than the\n' +
      'intervals say. Weeks begin on Mondays, by UTC;\n' +
      'those in which nothing was called or paid are left out.',
  ],
  run: async (invocation) => (await import('../actions/trends.ts')).showTrends(invocation),
};
