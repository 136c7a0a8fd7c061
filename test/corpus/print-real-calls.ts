// Prints calls from real logs as a dashboard would get them, one line of JSON each: some of every tool and kind of result. A
// separate process, because reading logs and drawing calls are compiled for different environments.

import { streamSessions } from '../../src/reading/many-sessions/read-paths.ts';
import { openCall } from '../../src/reading/open-call.ts';
import { ValueCutter } from '../../src/server/shape/cut-value.ts';

const EACH = 15;
const BUDGET = 100_000;

const seen = new Map<string, number>();
for await (const session of streamSessions(process.argv.slice(2))) {
  for (const call of session.calls) {
    const key = `${call.toolId} ${call.result?.kind ?? call.status}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > EACH) continue;
    const opened = openCall(session, call);
    if (opened === undefined) continue;
    const { input, result, light } = opened.typed;
    console.log(
      JSON.stringify({
        name: call.callId,
        toolId: light.toolId,
        toolTitle: light.toolId,
        agent: call.agent,
        tool: call.tool,
        status: call.status,
        failure: call.failure,
        summary: light.summary,
        facts: light.facts,
        input: new ValueCutter('input', BUDGET).cut(input),
        result: new ValueCutter('result', BUDGET).cut(result),
        content: new ValueCutter('content', BUDGET).cut(opened.content),
        text: (opened.text ?? '').slice(0, BUDGET),
      }),
    );
  }
}
