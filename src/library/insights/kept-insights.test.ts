// Tests that what is concluded about a session in the index, of which only what insights look at is kept, is the same as of the
// session in memory, for one session of every agent.

import { expect, it } from 'vitest';
import { demoLogs } from '../../../test/support/demo-logs.ts';
import { readFiles } from '../../../test/support/read.ts';
import { insightRow } from '../../insights/insight-row.ts';
import { pathOfSource, type Session } from '../../model/session.ts';
import { openLog } from '../../sources/kinds/open-source.ts';
import type { WholeSession } from '../../store/questions/session-content.ts';
import { insightOptions } from './insight-options.ts';
import { concludedAgain, insightsOfSession, sessionInsights } from './kept-insights.ts';

/** As an index gives it: everything is a copy, in batches. */
function asInIndex(session: Session): WholeSession {
  const copy = structuredClone(session);
  return {
    ...copy,
    async *calls() {
      for (const call of copy.calls) yield [{ call, copyOf: null }];
    },
    async *messages() {
      yield copy.messages;
    },
    requests: async () => copy.requests,
    hooks: async () => copy.hooks,
    pathOf: (source) => pathOfSource(copy, source),
  };
}

it('concludes the same from the index as from memory', async () => {
  const logs = await demoLogs();
  const sessions = await readFiles(Object.fromEntries(logs.map(({ file, text }) => [file, text])));
  expect(sessions.length).toBeGreaterThan(5);
  for (const session of sessions) {
    const whole = insightsOfSession(session);
    expect(await sessionInsights(asInIndex(session), openLog)).toEqual(whole);
    const row = await concludedAgain(asInIndex(session), openLog);
    expect(row.openFailures).toBe(whole.verdict.failureCount);
    expect(row.time).toEqual(whole.time.classes);
    const view = { ...session, lastWords: null, textOf: () => null };
    const { claims: _, ending: __, rule: ___, ...plain } = insightRow(view, insightOptions());
    expect(row).toMatchObject(plain);
  }
});
