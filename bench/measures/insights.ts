// The conclusions about a session of a thousand calls, in processor time: made up, so that it needs no log.

import type { Measure } from '../measure.ts';
import { median, percentile } from '../outcome/numbers.ts';

const CALLS = 1000;
const ROUNDS = 40;

/** The built program; it exists when a benchmark runs, but not yet when types are checked. */
function built(file: string): string {
  return new URL(`../../dist/${file}`, import.meta.url).href;
}

export const insights: Measure = {
  id: 'insights',
  needs: [],
  rounds: 'once',
  async run() {
    const { insightsOf }: typeof import('../../src/insights/insights.ts') = await import(built('insights/insights.js'));
    const { insightOptions }: typeof import('../../src/library/insights/insight-options.ts') = await import(
      built('library/insights/insight-options.js')
    );
    const view = busySession(CALLS);
    const options = insightOptions();
    // As in a long-running server: its code is already compiled.
    for (let round = 0; round < ROUNDS; round++) insightsOf(view, options);
    const tookMs: number[] = [];
    const cpu = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      insightsOf(view, options);
      tookMs.push(performance.now() - started);
    }
    const { user, system } = process.cpuUsage(cpu);
    return [
      {
        id: 'insights',
        title: `insights of a session, ${CALLS.toLocaleString('en-US')} calls`,
        cpuMs: (user + system) / 1000 / ROUNDS,
        p50Ms: median(tookMs),
        p95Ms: percentile(tookMs, 0.95),
        rssMb: process.resourceUsage().maxRSS / 1024,
        count: CALLS,
        counted: 'calls',
      },
    ];
  },
};

const SAID = `The paths are done.\n\n- \`npm test\`: all unit tests pass\n- Lint is clean\n\n${'Gravel lies on each of them. '.repeat(20)}All tests pass.`;

type View = import('../../src/insights/session-view.ts').SessionView;

/** A prompt every twenty calls; commands, reads and edits in turn, each after a request. */
function busySession(count: number): View {
  const start = Date.UTC(2026, 5, 1);
  const refAt = (line: number) => ({ source: 0, line, offset: line * 100, length: 90 });
  const messages: View['messages'][number][] = [];
  const calls: View['calls'][number][] = [];
  const requests: View['requests'][number][] = [];
  for (let i = 0; i < count; i++) {
    const at = start + i * 10_000;
    if (i % 20 === 0) {
      messages.push({ what: 'prompt', thread: 'main', at, preview: `Bed ${i}`, size: 40, ref: refAt(i * 5) });
    }
    messages.push({
      what: 'thinking',
      thread: 'main',
      at: at + 2000,
      preview: 'Well',
      size: 400,
      ref: refAt(i * 5 + 1),
    });
    requests.push({
      thread: 'main',
      model: 'claude-opus-4-5',
      at: at + 3000,
      usage: { input: 10, output: 300, cacheRead: 50 * i, cacheWrite: 500, reasoning: 0 },
      cacheWriteLong: 0,
      costUsd: null,
      contextWindow: null,
      ref: refAt(i * 5 + 2),
    });
    const toolId = ['shell', 'read', 'edit'][i % 3] ?? 'shell';
    const command = i % 2 === 0 ? 'npm test -- --run' : 'cd garden && git status --short | head -20';
    const failure = { code: 'tests-failed', blame: 'code', message: 'no' } as const;
    calls.push({
      callId: `call_${i}`,
      occurrence: 1,
      thread: 'main',
      tool: toolId,
      toolId,
      status: i % 25 === 3 ? 'error' : 'ok',
      failure: i % 25 === 3 ? failure : null,
      masked: null,
      requestedAt: at + 3000,
      endedAt: at + 3000 + ((i * 7919) % 6000),
      duration: { ms: (i * 7919) % 6000, bound: 'at-most' },
      summary: command,
      facts: toolId === 'shell' ? { command } : { path: `/garden/bed-${i % 50}.ts`, linesAdded: 3, linesRemoved: 1 },
      target: toolId === 'shell' ? command : `/garden/bed-${i % 50}.ts`,
      aim: null,
      agentId: null,
      background: null,
      hooks: [],
      permission: null,
      flags: [],
      bodies: { input: refAt(i * 5 + 3), content: refAt(i * 5 + 4) },
    });
  }
  // An answer for every three calls, as real sessions have them; some of them claim something.
  for (let i = 0; i < count; i += 3) {
    const preview = i % 2 === 0 ? SAID : 'The beds are in rows now. Next come the paths, then the fence.';
    messages.push({
      what: 'answer',
      thread: 'main',
      at: start + i * 10_000 + 9000,
      preview,
      size: preview.length,
      ref: { ...refAt(i * 5 + 4), offset: (i * 5 + 4) * 100 + 50 },
    });
  }
  messages.sort((a, b) => a.ref.offset - b.ref.offset);
  const lastAt = start + count * 10_000;
  messages.push({ what: 'answer', thread: 'main', at: lastAt, preview: 'Done', size: 4, ref: refAt(count * 5) });
  return {
    fields: {},
    startedAt: start,
    lastAt,
    live: false,
    threads: [],
    calls,
    messages,
    requests,
    compactions: [],
    hooks: [],
    lastWords: 'Done',
    textOf: ({ preview }) => preview,
  };
}
