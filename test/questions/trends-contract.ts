// What engines must answer when trends are asked for: sums by week, agent, version, model, project and outcome.

import { describe, expect, it } from 'vitest';
import { insightsOfSession } from '../../src/library/insights/kept-insights.ts';
import { waitMsOf } from '../../src/model/call-times.ts';
import { callsToRecover, type Recovered } from '../../src/model/recoveries.ts';
import type { Session } from '../../src/model/session.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import { type OutcomeSum, weekOf } from '../../src/store/questions/trends.ts';
import { type Filled, keyOf } from './filled.ts';

const FILTERS = ['', 'tool:Bas?', 'is:subagent OR turn:>1', 'is:failed'];

type Counts = Pick<OutcomeSum, 'calls' | 'examined' | 'recovered' | 'waits' | 'waitMs'>;

function added(sums: ReadonlyMap<string, Counts>, name: string, more: Counts): Counts {
  const known = sums.get(name);
  if (known === undefined) return more;
  return {
    calls: known.calls + more.calls,
    examined: known.examined + more.examined,
    recovered: known.recovered + more.recovered,
    waits: known.waits + more.waits,
    waitMs: known.waitMs + more.waitMs,
  };
}

function outcomeOf(call: ToolCall, { fields }: Session): string {
  const { agent, model, status, failure, masked, requestedAt } = call;
  const week = requestedAt === null ? null : weekOf(requestedAt);
  return JSON.stringify([
    [week, agent, fields.version ?? null, model, fields.cwd ?? null],
    [status, failure?.blame ?? null, failure?.code ?? null, masked?.code ?? null],
  ]);
}

function countsOf(call: ToolCall, recovered: ReadonlyMap<ToolCall, Recovered | null>): Counts {
  const wait = waitMsOf(call.permission, call.requestedAt);
  const isRecovered = (recovered.get(call) ?? null) !== null;
  return { calls: 1, examined: 1, recovered: Number(isRecovered), waits: wait === null ? 0 : 1, waitMs: wait ?? 0 };
}

function summed(sessions: readonly Session[], fitting: ReadonlySet<string>): ReadonlyMap<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const session of sessions) {
    const recovered = callsToRecover(session.calls);
    for (const call of session.calls) {
      if (!fitting.has(keyOf(call))) continue;
      const name = outcomeOf(call, session);
      sums.set(name, added(sums, name, countsOf(call, recovered)));
    }
  }
  return sums;
}

export function trendsContract(filled: () => Filled): void {
  describe('trends', () => {
    it.each(FILTERS)('%j: every call once, under its week and outcome', async (text) => {
      const { questions, sessions, ask } = filled();
      const fitting = new Set<string>();
      for await (const batch of questions.calls.newest(ask(text)))
        for (const { call } of batch) fitting.add(keyOf(call));
      const found = new Map<string, Counts>();
      for (const sum of await questions.stats.outcomes(ask(text))) {
        const { week, agent, version, model, project, status, blame, code, masked, ...counts } = sum;
        const name = JSON.stringify([
          [week, agent, version, model, project],
          [status, blame, code, masked],
        ]);
        found.set(name, added(found, name, counts));
      }
      expect(found).toEqual(summed(sessions, fitting));
    });

    it('costs, as the insights of the sessions have them', async () => {
      const { questions, sessions, ask } = filled();
      const wanted = new Map<string, { usd: number; requests: number; output: number }>();
      for (const session of sessions) {
        for (const { model, day, usd, requests, tokens } of insightsOfSession(session).cost.parts) {
          const week = day === null ? null : weekOf(Date.parse(day));
          const name = JSON.stringify([week, session.agent, session.fields.version ?? null, model]);
          const known = wanted.get(name) ?? { usd: 0, requests: 0, output: 0 };
          wanted.set(name, {
            usd: known.usd + (usd ?? 0),
            requests: known.requests + requests,
            output: known.output + tokens.output,
          });
        }
      }
      const found = new Map<string, { usd: number; requests: number; output: number }>();
      for (const { week, agent, version, model, usd, requests, outputTokens } of await questions.stats.costs(ask())) {
        const name = JSON.stringify([week, agent, version, model]);
        const known = found.get(name) ?? { usd: 0, requests: 0, output: 0 };
        found.set(name, {
          usd: known.usd + (usd ?? 0),
          requests: known.requests + requests,
          output: known.output + outputTokens,
        });
      }
      expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
      expect(found.size).toBeGreaterThan(1);
      for (const [name, sum] of wanted) {
        expect(found.get(name)).toMatchObject({ requests: sum.requests, output: sum.output });
        expect(found.get(name)?.usd).toBeCloseTo(sum.usd, 6);
      }
    });

    it('nothing where nothing lies, or fits', async () => {
      const { questions, ask } = filled();
      for (const nothing of [{ ...ask(), places: ['/nowhere'] }, ask('tool:NoSuchTool')]) {
        expect(await questions.stats.outcomes(nothing)).toEqual([]);
        expect(await questions.stats.costs(nothing)).toEqual([]);
      }
    });

    it('tools by the names that logs have for them, with all their time and waiting', async () => {
      const { questions, calls, ask } = filled();
      const groups = await questions.stats.groups(ask(), 'name');
      expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(calls.length);
      for (const { agent, key, calls: count, durations, waits, waitMs } of groups) {
        const own = calls.filter((call) => call.agent === agent && call.tool === key);
        const waited = own.flatMap((call) => waitMsOf(call.permission, call.requestedAt) ?? []);
        const total = own.reduce((sum, { duration }) => sum + (duration?.ms ?? 0), 0);
        expect([count, waits, waitMs]).toEqual([own.length, waited.length, waited.reduce((sum, ms) => sum + ms, 0)]);
        expect(durations.totalMs).toBeCloseTo(total, 3);
      }
    });
  });
}
