// What engines must answer when calls are summed up. Percentiles and spans of time must be equal to the last digit.

import { describe, expect, it } from 'vitest';
import { waitMsOf } from '../../src/model/call-times.ts';
import { isUnexpectedFailure } from '../../src/model/outcome.ts';
import { callsToRecover } from '../../src/model/recoveries.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import type { CallCursor } from '../../src/store/questions/calls.ts';
import { SpanCounts } from '../../src/store/questions/span-counts.ts';
import {
  type BackgroundWork,
  type FailedCall,
  type FailureClass,
  hookWord,
  recoveryNumber,
} from '../../src/store/questions/stats.ts';
import { bucketWidth } from '../../src/store/questions/time-buckets.ts';
import { type Filled, keyOf } from './filled.ts';

const FILTERS = ['', 'tool:Bas?', 'is:subagent OR turn:>1'];

function localDay(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function percentiles(calls: readonly ToolCall[]): {
  readonly known: number;
  readonly p50Ms: unknown;
  readonly p95Ms: unknown;
} {
  const spans = new SpanCounts();
  for (const { duration } of calls) if (duration !== null) spans.add(duration.ms);
  return { known: spans.count, p50Ms: spans.percentile(0.5), p95Ms: spans.percentile(0.95) };
}

export function statsContract(filled: () => Filled): void {
  async function fitting(text: string): Promise<ToolCall[]> {
    const { questions, ask } = filled();
    const found: ToolCall[] = [];
    for await (const batch of questions.calls.newest(ask(text))) for (const { call } of batch) found.push(call);
    return found;
  }

  describe('sums', () => {
    it.each(FILTERS)('%j by tool, with percentiles to three digits', async (text) => {
      const { questions, ask } = filled();
      const calls = await fitting(text);
      const groups = await questions.stats.groups(ask(text), 'tool');
      expect(groups.length).toBeGreaterThan(0);
      for (const { agent, key, durations, ...sums } of groups) {
        const own = calls.filter((call) => call.agent === agent && call.toolId === key);
        const ended = own.filter(({ status }) => status === 'ok' || status === 'error').length;
        const failures = own.filter(isUnexpectedFailure).length;
        expect(sums).toMatchObject({
          calls: own.length,
          failures,
          failureRate: ended === 0 ? null : failures / ended,
          masked: own.filter(({ masked }) => masked !== null).length,
          refused: own.filter(({ status }) => status === 'rejected' || status === 'denied').length,
        });
        expect(durations).toMatchObject(percentiles(own));
        expect(durations.exact).toBe(own.filter(({ duration }) => duration?.bound === 'exact').length);
      }
      expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(calls.length);
      const { tools } = await questions.stats.toolsOverTime(ask(text), 20);
      expect(tools.map(({ agent, toolId, calls: count }) => [agent, toolId, count])).toEqual(
        groups.map(({ agent, key, calls: count }) => [agent, key, count]),
      );
    });

    it.each(['model', 'agent', 'project'] as const)('by %s', async (by) => {
      const { questions, calls, ask } = filled();
      const groups = await questions.stats.groups(ask(), by);
      expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(calls.length);
      if (by === 'model') {
        const models = new Set(calls.map(({ agent, model }) => `${agent} ${model}`));
        expect(new Set(groups.map(({ agent, key }) => `${agent} ${key}`))).toEqual(models);
      }
    });

    it.each(FILTERS)('%j by day and in spans of time', async (text) => {
      const { questions, ask } = filled();
      const calls = await fitting(text);
      for (const { day, calls: count, failures } of await questions.stats.days(ask(text))) {
        const own = calls.filter(({ requestedAt }) => (requestedAt === null ? null : localDay(requestedAt)) === day);
        expect([day, count, failures]).toEqual([day, own.length, own.filter(isUnexpectedFailure).length]);
      }
      const timeline = await questions.stats.timeline(ask(text), 30);
      const times = calls.flatMap(({ requestedAt }) => requestedAt ?? []);
      expect(timeline.undated).toBe(calls.length - times.length);
      expect(timeline.bucketMs).toBe(bucketWidth(Math.min(...times), Math.max(...times), 30));
      for (const { fromMs, calls: count } of timeline.buckets) {
        expect(count).toBe(times.filter((at) => at >= fromMs && at < fromMs + timeline.bucketMs).length);
      }
      expect((await questions.stats.toolsOverTime(ask(text), 30)).timeline).toEqual(timeline);
    });

    it('nothing where nothing lies', async () => {
      const { questions, ask } = filled();
      const nowhere = { ...ask(), places: ['/nowhere'] };
      expect(await questions.stats.timeline(nowhere, 30)).toEqual({ bucketMs: 0, buckets: [], undated: 0 });
      expect(await questions.stats.groups(nowhere, 'tool')).toEqual([]);
      expect(await questions.stats.days(nowhere)).toEqual([]);
    });
  });

  describe('control', () => {
    it('hooks of calls, of sessions and of turns', async () => {
      const { questions, sessions, calls, ask } = filled();
      const ofTurns = sessions.flatMap(({ hooks }) => hooks);
      const hooks = [...ofTurns, ...calls.flatMap((call) => call.hooks)];
      const found = await questions.stats.hooks(ask());
      expect(ofTurns.length * (hooks.length - ofTurns.length)).toBeGreaterThan(0);
      expect(found.reduce((sum, { runs }) => sum + runs, 0)).toBe(hooks.length);
      expect(found.reduce((sum, { totalMs }) => sum + totalMs, 0)).toBe(
        hooks.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0),
      );
      for (const { event, name, command, firstAt, lastAt } of found) {
        const word = hookWord(event, name, command);
        const own = hooks.filter((hook) => hookWord(hook.event, hook.name, hook.command) === word);
        const times = own.flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
        expect([firstAt, lastAt]).toEqual([times[0] ?? null, times.at(-1) ?? null]);
      }
      const words = new Set(ofTurns.map(({ event, name, command }) => hookWord(event, name, command)));
      expect(await questions.stats.turnHooks()).toEqual(words);
      const shells = await questions.stats.hooks(ask('toolid:shell'));
      const ofShells = calls.filter(({ toolId }) => toolId === 'shell').flatMap((call) => call.hooks);
      expect(shells.reduce((sum, { runs }) => sum + runs, 0)).toBe(ofShells.length);
    });

    it('decisions about permission', async () => {
      const { questions, calls, ask } = filled();
      const decided = calls.filter(({ permission }) => permission !== null);
      const found = await questions.stats.permissions(ask());
      expect(decided.length).toBeGreaterThan(0);
      expect(found.reduce((sum, stats) => sum + stats.calls, 0)).toBe(decided.length);
      for (const { agent, toolId, decision, by, calls: count, firstAt, lastAt, waits, waitMs } of found) {
        const ofTool = decided.filter((call) => call.agent === agent && call.toolId === toolId);
        const own = ofTool.filter(({ permission }) => permission?.decision === decision && permission.by === by);
        const times = own.flatMap(({ requestedAt }) => requestedAt ?? []).sort((a, b) => a - b);
        const waited = own.flatMap((call) => waitMsOf(call.permission, call.requestedAt) ?? []);
        expect([count, firstAt, lastAt]).toEqual([own.length, times[0] ?? null, times.at(-1) ?? null]);
        expect([waits, waitMs]).toEqual([waited.length, waited.reduce((sum, ms) => sum + ms, 0)]);
      }
    });

    it('background work, page by page', async () => {
      const { questions, calls, ask } = filled();
      const work: BackgroundWork[] = [];
      for (let after: CallCursor | null = null; ; ) {
        const page = await questions.stats.background(ask(), { limit: 2, after });
        work.push(...page.work);
        if (page.next === null) break;
        after = page.next;
      }
      const started = calls.filter(({ background }) => background !== null);
      expect(started.length).toBeGreaterThan(2);
      expect(work.map(({ call }) => keyOf(call)).sort()).toEqual(started.map(keyOf).sort());
    });
  });

  describe('failures', () => {
    const WHICH = { withExpected: true, withMasked: false, buckets: 30 };

    it('by class, each call by its name', async () => {
      const { questions, calls, ask } = filled();
      const { classes, timeline } = await questions.stats.failures(ask(), WHICH);
      expect(timeline).toEqual(await questions.stats.timeline(ask(), 30));
      const failed = new Map(calls.filter(({ status }) => status === 'error').map((call) => [keyOf(call), call]));
      expect(failed.size).toBeGreaterThan(5);
      expect(classes.reduce((sum, found) => sum + found.calls.length, 0)).toBe(failed.size);
      for (const { toolId, code, key, at } of each(classes)) {
        const [owner] = await questions.stats.ownersOf([key]);
        const call = owner === undefined ? undefined : failed.get(keyOf(owner));
        expect(call).toMatchObject({ toolId, requestedAt: at, failure: { code } });
        const [words] = await questions.stats.failureWords([key]);
        expect(words).toMatchObject({ message: call?.failure?.message, aim: call?.aim });
      }
      const keys = each(classes).map(({ key }) => key);
      const owners = await questions.stats.ownersOf([...keys, -1]);
      expect(owners.at(-1)).toBeUndefined();
      expect(new Set(owners.slice(0, -1).map((owner) => owner && keyOf(owner)))).toEqual(new Set(failed.keys()));
      const unexpected = await questions.stats.failures(ask(), { ...WHICH, withExpected: false });
      expect(unexpected.classes.reduce((sum, found) => sum + found.calls.length, 0)).toBe(
        calls.filter(isUnexpectedFailure).length,
      );
    });

    it('with what became of them, in the attempts of their sessions', async () => {
      const { questions, sessions, ask } = filled();
      const recovered = new Map(
        sessions.flatMap((session) =>
          [...callsToRecover(session.calls)].map(([call, took]) => [keyOf(call), recoveryNumber(took)] as const),
        ),
      );
      const { classes } = await questions.stats.failures(ask(), WHICH);
      for (const { key, session, recovery } of each(classes)) {
        const [name] = await questions.stats.ownersOf([key]);
        if (name === undefined) throw new Error('a call without a name');
        if (recovery !== null) expect(recovery).toBe(recovered.get(keyOf(name)) ?? 0);
        const attempts = await questions.stats.attemptsIn(session);
        expect(attempts.find((attempt) => attempt.key === key)?.callId).toBe(name.callId);
      }
    });
  });
}

function each(classes: readonly FailureClass[]): (FailureClass & FailedCall)[] {
  return classes.flatMap((found) => found.calls.map((call) => ({ ...found, ...call })));
}
